"""Players who choose among the legal actions, well or badly."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from companion.games import part
from companion.games.grill.deeds import Keep, Stop
from companion.games.grill.rules import Table, lower_tiles, rivals_showing
from companion.games.rooster_run.deeds import Call, EndRound, Pick, Place, Return
from companion.games.rooster_run.farmyard import IN_FRONT, Farmyard, in_pond, too_dear
from companion.odds.advise import best_deed
from companion.rules.contract import Action, Game
from companion.rules.pieces import Face, Player

# What a player who may act does now: a legal action, or None where that is to throw the dice.
Robot = Callable[[Game[Any], Any, Player], Action | None]


def cautious(dice: Random) -> Robot:
    """Wants a worm first, then points; takes the first tile there is. Of other games it plays as their folders say."""

    def keep(table: Table) -> Face:
        return _most_points(table, worm_first="worm" not in table.turn.kept)

    return _robot("cautious", keep, lambda table: True, dice)


def greedy(dice: Random) -> Robot:
    """Lays aside the most points of every roll, and rolls for more while repeats are a risk of one in four at most."""

    def enough(table: Table) -> bool:
        turn, faces = table.turn, table.rules.faces
        repeats = (len(turn.kept) / len(faces)) ** (turn.left + turn.golden_left)
        most = max((tile for tile in table.up if tile not in table.rules.exact_only), default=0)
        return repeats > 0.25 or turn.total >= most

    return _robot("greedy", _most_points, enough, dice)


def best(dice: Random) -> Robot:
    """Takes the choice worth most by the exact odds, a rival's loss included."""
    otherwise = cautious(dice)

    def choose(game: Game[Any], state: Any, player: Player) -> Action | None:
        deed = best_deed(game, state, rivals_loss=True)
        if deed is None:
            return otherwise(game, state, player)
        return None if "roll" in deed else game.action_from(deed)

    return choose


def aimless(dice: Random) -> Robot:
    """Does anything that is allowed."""

    def choose(game: Game[Any], state: Any, player: Player) -> Action | None:
        options: list[Action | None] = [a for a in game.legal_actions(state) if _by(game, state, player, a)]
        return dice.choice([*options, None] if game.dice_due(state) else options)

    return choose


ROBOTS: Mapping[str, Callable[[Random], Robot]] = {
    "cautious": cautious,
    "greedy": greedy,
    "best": best,
    "aimless": aimless,
}


def _by(game: Game[Any], state: Any, player: Player, action: Action) -> bool:
    """Whether it is this player's to do: where several may act, everybody's actions are legal at once."""
    return len(game.turn_of(state)) < 2 or getattr(action, "player", player) == player


def _robot(style: str, keep: Callable[[Table], Face], enough: Callable[[Table], bool], dice: Random) -> Robot:
    """A robot with its own way to keep dice and to be content; the rest anybody would do alike."""

    def choose(game: Game[Any], state: Any, player: Player) -> Action | None:
        if own := part(game.name, "at_table.robots"):
            deed: Action | None = own.choose(style, state)
            return deed
        if isinstance(state, Farmyard):
            return _hunt(state, player, dice)
        match state.pending:
            case "roll":
                return None
            case "keep":
                return Keep(keep(state))
            case "roll_or_stop":
                return Stop() if _brings_a_tile(state) and enough(state) else None
        return game.legal_actions(state)[0]  # the rival's tile, the weasel, whichever specialist or Bratworm

    return choose


def _most_points(table: Table, worm_first: bool = False) -> Face:
    faces, turn = table.rules.faces, table.turn
    open_faces = [face for face in {*turn.tray, turn.golden_tray} if face and face not in turn.kept]
    return max(open_faces, key=lambda face: (worm_first and face == "worm", turn.rolled(face) * faces[face], face))


def _brings_a_tile(table: Table) -> bool:
    result, worm = table.rules.result(table, [])
    return worm and bool(result in table.up or lower_tiles(table, result) or rivals_showing(table, result))


def _hunt(yard: Farmyard, player: Player, dice: Random) -> Action:
    """Look at the worms one by one, place those a chicken is waiting for, and crow with two."""
    wanted = {card.worm for card in yard.faceup if not too_dear(yard, player, card)}
    if player in yard.hand:
        worm = yard.hand[player]
        return Place(player) if worm in wanted else Return(player, worm)
    if len(yard.front[player]) == IN_FRONT:
        return Call(player)
    pond = in_pond(yard)
    return Pick(player, dice.choice(pond)) if wanted.intersection(pond) else EndRound()
