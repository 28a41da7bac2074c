"""Why a deed in the farmyard is refused."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.rooster_run.deeds import (
    Call,
    Deal,
    DrawSweetheart,
    EndRound,
    FinalDiscard,
    GoToFinal,
    Pick,
    Place,
    Return,
    Reveal,
)
from companion.games.rooster_run.farmyard import (
    CARDS_UP,
    IN_FRONT,
    PLAYERS,
    TITLE,
    Farmyard,
    hearts_due,
    without,
)
from companion.games.rooster_run.refusals import (
    AlreadyOut,
    BetweenRoundsOnly,
    CardsWrong,
    CardTwice,
    CardWasUp,
    ColourIsOut,
    DiscardsWrong,
    HandEmpty,
    HandFull,
    HasSweetheart,
    HasTwoWorms,
    NoSweetheart,
    NotTheHunt,
    NotTheLastCount,
    SweetheartTwice,
    TwoWormsToCall,
    WithoutSweethearts,
    WormGone,
    WormNotYours,
)
from companion.rules.actions import AddPlayer, CountNow, LetGo
from companion.rules.contract import Action
from companion.rules.pieces import Card, Player
from companion.rules.players import seated
from companion.rules.refusals import GameOver, NotAtTheTable, NotInThisGame, OneTooFew, Refusal


def refusal(yard: Farmyard, action: Action) -> Refusal | None:
    if isinstance(action, CountNow):
        return _still_to_draw(yard)
    if yard.over:
        return GameOver()
    match action:
        case Pick(player, worm):
            return _cannot_hunt(yard, player) or _cannot_pick(yard, player, worm)
        case Place(player):
            return _cannot_hunt(yard, player) or _cannot_place(yard, player)
        case Return(player, worm):
            own = (yard.hand.get(player), *yard.front.get(player, ()))
            return _cannot_hunt(yard, player) or (None if worm in own else WormNotYours(player, worm))
        case Call(player):
            few = len(yard.front.get(player, ())) < IN_FRONT
            return _cannot_hunt(yard, player) or (TwoWormsToCall(player) if few else None)
        case EndRound():
            return None if yard.pending == "hunt" else NotTheHunt()
        case Deal(cards):
            return _cannot_deal(yard, cards)
        case GoToFinal():
            return None
        case FinalDiscard(cards):
            return _cannot_discard(yard, cards)
        case DrawSweetheart(player, card_id):
            drawn = player in yard.drawn or player in yard.sweetheart
            late = BetweenRoundsOnly() if yard.pending == "final" else None
            return late or _cannot_love(yard, player, card_id) or (HasSweetheart(player) if drawn else None)
        case Reveal(player, card_id):
            other = yard.drawn.get(player, card_id) != card_id
            return _cannot_love(yard, player, card_id) or (HasSweetheart(player) if other else None)
        case LetGo(player):
            if player not in yard.players:
                return NotAtTheTable(player)
            return OneTooFew(player) if len(without(yard.playing, player)) < PLAYERS[0] else None
        case AddPlayer(player):
            return _cannot_join(yard, player)
    return NotInThisGame(TITLE)


def _cannot_hunt(yard: Farmyard, player: Player) -> Refusal | None:
    if player not in yard.players:
        return NotAtTheTable(player)
    if player in yard.eliminated:
        return AlreadyOut(player)
    return None if yard.pending == "hunt" else NotTheHunt()


def _cannot_pick(yard: Farmyard, player: Player, worm: str) -> Refusal | None:
    if player in yard.hand:
        return HandFull(player)
    if len(yard.front[player]) >= IN_FRONT:
        return HasTwoWorms(player)
    gone = worm in yard.box or worm in yard.hand.values() or any(worm in worms for worms in yard.front.values())
    return WormGone(worm) if gone else None


def _cannot_place(yard: Farmyard, player: Player) -> Refusal | None:
    if player not in yard.hand:
        return HandEmpty(player)
    return HasTwoWorms(player) if len(yard.front[player]) >= IN_FRONT else None


def _cannot_deal(yard: Farmyard, cards: tuple[Card, ...]) -> Refusal | None:
    if yard.pending != "between":
        return BetweenRoundsOnly()
    if len(cards) != CARDS_UP:
        return CardsWrong(CARDS_UP, len(cards))
    before = (*yard.discarded, *(card for won in yard.scored.values() for card in won))
    was_up = {card.id for card in before}
    again = next((card.id for card in cards if card.id in was_up), None)
    return CardWasUp(again) if again is not None else twice_or_out((*before, *cards), yard.options)


def twice_or_out(cards: Sequence[Card], options: Mapping[str, Any]) -> Refusal | None:
    """A card that is there twice, or of a fourth colour where one was taken out."""
    for card_id, count in Counter(card.id for card in cards).items():
        if count > 1:
            return CardTwice(card_id)
    colours = list(dict.fromkeys(card.colour for card in cards))
    return ColourIsOut(colours[3]) if options["one_colour_out"] and len(colours) > 3 else None


def _cannot_discard(yard: Farmyard, drawn: Mapping[Player, tuple[str, ...]]) -> Refusal | None:
    if yard.pending != "final":
        return NotTheLastCount()
    for player in drawn:
        if player not in yard.players:
            return NotAtTheTable(player)
    for player in yard.players:
        own = [card.id for card in yard.scored[player]]
        due, ids = min(yard.chips[player], len(own)), drawn.get(player, ())
        if len(ids) != due or len(set(ids)) != due or not set(ids) <= set(own):
            return DiscardsWrong(player, due)
    return None


def _cannot_love(yard: Farmyard, player: Player, card_id: str) -> Refusal | None:
    """Cards this box does not know are their own business; tests play with such."""
    if player not in yard.players:
        return NotAtTheTable(player)
    if yard.options["no_sweetheart"]:
        return WithoutSweethearts()
    if card_id not in yard.sweethearts and card_id in {card.id for card in yard.chickens}:
        return NoSweetheart(card_id)
    others = (love for loves in (yard.sweetheart, yard.drawn) for who, love in loves.items() if who != player)
    return SweetheartTwice(card_id) if card_id in others else None


def _still_to_draw(yard: Farmyard) -> Refusal | None:
    """After the last round broken hearts are paid for; whoever pays with all cards needs nobody to draw."""
    due = hearts_due(yard)
    left_open = (player for player, count in due.items() if count < len(yard.scored[player]))
    return next((DiscardsWrong(player, due[player]) for player in left_open), None)


def _cannot_join(yard: Farmyard, player: Player) -> Refusal | None:
    try:
        seated((*yard.players, player), TITLE, PLAYERS)
    except Refusal as refused:
        return refused
    return None if yard.pending == "between" else BetweenRoundsOnly()
