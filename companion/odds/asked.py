"""What games have in common that are asked for their odds on the command line: dice, rules of the house, the answer."""

import argparse
import json
from typing import Any

from companion.rules.contract import Game
from companion.rules.pieces import Face
from companion.rules.reading import shown


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--roll", metavar="FACE,..", help="the roll to choose from; the golden die last or as golden-1")
    parser.add_argument(
        "--variant", default="", metavar="NAME[=N],..", help="rules of the house, a name for yes, NAME=0 for no"
    )


def dice(game: Game[Any], words: str | None) -> tuple[Face, ...]:
    """The faces of a roll; raises ValueError for one that is not on the dice."""
    faces = tuple(word.strip() for word in (words or "").split(",") if word.strip())
    for face in faces:
        if face not in game.faces:
            raise ValueError(f"There is no face {face!r} on these dice: they show {', '.join(game.faces)}.")
    return tuple(sorted(faces))


def house_rules(game: Game[Any], words: str) -> dict[str, Any]:
    """The variants named: a name alone is yes, 0 is no."""
    found: dict[str, Any] = {}
    for word in filter(None, map(str.strip, words.split(","))):
        name, _, value = word.partition("=")
        usual = game.options.get(name)
        if usual is None or (value and not value.isdecimal()):
            raise ValueError(f"I cannot use the variant {shown(word)}; I know {', '.join(game.options)}.")
        found[name] = (value != "0") if isinstance(usual, bool) else int(value or usual)
    return found


def answered(answer: dict[str, Any], unit: str, as_json: bool) -> str:
    """All choices, the best first, or one JSON object."""
    if as_json:
        return json.dumps(answer)
    rated = sorted(answer["choices"], key=lambda choice: -choice["expected"])
    lines = [f"{'choice':28}{unit:>10}{'fails':>10}"]
    for number, choice in enumerate(rated):
        word = next(iter(choice))
        about = choice[word] if choice[word] is not True else ""
        named = f"{word} {', '.join(about) if isinstance(about, list) else about}".strip()
        lines.append(f"{named:28}{choice['expected']:10.4f}{choice['p_fail']:10.1%}{'' if number else '  <- best'}")
    return "\n".join(lines) if rated else f"Nothing to choose: {answer['expected']:.4f} {unit}."
