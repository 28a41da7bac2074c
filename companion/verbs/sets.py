"""List, show, rename, remove, export and import the piece sets you have taught."""

import argparse
from pathlib import Path

from hardware.trouble import Trouble
from vision.piece_set import load_set, set_names, sets_folder

EXAMPLE = "companion sets export red-dice --out red-dice.zip"


def arguments(parser: argparse.ArgumentParser) -> None:
    deeds = parser.add_subparsers(dest="deed", metavar="DEED")
    deeds.add_parser("list", help="all sets (also without a deed)")
    show = deeds.add_parser("show", help="one set, its names and where it lies")
    rename = deeds.add_parser("rename", help="give a set another name")
    remove = deeds.add_parser("remove", help="throw a set away")
    export = deeds.add_parser("export", help="write a set into one zip")
    take = deeds.add_parser("import", help="take a set in from a zip")
    approve = deeds.add_parser("approve", help="play with a set that has taken no exam")
    for deed in (show, rename, remove, export, approve):
        deed.add_argument("name", metavar="NAME")
    show.add_argument("--picture", type=Path, metavar="FILE", help="write a picture of its pieces (PNG)")
    rename.add_argument("new", metavar="NEW")
    remove.add_argument("--yes", action="store_true", help="I am sure")
    export.add_argument("--out", type=Path, metavar="FILE", help="the zip (NAME.zip)")
    take.add_argument("file", type=Path, metavar="FILE")
    take.add_argument("--as", dest="as_name", default="", metavar="NAME", help="under another name")
    take.add_argument("--replace", action="store_true", help="in place of a set of that name")


def run(options: argparse.Namespace) -> int:
    from dataclasses import replace

    from calibration import exchange
    from vision.piece_set import save_set

    match options.deed:
        case "show":
            _show(options.name, options.picture)
        case "rename":
            exchange.rename(options.name, options.new)
            print(f"{options.name} is now {options.new}.")
        case "remove":
            if not options.yes:
                raise Trouble(f"This would throw {options.name} away for good.", "If you are sure, add --yes.")
            exchange.remove(options.name)
            print(f"{options.name} is gone.")
        case "export":
            out = options.out or Path(f"{options.name}.zip")
            size = exchange.pack(options.name, out)
            print(f"{out}: {size / 1024:.0f} kB")
        case "import":
            made = exchange.unpack(options.file, options.as_name, options.replace)
            print(f"Taken in as {made.name}: {len(made.names)} {made.kind}, {len(made.examples)} pictures.")
        case "approve":
            save_set(replace(load_set(options.name), examined=True))
            print(f"{options.name} may be played with.")
        case _:
            _list()
    return 0


def _list() -> None:
    for name in set_names():
        try:
            made = load_set(name)
        except Trouble as trouble:
            print(f"{name:24} {trouble}")
            continue
        own = (sets_folder() / name).is_dir()
        state = "shipped" if not own else "examined" if made.examined else "not examined"
        golden = ", golden" if made.golden else ""
        print(f"{name:24} {made.kind}{golden}, {len(made.names)} names, {len(made.examples)} pictures, {state}")


def _show(name: str, picture: Path | None) -> None:
    made = load_set(name)
    folder = sets_folder() / name
    print(f"{made.name}: {made.kind}. {made.about}")
    print(f"names: {', '.join(made.names)}")
    if made.points:
        print(f"points: {', '.join(f'{one} {worth}' for one, worth in made.points.items())}")
    if folder.is_dir():
        print(f"lies in {folder}")
    if (folder / "report.html").is_file():
        print(f"report: {folder / 'report.html'}")
    if picture is not None:
        import cv2

        from calibration.exchange import thumbnails
        from calibration.files import write_whole

        write_whole(picture, cv2.imencode(".png", thumbnails(made))[1].tobytes())
        print(f"picture: {picture}")
