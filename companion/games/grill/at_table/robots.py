"""How robots play with dice and tiles: each style keeps dice and is content in its own way."""

from companion.games.grill.deeds import Keep, Stop
from companion.games.grill.rules import Table, lower_tiles, rivals_showing
from companion.rules.contract import Action
from companion.rules.pieces import Face

RISK = 0.25  # the greedy one rolls on while repeats are no likelier


def choose(style: str, table: Table) -> Action | None:
    """What a robot of this style does now; none where that is to throw the dice, or to take whatever there is."""
    match table.pending:
        case "keep":
            # The cautious one wants a worm first, then points.
            return Keep(_most_points(table, worm_first=style == "cautious" and "worm" not in table.turn.kept))
        case "roll_or_stop":
            return Stop() if _brings_a_tile(table) and (style == "cautious" or _enough(table)) else None
    return None


def _enough(table: Table) -> bool:
    turn, faces = table.turn, table.rules.faces
    repeats = (len(turn.kept) / len(faces)) ** (turn.left + turn.golden_left)
    most = max((tile for tile in table.up if tile not in table.rules.exact_only), default=0)
    return repeats > RISK or turn.total >= most


def _most_points(table: Table, worm_first: bool) -> Face:
    faces, turn = table.rules.faces, table.turn
    open_faces = [face for face in {*turn.tray, turn.golden_tray} if face and face not in turn.kept]
    return max(open_faces, key=lambda face: (worm_first and face == "worm", turn.rolled(face) * faces[face], face))


def _brings_a_tile(table: Table) -> bool:
    result, worm = table.rules.result(table, [])
    return worm and bool(result in table.up or lower_tiles(table, result) or rivals_showing(table, result))
