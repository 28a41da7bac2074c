"""Rooster Run: everyone hunts worms at once, until somebody crows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.rooster_run import farmyard
from companion.games.rooster_run.allowed import refusal, twice_or_out
from companion.games.rooster_run.deeds import (
    action_from,
    action_to,
    cards_from,
)
from companion.games.rooster_run.farmyard import CARDS_UP, IN_FRONT, OPTIONS, PLAYERS, TITLE, Farmyard
from companion.games.rooster_run.refusals import CardsWrong, SweetheartTwice, TooManyWorms, WormTwice
from companion.rules.box import Box, box_beside
from companion.rules.contract import Game, Options
from companion.rules.pieces import Player
from companion.rules.players import seated
from companion.rules.reading import each, number, record, text, texts, truth
from companion.rules.refusals import NotAtTheTable
from companion.rules.values import changed

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


OWN = ("sweethearts",)  # which cards have one, in its box


def game(box: Box) -> Game[Farmyard]:
    """Rooster Run with the cards of this box."""
    names = [card.id for card in box.cards]
    if not names or len(set(names)) < len(names) or not set(box.own["sweethearts"]) <= set(names):
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
            raise CardsWrong(CARDS_UP, len(faceup))
        if refused := twice_or_out((*faceup, *(card for won in scored.values() for card in won)), options):
            raise refused
        for love, count in Counter(sweetheart.values()).items():
            if count > 1:
                raise SweetheartTwice(love)
        yard = Farmyard(
            chickens=box.cards,
            sweethearts=box.own["sweethearts"],
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
        turn_of=farmyard.turn_of,
        dice_due=farmyard.dice_due,
        possible_actions=farmyard.possible_actions,
        refusal=refusal,
        carry_out=farmyard.carry_out,
        layout=farmyard.layout,
        scores=farmyard.scores,
        winners=farmyard.winners,
        report=farmyard.report,
        action_from=action_from,
        action_to=action_to,
    )


def _worms_are_there_once(front: Mapping[Player, tuple[str, ...]], hand: Mapping[Player, str]) -> None:
    for player, worms in front.items():
        count = len(worms) + (player in hand)
        if count > IN_FRONT:
            raise TooManyWorms(player, count)
    for worm, count in Counter((*(worm for worms in front.values() for worm in worms), *hand.values())).items():
        if count > 1:
            raise WormTwice(worm)


GAME = game(box_beside(__file__, OWN))
