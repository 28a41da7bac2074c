"""Teach the eye a new set of dice, tokens, cards or tiles from photographs.

Dice: DIR/<face>/*.jpg, one die a photo, two photos a face are enough.
Tokens, cards, tiles: DIR/labels.json, a list of {"image", "pieces": [{"name", "centre": [x, y], "points"?}]}.
"""

import argparse
from pathlib import Path

from vision.piece_set import KINDS, check_name, load_set, save_set, set_names

EXAMPLE = "companion teach red-dice --kind dice --from photos/red-dice"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="what to call the set")
    parser.add_argument("--kind", choices=KINDS, default="dice", help="what the pieces are (dice)")
    parser.add_argument("--golden", action="store_true", help="these are the faces of the golden die")
    parser.add_argument("--from", type=Path, dest="folder", metavar="DIR", required=True, help="the photographs")


def run(options: argparse.Namespace) -> int:
    from calibration.learn import learn_dice
    from calibration.learn_flat import learn_flat

    name = check_name(options.name)
    replaced = load_set(name).kind if name in set_names() else None
    if options.kind == "dice":
        made, report = learn_dice(name, options.folder, options.golden)
        sentences = report.sentences()
    else:
        made, flat = learn_flat(name, options.kind, options.folder)
        sentences = flat.sentences()
    save_set(made)
    for sentence in sentences:
        print(sentence)
    print(f"Saved as {name}" + (f", in place of the {replaced} of that name." if replaced else "."))
    return 0
