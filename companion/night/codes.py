"""Join codes and what follows from them: a table's name, its password at the broker and the key it signs with."""

import hashlib
import hmac
import re
import secrets
import unicodedata
from dataclasses import dataclass
from functools import cache

from hardware.trouble import Trouble

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that looks like another, read aloud or written by hand
CODE = re.compile(rf"(?P<table>[a-z0-9][a-z0-9-]{{0,31}})-(?P<first>[{LETTERS}]{{4}})-?(?P<last>[{LETTERS}]{{4}})")
WORK = {"n": 2**14, "r": 8, "p": 1}  # a listener who tries all codes needs 50 ms for each: thousands of years


@dataclass(frozen=True)
class Pass:
    """What lets a table into a night: by its code alone it knows its name there and its key."""

    table: str
    password: str
    key: bytes

    @property
    def night(self) -> str:
        """Which night it is a pass for, without telling its key: events of one are never sent to another."""
        return hashlib.sha256(b"night" + self.key).hexdigest()[:16]


def table_id(name: str) -> str:
    """A table's name as topics bear it: "Table 4" is table-4."""
    plain = unicodedata.normalize("NFKD", name.strip().lower().replace("ß", "ss"))
    slug = re.sub(r"[^a-z0-9]+", "-", "".join(sign for sign in plain if not unicodedata.combining(sign)))[:32]
    if not slug.strip("-"):
        raise Trouble(f"I cannot make a table's name of {name!r}.", "Use letters or figures, like Oak or Table 4.")
    return slug.strip("-")


def night_secret() -> str:
    """What all codes of a night are made from; it never leaves the night's machine."""
    return secrets.token_hex(32)


def code_for(secret: str, table: str) -> str:
    """The join code of a table, always the same: "oak-k7mq-29xw"."""
    told = int.from_bytes(hmac.digest(bytes.fromhex(secret), b"join:" + table.encode(), "sha256"), "big")
    signs = "".join(LETTERS[told // len(LETTERS) ** n % len(LETTERS)] for n in range(8))
    return f"{table}-{signs[:4]}-{signs[4:]}"


@cache  # slow on purpose, so once for each code
def pass_from(code: str) -> Pass:
    """What a code says, in whichever way it was typed."""
    typed = re.sub(r"[\s_]+", "-", code.strip().lower())
    found = CODE.fullmatch(typed)
    if found is None:
        raise Trouble(
            f"{code!r} is no join code.", "A code looks like oak-k7mq-29xw; the night's page shows each table's."
        )
    table, password = found["table"], found["first"] + found["last"]
    return Pass(
        table, password, hashlib.scrypt(password.encode(), salt=b"cockadoodle:" + table.encode(), dklen=32, **WORK)
    )
