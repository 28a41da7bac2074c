"""Packs a piece set into one zip, and takes one in without trusting a byte of it."""

import io
import shutil
import struct
import tempfile
import zipfile
from pathlib import Path, PurePosixPath

import cv2
import numpy as np

from calibration.files import write_whole
from calibration.wording import line
from hardware.frame import Pixels
from hardware.trouble import Trouble
from vision.piece_set import PieceSet, check_name, load_set, read_folder, save_set, set_names, sets_folder

MOST_FILES = 2000
MOST_BYTES = 64 * 2**20  # unpacked; a set of 300 crops takes five
MOST_SIDE = 1024  # pixels of a crop
OURS = line("Only archives made by companion sets export are taken in.")
PLAIN = {".toml", ".png"}  # no report: a page from a stranger may do more than show


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
                    content = _bytes(archive, member)
                    if member.filename.endswith(".png"):
                        _check_picture(content, member.filename)
                    (folder / PurePosixPath(member.filename).relative_to(root)).write_bytes(content)
                made = read_folder(folder)
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
    members = [member for member in archive.infolist() if not member.is_dir()]
    if not members or len(members) > MOST_FILES:
        raise Trouble(line("{path} holds {count} files, which no piece set does.", path=path, count=len(members)), OURS)
    if sum(member.file_size for member in members) > MOST_BYTES:
        raise Trouble(line("{path} would unpack to more than {most} MB.", path=path, most=MOST_BYTES // 2**20), OURS)
    roots = set()
    for member in members:
        name = member.filename
        parts = PurePosixPath(name).parts
        link = (member.external_attr >> 16) & 0o170000 == 0o120000
        odd = "\\" in name or ":" in name or name.startswith("/") or ".." in parts or "\0" in name
        inside = len(parts) == 2 or (len(parts) == 3 and parts[1] == "crops")
        if link or odd or not inside or PurePosixPath(name).suffix.lower() not in PLAIN:
            raise Trouble(
                line("{path} holds {name!r}, which does not belong in a piece set.", path=path, name=name), OURS
            )
        roots.add(parts[0])
    if len(roots) != 1 or len({member.filename for member in members}) != len(members):
        raise Trouble(line("{path} holds more than one set, or one file twice.", path=path), OURS)
    root = roots.pop()
    if not any(member.filename == f"{root}/set.toml" for member in members):
        raise Trouble(line("{path} holds no set.toml.", path=path), OURS)
    return root, members


def _bytes(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """What the archive says and no more: a forged size must not fill the memory."""
    with archive.open(member) as file:
        content = file.read(member.file_size + 1)
    if len(content) != member.file_size:
        raise zipfile.BadZipFile(f"{member.filename} is not as long as it says")
    return content


def _check_picture(content: bytes, name: str) -> None:
    """A small file can say it is a picture of a gigapixel, so that is looked at before it is decoded."""
    width, height = struct.unpack(">II", content[16:24]) if len(content) > 24 else (0, 0)
    if not content.startswith(b"\x89PNG\r\n\x1a\n") or not 0 < max(width, height) <= MOST_SIDE:
        raise Trouble(line("{name} is no small PNG picture.", name=name), OURS)


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
