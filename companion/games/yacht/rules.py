"""Yacht put together: the old game behind the score-sheet family, with the family's usual rules as variants."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from companion.games.yacht import table as answers
from companion.games.yacht.allowed import PLAYERS, TITLE, refusal
from companion.games.yacht.deeds import FORMS
from companion.games.yacht.refusals import NoSuchBox
from companion.games.yacht.sheet import DICE, FACES, House, boxes
from companion.games.yacht.table import THROWS, Table
from companion.games.yacht.turn import carry_out
from companion.rules.box import Box, box_beside, check_die
from companion.rules.contract import Game, setup_by
from companion.rules.hands import not_among, unknown
from companion.rules.players import seats
from companion.rules.reading import each, number, record, texts, variant
from companion.rules.refusals import WrongNumberOfDice

OPTIONS = asdict(House())


def state_from(given: Mapping[str, Any]) -> Table:
    record(given, "setup", ("players", "current", "variant", "sheets", "extras", "turn"))
    house = House(**variant(given.get("variant", {}), OPTIONS))
    sheets = each(given.get("sheets", {}), "sheets", lambda sheet, what: each(sheet, what, number))
    extras = each(given.get("extras", {}), "extras", number)
    turn = record(given.get("turn", {}), "turn", ("dice", "kept", "throws_left"))
    dice, aside = texts(turn.get("dice", ()), "dice"), texts(turn.get("kept", ()), "kept")
    throws = number(turn.get("throws_left", THROWS - bool(dice)), "throws_left")
    if throws > THROWS - bool(dice):
        raise ValueError(f"throws_left can be {THROWS - bool(dice)} at most, not {throws}")
    players, current = seats(given, TITLE, PLAYERS, (*sheets, *extras))
    for box in (box for sheet in sheets.values() for box in sheet):
        if box not in boxes(house):
            raise NoSuchBox(box)
    if wrong := unknown(dice, FACES) or not_among(dice, aside):
        raise wrong
    if len(dice) not in (0, DICE):
        raise WrongNumberOfDice(DICE, len(dice))
    full = all(len(sheets.get(player, {})) == len(boxes(house)) for player in players)
    return Table(
        house,
        players,
        sheets={player: sheets.get(player, {}) for player in players},
        extras={player: extras.get(player, 0) for player in players},
        current=current,
        dice=tuple(sorted(dice)),
        aside=tuple(sorted(aside)),
        throws=throws if dice else THROWS,
        over=full,
    )


def game(box: Box) -> Game[Table]:
    """Yacht with the dice of this box."""
    check_die(box.die, dict.fromkeys(FACES), "die")
    return Game(
        name="yacht",
        title=TITLE,
        players=PLAYERS,
        faces=FACES,
        options=OPTIONS,
        box=box,
        setup=setup_by(state_from),
        state_from=state_from,
        turn_of=answers.turn_of,
        dice_due=answers.dice_due,
        possible_actions=answers.possible_actions,
        refusal=refusal,
        carry_out=carry_out,
        layout=answers.layout,
        scores=answers.scores,
        winners=answers.winners,
        report=answers.report,
        action_from=FORMS.read,
        action_to=FORMS.write,
        dice_after=answers.dice_after,
    )


GAME = game(box_beside(__file__))
