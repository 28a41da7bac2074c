"""A second referee for Rooster Run, written straight down from its rulebook, to compare the first one with."""

from typing import Any

from naive_referee import Illegal

from companion.games import GAMES


class NaiveFarmyard:
    def __init__(self, players: list[str], variant: dict[str, Any], adults: list[str]) -> None:
        self.players, self.variant = players, variant
        self.adults = adults if variant.get("adult_limit") else []
        self.last = 3 if variant.get("one_colour_out") else 4
        self.pending, self.round = "between", 1
        self.faceup: list[dict[str, Any]] = []
        self.dealt: dict[str, dict[str, Any]] = {}
        self.hand: dict[str, str] = {}
        self.front: dict[str, list[str]] = {p: [] for p in players}
        self.scored: dict[str, list[dict[str, Any]]] = {p: [] for p in players}
        self.chips = dict.fromkeys(players, 0)
        self.hearts: dict[str, str] = {}
        self.out: list[str] = []
        self.box: list[str] = []
        self.returned: list[str] = []
        self.discarded: list[str] = []

    def need(self, fine: object) -> None:
        if not fine:
            raise Illegal

    def do(self, deed: dict[str, Any]) -> None:
        name = next(key for key in deed if key != "player")
        self.need(self.pending != "over")
        getattr(self, f"do_{name}")(deed[name], deed.get("player"))

    def hunting(self, player: str) -> None:
        self.need(player in self.players and player not in self.out and self.pending == "hunt")

    def do_pick(self, worm: str, player: str) -> None:
        self.hunting(player)
        away = [*self.box, *self.hand.values(), *(w for worms in self.front.values() for w in worms)]
        self.need(player not in self.hand and len(self.front[player]) < 2 and worm not in away)
        self.hand[player] = worm

    def do_keep(self, _: Any, player: str) -> None:
        self.hunting(player)
        self.need(player in self.hand)
        self.front[player].append(self.hand.pop(player))

    def do_return(self, worm: str, player: str) -> None:
        self.hunting(player)
        if self.hand.get(player) == worm:
            del self.hand[player]
        else:
            self.need(worm in self.front[player])
            self.front[player].remove(worm)
        self.returned.append(worm)

    def do_call(self, _: Any, player: str) -> None:
        self.hunting(player)
        self.need(len(self.front[player]) == 2)
        first = self.players.index(player)
        self.count(self.players[first:] + self.players[:first], caller=player)

    def do_end_round(self, _: Any, __: Any) -> None:
        self.need(self.pending == "hunt")
        self.count(self.players, caller=None)

    def count(self, order: list[str], caller: str | None) -> None:
        for player in list(self.hand):
            self.front[player].append(self.hand.pop(player))
        for player in order:
            if player in self.out:
                continue
            missed = 0
            for worm in self.front[player]:
                wanted = [card for card in self.faceup if card["worm"] == worm]
                missed += not wanted
                if wanted and not (player in self.adults and wanted[0]["value"] >= 5):
                    self.faceup.remove(wanted[0])
                    self.scored[player].append(wanted[0])
                    self.box.append(worm)
                else:
                    self.returned.append(worm)
            self.front[player] = []
            if player == caller:
                self.chips[player] += missed
                if missed and self.chips[player] >= 4:
                    self.out.append(player)
                    self.discarded += [card["id"] for card in self.scored[player]]
                    self.scored[player] = []
        self.discarded += [card["id"] for card in self.faceup]
        self.faceup = []
        self.round += 1
        if len(self.out) == len(self.players) - 1:
            self.pending = "over"
        else:
            self.pending = "between" if self.round <= self.last else "final"

    def do_deal(self, cards: list[dict[str, Any]], _: Any) -> None:
        known = {**self.dealt, **{card["id"]: card for card in cards}}
        self.need(self.pending == "between" and len(cards) == 8 and len(known) == len(self.dealt) + 8)
        self.need(self.last == 4 or len({card["colour"] for card in known.values()}) <= 3)
        self.dealt, self.faceup, self.pending = known, list(cards), "hunt"

    def do_sweetheart(self, card: str, player: str) -> None:
        self.need(player in self.players)
        self.need(card in GAMES["rooster-run"].box.own["sweethearts"] and not self.variant.get("no_sweetheart"))
        self.need(card not in [love for who, love in self.hearts.items() if who != player])
        self.hearts[player] = card

    def do_final_discard(self, drawn: dict[str, list[str]], _: Any) -> None:
        self.need(self.pending == "final" and set(drawn) <= set(self.players))
        for player in self.players:
            own, ids = [card["id"] for card in self.scored[player]], drawn.get(player, [])
            self.need(len(ids) == len(set(ids)) == min(self.chips[player], len(own)) and set(ids) <= set(own))
        for player, ids in drawn.items():
            self.scored[player] = [card for card in self.scored[player] if card["id"] not in ids]
            self.discarded += ids
        self.pending = "over"

    def loved(self, player: str) -> bool:
        return not self.variant.get("no_sweetheart") and self.hearts.get(player) in [
            card["id"] for card in self.scored[player]
        ]

    def report(self) -> dict[str, Any]:
        points = {p: sum(card["value"] for card in self.scored[p]) + 5 * self.loved(p) for p in self.players}
        rank = {
            p: (points[p], self.loved(p), max((card["value"] for card in self.scored[p]), default=0))
            for p in self.players
            if p not in self.out
        }
        winners = [p for p in rank if rank[p] == max(rank.values())] if self.pending == "over" else None
        return {
            "pending": self.pending,
            "round": self.round,
            "front": self.front,
            "hand": self.hand,
            "scored": {p: [card["id"] for card in self.scored[p]] for p in self.players},
            "chips": self.chips,
            "eliminated": self.out,
            "box": self.box,
            "returned": self.returned,
            "discarded": self.discarded,
            "points": points,
            "game_over": self.pending == "over",
            "winners": winners,
        }
