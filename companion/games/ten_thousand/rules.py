"""Ten Thousand, also called Farkle, put together; every house has its own rules, so most of them are variants."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from companion.games.ten_thousand import table as answers
from companion.games.ten_thousand.allowed import PLAYERS, TITLE, refusal
from companion.games.ten_thousand.points import DICE, FACES, House
from companion.games.ten_thousand.refusals import CountsNothing
from companion.games.ten_thousand.table import Table
from companion.games.ten_thousand.turn import carry_out
from companion.rules.actions import LayAside, Roll, Stop
from companion.rules.box import Box, box_beside, check_die
from companion.rules.contract import Game, setup_by
from companion.rules.forms import Forms
from companion.rules.hands import unknown
from companion.rules.players import seats
from companion.rules.reading import each, number, record, texts, variant
from companion.rules.refusals import MoreDiceThanThereAre

OPTIONS = asdict(House())
FORMS = Forms[Roll | LayAside | Stop]({"roll": Roll, "keep": LayAside, "stop": Stop})


def state_from(given: Mapping[str, Any]) -> Table:
    record(given, "setup", ("players", "current", "variant", "scores", "turn"))
    house = House(**variant(given.get("variant", {}), OPTIONS))
    written = each(given.get("scores", {}), "scores", number)
    turn = record(given.get("turn", {}), "turn", ("earned", "kept"))
    earned, kept = number(turn.get("earned", 0), "earned"), texts(turn.get("kept", ()), "kept")
    players, current = seats(given, TITLE, PLAYERS, written)
    if wrong := unknown(kept, FACES):
        raise wrong
    if len(kept) > DICE:
        raise MoreDiceThanThereAre(len(kept), DICE)
    if kept and not earned:
        raise CountsNothing(kept[0])
    return Table(
        house,
        players,
        written={player: written.get(player, 0) for player in players},
        busts=dict.fromkeys(players, 0),
        opened=frozenset(player for player in players if written.get(player)),
        current=current,
        earned=earned,
        before=tuple(sorted(kept)),
    )


def game(box: Box) -> Game[Table]:
    """Ten Thousand with the dice of this box."""
    check_die(box.die, dict.fromkeys(FACES), "die")
    return Game(
        name="ten-thousand",
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
