"""Two referees written apart judge the same long random games, deed by deed, right deeds and wrong ones."""

from random import Random
from typing import Any

import pytest
from naive_referee import START, Illegal, NaiveReferee
from random_play import VARIANTS, any_deed, names

from companion.games import GAMES

DICE_GAMES = [(name, options) for name in GAMES if name != "rooster-run" for options in VARIANTS[name]]


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


def compare(name: str, options: dict[str, Any], seed: int) -> None:
    game, chance = GAMES[name], Random(seed)
    players = names(game.players[seed % len(game.players)])
    state = game.setup(players, options)
    naive = NaiveReferee(name, players, options)
    sense = chance.choice((0.0, 0.9, 0.99))
    while game.winners(state) is None:
        if chance.random() < 0.15:
            form = wrong_deed(game.faces, players, chance)
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
        told, expected = game.report(state), naive.report()
        assert {key: told[key] for key in expected} == expected, form


@pytest.mark.parametrize(("name", "options"), DICE_GAMES, ids=str)
def test_two_referees_agree(name: str, options: dict[str, Any]) -> None:
    for seed in range(6):
        compare(name, options, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), DICE_GAMES, ids=str)
def test_two_referees_agree_for_long(name: str, options: dict[str, Any]) -> None:
    for seed in range(6, 300):
        compare(name, options, seed)
