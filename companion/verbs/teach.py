"""Teach the eye a new set of dice, tokens, cards or tiles, at the table or from photographs.

At the table a guided conversation asks for each face; answers are typed, Ctrl-C leaves, and the same command goes on
where you left. With --from the photographs are:
Dice: DIR/<face>/*.jpg, one die a photo, two photos a face are enough.
Tokens, cards, tiles: DIR/labels.json, a list of {"image", "pieces": [{"name", "centre": [x, y], "points"?}]}.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from companion.boxes import known_dice
from companion.languages import tongue
from companion.settings import Settings, load
from hardware.drivers import open_camera
from hardware.trouble import Trouble
from vision.piece_set import KINDS, check_name, load_set, save_set, set_names

EXAMPLE = "companion teach red-dice --kind dice --from photos/red-dice"
PRETEND = "There is no camera in table.toml, so a pretend host shows you how it goes."


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="what to call the set")
    parser.add_argument("--kind", choices=KINDS, default="dice", help="what the pieces are (dice)")
    parser.add_argument("--golden", action="store_true", help="these are the faces of the golden die")
    parser.add_argument("--from", type=Path, dest="folder", metavar="DIR", help="photographs instead of the camera")
    parser.add_argument("--faces", nargs="+", default=[], metavar="FACE", help="the names of a die's faces")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="another table.toml")


def run(options: argparse.Namespace) -> int:
    name = check_name(options.name)
    if options.folder is not None:
        return _from_photographs(name, options)
    settings = load(options.settings)
    if options.kind == "dice":
        return _dice_at_the_table(name, options, settings)
    return _lay_out(name, options.kind, settings)


def _from_photographs(name: str, options: argparse.Namespace) -> int:
    from calibration.learn import learn_dice
    from calibration.learn_flat import learn_flat

    replaced = load_set(name).kind if name in set_names() else None
    if options.kind == "dice":
        made, report = learn_dice(name, options.folder, options.golden)
        sentences = report.sentences()
    else:
        made, flat = learn_flat(name, options.kind, options.folder)
        sentences = flat.sentences()
    save_set(replace(made, examined=True))  # whoever brings named photographs has said yes
    for sentence in sentences:
        print(sentence)
    print(f"Saved as {name}" + (f", in place of the {replaced} of that name." if replaced else "."))
    return 0


def _dice_at_the_table(name: str, options: argparse.Namespace, settings: Settings) -> int:
    from calibration.collect import face_names
    from calibration.eye import RealEye
    from calibration.pretend_dice import PretendTeacher
    from calibration.session import Session
    from calibration.terminal import converse
    from calibration.wizard import TeachWizard
    from companion.mats import all_mats, practice_mat
    from vision.reader import Reader

    language = tongue(settings.table.language)
    faces = face_names(" ".join(options.faces)) if options.faces else ()
    mats = all_mats()
    wizard = TeachWizard(
        name, RealEye(mats), lambda made: Reader([made]).read, faces, options.golden, language, mats, known_dice()
    )
    if settings.camera.driver == "painted":
        host = PretendTeacher(lambda: wizard.prompt, practice_mat())
        session = Session(wizard, host, host.reply)
        print(PRETEND)
    else:
        session = Session(wizard, open_camera(settings.camera))
    try:
        converse(session, sys.stdin, language=tongue(settings.table.language))
    finally:
        session.close()
    if wizard.report is None:
        raise Trouble("The set is not finished.", f"Go on with: companion teach {name}")
    print(f"\nSaved as {name}; the report is {wizard.report}")
    return 0


def _lay_out(name: str, kind: str, settings: Settings) -> int:
    from calibration.lay_out import LayOutWizard
    from calibration.pretend_pieces import PretendLayer
    from calibration.session import Session
    from calibration.terminal import converse

    wizard = LayOutWizard(name, kind)
    if settings.camera.driver == "painted":
        host = PretendLayer(kind, named=lambda: len(wizard.named))
        session = Session(wizard, host, host.reply)
        print(PRETEND)
    else:
        session = Session(wizard, open_camera(settings.camera))
    try:
        converse(session, sys.stdin, language=tongue(settings.table.language))
    finally:
        session.close()
    if not wizard.done:
        raise Trouble("The set is not finished.", f"Go on with: companion teach {name} --kind {kind}")
    print(f"\nSaved as {name}.")
    return 0
