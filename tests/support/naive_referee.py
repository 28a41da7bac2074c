"""A second referee for the grill games, written straight down from the rulebooks, to compare the first one with."""

from typing import Any

HECKMECK = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "worm": 5}
JUNIOR = {"cucumber": 1, "bun": 2, "cheese": 1, "ketchup": 1, "worm": 1}
START = {"canned": 11, "hen": 21, "raven": 23, "weasel": 25, "golden": 27, "apple": 29}


class Illegal(Exception):
    pass


class NaiveReferee:
    def __init__(self, game: str, players: list[str], variant: dict[str, Any]) -> None:
        self.junior, self.players, self.variant = game == "heckmeck-junior", players, variant
        self.special = game == "heckmeck-deluxe" and not variant.get("original")
        self.values, self.all_dice = (JUNIOR, 6) if self.junior else (HECKMECK, 8)
        numbers = [n for n in range(4, 10) for _ in "xx"] if self.junior else list(range(21, 37))
        self.up: list[int] = ([11, 13] if self.special else []) + numbers
        self.down: list[int] = []
        self.stacks: dict[str, list[int]] = {p: [] for p in players}
        self.on_grill = dict(START) if self.special else {}
        self.holders: dict[str, str] = {}
        self.out: list[str] = []
        self.supply = 7 if self.special else 0
        self.bratworms = dict.fromkeys(players, 0)
        self.raven_waits = False  # until it is settled from whom the Bratworm comes
        self.who = players[0]
        self.over = False
        self.told: dict[str, Any] = {"sum": 0}
        self.new_turn()

    def new_turn(self) -> None:
        self.kept: dict[str, int] = {}
        self.left, self.golden = self.all_dice, self.holders.get(self.who) == "golden"
        self.rolled: list[str] = []
        self.weasel_used = self.running = False
        self.second: str | None = None
        self.pending = "over" if self.over else "roll"

    def total(self) -> int:
        return sum(self.values[f] * n for f, n in self.kept.items())

    def tell(self, **facts: Any) -> None:
        self.told.update(facts)

    def do(self, deed: dict[str, Any]) -> None:
        name = next(iter(deed))
        if self.over:
            raise Illegal
        getattr(self, f"do_{name}")(deed)

    def need(self, fine: object) -> None:
        if not fine:
            raise Illegal

    def do_roll(self, deed: dict[str, Any]) -> None:
        self.need(self.pending in ("roll", "roll_or_stop"))
        golden = deed.get("golden")
        dice = deed["roll"] + ([golden] if golden else [])
        self.need(dice and all(f in self.values for f in dice))
        self.need(len(deed["roll"]) == self.left and bool(golden) == self.golden)
        if not self.running:
            self.running, self.told = True, {"sum": 0}
        self.rolled, self.rolled_golden = dice, golden
        if any(f not in self.kept for f in dice):
            self.pending = "keep"
        elif self.junior:
            self.evaluate()
        elif self.holders.get(self.who) == "weasel" and not self.weasel_used:
            self.pending = "weasel_or_fail"
        else:
            self.fail("nothing_new")

    def do_keep(self, deed: dict[str, Any]) -> None:
        face, n = deed["keep"], self.rolled.count(deed["keep"])
        self.need(self.pending == "keep" and n and face not in self.kept and deed.get("count", n) == n)
        with_golden = self.rolled_golden == face
        self.kept[face] = n
        self.left -= n - with_golden
        self.golden = self.golden and not with_golden
        self.rolled = []
        self.tell(sum=self.total())
        self.pending = "roll_or_stop"
        if self.special and face == "1" and n >= 2 and self.bratworm():
            return
        self.maybe_end()

    def maybe_end(self) -> None:
        self.pending = "roll_or_stop"
        if len(self.kept) == len(self.values) or (self.left == 0 and not self.golden):
            self.evaluate()

    def bratworm(self) -> bool:
        """Whether somebody has to be chosen first."""
        if self.supply:
            self.supply -= 1
            self.bratworms[self.who] += 1
        elif self.rich():
            self.pending = "bratworm_from"
            return True
        return False

    def rich(self) -> list[str]:
        return [p for p in self.players if p != self.who and self.bratworms[p] and self.holders.get(p) != "hen"]

    def do_bratworm_from(self, deed: dict[str, Any]) -> None:
        self.need(self.pending == "bratworm_from" and deed["bratworm_from"] in self.rich())
        self.bratworms[deed["bratworm_from"]] -= 1
        self.bratworms[self.who] += 1
        if self.raven_waits:
            self.raven_waits = False
            self.send_to_grill("raven")
        if self.told.get("outcome"):
            self.end_turn()
        else:
            self.maybe_end()

    def do_stop(self, deed: dict[str, Any]) -> None:
        self.need(self.pending == "roll_or_stop")
        self.evaluate()

    def evaluate(self) -> None:
        result, worm = self.total(), "worm" in self.kept
        if not worm and self.holders.get(self.who) == "canned":
            result, worm = result + 5, True
        self.tell(result=result)
        if not worm:
            return self.fail("no_worm")
        if result in self.up:
            return self.take(result)
        thieves_prey = [p for p in self.players if p != self.who and self.stacks[p][-1:] == [result] and result > 13]
        if self.junior:
            thieves_prey = [p for p in self.players if p != self.who and self.stacks[p][-1:] == [result]]
        if thieves_prey:
            decline = not self.special or self.variant.get("optional_steal")
            self.pending = "choose"
            return self.tell(options=thieves_prey + (["lower"] if decline else []))
        if self.variant.get("free_lower") and len(set(self.lower())) > 1:
            self.pending = "choose"
            return self.tell(options=["lower"])
        return self.take_lower()

    def lower(self) -> list[int]:
        return [t for t in self.up if t < self.told["result"] and t not in (11, 13)]

    def take_lower(self) -> None:
        if self.lower():
            self.take(max(self.lower()))
        else:
            self.fail("no_tile")

    def do_choose(self, deed: dict[str, Any]) -> None:
        self.need(self.pending == "choose")
        options, what = self.told["options"], deed["choose"]
        if what == "lower":
            self.need("lower" in options)
            self.tell(options=None)
            self.take_lower()
        elif "tile" in what:
            self.need(self.variant.get("free_lower") and what["tile"] in self.lower())
            self.take(what["tile"])
        else:
            self.need(what["from"] in options and what["from"] != "lower")
            self.steal(what["from"])

    def take(self, tile: int) -> None:
        self.up.remove(tile)
        self.stacks[self.who].append(tile)
        self.tell(outcome="take", tile=tile, options=None)
        guest = next((s for s, t in self.on_grill.items() if t == tile), None)
        if guest:
            del self.on_grill[guest]
        if guest == "raven":
            if self.bratworm():
                self.raven_waits = True
                return
            self.send_to_grill("raven")
        elif guest and self.gets(guest):
            return
        self.end_turn()

    def steal(self, victim: str) -> None:
        self.tell(outcome="steal", options=None)
        self.told["from"] = victim
        specialist = self.holders.pop(victim, None)
        if specialist == "hen":
            self.tell(outcome="hen")
        else:
            self.tell(tile=self.stacks[victim][-1])
            self.stacks[self.who].append(self.stacks[victim].pop())
        if not (specialist and self.gets(specialist)):
            self.end_turn()

    def gets(self, specialist: str) -> bool:
        if self.who in self.holders:
            self.second, self.pending = specialist, "put_back"
            return True
        self.holders[self.who] = specialist
        return False

    def do_put_back(self, deed: dict[str, Any]) -> None:
        both = [self.holders.get(self.who), self.second]
        self.need(self.pending == "put_back" and deed["put_back"] in both)
        both.remove(deed["put_back"])
        self.holders[self.who] = str(both[0])
        self.send_to_grill(deed["put_back"])
        self.end_turn()

    def send_to_grill(self, specialist: str) -> None:
        free = [t for t in self.up if t not in self.on_grill.values()]
        if free:
            self.on_grill[specialist] = min(free)
        else:
            self.out.append(specialist)

    def do_weasel(self, deed: dict[str, Any]) -> None:
        self.need(self.holders.get(self.who) == "weasel" and not self.weasel_used)
        self.need(self.pending in ("keep", "weasel_or_fail") and deed.get("dice", self.left) == self.left)
        self.weasel_used, self.rolled, self.pending = True, [], "roll"

    def do_accept_fail(self, deed: dict[str, Any]) -> None:
        self.need(self.pending == "weasel_or_fail")
        self.fail("nothing_new")

    def do_decline_golden(self, deed: dict[str, Any]) -> None:
        self.need(self.pending == "roll" and not self.running and self.golden)
        self.golden = False

    def fail(self, reason: str) -> None:
        self.tell(outcome="fail", reason=reason, options=None)
        me, mine = self.who, self.holders.get(self.who)
        stack = self.stacks[me]
        if self.junior:
            self.turn_over(max(self.up))
        elif mine == "hen":
            if stack:
                del self.holders[me]
                self.send_to_grill("hen")
        else:
            chased = None
            if stack:
                back = stack.pop()
                self.up = sorted([*self.up, back])
                self.tell(returned=back)
                short = self.variant.get("alternative")
                if max(self.up) != back or short:
                    chased = self.turn_over(max(self.up))
                if short == "all" and back in self.up:
                    self.up.remove(back)
                    self.down.append(back)
            if mine:
                del self.holders[me]
                self.send_to_grill(mine)
            if chased:
                self.send_to_grill(chased)
        self.end_turn()

    def turn_over(self, tile: int) -> str | None:
        self.up.remove(tile)
        self.down.append(tile)
        self.tell(flipped=tile)
        chased = next((s for s, t in self.on_grill.items() if t == tile), None)
        if chased:
            del self.on_grill[chased]
        return chased

    def end_turn(self) -> None:
        self.over = not self.up
        self.who = self.players[(self.players.index(self.who) + 1) % len(self.players)]
        self.new_turn()

    def report(self) -> dict[str, Any]:
        names = ("sum", "result", "outcome", "tile", "from", "reason", "returned", "flipped", "options")
        state = {name: self.told.get(name) for name in names}
        state |= {"kept": self.kept, "dice_left": self.left, "pending": self.pending, "stacks": self.stacks}
        state |= {"grill_up": self.up, "grill_down": sorted(self.down), "game_over": self.over}
        legal = [f for f in self.values if f in self.rolled and f not in self.kept] if self.pending == "keep" else []
        state |= {"legal_keeps": legal, "open_symbols": [f for f in self.values if f not in self.kept]}
        if not self.over:
            state["next"] = self.who
        if self.special:
            state |= {"on_grill": self.on_grill, "holders": self.holders, "out": self.out}
            state |= {"supply": self.supply, "bratworms": self.bratworms}
        return state
