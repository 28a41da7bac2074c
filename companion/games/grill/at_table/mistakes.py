"""What players do wrong with dice and tiles: each as hands make it, the words it deserves, and how it is put right."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.games.grill.deeds import Keep, Stop, TakeFrom, TakeLower, TakeTile
from companion.rehearsal.mistakes import Hands, Mistake, mistakes
from companion.rehearsal.stage import Shot, Stage
from companion.rules.contract import Action, Game
from vision.render.scene import Die

# The words that a tile taken wrongly may deserve.
WRONG_TILE = (
    "WrongTile",
    "TileNotYours",
    "MustSteal",
    "NoWormYet",
    "TooEarly",
    "TooLittle",
    "AnotherTile",
    "ExactlyThat",
)


def grill_mistakes(game: Game[Any], before: Any, action: Action, stage: Stage, chance: Random) -> list[Mistake]:
    """All that could go wrong where this is about to be done."""
    match action:
        case Keep(face):
            return _keeping(game, face, stage, chance)
        case Stop() | TakeFrom() | TakeLower() | TakeTile():
            return _taking(game, before, action, stage, chance)
    return mistakes(game, before, action, stage, chance)


# Laying dice aside


def _keeping(game: Game[Any], face: str, stage: Stage, chance: Random) -> list[Mistake]:
    tray = stage.in_zone("tray")
    mine, others = [die for die in tray if die.face == face], [die for die in tray if die.face != face]
    kept = {die.face for die in stage.in_zone("aside")}
    lying = tuple(stage.dice)

    def back() -> Iterator[Shot]:
        yield from stage.put_dice(lying)

    def lay(dice: Sequence[Die]) -> Hands:
        return lambda: stage.lay_aside(dice)

    found = []
    again = [die for die in tray if die.face in kept]
    if again:
        same = [die for die in again if die.face == again[0].face]
        found.append(Mistake("a face already kept", ("FaceAlreadyKept",), lay(same), back))
    if len(mine) > 1:
        found.append(Mistake("not all dice of the face", ("DiceLeftBehind",), lay(mine[1:]), back))
    if others and len({die.face for die in others}) > 1:
        found.append(Mistake("two faces at once", ("TwoFacesAtOnce",), lay([*mine, others[0]]), back))
    if len(others) > 1:

        def turn() -> Iterator[Shot]:
            other = chance.choice([f for f in dict.fromkeys(game.box.die) if f != face])
            yield from stage.lay_aside(mine[:1], shows=other)

        found.append(Mistake("a die turned while being moved", ("DieTurned", "TwoFacesAtOnce"), turn, back))

        def roll() -> Iterator[Shot]:
            faces = [die.face for die in tray]
            while sorted(faces) == sorted(die.face for die in tray):
                faces = [chance.choice(game.box.die) for _ in tray]
            yield from stage.roll(faces, stage.in_zone("aside"))

        found.append(Mistake("rolled before keeping", ("KeepFirst",), roll, back))
    return found


# Taking tiles


def _taking(game: Game[Any], before: Any, action: Action, stage: Stage, chance: Random) -> list[Mistake]:
    """Reaching for something else before the tile that is due."""
    after = game.layout(game.carry_out(before, action)[0])
    player, was = game.turn_of(before)[0], game.layout(before)
    mine = f"place:{player}"
    if after[mine] == was[mine] or not after[mine]:
        return []
    won = after[mine][0]
    stacks: dict[str, list[int]] = game.report(before).get("stacks", {})

    def moved(*zones: tuple[str, tuple[str, ...]]) -> Hands:
        wrong = {**was, **dict(zones)}
        return lambda: stage.arrange(wrong)

    def back() -> Iterator[Shot]:
        yield from stage.arrange(was)

    found = []
    right = _winnable(game, before, mine)
    up = [zone for zone in was if zone.startswith("home:") and was[zone] and was[zone][0] not in ("down", *right)]
    if up:
        zone = chance.choice(up)
        tile = was[zone][0]
        hands = moved((zone, was[zone][1:]), (mine, (tile,)))
        found.append(Mistake("the wrong tile", WRONG_TILE, hands, back))
    down = [zone for zone in was if zone.startswith("home:") and was[zone] == ("down",)]
    if down:
        zone = chance.choice(down)
        hands = moved((zone, ()), (mine, ("down",)))
        found.append(Mistake("a tile face down", ("FaceDownTaken",), hands, back))
    rivals = [name for name in stacks if name != player and stacks[name]]
    under = [(name, str(tile)) for name in rivals for tile in stacks[name][:-1]]
    under = [(name, tile) for name, tile in under if (tile,) != was[mine] and tile not in right]
    if under:
        name, tile = chance.choice(under)
        hands = moved((mine, (tile,)))
        found.append(Mistake("a tile from under a stack", ("TileFromUnder",), hands, back))
    grill = f"home:{won}"
    others = [name for name in rivals if was[f"place:{name}"] != (won,)]
    if others and after.get(grill) != was.get(grill):
        name = chance.choice(others)
        taken = moved((f"place:{name}", ()), (grill, after[grill]), (mine, (won,)))
        found.append(Mistake("a rival's tile moved", ("RivalsTileMoved",), taken, lambda: stage.arrange(after)))
        hands = moved((grill, after[grill]), (f"place:{name}", (won,)))
        found.append(Mistake("the wrong player's place", ("WrongPlace",), hands, back))
    return found


def _winnable(game: Game[Any], before: Any, mine: str) -> set[str]:
    """All tiles that could rightly come to lie here with the next deed, or with a stop and a choice."""
    found: set[str] = set()
    for first in game.legal_actions(before):
        after = game.carry_out(before, first)[0]
        found.update(game.layout(after).get(mine, ()))
        for second in game.legal_actions(after):
            found.update(game.layout(game.carry_out(after, second)[0]).get(mine, ()))
    return found
