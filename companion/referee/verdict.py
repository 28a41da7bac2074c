"""Says what is to be done about the table as it lies: deeds, a refusal, a question, or to wait."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.referee.diagnose import left_undone
from companion.referee.priors import FAR, FINAL, WARNED
from companion.referee.settle import Look
from companion.referee.stories import Story
from companion.referee.table import Table
from companion.referee.weigh import (
    Books,
    Corner,
    Misread,
    Places,
    Telling,
    Weighed,
    weigh_corner,
    weigh_dice,
    weighed,
)
from companion.rules.actions import Roll
from companion.rules.contract import Action
from companion.rules.refusals import Refusal
from companion.settings import RefereeSettings

PATIENCE_SECONDS = 1.5  # hands lay dice aside one by one: nothing is called wrong before they have rested so long
UNTUMBLED_SECONDS = 1.2  # dice nobody saw tumble may only have been gathered: wait whether they are thrown yet


@dataclass(frozen=True)
class Case:
    """All that a verdict rests on."""

    books: Books
    table: Table
    look: Look
    settings: RefereeSettings
    corners: Sequence[Corner] = ()
    out_of_place: Callable[[], Refusal | None] = lambda: None  # what a game alone knows to be wrong
    patience: Callable[[Refusal], float] = lambda wrong: PATIENCE_SECONDS  # how long hands may take to put it right
    objection: Callable[[Action], Refusal | None] = lambda action: None  # of a robot whose dice are moved for it
    answered: str = ""  # the outcome the table has named, asked how it came
    excused: str = ""  # what the table says is not wrong, though it looks so
    trusted: bool = False  # the table has said that all is right as it lies: then nothing is called wrong


@dataclass(frozen=True)
class Verdict:
    """What comes of a look; all left out is to wait."""

    deeds: Story = ()
    wrong: Refusal | None = None  # what hands did is not allowed, or they left something undone before the deeds
    ask: tuple[Telling, ...] = ()  # which of these it was, the likeliest first
    misread: Misread | None = None  # a die of an earlier roll is read anew first
    picks: tuple[str | None, ...] = ()  # what each die is taken for
    unsure: bool = False  # another look may tell
    as_due: bool = False  # nothing was done, and the table lies as the book has it
    moved: bool = False  # though dice came to lie elsewhere


WAIT = Verdict()


def verdict(case: Case) -> Verdict:
    """Weigh tiles, tokens and cards first, place by place, then the dice."""
    game, state = case.books.now.match.game, case.books.now.match.state
    places, wrong, open_ = Places(case.table.belief.pieces), None, WAIT
    deeds: Story = ()
    for corner in case.corners:
        found = _with_dice(case, weigh_corner(corner, case.table.may_lie, places))
        surely = found.sureness > WARNED
        if surely and corner.mends and not case.trusted:
            told: Telling | Verdict = found.best
        else:
            told = _settled(case, found) if surely or _something_done(found) else Telling(0.0)
        if isinstance(told, Verdict):
            open_ = told
        elif told.wrong is not None:
            wrong = wrong or told
        else:
            for deed in told.story:
                if game.refusal(state, deed) is not None:
                    break  # another took the same first
                state, deeds = game.carry_out(state, deed)[0], (*deeds, deed)
    if deeds:
        return Verdict(deeds)
    if open_.unsure:
        return open_
    if wrong is not None and wrong.story:
        return _object(case, wrong.wrong)
    if "tray" not in game.layout(state):
        return _nothing(case, wrong.wrong if wrong is not None else case.out_of_place(), False)
    return _dice(case, wrong.wrong if wrong is not None else None)


def _with_dice(case: Case, told: Weighed) -> Weighed:
    """What hands may have done with tiles, weighed once more by how well the dice go with it."""
    game, match = case.books.now.match.game, case.books.now.match
    if not told.best.story or "tray" not in game.layout(match.state):
        return told
    found = []
    for one in (told.best, *told.others):
        after = match
        for deed in one.story if one.wrong is None else ():
            after = after.act(deed)
        books = Books(after, case.table.accepted) if after is not match else case.books
        found.append(replace(one, weight=one.weight + _weigh_dice(case, books).best.weight))
    return weighed(found)


def _weigh_dice(case: Case, books: Books) -> Weighed:
    game, state, tumbled = books.now.match.game, books.now.match.state, case.look.tumbled
    moved = case.table.rolled(tumbled, game.layout(state), game.dice_due(state))
    return weigh_dice(books, case.table.belief.dice, moved=moved, tumbled=tumbled, object_to=case.objection)


def _dice(case: Case, wrong: Refusal | None) -> Verdict:
    game, state = case.books.now.match.game, case.books.now.match.state
    if case.table.undone:
        return _nothing(case, wrong, True)
    tumbled = case.look.tumbled
    moved = case.table.rolled(tumbled, game.layout(state), game.dice_due(state))
    told = _settled(case, _weigh_dice(case, case.books))
    if isinstance(told, Verdict):
        return told
    found = Verdict(misread=told.misread, picks=told.picks)
    if told.wrong is not None:
        return _object(case, told.wrong, found)
    if not told.story:
        return _nothing(case, wrong, moved, found)
    if isinstance(told.story[0], Roll):
        if refused := _too_few(case, told.story[0]):
            return _object(case, refused, found)
        if not tumbled and case.look.rested < UNTUMBLED_SECONDS:
            return found
    return Verdict(told.story, _left_undone(case, told.story), misread=told.misread, picks=told.picks)


def _settled(case: Case, found: Weighed) -> Telling | Verdict:
    """The telling that is far enough ahead, or what to do until one is; asks once looking again has not helped."""
    told = (found.best, *found.others)
    if case.trusted:
        return next((one for one in told if one.wrong is None), Telling(0.0))
    if found.sureness >= _sure_enough(case, found.best):
        return found.best
    if answered := next((one for one in told if one.outcome == case.answered), None):
        return answered
    patient = case.look.rested < case.settings.ask_after_seconds
    if not patient and not _something_done(found):
        return found.best  # there is nothing to ask for
    return Verdict(unsure=True, ask=() if patient else told)


def _something_done(found: Weighed) -> bool:
    return any(one.story for one in (found.best, *found.others) if one.weight > found.best.weight - FAR)


def _sure_enough(case: Case, told: Telling) -> float:
    if told.wrong is not None:
        return WARNED
    game, state = case.books.now.match.game, case.books.now.match.state
    for deed in told.story if told.misread is None else ():
        before, state = state, game.carry_out(state, deed)[0]
        if isinstance(deed, Roll) and game.turn_of(state) != game.turn_of(before):
            return FINAL
    return case.settings.sure_enough


def _object(case: Case, refused: Refusal | None, found: Verdict = WAIT) -> Verdict:
    """Say what is wrong, but not before hands have had time to finish."""
    if refused is None or repr(refused) == case.excused or case.look.rested < case.patience(refused):
        return found
    return Verdict(wrong=refused, misread=found.misread, picks=found.picks)


def _nothing(case: Case, wrong: Refusal | None, moved: bool, found: Verdict = WAIT) -> Verdict:
    """The dice are as they were; tiles may not be."""
    if wrong is not None and repr(wrong) != case.excused:
        return _object(case, wrong, found)
    return Verdict(misread=found.misread, picks=found.picks, as_due=True, moved=moved)


def _too_few(case: Case, roll: Roll) -> Refusal | None:
    """Dice of an earlier turn left lying while the others were thrown are not part of the throw."""
    game, state = case.books.now.match.game, case.books.now.match.state
    if not case.look.tumbled:
        return None
    still, due = case.table.left_lying() - len(game.layout(state)["aside"]), game.dice_due(state)
    return game.refusal(state, Roll(roll.faces[: due - still])) if 0 < still < due else None


def _left_undone(case: Case, story: Story) -> Refusal | None:
    """What hands still owed the rules when the dice were thrown again."""
    game, state, table = case.books.now.match.game, case.books.now.match.state, case.table
    for deed in story:
        if isinstance(deed, Roll) and table.owed:
            return left_undone(game, state, table.belief.layout(), table.owed)
        state = game.carry_out(state, deed)[0]
    return None
