"""What every game promises the referee, and what follows for all of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from companion.rules.box import Box
from companion.rules.pieces import Face, Layout, Player
from companion.rules.refusals import Refusal

S = TypeVar("S")  # a frozen state
Options = Mapping[str, Any]


class Action(Protocol):
    """A frozen dataclass, an order: Roll, Keep, Stop ...; each game has a closed union of its own."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


class Event(Protocol):
    """A frozen dataclass, in the past: DiceRolled, DiceKept, TurnBegun ..."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


def setup_by(state_from: Callable[[Mapping[str, Any]], S]) -> Callable[[Sequence[Player], Options], S]:
    """A fresh game is the judge's setup of these players and variants, and nothing else."""

    def setup(players: Sequence[Player], options: Options) -> S:
        return state_from({"players": list(players), "variant": dict(options)})

    return setup


def never_due(state: Any) -> bool:
    return False


def as_it_is(state: Any, action: Action) -> Action:
    return action


def never(state: Any, action: Action) -> bool:
    return False


def no_reason(state: Any, player: Player, piece: str) -> Refusal | None:
    return None


def moves_no_dice(state: Any, action: Action) -> Layout | None:
    return None


@dataclass(frozen=True)
class Game(Generic[S]):
    """A game as plain functions over frozen states; not a base class."""

    name: str  # as on the command line, with a hyphen between words
    title: str  # as on the box
    players: range
    faces: tuple[Face, ...]  # of its dice in die order; () where there are none
    options: Mapping[str, Any]  # variant -> default
    box: Box  # what is printed on its pieces
    setup: Callable[[Sequence[Player], Options], S]  # raises a Refusal for players or options it cannot take
    state_from: Callable[[Mapping[str, Any]], S]  # from the judge's setup; raises a Refusal, or ValueError if malformed
    turn_of: Callable[[S], tuple[Player, ...]]  # who may act now (several where all play at once, none once it is over)
    dice_due: Callable[[S], int]  # how many dice a roll must show now, the golden one included; 0: no roll is due
    possible_actions: Callable[[S], tuple[Action, ...]]  # all a hand could do, allowed or not, but for rolls
    refusal: Callable[[S, Action], Refusal | None]
    carry_out: Callable[[S, Action], tuple[S, tuple[Event, ...]]]  # what it does to the table, allowed or not
    layout: Callable[[S], Layout]  # how the table should look
    scores: Callable[[S], Mapping[Player, int]]
    winners: Callable[[S], tuple[Player, ...] | None]  # none until it is over
    report: Callable[[S], dict[str, Any]]  # the state in the judge's form, for judge, kiosk and journal
    action_from: Callable[[Mapping[str, Any]], Action]  # from the judge's form; raises ValueError with a sentence
    action_to: Callable[[Action], dict[str, Any]]  # to the judge's form
    # "tray" and "aside" once hands have done this, before the turn goes on; none for what moves no dice
    dice_after: Callable[[S, Action], Layout | None] = moves_no_dice
    for_children: bool = False  # then the coach only speaks to those who ask for him during the game
    golden_due: Callable[[S], bool] = never_due  # whether one die of the roll that is due is the golden one
    in_full: Callable[[S, Action], Action] = as_it_is  # the same deed as a referee who counts would write it
    # whether this would be for nothing, or worse: then a button asks back first
    in_vain: Callable[[S, Action], bool] = never
    # why a piece that lies before this player is not his to take, where no deed could have laid it there
    not_yours: Callable[[S, Player, str], Refusal | None] = no_reason

    def legal_actions(self, state: S) -> tuple[Action, ...]:
        return tuple(a for a in self.possible_actions(state) if self.refusal(state, a) is None)

    def apply(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        if refused := self.refusal(state, action):
            raise refused
        return self.carry_out(state, action)
