"""What hands may have done in the farmyard of Rooster Run: cards dealt, worms placed and put back."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
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
from companion.games.rooster_run.refusals import CardsWrong, CardTwice, HasTwoWorms
from companion.referee.belief import PieceBelieved, TableBelief
from companion.referee.priors import COMMON, FORBIDDEN, FURTHER, LOOKED_AT, TWICE, WARNED
from companion.referee.readings import likeliest
from companion.referee.stories import Story
from companion.referee.weigh import Corner, Future, Places, weigh_corner
from companion.rules.contract import Action, Game
from companion.rules.pieces import Card, Layout, Player
from companion.rules.refusals import Refusal
from vision.observation import BACK, UNKNOWN

HIDDEN = (BACK, UNKNOWN)
CARDS = tuple(f"card:{number}" for number in range(1, CARDS_UP + 1))
SURE = 0.9  # one token too many must surely be one
THOUGHT_OF = 0.003  # what the eye holds for less likely is no worm that was placed
DEALS = 20  # ways to read eight cards


def before_players(yard: Farmyard, belief: TableBelief) -> dict[Player, tuple[str, ...]]:
    """The tokens before each player whose place is in view."""
    zones = [player for player in yard.playing if f"front:{player}" in belief.zones]
    return {player: tuple(sorted(one.piece for one in _tokens(belief, f"front:{player}"))) for player in zones}


def _tokens(belief: TableBelief, zone: str) -> list[PieceBelieved]:
    return [one for one in belief.pieces if one.kind == "token" and one.zone == zone and one.there > 0.5]


def corners(game: Game[Any], yard: Farmyard, belief: TableBelief) -> list[Corner]:
    """All hunt at once: what lies before each of them is told by itself. Between two hunts cards are dealt."""
    if yard.pending == "between" and belief.zones.issuperset(CARDS):
        return [Corner(dict.fromkeys(CARDS, ()), lambda places: _deals(game, yard, places))]
    if yard.pending != "hunt":
        return []
    lies = before_players(yard, belief)  # of whom it is out of view has put nothing back
    gone = len(in_pond(yard)) - len(_tokens(belief, "pond")) if "pond" in belief.zones else 0
    return [_hunter(game, yard, player, tokens, gone) for player, tokens in lies.items()]


def _hunter(game: Game[Any], yard: Farmyard, player: Player, tokens: Sequence[str], gone: int) -> Corner:
    """Worms put back from before a player, and others placed there: those that lie before nobody else.

    Worms ``gone`` from the pond are looked at, or were placed: what lies before somebody then is seldom imagined.
    """
    zone, backs = f"front:{player}", tokens.count(BACK)
    own = _face_up(yard, player, tokens)

    def lie(worms: Sequence[str]) -> Layout:
        return {zone: (*(BACK,) * backs, *map(kind, worms))}

    def futures(places: Places) -> Iterator[Future]:
        names, seen = places.names(zone, THOUGHT_OF), len(places.seen.get(zone, ()))
        held = [yard.hand[player]] if player in yard.hand else []
        free = {kind(worm): worm for worm in (*in_pond(yard), *held) if kind(worm) in names}.values()
        for stay in (stay for n in range(len(own) + 1) for stay in combinations(own, n)):
            back: list[Action] = [Return(player, worm) for worm in own if worm not in stay]
            most = max(0, seen - backs - len(stay))
            for new in (new for n in range(most + 1) for new in combinations(free, n)):
                story = [*back]
                for worm in sorted(new, key=lambda worm: worm not in held):
                    story += [Place(player)] if worm in held else [Pick(player, worm), Place(player)]
                if story:
                    wrong = _refused(game, yard, story)
                    prior = FURTHER * bool(back and new) + (COMMON if wrong is not None else 0.0)
                    prior -= LOOKED_AT * (len(new) if len(new) <= gone else 0)
                    yield Future(tuple(story), lie((*stay, *new)), wrong, prior)

    return Corner(lie(own), futures, mends=True)


def _face_up(yard: Farmyard, player: Player, tokens: Sequence[str]) -> tuple[str, ...]:
    """His worms without those that were only turned over, where they lie face down."""
    own = yard.front[player]
    unseen = [worm for worm in own if kind(worm) not in tokens] if yard.options["facedown"] else []
    turned = unseen[: tokens.count(BACK)]
    return tuple(worm for worm in own if worm not in turned)


def _refused(game: Game[Any], yard: Farmyard, story: Sequence[Action]) -> Refusal | None:
    for deed in story:
        if refused := game.refusal(yard, deed):
            return refused
        yard = game.carry_out(yard, deed)[0]
    return None


def _deals(game: Game[Any], yard: Farmyard, places: Places) -> Iterator[Future]:
    """Eight known cards are a new round, if none of them was in play before."""
    cards = {card.id: card for card in game.box.cards}
    lying = [max(places.seen.get(zone, ()), key=lambda one: one.there, default=None) for zone in CARDS]
    shown = [[(math.log(p), name) for name, p in one.chances if name in cards and p] if one else [] for one in lying]
    for _, names in likeliest(shown, DEALS) if all(shown) else ():
        deal = Deal(tuple(cards[name] for name in names if name is not None))
        wrong = game.refusal(yard, deal)
        lies = {zone: (card.id,) for zone, card in zip(CARDS, deal.cards, strict=True)}
        yield Future((deal,), lies, wrong, TWICE if isinstance(wrong, CardTwice) else FORBIDDEN if wrong else 0.0)


def late_worms(game: Game[Any], yard: Farmyard, belief: TableBelief) -> Story:
    """What was laid down beside the worms that lie there already."""
    story: list[Action] = []
    for corner in corners(game, yard, belief):
        told = weigh_corner(corner, {}, Places(belief.pieces))
        placed = not any(isinstance(deed, Return) for deed in told.best.story) and told.best.wrong is None
        story += told.best.story if placed and told.sureness >= SURE else ()
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
    places, expected = Places(belief.pieces), game.layout(yard)
    for zone in CARDS:
        if changed := _changed(zone, expected[zone], places):
            return changed
    shown = [one for one in _tokens(belief, "pond") if one.piece not in HIDDEN]
    boxed = [one for one in shown if one.piece in yard.box and one.sureness >= SURE]
    for player, worms in before_players(yard, belief).items():
        boxed += [one for one in _tokens(belief, f"front:{player}") if one.piece in yard.box and one.sureness >= SURE]
        if len(worms) > IN_FRONT:
            return HasTwoWorms(player)
    if boxed:
        return WormOfTheBox(boxed[0].piece)
    if _some_shown(belief) >= WARNED:
        return WormShown(max(1, len(shown)))
    seen, due_ = _count(belief, SURE), _tokens_due(yard)
    return TooManyTokens(seen, due_) if seen > due_ else None


def _changed(zone: str, due: tuple[str, ...], places: Places) -> Refusal | None:
    """Another card lies there; one that nobody can make out is none."""
    known = [one for one in places.seen.get(zone, ()) if one.piece not in HIDDEN]
    if not due or not known:
        return None
    changed = CardsChanged(zone.removeprefix("card:"), due[0])
    told = weigh_corner(Corner({zone: due}, out_of_place=lambda: changed), {}, places)
    return told.best.wrong if told.sureness >= WARNED else None


def _some_shown(belief: TableBelief) -> float:
    """How likely some worm lies face up in the pond for all to see; a scratch on a back is no worm."""
    pond = [one for one in belief.pieces if one.kind == "token" and one.zone == "pond"]
    up = [one.there * sum(chance for name, chance in one.chances if name not in HIDDEN) for one in pond]
    none = math.prod(1 - min(chance, 1 - 1e-9) for chance in up)
    odds = (1 - none) * math.exp(COMMON)
    return odds / (odds + none)


def kind(worm: str) -> str:
    """All blanks look alike."""
    return "blank" if worm.startswith("blank") else worm
