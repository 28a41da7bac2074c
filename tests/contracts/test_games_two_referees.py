"""Two referees written apart judge the same long random games, deed by deed, right deeds and wrong ones."""

from collections.abc import Callable
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest
from naive_dice_games import NaiveTenThousand, NaiveYacht
from naive_farmyard import NaiveFarmyard
from naive_referee import START, Illegal, NaiveReferee
from random_play import any_deed, names, turned
from same_verdict import differences

from companion.games import GAMES, PACKAGES
from companion.games.rooster_run.deeds import card_to


def mixes(**options: tuple[Any, ...]) -> list[dict[str, Any]]:
    return [dict(zip(options, chosen, strict=True)) for chosen in product(*options.values())]


YES_NO = (False, True)
BASE: dict[str, tuple[Any, ...]] = {"alternative": (False, True, "all"), "free_lower": YES_NO}
NAIVE: dict[str, Callable[[list[str], dict[str, Any]], Any]] = {  # the second referee of each game
    "heckmeck": partial(NaiveReferee, "heckmeck"),
    "heckmeck-junior": partial(NaiveReferee, "heckmeck-junior"),
    "heckmeck-deluxe": partial(NaiveReferee, "heckmeck-deluxe"),
    "rooster-run": lambda players, options: NaiveFarmyard(players, options, players[:1]),
    "ten-thousand": NaiveTenThousand,
    "yacht": NaiveYacht,
}
NOT_ALL: dict[str, list[dict[str, Any]]] = {  # options that do not go with all others
    "heckmeck": mixes(**BASE),
    "heckmeck-deluxe": mixes(optional_steal=YES_NO) + mixes(original=(True,), optional_steal=YES_NO, **BASE),
}
MOST_MIXES = 16


def mixes_of(name: str) -> list[dict[str, Any]]:
    """Every mix of a game's options: each as usual and otherwise; of very many, some drawn once and for all."""
    game = GAMES[name]
    other = turned(game)
    every = NOT_ALL.get(name) or mixes(**{option: (usual, other[option]) for option, usual in game.options.items()})
    return every if len(every) <= MOST_MIXES else [{}, other, *Random(name).sample(every, MOST_MIXES - 2)]


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
        {"deal": [card_to(one) for one in chance.sample(cards, chance.choice((7, 8, 8, 8)))]},
        {"final_discard": {player: [card.id]}},
        {"final_discard": {}},
    ]
    return chance.choice(deeds)


def wrong_with_loose_dice(boxes: list[str], chance: Random) -> dict[str, Any]:
    def dice(most: int) -> list[str]:
        return chance.choices("123456" if chance.random() < 0.9 else ("1", "7", "worm"), k=chance.randint(0, most))

    box = chance.choice([*boxes, "two pairs"])
    return chance.choice([{"roll": dice(7)}, {"keep": dice(6)}, {"stop": True}, {"box": box}])


def wrong(name: str, state: Any, players: list[str], chance: Random) -> dict[str, Any]:
    game = GAMES[name]
    if not game.faces:
        return wrong_in_the_yard(players, chance)
    if getattr(PACKAGES[name], "FAMILY", ""):
        return wrong_deed(game.faces, players, chance)
    while True:
        form = wrong_with_loose_dice(game.report(state).get("boxes", []), chance)
        try:
            game.action_from(form)
            return form
        except ValueError:
            continue  # a word this game does not have


def compare(name: str, options: dict[str, Any], seed: int) -> None:
    game, chance = GAMES[name], Random(seed)
    players = names(game.players[seed % len(game.players)])
    state = game.setup(players, {**options, "adults": players[:1]} if name == "rooster-run" else options)
    naive = NAIVE[name](players, options)
    sense = chance.choice((0.0, 0.9, 0.99))
    while game.winners(state) is None:
        if chance.random() < 0.15:
            form = wrong(name, state, players, chance)
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


@pytest.mark.parametrize("name", GAMES)
def test_two_referees_agree_in_every_mix_of_options(name: str) -> None:
    if name not in NAIVE:
        pytest.skip(f"nobody wrote a second referee for {name}")
    every = mixes_of(name)
    for seed, options in enumerate(every * (1 + 8 // len(every))):
        compare(name, options, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAIVE)
def test_two_referees_agree_for_long(name: str) -> None:
    every = mixes_of(name)
    for options in every:
        for seed in range(100, 100 + 1200 // len(every)):
            compare(name, options, seed)
