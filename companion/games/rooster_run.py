"""Rooster Run: everyone hunts worms at once, until somebody crows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.games.boxes import box
from companion.games.rooster_deeds import (
    Call,
    Deal,
    EndRound,
    FinalDiscard,
    GoToFinal,
    Pick,
    Place,
    Return,
    Reveal,
    action_from,
    action_to,
    cards_from,
)
from companion.rules.actions import AddPlayer, CountNow, LetGo
from companion.rules.box import Box
from companion.rules.contract import Action, Event, Game, Options
from companion.rules.events import (
    CardDiscarded,
    CardsDealt,
    ChickenScored,
    ChipTaken,
    CockadoodleCalled,
    GameWon,
    PlayerJoined,
    PlayerLeft,
    PlayerOut,
    RoundEnded,
    RoundStopped,
    SweetheartRevealed,
    WormPicked,
    WormPlaced,
    WormReturned,
)
from companion.rules.pieces import Card, Layout, Player
from companion.rules.players import seated
from companion.rules.reading import each, number, record, text, texts, truth
from companion.rules.refusals import (
    AlreadyOut,
    BetweenRoundsOnly,
    CardsWrong,
    ColourIsOut,
    DiscardsWrong,
    GameOver,
    HandEmpty,
    HandFull,
    NotAtTheTable,
    NotInThisGame,
    NotTheHunt,
    NotTheLastCount,
    OneTooFew,
    PieceTwice,
    Refusal,
    ThirdWorm,
    TooManyPieces,
    TwoWormsToCall,
    WormGone,
    WormNotYours,
)
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
Events = list[Event]


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
    sweetheart: Mapping[Player, str] = field(default_factory=dict)
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
        chicken = next((card for card in yard.faceup if card.worm == worm), None)
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


def discard(yard: Farmyard, drawn: Mapping[Player, tuple[str, ...]], events: Events) -> Farmyard:
    for player, ids in drawn.items():
        gone = [card for card in yard.scored[player] if card.id in ids]
        events += (CardDiscarded(player, card.id, card.value) for card in gone)
        rest = tuple(card for card in yard.scored[player] if card.id not in ids)
        yard = changed(yard, scored={**yard.scored, player: rest}, discarded=(*yard.discarded, *gone))
    return end(yard, events)


def end(yard: Farmyard, events: Events) -> Farmyard:
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
    left = {name: _without(getattr(yard, name), player) for name in ("front", "scored", "chips", "sweetheart")}
    players, eliminated, adults = (_rest(who, player) for who in (yard.players, yard.eliminated, yard.adults))
    return changed(yard, players=players, eliminated=eliminated, adults=adults, **left)


def _without(mapping: Mapping[Player, Any], player: Player) -> dict[Player, Any]:
    return {who: what for who, what in mapping.items() if who != player}


def _rest(players: tuple[Player, ...], player: Player) -> tuple[Player, ...]:
    return tuple(who for who in players if who != player)


def add_player(yard: Farmyard, player: Player, events: Events) -> Farmyard:
    events.append(PlayerJoined(player))
    nothing = {"front": (), "scored": (), "chips": 0}
    fresh = {name: {**getattr(yard, name), player: none} for name, none in nothing.items()}
    return changed(yard, players=(*yard.players, player), **fresh)


def carry_out(yard: Farmyard, action: Action) -> tuple[Farmyard, tuple[Event, ...]]:
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
            events.append(SweetheartRevealed(player, card_id))
            yard = changed(yard, sweetheart={**yard.sweetheart, player: card_id})
        case LetGo(player):
            yard = let_go(yard, player, events)
        case AddPlayer(player):
            yard = add_player(yard, player, events)
        case CountNow():
            yard = end(yard, events)
    return yard, tuple(events)


# Why not


def refusal(yard: Farmyard, action: Action) -> Refusal | None:
    if isinstance(action, CountNow):
        return None
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
        case Reveal(player, card_id):
            if player not in yard.players:
                return NotAtTheTable(player)
            others = (love for who, love in yard.sweetheart.items() if who != player)
            return PieceTwice(f"Sweetheart {card_id}") if card_id in others else None
        case LetGo(player):
            if player not in yard.players:
                return NotAtTheTable(player)
            return OneTooFew(player) if len(_rest(yard.playing, player)) < PLAYERS[0] else None
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
        return ThirdWorm(player)
    gone = worm in yard.box or worm in yard.hand.values() or any(worm in worms for worms in yard.front.values())
    return WormGone(worm) if gone else None


def _cannot_place(yard: Farmyard, player: Player) -> Refusal | None:
    if player not in yard.hand:
        return HandEmpty(player)
    return ThirdWorm(player) if len(yard.front[player]) >= IN_FRONT else None


def _cannot_deal(yard: Farmyard, cards: tuple[Card, ...]) -> Refusal | None:
    if yard.pending != "between":
        return BetweenRoundsOnly()
    if len(cards) != CARDS_UP:
        return CardsWrong(CARDS_UP, len(cards))
    before = (*yard.discarded, *(card for won in yard.scored.values() for card in won))
    return twice_or_out((*before, *cards), yard.options)


def twice_or_out(cards: Sequence[Card], options: Mapping[str, Any]) -> Refusal | None:
    """A card that is there twice, or of a fourth colour where one was taken out."""
    for card_id, count in Counter(card.id for card in cards).items():
        if count > 1:
            return PieceTwice(f"Card {card_id}")
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


def _cannot_join(yard: Farmyard, player: Player) -> Refusal | None:
    try:
        seated((*yard.players, player), TITLE, PLAYERS)
    except Refusal as refused:
        return refused
    return None if yard.pending == "between" else BetweenRoundsOnly()


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
        "faceup": [vars(card) for card in yard.faceup],
        "front": {player: list(yard.front[player]) for player in yard.players},
        "hand": dict(yard.hand),
        "scored": {player: [card.id for card in yard.scored[player]] for player in yard.players},
        "chips": dict(yard.chips),
        "eliminated": list(yard.eliminated),
        "box": list(yard.box),
        "returned": list(yard.returned),
        "discarded": [card.id for card in yard.discarded],
        "points": points,
        "game_over": yard.over,
        "scores": points,
        "winners": None if won is None else list(won),
    }


def possible_actions(yard: Farmyard) -> tuple[Action, ...]:
    """All that hands could do in the hunt, allowed or not; what is dealt or drawn blindly is not in them."""
    if yard.pending != "hunt":
        return ()
    pond = in_pond(yard)
    actions: list[Action] = []
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
    known = dict.fromkeys(card.worm for card in yard.chickens if not out or card.colour in colours)
    return tuple(w for w in (*known, *(c.worm for c in yard.faceup if c.worm not in known), *BLANKS) if w not in gone)


# The judge's form

_KEYS = (
    "players",
    "variant",
    "faceup",
    "front",
    "hand",
    "sweetheart",
    "scored",
    "chips",
    "eliminated",
    "adults",
    "round",
)


def game(box: Box) -> Game[Farmyard]:
    """Rooster Run with the cards of this box."""
    names = [card.id for card in box.cards]
    if not names or len(set(names)) < len(names) or not set(box.sweethearts) <= set(names):
        raise ValueError("cards need names of their own, and sweethearts must be among them")

    def state_from(given: Mapping[str, Any]) -> Farmyard:
        record(given, "setup", _KEYS)
        variant = record(given.get("variant", {}), "variant", OPTIONS)
        options = {**OPTIONS, **{name: truth(value, f"the variant {name}") for name, value in variant.items()}}
        front = each(given.get("front", {}), "front", texts)
        hand = each(given.get("hand", {}), "hand", text)
        scored = each(given.get("scored", {}), "scored", cards_from)
        chips = each(given.get("chips", {}), "chips", number)
        sweetheart = each(given.get("sweetheart", {}), "sweetheart", text)
        faceup = cards_from(given.get("faceup", ()), "faceup")
        eliminated = texts(given.get("eliminated", ()), "eliminated")
        adults = texts(given.get("adults", ()), "adults")
        round_ = number(given.get("round", 1), "round", 1)
        players = seated(texts(given.get("players", ["P1", "P2", "P3", "P4"]), "players"), TITLE, PLAYERS)
        for player in (*front, *hand, *scored, *chips, *sweetheart, *eliminated, *adults):
            if player not in players:
                raise NotAtTheTable(player)
        _worms_are_there_once(front, hand)
        if len(faceup) > CARDS_UP:
            raise TooManyPieces("chickens face up", len(faceup), CARDS_UP)
        if refused := twice_or_out((*faceup, *(card for won in scored.values() for card in won)), options):
            raise refused
        for love, count in Counter(sweetheart.values()).items():
            if count > 1:
                raise PieceTwice(f"Sweetheart {love}")
        yard = Farmyard(
            chickens=box.cards,
            players=players,
            options=options,
            pending="hunt" if faceup or front or hand else "between",
            round=round_,
            faceup=faceup,
            front={player: front.get(player, ()) for player in players},
            hand=hand,
            scored={player: scored.get(player, ()) for player in players},
            chips={player: chips.get(player, 0) for player in players},
            sweetheart=sweetheart,
            eliminated=eliminated,
            adults=adults,
        )
        return changed(yard, pending="final") if yard.pending == "between" and yard.round > yard.rounds else yard

    def setup(players: Sequence[Player], options: Options) -> Farmyard:
        """``adults`` among the options names those the adult limit holds for."""
        variant = {name: value for name, value in options.items() if name != "adults"}
        return state_from({"players": list(players), "variant": variant, "adults": list(options.get("adults", ()))})

    return Game(
        name="rooster-run",
        title=TITLE,
        players=PLAYERS,
        faces=(),
        options=OPTIONS,
        box=box,
        setup=setup,
        state_from=state_from,
        turn_of=turn_of,
        dice_due=dice_due,
        possible_actions=possible_actions,
        refusal=refusal,
        carry_out=carry_out,
        layout=layout,
        scores=scores,
        winners=winners,
        report=report,
        action_from=action_from,
        action_to=action_to,
    )


def _worms_are_there_once(front: Mapping[Player, tuple[str, ...]], hand: Mapping[Player, str]) -> None:
    for player, worms in front.items():
        count = len(worms) + (player in hand)
        if count > IN_FRONT:
            raise TooManyPieces(f"worms at {player}", count, IN_FRONT)
    for worm, count in Counter((*(worm for worms in front.values() for worm in worms), *hand.values())).items():
        if count > 1:
            raise PieceTwice(f"Worm {worm}")


GAME = game(box("rooster-run"))
