"""How a round of Rooster Run goes: the hunt, the call, and who wins which chicken."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.rooster_run.deeds import (
    Call,
    Deal,
    Deed,
    DrawSweetheart,
    EndRound,
    FinalDiscard,
    GoToFinal,
    Pick,
    Place,
    Return,
    Reveal,
    card_to,
)
from companion.games.rooster_run.events import (
    CardDiscarded,
    CardsDealt,
    ChickenScored,
    ChipTaken,
    CockadoodleCalled,
    PlayerOut,
    RoundEnded,
    RoundStopped,
    SweetheartDrawn,
    SweetheartRevealed,
    WormPicked,
    WormPlaced,
    WormReturned,
)
from companion.rules.actions import AddPlayer, LetGo
from companion.rules.contract import Action
from companion.rules.events import GameWon, PlayerJoined, PlayerLeft
from companion.rules.pieces import Card, Layout, Player
from companion.rules.values import changed

TITLE = "Rooster Run"
PLAYERS = range(2, 7)
CARDS_UP = 8
IN_FRONT = 2
HEARTS_OUT = 4
SWEETHEART_POINTS = 5
NOT_FOR_ADULTS = (5, 6, 7)
BLANKS = tuple(f"blank-{number}" for number in range(1, 9))
OPTIONS = {"one_colour_out": False, "no_sweetheart": False, "adult_limit": False, "facedown": False}
Happening = (
    CardDiscarded
    | CardsDealt
    | ChickenScored
    | ChipTaken
    | CockadoodleCalled
    | PlayerOut
    | RoundEnded
    | RoundStopped
    | SweetheartDrawn
    | SweetheartRevealed
    | WormPicked
    | WormPlaced
    | WormReturned
    | GameWon
    | PlayerJoined
    | PlayerLeft
)
Events = list[Happening]


@dataclass(frozen=True)
class Farmyard:
    """The state: cards in the middle, worms in front and in hand, cards won, hearts broken."""

    chickens: tuple[Card, ...]  # all cards of the box
    players: tuple[Player, ...]
    options: Mapping[str, Any]
    pending: str  # "between", "hunt", "final", "over"
    round: int = 1
    faceup: tuple[Card, ...] = ()
    front: Mapping[Player, tuple[str, ...]] = field(default_factory=dict)
    hand: Mapping[Player, str] = field(default_factory=dict)
    scored: Mapping[Player, tuple[Card, ...]] = field(default_factory=dict)
    chips: Mapping[Player, int] = field(default_factory=dict)
    sweethearts: tuple[str, ...] = ()  # all of the box
    drawn: Mapping[Player, str] = field(default_factory=dict)  # in secret
    sweetheart: Mapping[Player, str] = field(default_factory=dict)  # told to all
    eliminated: tuple[Player, ...] = ()
    adults: tuple[Player, ...] = ()
    box: tuple[str, ...] = ()  # worms that found their chicken
    returned: tuple[str, ...] = ()  # worms put back face down, in order
    discarded: tuple[Card, ...] = ()

    @property
    def over(self) -> bool:
        return self.pending == "over"

    @property
    def rounds(self) -> int:
        return 3 if self.options["one_colour_out"] else 4

    @property
    def playing(self) -> tuple[Player, ...]:
        return tuple(player for player in self.players if player not in self.eliminated)


# A round and its end


def put_back(yard: Farmyard, player: Player, worm: str, events: Events) -> Farmyard:
    events.append(WormReturned(player, worm))
    return changed(yard, returned=(*yard.returned, worm))


def in_front(yard: Farmyard, player: Player, worms: tuple[str, ...]) -> Farmyard:
    return changed(yard, front={**yard.front, player: worms})


def empty_hand(yard: Farmyard, player: Player) -> Farmyard:
    return changed(yard, hand={who: worm for who, worm in yard.hand.items() if who != player})


def place(yard: Farmyard, player: Player, events: Events) -> Farmyard:
    worm = yard.hand[player]
    events.append(WormPlaced(player, worm))
    return in_front(empty_hand(yard, player), player, (*yard.front[player], worm))


def end_round(yard: Farmyard, caller: Player | None, events: Events) -> Farmyard:
    """Worms in hand are placed, then all score: the caller first, the others clockwise from him."""
    for player in yard.playing:
        if player in yard.hand:
            yard = place(yard, player, events)
    start = yard.players.index(caller) if caller else 0
    for player in yard.players[start:] + yard.players[:start]:
        if player not in yard.eliminated:
            yard = score(yard, player, events, pays=player == caller)
    events.append(RoundEnded(yard.round, yard.rounds))
    yard = changed(yard, discarded=(*yard.discarded, *yard.faceup), faceup=(), round=yard.round + 1)
    if len(yard.playing) == 1:
        return end(yard, events)
    return changed(yard, pending="between" if yard.round <= yard.rounds else "final")


def score(yard: Farmyard, player: Player, events: Events, *, pays: bool) -> Farmyard:
    """Each worm against the chickens still there; only the caller pays for those nobody looks for."""
    misses = 0
    for worm in yard.front[player]:
        chicken = next((card for card in yard.faceup if card.token == worm), None)
        if chicken is None:
            misses += 1
        if chicken is None or too_dear(yard, player, chicken):
            yard = put_back(yard, player, worm, events)
            continue
        events.append(ChickenScored(player, chicken.id, worm, chicken.value, loves(yard, player, chicken)))
        yard = changed(
            yard,
            faceup=tuple(card for card in yard.faceup if card is not chicken),
            scored={**yard.scored, player: (*yard.scored[player], chicken)},
            box=(*yard.box, worm),
        )
    yard = in_front(yard, player, ())
    return break_hearts(yard, player, misses, events) if pays and misses else yard


def too_dear(yard: Farmyard, player: Player, chicken: Card) -> bool:
    return bool(yard.options["adult_limit"]) and player in yard.adults and chicken.value in NOT_FOR_ADULTS


def loves(yard: Farmyard, player: Player, chicken: Card) -> bool:
    return not yard.options["no_sweetheart"] and yard.sweetheart.get(player) == chicken.id


def break_hearts(yard: Farmyard, player: Player, count: int, events: Events) -> Farmyard:
    chips = yard.chips[player] + count
    events.append(ChipTaken(player, count, chips))
    yard = changed(yard, chips={**yard.chips, player: chips})
    if chips < HEARTS_OUT:
        return yard
    events.append(PlayerOut(player))
    return void_cards(changed(yard, eliminated=(*yard.eliminated, player)), player)


def void_cards(yard: Farmyard, player: Player) -> Farmyard:
    return changed(yard, scored={**yard.scored, player: ()}, discarded=(*yard.discarded, *yard.scored[player]))


def hearts_due(yard: Farmyard) -> dict[Player, int]:
    """After the last round: how many cards each pays for broken hearts, who has both."""
    if yard.pending != "final":
        return {}
    due = {player: min(yard.chips[player], len(yard.scored[player])) for player in yard.players}
    return {player: count for player, count in due.items() if count}


def _ids(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(card.id for card in cards)


def discard(yard: Farmyard, drawn: Mapping[Player, tuple[str, ...]], events: Events) -> Farmyard:
    for player, ids in drawn.items():
        gone = [card for card in yard.scored[player] if card.id in ids]
        events += (CardDiscarded(player, card.id, card.value) for card in gone)
        rest = tuple(card for card in yard.scored[player] if card.id not in ids)
        yard = changed(yard, scored={**yard.scored, player: rest}, discarded=(*yard.discarded, *gone))
    return end(yard, events)


def reveal(yard: Farmyard, player: Player, card: str, events: Events) -> Farmyard:
    events.append(SweetheartRevealed(player, card))
    return changed(yard, sweetheart={**yard.sweetheart, player: card}, drawn=_forget(yard.drawn, player))


def end(yard: Farmyard, events: Events) -> Farmyard:
    for player, card in yard.drawn.items():
        yard = reveal(yard, player, card, events)
    yard = changed(yard, pending="over")
    events.append(GameWon(winners(yard) or (), scores(yard)))
    return yard


def let_go(yard: Farmyard, player: Player, events: Events) -> Farmyard:
    """His worms go back face down and his cards leave the game with him."""
    events.append(PlayerLeft(player))
    if player in yard.hand:
        yard = put_back(empty_hand(yard, player), player, yard.hand[player], events)
    for worm in yard.front[player]:
        yard = put_back(yard, player, worm, events)
    yard = void_cards(yard, player)
    left = {name: _forget(getattr(yard, name), player) for name in ("front", "scored", "chips", "drawn", "sweetheart")}
    players, eliminated, adults = (without(who, player) for who in (yard.players, yard.eliminated, yard.adults))
    return changed(yard, players=players, eliminated=eliminated, adults=adults, **left)


def _forget(mapping: Mapping[Player, Any], player: Player) -> dict[Player, Any]:
    return {who: what for who, what in mapping.items() if who != player}


def without(players: tuple[Player, ...], player: Player) -> tuple[Player, ...]:
    return tuple(who for who in players if who != player)


def add_player(yard: Farmyard, player: Player, events: Events) -> Farmyard:
    events.append(PlayerJoined(player))
    nothing = {"front": (), "scored": (), "chips": 0}
    fresh = {name: {**getattr(yard, name), player: none} for name, none in nothing.items()}
    return changed(yard, players=(*yard.players, player), **fresh)


def carry_out(yard: Farmyard, action: Action) -> tuple[Farmyard, tuple[Happening, ...]]:
    events: Events = []
    match action:
        case Pick(player, worm):
            events.append(WormPicked(player, worm))
            yard = changed(yard, hand={**yard.hand, player: worm})
        case Place(player):
            yard = place(yard, player, events)
        case Return(player, worm):
            if yard.hand.get(player) == worm:
                yard = empty_hand(yard, player)
            else:
                yard = in_front(yard, player, tuple(other for other in yard.front[player] if other != worm))
            yard = put_back(yard, player, worm, events)
        case Call(player):
            events.append(CockadoodleCalled(player))
            yard = end_round(yard, player, events)
        case EndRound():
            events.append(RoundStopped(yard.round))
            yard = end_round(yard, None, events)
        case Deal(cards):
            events.append(CardsDealt(yard.round, tuple(card.id for card in cards)))
            yard = changed(yard, faceup=cards, pending="hunt")
        case GoToFinal():
            yard = changed(yard, round=yard.rounds + 1, pending="final")
        case FinalDiscard(cards):
            yard = discard(yard, cards, events)
        case Reveal(player, card_id):
            yard = reveal(yard, player, card_id, events)
        case DrawSweetheart(player, card_id):
            events.append(SweetheartDrawn(player))
            yard = changed(yard, drawn={**yard.drawn, player: card_id})
        case LetGo(player):
            yard = let_go(yard, player, events)
        case AddPlayer(player):
            yard = add_player(yard, player, events)
        case _:  # CountNow
            yard = discard(yard, {player: _ids(yard.scored[player]) for player in hearts_due(yard)}, events)
    return yard, tuple(events)


# What every state answers


def turn_of(yard: Farmyard) -> tuple[Player, ...]:
    return yard.playing if yard.pending == "hunt" else ()


def dice_due(yard: Farmyard) -> int:
    return 0


def scores(yard: Farmyard) -> dict[Player, int]:
    return {
        player: sum(card.value + SWEETHEART_POINTS * loves(yard, player, card) for card in yard.scored[player])
        for player in yard.players
    }


def winners(yard: Farmyard) -> tuple[Player, ...] | None:
    """Most points; among equals the sweetheart, then the dearest chicken; then all of them."""
    if not yard.over:
        return None
    points = scores(yard)
    best: tuple[Player, ...] = yard.playing
    for merit in (
        points.__getitem__,
        lambda player: any(loves(yard, player, card) for card in yard.scored[player]),
        lambda player: max((card.value for card in yard.scored[player]), default=0),
    ):
        most = max(map(merit, best), default=0)
        best = tuple(player for player in best if merit(player) == most)
    return best


def layout(yard: Farmyard) -> Layout:
    """The cards in the middle and the tokens in front of each player; the pond is nobody's business."""
    hidden = yard.options["facedown"]
    zones: dict[str, tuple[str, ...]] = {}
    for place_number in range(CARDS_UP):
        zones[f"card:{place_number + 1}"] = tuple(card.id for card in yard.faceup[place_number : place_number + 1])
    for player in yard.players:
        zones[f"front:{player}"] = tuple(sorted("back" if hidden else worm for worm in yard.front[player]))
    return zones


def report(yard: Farmyard) -> dict[str, Any]:
    """The state in the judge's form."""
    won = winners(yard)
    points = scores(yard)
    return {
        "pending": yard.pending,
        "round": yard.round,
        "faceup": [card_to(card) for card in yard.faceup],
        "front": {player: list(yard.front[player]) for player in yard.players},
        "hand": dict(yard.hand),
        "scored": {player: [card.id for card in yard.scored[player]] for player in yard.players},
        "chips": dict(yard.chips),
        "drawn": list(yard.drawn),
        "eliminated": list(yard.eliminated),
        "box": list(yard.box),
        "returned": list(yard.returned),
        "discarded": [card.id for card in yard.discarded],
        "points": points,
        "game_over": yard.over,
        "scores": points,
        "winners": None if won is None else list(won),
    }


def possible_actions(yard: Farmyard) -> tuple[Deed, ...]:
    """All that hands could do in the hunt, allowed or not; what is dealt or drawn blindly is not in them."""
    if yard.pending != "hunt":
        return ()
    pond = in_pond(yard)
    actions: list[Deed] = []
    for player in yard.playing:
        own = [yard.hand[player]] if player in yard.hand else []
        actions += [Place(player)] if own else []
        actions += (Return(player, worm) for worm in (*own, *yard.front[player]))
        actions += [Call(player)]
        actions += (Pick(player, worm) for worm in pond)
    return tuple(actions)


def in_pond(yard: Farmyard) -> tuple[str, ...]:
    """The worms that lie face down in the middle, as far as we know their names."""
    gone = {*yard.box, *yard.hand.values(), *(worm for worms in yard.front.values() for worm in worms)}
    colours = {
        card.colour for card in (*yard.faceup, *yard.discarded, *(c for won in yard.scored.values() for c in won))
    }
    out = yard.options["one_colour_out"] and len(colours) == 3
    known = dict.fromkeys(card.token for card in yard.chickens if not out or card.colour in colours)
    return tuple(w for w in (*known, *(c.token for c in yard.faceup if c.token not in known), *BLANKS) if w not in gone)
