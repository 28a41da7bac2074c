"""The deeds of the grill games, as values and in the judge's form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.actions import AddPlayer, CountNow, LetGo, Roll, SkipTurn
from companion.rules.actions import Stop as Stop
from companion.rules.contract import Action
from companion.rules.pieces import Face, Player
from companion.rules.reading import record, shown, text, texts, whole, yes


@dataclass(frozen=True, slots=True)
class Keep:
    """Lay aside dice that show one face."""

    face: Face
    count: int | None = None  # none: all of them


@dataclass(frozen=True, slots=True)
class TakeFrom:
    """Snatch, steal or pinch the tile that lies on top at another player."""

    player: Player


@dataclass(frozen=True, slots=True)
class TakeLower:
    """Leave the other players' tiles alone and take the next lower one from the grill."""


@dataclass(frozen=True, slots=True)
class TakeTile:
    """Take this tile from the grill."""

    tile: int


@dataclass(frozen=True, slots=True)
class UseWeasel:
    """Deluxe: roll all dice just rolled once more."""

    dice: int | None = None  # none: all of them


@dataclass(frozen=True, slots=True)
class AcceptFail:
    """Deluxe: the weasel sleeps on and the dead roll stands."""


@dataclass(frozen=True, slots=True)
class DeclineGolden:
    """Deluxe: play this turn without the golden die."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """Deluxe: of two specialists, this one goes back to the grill."""

    specialist: str


@dataclass(frozen=True, slots=True)
class BratwormFrom:
    """Deluxe: the supply is empty, so the Bratworm comes from this player."""

    player: Player


Deed = (
    Roll
    | Keep
    | Stop
    | TakeFrom
    | TakeLower
    | TakeTile
    | UseWeasel
    | AcceptFail
    | DeclineGolden
    | PutBack
    | BratwormFrom
    | CountNow
    | SkipTurn
    | LetGo
    | AddPlayer
)


def action_from(form: Mapping[str, Any]) -> Deed:
    """The deed in the judge's form; raises ValueError with a sentence for what is none."""
    for name in form:
        if name in _READERS:
            others, read = _READERS[name]
            for key in form:
                if key != name and key not in others:
                    raise ValueError(f"the deed {name!r} has no {shown(key)}")
            return read(form)
    named = ", ".join(map(repr, form)) or "nothing"
    raise ValueError(f"a deed is named by one of {', '.join(_READERS)}; here is {named}")


def action_to(action: Action) -> dict[str, Any]:
    return _WRITERS[type(action)](action)


def _roll(form: Mapping[str, Any]) -> Roll:
    golden = form.get("golden")
    return Roll(texts(form["roll"], "roll"), None if golden is None else text(golden, "golden"))


def _keep(form: Mapping[str, Any]) -> Keep:
    count = form.get("count")
    return Keep(text(form["keep"], "keep"), None if count is None else whole(count, "count"))


def _choose(form: Mapping[str, Any]) -> TakeFrom | TakeLower | TakeTile:
    chosen = form["choose"]
    if chosen == "lower":
        return TakeLower()
    if isinstance(chosen, Mapping) and len(chosen) == 1:
        record(chosen, "choose", ("from", "tile"))
        if "from" in chosen:
            return TakeFrom(text(chosen["from"], "from"))
        return TakeTile(whole(chosen["tile"], "tile"))
    raise ValueError(f'choose is {{"from": player}}, "lower" or {{"tile": number}}, not {shown(chosen)}')


def _weasel(form: Mapping[str, Any]) -> UseWeasel:
    yes(form["weasel"], "weasel")
    dice = form.get("dice")
    return UseWeasel(None if dice is None else whole(dice, "dice"))


def _plain(name: str, action: Callable[[], Deed]) -> Callable[[Mapping[str, Any]], Deed]:
    def read(form: Mapping[str, Any]) -> Deed:
        yes(form[name], name)
        return action()

    return read


_READERS: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any]], Deed]]] = {
    "roll": (("golden",), _roll),
    "keep": (("count",), _keep),
    "stop": ((), _plain("stop", Stop)),
    "choose": ((), _choose),
    "weasel": (("dice",), _weasel),
    "accept_fail": ((), _plain("accept_fail", AcceptFail)),
    "decline_golden": ((), _plain("decline_golden", DeclineGolden)),
    "put_back": ((), lambda form: PutBack(text(form["put_back"], "put_back"))),
    "bratworm_from": ((), lambda form: BratwormFrom(text(form["bratworm_from"], "bratworm_from"))),
    "score": ((), _plain("score", CountNow)),
    "skip": ((), _plain("skip", SkipTurn)),
    "let_go": ((), lambda form: LetGo(text(form["let_go"], "let_go"))),
    "add_player": ((), lambda form: AddPlayer(text(form["add_player"], "add_player"))),
}

_WRITERS: dict[type[Any], Callable[[Any], dict[str, Any]]] = {
    Roll: lambda a: {"roll": list(a.faces)} | ({} if a.golden is None else {"golden": a.golden}),
    Keep: lambda a: {"keep": a.face} | ({} if a.count is None else {"count": a.count}),
    Stop: lambda a: {"stop": True},
    TakeFrom: lambda a: {"choose": {"from": a.player}},
    TakeLower: lambda a: {"choose": "lower"},
    TakeTile: lambda a: {"choose": {"tile": a.tile}},
    UseWeasel: lambda a: {"weasel": True} | ({} if a.dice is None else {"dice": a.dice}),
    AcceptFail: lambda a: {"accept_fail": True},
    DeclineGolden: lambda a: {"decline_golden": True},
    PutBack: lambda a: {"put_back": a.specialist},
    BratwormFrom: lambda a: {"bratworm_from": a.player},
    CountNow: lambda a: {"score": True},
    SkipTurn: lambda a: {"skip": True},
    LetGo: lambda a: {"let_go": a.player},
    AddPlayer: lambda a: {"add_player": a.player},
}
