"""Packs a piece set into one zip, and takes one in without trusting a byte of it."""

import io
import shutil
import tempfile
import zipfile
from pathlib import Path, PurePosixPath

import cv2
import numpy as np

from calibration.files import write_whole
from calibration.wording import line
from hardware import gate
from hardware.frame import Pixels
from hardware.trouble import Trouble
from vision.piece_set import MOST_SIDE, PieceSet, check_name, load_set, read_folder, save_set, set_names, sets_folder

MOST_FILES = 2000
MOST_BYTES = 64 * 2**20  # unpacked; a set of 300 crops takes five
OURS = line("Only archives made by companion sets export are taken in.")
PLAIN = frozenset({".toml", ".png"})  # no report: a page from a stranger may do more than show


def pack(name: str, out: Path) -> int:
    """Write the set into a zip; tells its size in bytes."""
    made = load_set(name)
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        folder = sets_folder() / made.name
        if not folder.is_dir():
            raise Trouble(
                line("{name} is a shipped set: every table has it.", name=name), line("Pack one you have taught.")
            )
        for path in sorted(folder.rglob("*")):
            if path.suffix in PLAIN and not path.name.startswith("."):
                archive.write(path, PurePosixPath(made.name, *path.relative_to(folder).parts).as_posix())
    try:
        write_whole(out, kept.getvalue())
    except OSError as why:
        raise Trouble(
            line("I cannot write {out} ({why}).", out=out, why=why.strerror or why), line("Name a file I may write.")
        ) from None
    return kept.tell()


def unpack(path: Path, as_name: str = "", replace: bool = False) -> PieceSet:
    """Take a set in from a zip. Anything odd about the archive is refused before a byte is written."""
    try:
        with zipfile.ZipFile(path) as archive:
            root, members = _checked(archive, path)
            name = check_name(as_name or root)
            if name in set_names() and not replace:
                raise Trouble(
                    line("There is a set called {name} already.", name=name),
                    line("Give it another name with --as, or --replace."),
                )
            with tempfile.TemporaryDirectory() as scratch:
                folder = Path(scratch) / name
                (folder / "crops").mkdir(parents=True)
                for member in members:
                    content = gate.content(archive, member)
                    if PurePosixPath(member.filename).suffix.lower() == ".png":
                        gate.picture(content, member.filename, MOST_SIDE)
                    (folder / PurePosixPath(member.filename).relative_to(root)).write_bytes(content)
                made = read_folder(folder)
                if not made.examples:
                    raise Trouble(line("{path} holds no pictures.", path=path), OURS)
                save_set(made)
                return made
    except FileNotFoundError:
        raise Trouble(
            line("There is no file {path}.", path=path), line("Name the zip that companion sets export wrote.")
        ) from None
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as why:
        raise Trouble(
            line("{path} is no archive I can read ({why}).", path=path, why=why),
            line("Have it exported and sent again."),
        ) from None


def _checked(archive: zipfile.ZipFile, path: Path) -> tuple[str, list[zipfile.ZipInfo]]:
    """The one folder in the archive and its files, if all of them are what a set may hold."""
    members = gate.archive(archive, MOST_FILES, MOST_BYTES, PLAIN)
    roots = set()
    for member in members:
        parts = PurePosixPath(member.filename).parts
        if not (len(parts) == 2 or (len(parts) == 3 and parts[1] == "crops")):
            raise Trouble(
                line("{path} holds {name!r}, which does not belong in a piece set.", path=path, name=member.filename),
                OURS,
            )
        roots.add(parts[0])
    if len(roots) != 1:
        raise Trouble(line("{path} holds more than one set.", path=path), OURS)
    root = roots.pop()
    if not any(member.filename == f"{root}/set.toml" for member in members):
        raise Trouble(line("{path} holds no set.toml.", path=path), OURS)
    return root, members


def thumbnails(made: PieceSet, side: int = 64, across: int = 8) -> Pixels:
    """One picture of each name, side by side, for a quick look."""
    firsts = {example.name: example.patch for example in reversed(made.examples)}
    tiles = [_fitted(firsts[name], side) for name in made.names]
    tiles += [np.zeros((side, side, 3), np.uint8)] * (-len(tiles) % across)
    rows = [np.hstack(tiles[start : start + across]) for start in range(0, len(tiles), across)]
    return np.asarray(np.vstack(rows), dtype=np.uint8)


def _fitted(patch: Pixels, side: int) -> Pixels:
    """The patch as large as fits into a square, in the middle of it."""
    high, wide = patch.shape[:2]
    scale = side / max(high, wide)
    small = cv2.resize(patch, (max(1, round(wide * scale)), max(1, round(high * scale))), interpolation=cv2.INTER_AREA)
    square = np.zeros((side, side, 3), np.uint8)
    y, x = (side - small.shape[0]) // 2, (side - small.shape[1]) // 2
    square[y : y + small.shape[0], x : x + small.shape[1]] = small
    return square


def rename(old: str, new: str) -> None:
    check_name(new)
    folder = _own(old)
    if new in set_names():
        raise Trouble(
            line("There is a set called {name} already.", name=new),
            line("Choose another name, or remove that one first."),
        )
    folder.rename(sets_folder() / new)


def remove(name: str) -> None:
    folder = _own(name)
    gone = Path(tempfile.mkdtemp(prefix=f".{name}-gone-", dir=sets_folder()))
    folder.rename(gone / name)  # at once, so that nobody ever loads half a set
    shutil.rmtree(gone, ignore_errors=True)


def _own(name: str) -> Path:
    """The folder of a set its owner has taught; shipped ones are not theirs to change."""
    load_set(name)
    folder = sets_folder() / check_name(name)
    if not folder.is_dir():
        raise Trouble(
            line("{name} is a shipped set and stays.", name=name), line("Teach one under the same name to replace it.")
        )
    return folder
