"""Says what to do next, for every moment of every game."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.games import part
from companion.referee.stories import plain
from companion.referee.table import Table
from companion.rules.contract import Action, Game
from companion.rules.pieces import Layout, Player


def next_step(game: Game[Any], state: Any, wording: Wording) -> Announcement:
    """What the rules wait for, in the game's own words or in general ones."""
    if own := part(game.name, "at_table.prompts"):
        key, facts = own.next_step(state)
        return wording.prompt(key, **facts)
    if won := game.winners(state):
        return wording.prompt("Over", winners=won)
    player, due, deeds = next(iter(game.turn_of(state)), ""), game.dice_due(state), game.legal_actions(state)
    layout = game.layout(state)
    if any(game.dice_after(state, deed) is not None for deed in deeds):
        return wording.prompt("KeepFace", player=player, options=tuple(dict.fromkeys(map(plain, layout["tray"]))))
    total = game.report(state).get("sum") or 0
    if due and deeds:
        return wording.prompt("RollOrStop", player=player, count=due, total=total)
    if due:
        return wording.prompt("RollRest" if layout.get("aside") else "RollAll", player=player, count=due, total=total)
    deed = wording.choice(game.action_to(deeds[0])) if deeds else ""
    return wording.question("DoThis", player=player, deed=deed)


def doubt(game: Game[Any], state: Any, deed: Action, wording: Wording) -> Announcement | None:
    """What is asked back before somebody stops for nothing, or worse; none where stopping is as good as rolling."""
    if game.action_to(deed) != {"stop": True} or not game.in_vain(state, deed):
        return None
    own = part(game.name, "at_table.prompts")
    lost = own.lost_by_stopping(state) if own is not None and hasattr(own, "lost_by_stopping") else {}
    player, total = next(iter(game.turn_of(state)), ""), game.report(state).get("sum") or 0
    return wording.question("ReallyStop", player=player, total=total, **lost)


def dice_to_put_back(expected: Layout, table: Table, player: Player, wording: Wording) -> Announcement | None:
    """After a deed was taken back: which dice hands have to move so that they lie as before it."""
    lies = table.belief.layout()
    aside, due = (Counter(map(plain, zone.get("aside", ()))) for zone in (lies, expected))
    for key, dice in (("PutBackDice", aside - due), ("LayAsideAgain", due - aside)):
        if dice:
            return wording.prompt(key, player=player, faces=tuple(sorted(dice.elements())))
    return None


def still_owed(
    game: Game[Any], expected: Layout, owed: Mapping[str, tuple[str, ...]], wording: Wording
) -> tuple[Announcement, ...]:
    """What hands have yet to do so that the table is as the rules left it, if the game has words for it."""
    own = part(game.name, "at_table.prompts")
    if own is None or not hasattr(own, "still_owed"):
        return ()
    return tuple(wording.prompt(key, **facts) for key, facts in own.still_owed(expected, owed))
