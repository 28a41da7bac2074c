"""Writes the scripts of photoreal games: who does what, what is true at each moment, and what is to be announced.

The robots, mistakes and stage are the rehearsal's; what a referee has to say follows from the rules.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from turn_mats import print_mat
from turn_rooms import Trouble, camera, light, sheets_of
from turn_stage import MOVING, PACE, TurnStage, told
from turn_wish import Wish

from companion.games import GAMES
from companion.mats import mat_of, practice_mat
from companion.odds.robots import ROBOTS
from companion.referee import commands as c
from companion.rehearsal.mistakes import BESIDE
from companion.rehearsal.play import Play, play_of
from companion.rehearsal.run import NAMES
from companion.rehearsal.stage import Shot
from companion.rules.contract import Action
from companion.rules.match import Match, begin
from hardware.ports import Press
from vision.render.scene import Die, leaning
from vision.table.zones import Mat
from vision.training.strangers.tables import KINDS

EVENTS = ("AttemptFailed", "TileTaken", "TileSnatched", "CockadoodleCalled")
LAST = "CockadoodleCalled"  # what follows is told by touch
REST, LONG = (24, 46), 54  # frames


@dataclass
class Record:
    """The pictures of a sequence, one a moment, and what is expected of a referee who sees them."""

    side: float
    chance: Random
    shots: list[dict[str, Any]] = field(default_factory=list)
    expected: list[dict[str, Any]] = field(default_factory=list)
    presses: list[dict[str, Any]] = field(default_factory=list)
    setting: dict[str, int] = field(default_factory=dict)  # which camera and which light
    _due: list[dict[str, Any]] = field(default_factory=list)
    _pressed: list[str] = field(default_factory=list)
    what: str = "the table before the game"

    def expect(self, *due: dict[str, Any]) -> None:
        """From the next rest on."""
        self._due += due

    def press(self, button: str) -> None:
        self._pressed.append(button)

    @property
    def pressed(self) -> bool:
        return bool(self._pressed)

    def add(self, shot: Shot) -> None:
        rest = shot.seconds < MOVING
        content = told(shot.scene, self.side, self.chance) | self.setting
        last = self.shots[-1] if self.shots else None
        same = last is not None and last["rest"] and rest and last["content"] == content
        if not same or self._due or self._pressed:
            what = f"rest: {self.what}" if rest else "hands and dice"
            self.shots.append({"base": len(self.shots), "what": what, "frames": 0, "rest": rest, "content": content})
        if rest:
            number = len(self.shots) - 1
            self.expected += [{"shot": number} | due for due in self._due]
            self.presses += [{"shot": number, "frame": 4, "button": button} for button in self._pressed]
            self._due, self._pressed = [], []
        self.shots[-1]["frames"] += max(1, round(shot.seconds * 15))

    def written(self) -> list[dict[str, Any]]:
        for end in (self.shots[0], self.shots[-1]):  # the table is looked at before the game, and once more after it
            end["frames"] = max(end["frames"], LONG)
        return [{key: v for key, v in shot.items() if key != "content"} | shot["content"] for shot in self.shots]


class Bench:
    """Nobody referees: everything is understood, and presses are written down."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self.play: Play | None = None

    def match(self) -> Match[Any]:
        assert self.play is not None
        return self.play.truth

    def question(self) -> None:
        return None

    def watches_tiles(self) -> bool:
        return True

    def refusal(self) -> None:
        return None

    def tell(self, given: Press | c.Command) -> None:
        if isinstance(given, Press):
            self._record.press(given.button)


class Scripted(Play):
    """A play that rests after each deed for as long as people do, and notes what is to be said then."""

    record: Record
    wish: Wish
    _held: dict[str, Any]  # by player: what was picked and not yet laid down
    _told = 0
    _shown: object = None

    def _acts(self) -> Iterator[Shot]:
        for shot in super()._acts():
            over = len(self.record.expected) >= self.wish.deeds or any(
                e.get("key") == LAST for e in self.record.expected
            )
            if over and shot.seconds < MOVING:
                yield shot
                return
            yield shot

    def _wait(self) -> Iterator[Shot]:
        deeds = self.truth.deeds[self._told :]
        lies = self._lies()
        if not deeds and lies == self._shown:
            return
        if deeds and lies == self._shown and not self.record.pressed:
            return  # it shows with what hands do next
        self._told, self._shown = len(self.truth.deeds), lies
        self._note(deeds)
        yield from self.stage.rest(self.chance.randint(*REST))

    def _lies(self) -> object:
        scene = self.stage.scene()
        return scene.dice, scene.tiles, scene.tokens, scene.cards

    def _note(self, deeds: Sequence[Any]) -> None:
        for deed in self._seen(deeds):
            form = self._game.action_to(deed.action)
            state = self._state_before(self.truth.deeds.index(deed))
            player = getattr(deed.action, "player", None) or next(iter(self._game.turn_of(state)), None)
            self.record.what = f"{player} {json.dumps(form)}"
            self.record.expect({"kind": "deed", "deed": form, "player": player})
            for event in deed.events:
                if type(event).__name__ in EVENTS:
                    self.record.expect({"kind": "event", "key": type(event).__name__})

    def _state_before(self, number: int) -> Any:
        return self.truth.deeds[number - 1].state if number else self.truth.start

    def _seen(self, deeds: Sequence[Any]) -> list[Any]:
        """What is picked is seen when it is laid down, and what goes back unseen is nobody's business."""
        found: list[Any] = []
        for deed in deeds:
            form = self._game.action_to(deed.action)
            if "pick" in form:
                self._held[form["player"]] = deed
            elif "return" not in form:
                found += [self._held.pop(form["player"])] if form.get("keep") is True else []
                found.append(deed)
        return found

    def _say(self, action: Action) -> Iterator[Shot]:
        """A tile is taken without a word; else who stops presses the green button."""
        won = any(type(event).__name__ in EVENTS[1:3] for event in self.truth.deeds[-1].events)
        if not won and self._game.action_to(action) == {"stop": True}:
            self.record.press("green")
        yield from ()

    def _throw(self, faces: Sequence[str], aside: Sequence[Die]) -> Iterator[Shot]:
        """Now and then a die jumps off the mat or leans; it is rolled again once that is said."""
        ways = {"stray": "DieOffTheMat", "cocked": "DieCocked"}
        wanted = [way for way in ways if way in self.wish.troubles and (way == "stray" or len(faces) > 1)]
        if not wanted or self.chance.random() > 0.25:
            yield from self.stage.roll(faces, aside)
            return
        way = self.chance.choice(wanted)

        def last(die: Die) -> Die:
            return replace(die, at=BESIDE) if way == "stray" else leaning(die, 30.0, 40.0)

        yield from self.stage.roll(faces, aside, last)
        stray = self.stage.dice[-1]
        self.record.what = f"{self._game.turn_of(self._state_before(len(self.truth.deeds) - 1))[0]} sees a die {way}"
        self.record.expect({"kind": "refusal", "key": ways[way]})
        yield from self.stage.rest(LONG)
        flat = replace(stray, turned=(0.0, 0.0, 0.0))
        self.stage.dice[-1] = flat
        yield from self.stage.roll_again(flat, stray.face)

    def _err(self, action: Action) -> Iterator[Shot]:
        if self.chance.random() >= self.wish.mistakes or not self.truth.deeds:
            return
        possible = self._mistakes(action)
        if not possible:
            return
        fewest = min(sum(kind == m.kind for kind, _ in self.mistakes) for m in possible)
        made = self.chance.choice([m for m in possible if sum(k == m.kind for k, _ in self.mistakes) == fewest])
        self.mistakes.append((made.kind, True))
        yield from made.wrong()
        self.record.what = f"{self._game.turn_of(self.truth.state)[0]} mistake: {made.kind}"
        self.record.expect({"kind": "refusal", "key": "|".join(made.named), "note": made.kind})
        yield from self.stage.rest(LONG)
        yield from made.right()
        self.record.what = f"{self._game.turn_of(self.truth.state)[0]} put it right"
        yield from self.stage.rest(24)

    def _linger(self) -> Iterator[Shot]:
        yield from ()

    def _understood(self) -> bool:
        return True

    def _missed(self) -> Sequence[Action]:
        return ()


def script(wish: Wish) -> dict[str, Any]:
    """The whole sequence as plain data, as shots.json has it."""
    chance, game = Random(f"{wish.game}-{wish.seed}"), GAMES[wish.game]
    players = NAMES[: wish.players]
    side = round(chance.uniform(14.0, 17.5), 1)
    record = Record(side, chance)
    bench = Bench(record)
    way = play_of(game)
    stage_kind = type("Stage", (TurnStage, way.build), {"touching": wish.touching, "side": side})
    kind = type("Script", (Scripted, way), {"build": stage_kind, "record": record, "wish": wish, "_held": {}})
    robot = ROBOTS[wish.robots](Random(wish.seed))
    play = kind(begin(game, players), robot, bench, PACE, wish.seed)
    bench.play = play
    mat = (mat_of(wish.game) or practice_mat()).for_players(wish.players)
    cameras, lights = [camera(mat, chance)], [light(chance)]
    trouble = Trouble(wish, play.stage, mat, chance, cameras, lights)
    for shot in play.shots():
        if shot.seconds > MOVING:
            trouble.come(len(record.expected), record.setting)
        record.add(shot)
    dice = "junior" if "cheese" in game.faces else "pips" if "6" in game.faces else "heckmeck"
    config = {
        "seed": wish.seed,
        "quality": wish.quality,
        "game": wish.game,
        "players": list(players),
        "ground": "bare" if wish.mat == "bare" else "mat",
        "wish": asdict(wish),
        "table": wish.table or chance.choice(KINDS),
        "mat": [] if wish.mat == "bare" else sheets_of(mat, wish.mat, chance),
        "pieces": {
            "dice": dice,
            "seed": wish.seed + 1000,
            "side": side,
            "worms": dict(game.box.tiles),
            "paper": wish.paper,
            "teach": teach(mat, bool(game.box.golden_die)),
        },
        "cameras": [asdict(one) for one in cameras],
        "lights": lights,
        "soft_px": round(chance.uniform(0.4, 0.75), 2),
        "vignette": round(chance.uniform(0.05, 0.25), 2),
        "tint": [round(chance.gauss(1, 0.025), 3) for _ in range(3)],
    }
    return {"config": config, "shots": record.written(), "expected": record.expected, "presses": record.presses}


def teach(mat: Mat, golden: bool) -> list[str]:
    held = {piece for zone in mat.zones for piece in zone.may_hold}
    found = ["dice"] * ("die" in held) + ["golden"] * (golden and "die" in held)
    return found + ["tiles"] * ("tile" in held) + ["tokens", "cards"] * ("card" in held)


def write(folder: Path, wish: Wish) -> Mapping[str, Any]:
    """Put the script, and the printed mat, where they are rendered; what is rendered of another script goes."""
    plan = script(wish)
    folder.mkdir(parents=True, exist_ok=True)
    told_before = folder / "shots.json"
    text = json.dumps(plan)
    if not told_before.exists() or told_before.read_text() != text:
        for old in (folder / "base").glob("*.jpg"):
            old.unlink()
        told_before.write_text(text)
    if plan["config"]["mat"]:
        print_mat(wish.game, wish.players, folder, pages=wish.mat == "a4")
    return plan
