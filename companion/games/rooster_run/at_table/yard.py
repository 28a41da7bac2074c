"""Explains what lies in the farmyard of Rooster Run: cards dealt, worms placed and put back."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.games.rooster_run.at_table.violations import (
    CardsChanged,
    CardsMissing,
    TooManyTokens,
    WormOfTheBox,
    WormShown,
)
from companion.games.rooster_run.deeds import Deal, Pick, Place, Return
from companion.games.rooster_run.farmyard import CARDS_UP, IN_FRONT, Farmyard, in_pond
from companion.games.rooster_run.refusals import CardsWrong, HasTwoWorms
from companion.referee.belief import PieceBelieved, TableBelief
from companion.referee.stories import NOTHING, Story
from companion.rules.contract import Action, Game
from companion.rules.pieces import Card, Player
from companion.rules.refusals import Refusal

HIDDEN = ("back", "?")
SURE = 0.9  # a single worm face up, or one too many, must surely be one: a scratch on a back is no worm


def before_players(yard: Farmyard, belief: TableBelief) -> dict[Player, tuple[str, ...]]:
    """The tokens before each player whose place is in view."""
    zones = [player for player in yard.playing if f"front:{player}" in belief.zones]
    return {player: tuple(sorted(one.piece for one in _tokens(belief, f"front:{player}"))) for player in zones}


def _tokens(belief: TableBelief, zone: str) -> list[PieceBelieved]:
    return [one for one in belief.pieces if one.kind == "token" and one.zone == zone and one.there > 0.5]


def explain_yard(game: Game[Any], yard: Farmyard, belief: TableBelief) -> tuple[Story, ...]:
    """What was dealt, placed or put back since the last look; hands are quick, so it may be several deeds."""
    if yard.pending == "between":
        deal = Deal(_shown(game, belief))
        return ((deal,),) if game.refusal(yard, deal) is None else NOTHING
    if yard.pending != "hunt":
        return NOTHING
    story: list[Action] = []
    pond = list(in_pond(yard))
    for player, lies in before_players(yard, belief).items():
        story += _hunted(yard, player, lies, pond)
    return (tuple(story),) if story else NOTHING


def _hunted(yard: Farmyard, player: Player, tokens: Sequence[str], pond: list[str]) -> list[Action]:
    """What one player put back and placed."""
    story: list[Action] = []
    lies = Counter(worm for worm in tokens if worm not in HIDDEN)
    backs = len(tokens) - lies.total() if yard.options["facedown"] else 0
    had = {worm: kind(worm) for worm in yard.front[player]}
    gone = Counter(had.values()) - lies
    back = gone.total() - backs  # the others have only been turned over
    for worm in [worm for worm, name in had.items() if gone[name] > 0][: max(0, back)]:
        story.append(Return(player, worm))
        gone[had[worm]] -= 1
    for name in (lies - Counter(had.values())).elements():
        held = yard.hand.get(player)
        if held is not None and kind(held) == name:
            story.append(Place(player))
            continue
        for picked in [one for one in pond if kind(one) == name][:1]:
            pond.remove(picked)
            story += [Pick(player, picked), Place(player)]
    return story


def late_worms(yard: Farmyard, belief: TableBelief) -> Story:
    """What was laid down beside the worms that lie there already."""
    story: list[Action] = []
    pond = list(in_pond(yard))
    for player, lies in before_players(yard, belief).items():
        had = Counter(map(kind, yard.front[player]))
        if not had - Counter(lies) and len(lies) <= IN_FRONT:
            story += _hunted(yard, player, lies, pond)
    return tuple(story)


def missing(yard: Farmyard, belief: TableBelief) -> bool:
    """Whether some worm is neither in the pond nor before anybody: a hand may hold it."""
    return _count(belief, 0.5) < _tokens_due(yard)


def _count(belief: TableBelief, sure: float) -> int:
    return sum(one.kind == "token" and one.there > sure for one in belief.pieces)


def _tokens_due(yard: Farmyard) -> int:
    return len(in_pond(yard)) + len(yard.hand) + sum(map(len, yard.front.values()))


def _shown(game: Game[Any], belief: TableBelief) -> tuple[Card, ...]:
    """The cards that lie face up, in the order of their places."""
    cards, table = {card.id: card for card in game.box.cards}, belief.layout()
    lies = [table.get(f"card:{number}", ()) for number in range(1, CARDS_UP + 1)]
    return tuple(cards[one[0]] for one in lies if len(one) == 1 and one[0] in cards)


def yard_out_of_place(game: Game[Any], yard: Farmyard, belief: TableBelief) -> Refusal | None:
    """A wrong deal, cards changed during the hunt, worms for all to see or from the box."""
    if yard.pending == "between":
        return _wrongly_dealt(game, yard, belief)
    return _wrong_in_the_hunt(game, yard, belief) if yard.pending == "hunt" else None


def _wrongly_dealt(game: Game[Any], yard: Farmyard, belief: TableBelief) -> Refusal | None:
    """What is left of the last round may lie there until the first new card is turned up."""
    shown = _shown(game, belief)
    gone = {card.id for card in (*yard.discarded, *(card for won in yard.scored.values() for card in won))}
    if all(card.id in gone for card in shown):
        return None
    refused = game.refusal(yard, Deal(shown))
    if isinstance(refused, CardsWrong):  # what is wrong with a card is told before all of them lie there
        table = belief.layout()
        empty = [str(n) for n in range(1, CARDS_UP + 1) if not table.get(f"card:{n}")]
        wrong = game.refusal(yard, Deal(_filled_up(game, yard, shown)))
        return wrong or (CardsMissing(len(shown), CARDS_UP, ", ".join(empty)) if empty else refused)
    return refused


def _filled_up(game: Game[Any], yard: Farmyard, shown: tuple[Card, ...]) -> tuple[Card, ...]:
    """These cards and others that nothing can be wrong with."""
    gone = {card.id for card in (*yard.discarded, *(card for won in yard.scored.values() for card in won), *shown)}
    colours = {card.colour for card in shown}
    return (*shown, *(card for card in game.box.cards if card.id not in gone and card.colour in colours))[:CARDS_UP]


def _wrong_in_the_hunt(game: Game[Any], yard: Farmyard, belief: TableBelief) -> Refusal | None:
    table, expected = belief.layout(), game.layout(yard)
    for number in range(1, CARDS_UP + 1):
        due, lies = expected[f"card:{number}"], table.get(f"card:{number}", ())
        if due and lies and lies[0] not in (*HIDDEN, *due):
            return CardsChanged(str(number), due[0])
    shown = [one for one in _tokens(belief, "pond") if one.piece not in HIDDEN]
    boxed = [one for one in shown if one.piece in yard.box and one.sureness >= SURE]
    for player, worms in before_players(yard, belief).items():
        boxed += [one for one in _tokens(belief, f"front:{player}") if one.piece in yard.box]
        if len(worms) > IN_FRONT:
            return HasTwoWorms(player)
    if boxed:
        return WormOfTheBox(boxed[0].piece)
    if len(shown) > 1 or any(one.sureness >= SURE for one in shown):
        return WormShown(len(shown))
    seen, due_ = _count(belief, SURE), _tokens_due(yard)
    return TooManyTokens(seen, due_) if seen > due_ else None


def kind(worm: str) -> str:
    """All blanks look alike."""
    return "blank" if worm.startswith("blank") else worm
