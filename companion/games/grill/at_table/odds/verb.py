"""How ``companion odds`` is asked about dice and tiles, and what it answers.

Without more words it is a fresh turn on a fresh grill. The chance of a tile is the best that can be made of it
by playing for nothing else; worms and failures are those of a player who plays for the most worms and, where two
choices bring alike, takes the safer one. A failed attempt counts the tile it gives back.
"""

import argparse
import json
import sys
from collections import Counter
from dataclasses import replace
from typing import Any

from companion.boxes import owners_games
from companion.games.grill.at_table.odds.boxes import DELUXE, PLAIN, DiceGame, dice_game
from companion.games.grill.at_table.odds.hint import Answer, Moment, Odds
from companion.games.grill.at_table.odds.show import show
from companion.games.grill.at_table.odds.spoils import Spoils
from companion.rules.contract import Game
from companion.rules.pieces import GOLDEN

EXAMPLE = "companion odds --game heckmeck --kept worm:2,4:2 --grill 24,25,27 --roll 1,1,3,5 --stack 22 --rivals 23,31"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kept", default="", metavar="FACE:N,..", help="dice laid aside, as worm:2,4:2,golden-1:1")
    parser.add_argument("--grill", metavar="TILE,..", help="tiles face up; without it, all that nobody holds")
    parser.add_argument("--stack", default="", metavar="TILE,..", help="your own tiles, the top one last")
    parser.add_argument("--rivals", default="", metavar="TILE,..", help="the top tiles of the others")
    parser.add_argument("--golden", action="store_true", help="the golden die is played and not yet laid aside")
    parser.add_argument("--canned", action="store_true", help="you hold the canned worm")
    parser.add_argument("--weasel", action="store_true", help="you hold the weasel and have not used it in this turn")
    parser.add_argument("--free-lower", action="store_true", help="any lower tile may be taken, not just the next")
    parser.add_argument("--optional-steal", action="store_true", help="Deluxe: a rival's tile may be left alone")
    parser.add_argument("--rivals-loss", action="store_true", help="count what a rival loses as won, too")
    parser.add_argument("--bratworms", action="store_true", help="Deluxe: count the Bratworm for a double 1")


def told(played: Game[Any], options: argparse.Namespace) -> str:
    """The answer as the command prints it; a ValueError says what cannot be."""
    game = _game(played)
    moment, spoils = _moment(options, game), _spoils(options, game)
    odds = Odds(game, spoils)
    if options.json:
        return json.dumps(_in_three_words(odds.hint(moment)))
    lines = [_scene(game, moment, spoils), show(odds, moment, sys.stdout.encoding or "ascii")]
    doubts = played.box.assumed.items()
    lines += [f"assumed, {what}: {why}" for what, why in doubts if what != "golden_die" or moment.golden]
    return "\n\n".join(lines)


def _in_three_words(hint: Answer) -> Answer:
    """One keeps, stops or rolls: to send the weasel is to roll once more what was just rolled."""

    def told(choice: Answer | None) -> Answer | None:
        return choice and {"roll" if what == "weasel" else what: value for what, value in choice.items()}

    return hint | {"choices": [told(choice) for choice in hint["choices"]], "best": told(hint["best"])}


def _game(played: Game[Any]) -> DiceGame:
    game = dice_game(played)
    # The specialists of Deluxe may lend a hand in the game they grew out of, too.
    return replace(game, golden=dice_game(owners_games()[DELUXE]).golden) if played.name == PLAIN else game


def _moment(options: argparse.Namespace, game: DiceGame) -> Moment:
    """The turn as the words describe it; a ValueError says what cannot be."""
    for special in ("golden", "canned", "weasel"):
        if getattr(options, special) and not game.golden:
            raise ValueError(f"--{special} belongs to Heckmeck Deluxe.")
    kept, golden_kept = _kept(options.kept, game)
    if golden_kept and options.golden:
        raise ValueError("The golden die is either laid aside or still to be rolled, not both.")
    left = game.dice.ordinary + golden_kept - sum(kept.values())
    if left < 0:
        raise ValueError(f"There are only {game.dice.ordinary} dice, and {game.dice.ordinary - left} are laid aside.")
    if options.roll is None:
        return Moment(kept, left, options.golden, canned=options.canned, weasel=options.weasel)
    if len(kept) == len(game.dice.faces) or left + options.golden == 0:
        raise ValueError("The turn has ended and nothing is left to roll: leave --roll out.")
    roll, golden_shows = _roll(options.roll, options.golden, game)
    if len(roll) != left or (golden_shows is None and options.golden):
        count = len(roll) + (golden_shows is not None)
        raise ValueError(f"The roll must show {left + options.golden} dice here, not {count}.")
    return Moment(kept, left, options.golden, roll, golden_shows, options.canned, options.weasel)


def _kept(words: str, game: DiceGame) -> tuple[dict[str, int], bool]:
    """How many dice of each face are laid aside, and whether the golden one is among them."""
    kept: dict[tuple[str, bool], int] = {}
    for word in _split(words):
        name, _, count = word.partition(":")
        if not count.isdecimal() or int(count) == 0:
            raise ValueError(f"I cannot read {word!r} as dice laid aside: write a face and how many, as worm:2.")
        die = _die(name, game)
        if die in kept:
            raise ValueError(f"{name} is laid aside twice: each face counts once a turn.")
        kept[die] = int(count)
    golden = sum(count for (_, is_golden), count in kept.items() if is_golden)
    if golden > 1:
        raise ValueError(f"There is one golden die, not {golden}.")
    together = {face: kept.get((face, False), 0) + kept.get((face, True), 0) for face, _ in kept}
    return together, golden == 1


def _roll(words: str, golden: bool, game: DiceGame) -> tuple[tuple[str, ...], str | None]:
    """What the ordinary dice show, and the golden one."""
    dice = [_die(word, game) for word in _split(words)]
    if golden and dice and not any(is_golden for _, is_golden in dice):
        dice[-1] = (dice[-1][0], True)
    shown = [face for face, is_golden in dice if is_golden]
    if shown and not golden:
        raise ValueError("The golden die is in the roll but not in play: add --golden.")
    if len(shown) > 1:
        raise ValueError(f"There is one golden die, not {len(shown)}.")
    return tuple(face for face, is_golden in dice if not is_golden), next(iter(shown), None)


def _die(word: str, game: DiceGame) -> tuple[str, bool]:
    """A face, and whether it is the golden die that shows it."""
    face = word.removeprefix(GOLDEN) if game.golden else word
    if face not in game.dice.faces:
        raise ValueError(f"There is no face {word!r} on these dice: they show {', '.join(game.dice.faces)}.")
    return face, face != word


def _spoils(options: argparse.Namespace, game: DiceGame) -> Spoils:
    """What lies where. A tile named on the grill and elsewhere, too, is taken from the grill."""
    stack, rivals = _tiles(options.stack, game), _tiles(options.rivals, game)
    box = Counter(dict.fromkeys(game.worms, game.copies))
    return game.spoils(
        sorted(box - Counter(stack + rivals)) if options.grill is None else _tiles(options.grill, game),
        stack,
        rivals,
        free_lower=options.free_lower,
        optional_steal=options.optional_steal,
        rivals_loss=options.rivals_loss,
        bratworm=options.bratworms,
    )


def _tiles(words: str, game: DiceGame) -> list[int]:
    for word in _split(words):
        if not word.isdecimal() or int(word) not in game.worms:
            raise ValueError(f"There is no tile {word!r} in this box: it holds {', '.join(map(str, game.worms))}.")
    return [int(word) for word in _split(words)]


def _split(words: str) -> list[str]:
    return [word.strip() for word in words.split(",")] if words.strip() else []


def _scene(game: DiceGame, moment: Moment, spoils: Spoils) -> str:
    """The table in three lines, so that a slip in the words is seen."""
    aside = [face for face, count in moment.kept.items() for _ in range(count)]
    lines = [f"laid aside  {' '.join(aside) or 'nothing'} = {game.dice.total(moment.kept)}"]
    if moment.roll is None:
        lines.append(f"to roll     {moment.left + moment.golden} dice{', one of them golden' * moment.golden}")
    else:
        golden = [GOLDEN + moment.golden_shows] if moment.golden_shows else []
        lines.append(f"rolled      {' '.join([*moment.roll, *golden])}")
    lines.append(f"grill       {' '.join(map(str, spoils.grill)) or 'no tile face up'}")
    if spoils.rivals:
        lines.append(f"rivals      {' '.join(map(str, spoils.rivals))}")
    if spoils.at_risk:
        lines.append(f"at risk     {spoils.at_risk} of your own worms")
    return "\n".join(lines)
