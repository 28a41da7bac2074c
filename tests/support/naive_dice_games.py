"""Second referees for Ten Thousand and Yacht, written straight down from how they are played."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from naive_referee import Illegal


class _Turns:
    """Whose turn it is, and what both games have in common."""

    def __init__(self, players: list[str], variant: dict[str, Any]) -> None:
        self.players, self.variant, self.seat, self.over = players, variant, 0, False

    @property
    def who(self) -> str:
        return self.players[self.seat]

    def do(self, deed: dict[str, Any]) -> None:
        name = next(iter(deed))
        self.need(not self.over and hasattr(self, f"do_{name}"))
        getattr(self, f"do_{name}")(deed[name])

    def need(self, fine: object) -> None:
        if not fine:
            raise Illegal

    def are_dice(self, faces: list[str], count: int | None = None) -> None:
        self.need(set(faces) <= set("123456") and (count is None or len(faces) == count))

    def best(self, scores: dict[str, int]) -> list[str] | None:
        return [one for one in self.players if scores[one] == max(scores.values())] if self.over else None


def _picks(dice: list[str]) -> Iterator[list[str]]:
    for count in range(1, len(dice) + 1):
        yield from map(list, combinations(dice, count))


USUAL = {"target": 10_000, "opening": 500, "straight": 1500, "three_pairs": 1500, "doubling": True}
USUAL |= {"hot_dice": True, "last_round": True, "three_busts": 0}


class NaiveTenThousand(_Turns):
    def __init__(self, players: list[str], variant: dict[str, Any]) -> None:
        super().__init__(players, {**USUAL, **variant})
        self.written = dict.fromkeys(players, 0)
        self.busts = dict.fromkeys(players, 0)
        self.opened: set[str] = set()
        self.last: list[str] | None = None
        self.fresh()

    def fresh(self) -> None:
        self.earned, self.lying, self.rolled, self.laid = 0, [], [], []  # type: ignore[var-annotated]

    def worth(self, dice: list[str]) -> int | None:
        """The most these dice count, none of them idle: a set taken away, then the rest."""
        if not dice:
            return 0
        found = []
        if len(dice) == 6 and len(set(dice)) == 6 and self.variant["straight"]:
            found.append(self.variant["straight"])
        if len(dice) == 6 and all(dice.count(face) in (2, 4, 6) for face in dice) and self.variant["three_pairs"]:
            found.append(self.variant["three_pairs"])
        face = dice[0]
        for count in range(1, dice.count(face) + 1):
            rest = [one for one in dice if one != face] + [face] * (dice.count(face) - count)
            set_of = 1000 if face == "1" else 100 * int(face)
            single = {"1": 100, "5": 50}.get(face)
            here = None
            if count == 1:
                here = single
            elif count == 3 or (count > 3 and self.variant["doubling"]):
                here = set_of * 2 ** (count - 3)
            others = self.worth(rest) if here else None
            if here and others is not None:
                found.append(here + others)
        return max(found, default=None)

    def stake(self) -> int:
        return self.earned + (self.worth(self.laid) or 0)

    def pending(self) -> str:
        if self.over:
            return "over"
        if not self.rolled:
            return "roll"
        return "roll_or_stop" if self.laid else "keep"

    def due(self) -> int:
        aside = len(self.lying) + len(self.laid)
        return (6 if aside == 6 else 6 - aside) if self.pending() in ("roll", "roll_or_stop") else 0

    def do_roll(self, faces: list[str]) -> None:
        self.need(self.due())
        self.are_dice(faces, self.due())
        self.earned = self.stake()
        self.lying = [] if len(self.lying) + len(self.laid) == 6 else self.lying + self.laid
        self.rolled, self.laid = sorted(faces), []
        if not any(self.worth(pick) for pick in _picks(self.rolled)):
            self.bust()

    def do_keep(self, faces: list[str]) -> None:
        self.are_dice(faces)
        self.need(all(faces.count(face) <= self.rolled.count(face) for face in faces))
        self.need(self.rolled and sorted(faces) != self.laid and self.worth(faces) is not None)
        self.laid = sorted(faces)
        if len(self.lying) + len(self.laid) == 6 and not self.variant["hot_dice"]:
            if self.who in self.opened or self.stake() >= self.variant["opening"]:
                self.write()
            else:
                self.bust()

    def do_stop(self, _: bool) -> None:
        self.need(self.pending() == "roll_or_stop")
        self.need(self.who in self.opened or self.stake() >= self.variant["opening"])
        self.write()

    def bust(self) -> None:
        self.busts[self.who] += 1
        if self.variant["three_busts"] and self.busts[self.who] == 3:
            self.busts[self.who] = 0
            self.written[self.who] = max(0, self.written[self.who] - self.variant["three_busts"])
        self.next()

    def write(self) -> None:
        self.written[self.who] += self.stake()
        self.busts[self.who] = 0
        self.opened.add(self.who)
        if self.last is None and self.written[self.who] >= self.variant["target"]:
            self.last = list(self.players) if self.variant["last_round"] else [self.who]
        self.next()

    def next(self) -> None:
        if self.last is not None:
            self.last = [one for one in self.last if one != self.who]
            self.over = not self.last
        self.seat = (self.seat + 1) % len(self.players)
        self.fresh()

    def report(self) -> dict[str, Any]:
        told = {
            "pending": self.pending(),
            "sum": self.stake(),
            "kept": [*self.lying, *self.laid],
            "rolled": self.rolled,
            "dice_left": self.due(),
            "to_open": 0 if self.over or self.who in self.opened else self.variant["opening"],
            "game_over": self.over,
            "scores": self.written,
            "winners": self.best(self.written),
        }
        return told if self.over else {**told, "next": self.who, "last_round": self.last is not None}


class NaiveYacht(_Turns):
    SIX = ("ones", "twos", "threes", "fours", "fives", "sixes")

    def __init__(self, players: list[str], variant: dict[str, Any]) -> None:
        super().__init__(players, variant)
        self.sheets: dict[str, dict[str, int]] = {one: {} for one in players}
        self.extras = dict.fromkeys(players, 0)
        self.fresh()

    def fresh(self) -> None:
        self.dice, self.held, self.throws = [], [], 3  # type: ignore[var-annotated]

    def boxes(self) -> dict[str, int]:
        """Every box of the sheet, and what the dice count in it."""
        dice, total = self.dice, sum(map(int, self.dice))
        most = max((dice.count(face) for face in dice), default=0)
        row = "".join(sorted(set(dice)))
        found = {name: value * dice.count(str(value)) for value, name in enumerate(self.SIX, 1)}
        house = sorted(dice.count(face) for face in set(dice)) == [2, 3]
        found |= {"choice": total, "yacht": 50 * (most == 5)}
        if not self.variant.get("thirteen"):
            four = next((int(face) for face in dice if dice.count(face) >= 4), 0)
            found |= {"full house": total * house, "four alike": 4 * four}
            return found | {"little straight": 30 * (row == "12345"), "big straight": 30 * (row == "23456")}
        wild = self.further() and self.SIX[int(dice[0]) - 1] in self.sheets[self.who]
        found |= {"three alike": total * (most >= 3), "four alike": total * (most >= 4)}
        small = any(part in row for part in ("1234", "2345", "3456"))
        found |= {"full house": 25 * (house or wild), "small straight": 30 * (small or wild)}
        return found | {"large straight": 40 * (row in ("12345", "23456") or wild)}

    def further(self) -> bool:
        one_more = len(self.dice) == 5 and len(set(self.dice)) == 1 and "yacht" in self.sheets[self.who]
        return bool(self.variant.get("thirteen") and self.variant.get("jokers") and one_more)

    def due(self) -> int:
        return 5 - len(self.held) if self.throws and not self.over else 0

    def do_roll(self, faces: list[str]) -> None:
        self.need(self.due())
        self.are_dice(faces, self.due())
        self.dice, self.throws = sorted(self.held + faces), self.throws - 1

    def do_keep(self, faces: list[str]) -> None:
        self.are_dice(faces)
        self.need(self.dice and sorted(faces) != self.held)
        self.need(all(faces.count(face) <= self.dice.count(face) for face in faces))
        self.held = sorted(faces)

    def do_box(self, name: str) -> None:
        sheet, worth = self.sheets[self.who], self.boxes()
        self.need(self.dice and name in worth and name not in sheet)
        if self.further() and sheet["yacht"]:
            self.extras[self.who] += 100
        sheet[name] = worth[name]
        self.fresh()
        self.seat = (self.seat + 1) % len(self.players)
        self.over = len(self.sheets[self.who]) == len(worth)  # all began together, so who is next has filled as many

    def upper(self, player: str) -> int:
        return sum(points for name, points in self.sheets[player].items() if name in self.SIX)

    def scores(self) -> dict[str, int]:
        bonus = {one: 35 * (self.upper(one) >= 63) if self.variant.get("upper_bonus") else 0 for one in self.players}
        return {one: sum(self.sheets[one].values()) + bonus[one] + self.extras[one] for one in self.players}

    def report(self) -> dict[str, Any]:
        pending = "over" if self.over else "roll" if not self.dice else "roll_or_enter" if self.due() else "enter"
        blank = {name: worth for name, worth in self.boxes().items() if name not in self.sheets[self.who]}
        told = {
            "pending": pending,
            "dice": self.dice,
            "kept": self.held,
            "throws_left": self.throws,
            "dice_left": self.due(),
            "worth": blank if self.dice else {},
            "sheets": self.sheets,
            "upper": {one: self.upper(one) for one in self.players},
            "extras": self.extras,
            "scores": self.scores(),
            "winners": self.best(self.scores()),
        }
        return told if self.over else {**told, "next": self.who}
