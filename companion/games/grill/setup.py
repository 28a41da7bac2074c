"""Lays out a grill game, fresh or in the middle, from the judge's setup."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.games.grill.refusals import TileTwice, UnknownTile
from companion.games.grill.rules import Rules, Table, Turn
from companion.rules.pieces import Player
from companion.rules.players import seated
from companion.rules.reading import each, items, number, record, shown, text, texts, truth, whole
from companion.rules.refusals import FaceKeptTwice, MoreDiceThanThereAre, NotAtTheTable, UnknownFace

KEYS = ("players", "current", "grill", "stacks", "turn", "variant")


def variant(setup: Mapping[str, Any], known: Mapping[str, Any], base: Mapping[str, Any] = {}) -> dict[str, Any]:
    """The options of this game, each as given or by default; with ``original``, those of the base game too."""
    given = record(setup.get("variant", {}), "variant")
    if given.get("original") is True:
        known = {**known, **base}
    record(given, "variant", known)
    for name, value in given.items():
        if name == "alternative" and value == "all":
            continue
        truth(value, f"the variant {name}")
    return {**known, **given}


def seat_of(players: tuple[Player, ...], player: Player) -> int:
    if player not in players:
        raise NotAtTheTable(player)
    return players.index(player)


def by_seat(players: tuple[Player, ...], given: Mapping[Player, Any], default: Any) -> tuple[Any, ...]:
    for player in given:
        seat_of(players, player)
    return tuple(given.get(player, default) for player in players)


def tiles(value: object, what: str) -> tuple[int, ...]:
    return items(value, what, whole)


def lay_out(rules: Rules, setup: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a Table; raises ValueError for what is malformed and a Refusal for what cannot be."""
    players = texts(setup.get("players", ["A", "B"]), "players")
    grill = record(setup.get("grill", {}), "grill", ("up", "down"))
    down = tiles(grill.get("down", ()), "down")
    up = tiles(grill["up"], "up") if "up" in grill else all_but(rules, down)
    stacks = each(setup.get("stacks", {}), "stacks", tiles)
    current = text(setup["current"], "current") if "current" in setup else None
    players = seated(players, rules.title, rules.players)
    fields = {
        "rules": rules,
        "players": players,
        "up": tuple(sorted(up)),
        "down": tuple(sorted(down)),
        "stacks": by_seat(players, stacks, ()),
        "options": options,
        "current": 0 if current is None else seat_of(players, current),
    }
    _tiles_are_there_once(rules, [*up, *down, *(tile for stack in stacks.values() for tile in stack)])
    return fields


def all_but(rules: Rules, down: tuple[int, ...]) -> tuple[int, ...]:
    """All tiles of the box but those that lie face down."""
    left = [tile for tile in rules.worms for _ in range(rules.copies)]
    for tile in down:
        if tile in left:
            left.remove(tile)
    return tuple(left)


def _tiles_are_there_once(rules: Rules, all_tiles: Iterable[int]) -> None:
    for tile, count in Counter(all_tiles).items():
        if tile not in rules.worms:
            raise UnknownTile(tile, rules.title)
        if count > rules.copies:
            raise TileTwice(tile)


def mid_turn(rules: Rules, setup: Mapping[str, Any], has_golden: bool = False) -> Turn:
    """The turn as the setup describes it; without one, a fresh turn."""
    if "turn" not in setup:
        return Turn(rules.dice, has_golden)
    given = record(setup["turn"], "turn", ("kept", "dice_left", "golden_left", "weasel_used"))
    kept = given.get("kept", [])
    if not isinstance(kept, list | tuple):
        raise ValueError(f"kept must be a list of [face, number], not {shown(kept)}")
    pairs: list[tuple[str, int]] = []
    for pair in kept:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise ValueError(f"each of kept must be [face, number], not {shown(pair)}")
        pairs.append((text(pair[0], "a kept face"), number(pair[1], "the number of kept dice", 1)))
    golden_left = truth(given.get("golden_left", has_golden), "golden_left")
    count = sum(n for _, n in pairs)
    left = number(given.get("dice_left", max(0, rules.dice - count)), "dice_left")
    for index, (face, _) in enumerate(pairs):
        if face not in rules.faces:
            raise UnknownFace(face)
        if any(face == before for before, _ in pairs[:index]):
            raise FaceKeptTwice(face)
    if golden_left and not has_golden:
        raise MoreDiceThanThereAre(rules.dice + 1, rules.dice)
    most = rules.dice + (has_golden and not golden_left)
    if count + left > most:
        raise MoreDiceThanThereAre(count + left, most)
    return Turn(
        left,
        golden_left,
        kept=dict(pairs),
        total=sum(rules.faces[face] * n for face, n in pairs),
        begun=bool(pairs),
        weasel_used=truth(given.get("weasel_used", False), "weasel_used"),
    )


def plain(rules: Rules, options: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], Table]:
    """How a grill game without pieces of its own is laid out."""

    def state_from(given: Mapping[str, Any]) -> Table:
        record(given, "setup", KEYS)
        fields = lay_out(rules, given, variant(given, options))
        turn = mid_turn(rules, given)
        return Table(**fields, turn=turn, pending=pending(turn))

    return state_from


def pending(turn: Turn) -> str:
    return "roll_or_stop" if turn.kept else "roll"
