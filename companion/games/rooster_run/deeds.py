"""The deeds of Rooster Run, as values and in the judge's form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.actions import AddPlayer, CountNow, LetGo
from companion.rules.box import read_card
from companion.rules.contract import Action
from companion.rules.pieces import Card, Player
from companion.rules.reading import each, items, record, shown, text, texts, yes


@dataclass(frozen=True, slots=True)
class Pick:
    """Take one token from the pond and look at it."""

    player: Player
    worm: str


@dataclass(frozen=True, slots=True)
class Place:
    """Put the token in hand in front of oneself."""

    player: Player


@dataclass(frozen=True, slots=True)
class Return:
    """Put a token, from the hand or from in front, back face down."""

    player: Player
    worm: str


@dataclass(frozen=True, slots=True)
class Call:
    """Cock-a-doodle-do!"""

    player: Player


@dataclass(frozen=True, slots=True)
class EndRound:
    """All agree to stop a round that nobody will call."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Turn eight new chickens up."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class GoToFinal:
    """Skip to the end of the last round."""


@dataclass(frozen=True, slots=True)
class DrawSweetheart:
    """Draw one's sweetheart, in secret: she is told only at the end."""

    player: Player
    card: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """Turn one's sweetheart up; she was secret until now."""

    player: Player
    card: str


@dataclass(frozen=True)
class FinalDiscard:
    """What each left neighbour drew blindly, one card for each Broken Heart Chip."""

    cards: Mapping[Player, tuple[str, ...]]


def card_from(given: object, what: str) -> Card:
    """A card as tests write it: who cares for neither worm nor colour leaves them out."""
    fields = record(given, what, ("id", "worm", "value", "colour"))
    worm = fields.get("worm", fields.get("id"))
    return read_card({"colour": "", **{key: fields[key] for key in fields if key != "worm"}, "token": worm}, what)


def card_to(card: Card) -> dict[str, Any]:
    return {"id": card.id, "worm": card.token, "value": card.value, "colour": card.colour}


def cards_from(given: object, what: str) -> tuple[Card, ...]:
    return items(given, what, card_from)


Deed = (
    Pick
    | Place
    | Return
    | Call
    | Deal
    | EndRound
    | FinalDiscard
    | GoToFinal
    | DrawSweetheart
    | Reveal
    | CountNow
    | LetGo
    | AddPlayer
)


def action_from(form: Mapping[str, Any]) -> Deed:
    """The deed in the judge's form; raises ValueError with a sentence for what is none."""
    for name in form:
        if name in _READERS:
            with_player, read = _READERS[name]
            for key in form:
                if key != name and not (with_player and key == "player"):
                    raise ValueError(f"the deed {name!r} has no {shown(key)}")
            if with_player and "player" not in form:
                raise ValueError(f"the deed {name!r} needs a player")
            player = text(form["player"], "player") if with_player else ""
            return read(form[name], player)
    named = ", ".join(map(repr, form)) or "nothing"
    raise ValueError(f"a deed is named by one of {', '.join(_READERS)}; here is {named}")


def action_to(action: Action) -> dict[str, Any]:
    return _WRITERS[type(action)](action)


def _told(action: Callable[..., Deed]) -> Callable[[object, Player], Deed]:
    """A deed that is only told: its value can be nothing but true."""

    def read(value: object, player: Player) -> Deed:
        yes(value, "such a deed")
        return action(player) if player else action()

    return read


_READERS: dict[str, tuple[bool, Callable[[object, Player], Deed]]] = {
    "pick": (True, lambda value, player: Pick(player, text(value, "pick"))),
    "keep": (True, _told(Place)),
    "return": (True, lambda value, player: Return(player, text(value, "return"))),
    "call": (True, _told(Call)),
    "deal": (False, lambda value, _: Deal(cards_from(value, "deal"))),
    "end_round": (False, _told(EndRound)),
    "final_discard": (False, lambda value, _: FinalDiscard(each(value, "final_discard", texts))),
    "goto_final": (False, _told(GoToFinal)),
    "draw_sweetheart": (True, lambda value, player: DrawSweetheart(player, text(value, "draw_sweetheart"))),
    "sweetheart": (True, lambda value, player: Reveal(player, text(value, "sweetheart"))),
    "score": (False, _told(CountNow)),
    "let_go": (False, lambda value, _: LetGo(text(value, "let_go"))),
    "add_player": (False, lambda value, _: AddPlayer(text(value, "add_player"))),
}

_WRITERS: dict[type[Any], Callable[[Any], dict[str, Any]]] = {
    Pick: lambda a: {"pick": a.worm, "player": a.player},
    Place: lambda a: {"keep": True, "player": a.player},
    Return: lambda a: {"return": a.worm, "player": a.player},
    Call: lambda a: {"call": True, "player": a.player},
    Deal: lambda a: {"deal": [card_to(card) for card in a.cards]},
    EndRound: lambda a: {"end_round": True},
    FinalDiscard: lambda a: {"final_discard": {player: list(ids) for player, ids in a.cards.items()}},
    GoToFinal: lambda a: {"goto_final": True},
    DrawSweetheart: lambda a: {"draw_sweetheart": a.card, "player": a.player},
    Reveal: lambda a: {"sweetheart": a.card, "player": a.player},
    CountNow: lambda a: {"score": True},
    LetGo: lambda a: {"let_go": a.player},
    AddPlayer: lambda a: {"add_player": a.player},
}
