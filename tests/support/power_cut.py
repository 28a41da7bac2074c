"""A disk that loses what was not synced: a traced program's writes, replayed up to any moment.

What a file system promises is modelled at its weakest that journalled ones keep: metadata comes in order and an fsync
brings all of it so far; of the data written since a file's last fsync any part may be there, torn at any sector.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

SECTOR = 512
TRACED = "openat,write,pwrite64,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat"
CALL = re.compile(r"^(?:\[pid +\d+\] |\d+ +)?(\w+)\((.*)\) += (-?\d+)")
BYTES = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass
class Inode:
    durable: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes]] = field(default_factory=list)  # where and what; where -1: cut to this length


@dataclass(frozen=True)
class Event:
    """One call of the program that matters: what it did to which path."""

    call: str
    paths: tuple[str, ...]
    data: bytes = b""
    at: int = 0


def events(trace: Sequence[str], folder: Path) -> list[Event]:
    """What a trace (strace -f -y -xx) did below a folder, and what the program said meanwhile."""
    found: list[Event] = []
    places: dict[str, int] = {}  # of what is written in sequence, by descriptor and path
    for line in trace:
        match = CALL.match(line)
        if match is None or match[3].startswith("-"):
            continue
        call, given, result = match[1], match[2], int(match[3])
        named = [bytes.fromhex(one.replace("\\x", "")) for one in BYTES.findall(given)]
        first = given.split(",", 1)[0].strip()
        where = re.search(r"^\d+<(.*)>$", first)
        path = _plain(where[1]) if where else ""
        if call == "openat":
            target = named[0].decode(errors="replace")
            places[target] = 0
            if "O_CREAT" in given or "O_TRUNC" in given:
                found.append(Event("create" if "O_TRUNC" not in given else "truncate", (target,)))
        elif call == "write" and first.startswith("1<"):
            found.append(Event("said", (), named[0][:result]))
        elif call == "write":
            found.append(Event("write", (path,), named[0][:result], places.get(path, 0)))
            places[path] = places.get(path, 0) + result
        elif call == "pwrite64":
            found.append(Event("write", (path,), named[0][:result], int(given.rsplit(",", 1)[1])))
        elif call in ("fsync", "fdatasync"):
            found.append(Event("sync", (path,)))
        elif call == "ftruncate":
            found.append(Event("cut", (path,), at=int(given.rsplit(",", 1)[1])))
        elif call.startswith("rename"):
            found.append(Event("rename", tuple(one.decode(errors="replace") for one in named)))
        elif call.startswith("unlink"):
            found.append(Event("unlink", (named[0].decode(errors="replace"),)))
    inside = str(folder)
    return [one for one in found if one.call == "said" or all(path.startswith(inside) for path in one.paths)]


def _plain(hexed: str) -> str:
    def run(match: re.Match[str]) -> str:
        return bytes.fromhex(match[0].replace("\\x", "")).decode(errors="replace")

    return re.sub(r"(?:\\x[0-9a-f]{2})+", run, hexed)


class Disk:
    """Takes events in, and tells what is left of them when the power goes."""

    def __init__(self) -> None:
        self._names: dict[str, Inode] = {}
        self._durable: dict[str, Inode] = {}
        self._waiting: list[tuple[Event, Inode | None]] = []  # metadata no fsync has brought yet
        self.said = b""

    def take(self, event: Event) -> None:
        match event.call:
            case "said":
                self.said += event.data
            case "create" | "truncate":
                (path,) = event.paths
                if path not in self._names:
                    self._names[path] = Inode()
                    self._waiting.append((event, self._names[path]))
                elif event.call == "truncate":
                    self._names[path].pending.append((-1, bytes(0)))
            case "write":
                self._inode(event).pending.append((event.at, event.data))
            case "cut":
                self._inode(event).pending.append((-1, b"\0" * event.at))
            case "sync":
                if event.paths[0] in self._names:
                    inode = self._names[event.paths[0]]
                    _apply(inode.durable, inode.pending)
                    inode.pending.clear()
                for waiting in self._waiting:
                    _enter(self._durable, *waiting)
                self._waiting.clear()
            case "rename" | "unlink":
                gone = self._names.get(event.paths[0])
                self._names = {path: inode for path, inode in self._names.items() if path != event.paths[0]}
                if event.call == "rename" and gone is not None:
                    self._names[event.paths[1]] = gone
                self._waiting.append((event, gone))

    def _inode(self, event: Event) -> Inode:
        return self._names.setdefault(event.paths[0], Inode())

    def after_a_cut(self, chance: Random) -> dict[str, bytes]:
        """The files as they may be found."""
        names = dict(self._durable)
        for waiting in self._waiting[: chance.randint(0, len(self._waiting))]:
            _enter(names, *waiting)
        return {path: _left(inode, chance) for path, inode in names.items()}


def _enter(names: dict[str, Inode], event: Event, inode: Inode | None) -> None:
    if event.call in ("rename", "unlink"):
        names.pop(event.paths[0], None)
    if event.call != "unlink" and inode is not None:
        names[event.paths[-1]] = inode


def _apply(content: bytearray, writes: Sequence[tuple[int, bytes]]) -> None:
    for at, data in writes:
        if at < 0:
            del content[len(data) :]
            content.extend(bytes(len(data) - len(content)))
        else:
            content.extend(bytes(max(0, at - len(content))))
            content[at : at + len(data)] = data


def _left(inode: Inode, chance: Random) -> bytes:
    content = bytearray(inode.durable)
    kept = chance.random()
    for at, data in inode.pending:
        if at < 0:
            if chance.random() < kept:
                _apply(content, [(at, data)])
            continue
        for begin in range(0, len(data), SECTOR):
            if chance.random() < kept:
                _apply(content, [(at + begin, data[begin : begin + SECTOR])])
    return bytes(content)


def lay_out(files: dict[str, bytes], old: Path, new: Path) -> None:
    """The files of one folder, in another."""
    for path, content in files.items():
        target = new / Path(path).relative_to(old)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
