"""Signed letters: who wrote one, that nobody changed it, and that it is no older one sent again."""

import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

VERSION = 1
LONGEST = 32 * 1024  # bytes; a deed takes half a thousand
FIELDS = {"v", "table", "seq", "body", "mac"}


@dataclass(frozen=True)
class Letter:
    table: str
    seq: int  # of its kind and table: each larger than the one before
    body: Mapping[str, Any]


class Odd(ValueError):
    """A letter we do not take; ``why`` is what it is counted under."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def seal(key: bytes, topic: str, table: str, seq: int, body: Mapping[str, Any]) -> bytes:
    """A letter for this topic; under another topic its signature is wrong."""
    letter = {"v": VERSION, "table": table, "seq": seq, "body": body}
    return _plain({**letter, "mac": _mac(key, topic, letter)})


def opened(key: bytes, topic: str, table: str, payload: bytes) -> Letter:
    """The letter, or an Odd that says why it is none of this table's."""
    if len(payload) > LONGEST:
        raise Odd("too long")
    try:
        letter = json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise Odd("malformed") from error
    if not isinstance(letter, dict) or set(letter) != FIELDS or letter["v"] != VERSION:
        raise Odd("malformed")
    mac, seq, body = letter.pop("mac"), letter["seq"], letter["body"]
    if not isinstance(mac, str) or type(seq) is not int or not isinstance(body, dict):
        raise Odd("malformed")
    if not hmac.compare_digest(mac.encode(), _mac(key, topic, letter).encode()):
        raise Odd("wrong key")
    if letter["table"] != table:
        raise Odd("wrong table")
    return Letter(table, seq, body)


def _mac(key: bytes, topic: str, letter: Mapping[str, Any]) -> str:
    return hmac.digest(key, topic.encode() + b"\n" + _plain(letter), "sha256").hex()


def _plain(value: Mapping[str, Any]) -> bytes:
    """One way to write it, so that both sides sign the same: sorted keys, no blanks, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")
