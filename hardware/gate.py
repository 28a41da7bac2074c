"""Lets in what comes from outside: bounded and normalised, or refused in one sentence."""

import json
import struct
import unicodedata
import zipfile
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from hardware.trouble import Trouble
from hardware.wording import line

NAME_MOST = 20  # letters of a player's name
WORDS_MOST = 2000  # letters of any other text
DEEP = 12  # braces within braces
LARGEST = 2**53  # the largest whole number every page, file and journal holds exactly
UNKNOWN = "\N{REPLACEMENT CHARACTER}"


class Unfit(Trouble):
    """What came from outside cannot be used; nothing was done with it."""


def player_name(value: object) -> str:
    """A name as all the others write it, 1 to 20 letters that can be read."""
    name = unicodedata.normalize("NFC", value).strip() if isinstance(value, str) else ""
    if not 0 < len(name) <= NAME_MOST or not name.isprintable():
        raise Unfit(
            line("A player's name has 1 to {most} letters that can be read.", most=NAME_MOST),
            line("Choose another name."),
        )
    return name


def words(value: object, most: int = WORDS_MOST) -> str:
    """One line of text, or of several when it may be long; no signs that only machines know."""
    if not isinstance(value, str) or len(value) > most or not value.replace("\n", " ").isprintable():
        raise Unfit(line("There is a text that cannot be read."), line("Write it with letters, figures and signs."))
    return unicodedata.normalize("NFC", value)


def number(value: str, most: int = LARGEST) -> int:
    """A whole number written in figures; thousands of figures are none."""
    if not value.isascii() or not value.isdecimal() or len(value) > len(str(most)) or int(value) > most:
        raise Unfit(line("That is no number I can use."), line("Write it in figures, up to {most}.", most=most))
    return int(value)


def values(body: bytes) -> Mapping[str, Any]:
    """The JSON object of an order."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Unfit(line("That is no JSON object."), line("Send it as the pages do."))
    return {words(key): plain(value) for key, value in found.items()}


def plain(value: Any, deep: int = DEEP) -> Any:
    """A value of a JSON or TOML file whose texts can be read and whose numbers can be kept."""
    if isinstance(value, str):
        return words(value)
    if isinstance(value, list) and deep:
        return [plain(one, deep - 1) for one in value]
    if isinstance(value, dict) and deep:
        return {words(key): plain(one, deep - 1) for key, one in value.items()}
    if value is None or isinstance(value, bool) or (isinstance(value, int | float) and abs(value) <= LARGEST):
        return value
    raise Unfit(line("There is a value that cannot be used."), line("Send it as the pages do."))


def mended(value: Any) -> Any:
    """The same value with a sign in place of everything unreadable: for what was written before there was a gate."""
    if isinstance(value, str):
        return value if value.isprintable() else "".join(one if one.isprintable() else UNKNOWN for one in value)
    if isinstance(value, list):
        return [mended(one) for one in value]
    if isinstance(value, dict):
        return {mended(key): mended(one) for key, one in value.items()}
    return value


def archive(opened: zipfile.ZipFile, files: int, size: int, suffixes: frozenset[str]) -> list[zipfile.ZipInfo]:
    """The files of an archive, if each can only ever land in the folder it is unpacked into."""
    members = [member for member in opened.infolist() if not member.is_dir()]
    if not members or len(members) > files:
        raise Unfit(line("The archive holds {count} files.", count=len(members)), OURS)
    if sum(member.file_size for member in members) > size:
        raise Unfit(line("The archive would unpack to more than {most} MB.", most=size // 2**20), OURS)
    if len({member.filename for member in members}) != len(members):
        raise Unfit(line("The archive holds one file twice."), OURS)
    for member in members:
        name = member.filename
        link = (member.external_attr >> 16) & 0o170000 == 0o120000
        odd = not name.isprintable() or "\\" in name or ":" in name or name.startswith("/")
        parts = PurePosixPath(name).parts
        if link or odd or ".." in parts or PurePosixPath(name).suffix.lower() not in suffixes:
            raise Unfit(line("The archive holds {name!r}, which does not belong there.", name=name), OURS)
    return members


def content(opened: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """What the archive says and no more: a forged size must not fill the memory."""
    with opened.open(member) as file:
        found = file.read(member.file_size + 1)
    if len(found) != member.file_size:
        raise zipfile.BadZipFile(f"{member.filename} is not as long as it says")
    return found


def picture(found: bytes, name: str, side: int) -> bytes:
    """A small file can say it is a picture of a gigapixel, so that is looked at before it is decoded."""
    width, height = struct.unpack(">II", found[16:24]) if len(found) > 24 else (0, 0)
    if not found.startswith(b"\x89PNG\r\n\x1a\n") or not 0 < min(width, height) <= max(width, height) <= side:
        raise Unfit(line("{name} is no small PNG picture.", name=name), OURS)
    return found


OURS = line("Only archives made by this program are taken in.")
