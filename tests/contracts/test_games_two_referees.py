"""Two referees written apart judge the same long random games, deed by deed, right deeds and wrong ones."""

from itertools import product
from random import Random
from typing import Any

import pytest
from naive_farmyard import NaiveFarmyard
from naive_referee import START, Illegal, NaiveReferee
from random_play import any_deed, names
from same_verdict import differences

from companion.games import GAMES


def mixes(**options: tuple[Any, ...]) -> list[dict[str, Any]]:
    return [dict(zip(options, chosen, strict=True)) for chosen in product(*options.values())]


YES_NO = (False, True)
BASE: dict[str, tuple[Any, ...]] = {"alternative": (False, True, "all"), "free_lower": YES_NO}
MIXES: dict[str, list[dict[str, Any]]] = {  # the games that a second referee was written for
    "heckmeck": mixes(**BASE),
    "heckmeck-junior": mixes(free_lower=YES_NO),
    "heckmeck-deluxe": mixes(optional_steal=YES_NO) + mixes(original=(True,), optional_steal=YES_NO, **BASE),
    "rooster-run": mixes(one_colour_out=YES_NO, no_sweetheart=YES_NO, adult_limit=YES_NO, facedown=YES_NO),
}


def wrong_deed(faces: tuple[str, ...], players: list[str], chance: Random) -> dict[str, Any]:
    """Something people say at the wrong moment, or at the right one by luck."""
    face, player = chance.choice([*faces, "6"]), chance.choice([*players, "Otto"])
    deeds: list[dict[str, Any]] = [
        {"roll": chance.choices(faces, k=chance.randint(0, 9))},
        {"roll": chance.choices(faces, k=chance.randint(1, 8)), "golden": chance.choice(faces)},
        {"keep": face},
        {"keep": face, "count": chance.randint(0, 4)},
        {"stop": True},
        {"choose": "lower"},
        {"choose": {"from": player}},
        {"choose": {"tile": chance.randint(4, 36)}},
        {"weasel": True},
        {"weasel": True, "dice": chance.randint(1, 8)},
        {"accept_fail": True},
        {"decline_golden": True},
        {"put_back": chance.choice(list(START))},
        {"bratworm_from": player},
    ]
    return chance.choice(deeds)


def wrong_in_the_yard(players: list[str], chance: Random) -> dict[str, Any]:
    cards = GAMES["rooster-run"].box.cards
    card, worm = chance.choice(cards), chance.choice([*(card.token for card in cards), "blank-1"])
    player = chance.choice([*players, "Otto"])
    deeds: list[dict[str, Any]] = [
        {"pick": worm, "player": player},
        {"keep": True, "player": player},
        {"return": worm, "player": player},
        {"call": True, "player": player},
        {"end_round": True},
        {"sweetheart": card.id, "player": player},
        {"deal": [vars(one) for one in chance.sample(cards, chance.choice((7, 8, 8, 8)))]},
        {"final_discard": {player: [card.id]}},
        {"final_discard": {}},
    ]
    return chance.choice(deeds)


def compare(name: str, options: dict[str, Any], seed: int) -> None:
    game, chance = GAMES[name], Random(seed)
    players = names(game.players[seed % len(game.players)])
    naive: NaiveReferee | NaiveFarmyard
    if name == "rooster-run":
        state = game.setup(players, {**options, "adults": players[:1]})
        naive = NaiveFarmyard(players, options, players[:1])
    else:
        state = game.setup(players, options)
        naive = NaiveReferee(name, players, options)
    sense = chance.choice((0.0, 0.9, 0.99))
    while game.winners(state) is None:
        if chance.random() < 0.15:
            form = wrong_deed(game.faces, players, chance) if game.faces else wrong_in_the_yard(players, chance)
        else:
            form = game.action_to(any_deed(game, state, chance, sense))
        action = game.action_from(form)
        refused = game.refusal(state, action)
        try:
            naive.do(form)
        except Illegal:
            assert refused is not None, form
            continue
        assert refused is None, (form, refused)
        state, _ = game.carry_out(state, action)
        expected = naive.report()
        assert not differences(expected, {"illegal_at": None, "refusal": None, "state": game.report(state)}), form


@pytest.mark.parametrize("name", MIXES)
def test_two_referees_agree_in_every_mix_of_options(name: str) -> None:
    matches = MIXES[name] * (1 + 8 // len(MIXES[name]))
    for seed, options in enumerate(matches):
        compare(name, options, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", MIXES)
def test_two_referees_agree_for_long(name: str) -> None:
    for options in MIXES[name]:
        for seed in range(100, 100 + 1200 // len(MIXES[name])):
            compare(name, options, seed)
