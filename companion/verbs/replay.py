"""Judge a recording again, or read a match from the journal; without a name, list the matches."""

import argparse
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.announcements.wording import Wording
from companion.frames import referee_frames
from companion.journal import Deed, Journal, Record, journal_path
from companion.referee.recording import inputs_of, match_of
from companion.referee.sitting import Sitting, again, known, resume
from companion.rules.match import begin
from companion.settings import Settings, load
from hardware.cameras.recording import recorded_frames
from hardware.frame import Frame
from hardware.trouble import Trouble

EXAMPLE = "companion replay sitting.zip --json"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", metavar="FILE|MATCH", help="a recording (.zip), or the number of a match")
    parser.add_argument("--json", action="store_true", help="as JSON lines")
    parser.add_argument("--real-time", action="store_true", help="as slowly as it happened")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="another table.toml")


def run(options: argparse.Namespace) -> int:
    if options.what is not None and not options.what.isdecimal():
        return _judge_again(Path(options.what), load(options.settings), options)
    journal = Journal(journal_path())
    try:
        if options.what is None:
            return _list(journal)
        return _read(journal.record(int(options.what)), options.json)
    finally:
        journal.close()


def _list(journal: Journal) -> int:
    matches = journal.matches()
    for match in matches:
        record = journal.record(match)
        state = "over" if record.over else "interrupted"
        print(f"{match:5}  {known(record.game).title}, {', '.join(record.players)}: {len(record.deeds)} deeds, {state}")
    if not matches:
        print("The journal is empty.")
    return 0


def _read(record: Record, as_json: bool) -> int:
    """The match as it was told, deed by deed."""
    wording = Wording(game=record.game)
    match = begin(known(record.game), record.players, record.options)
    for deed in record.deeds:
        before, match = match, again(match, deed)
        if as_json:
            print(json.dumps({"number": deed.number, "kind": deed.kind, "deed": dict(deed.deed)}))
            continue
        if deed.kind != "action":
            print(f"{deed.number:5}  ({deed.kind.replace('_', ' ')})")
        for event in match.deeds[-1].events if len(match.deeds) > len(before.deeds) else ():
            print(f"{deed.number:5}  {wording.event(event).line}")
    return 0


def _judge_again(path: Path, settings: Settings, options: argparse.Namespace) -> int:
    if not path.is_file():
        raise Trouble(f"There is no recording {path}.", "companion run --record FILE makes one.")
    told = match_of(path)
    wanted: dict[str, Any] = {"game": told["game"], "players": tuple(told["players"]), "sets": tuple(told["sets"])}
    settings = replace(settings, table=replace(settings.table, **wanted, ground=told.get("ground", "auto")))
    frames = recorded_frames(path)
    if options.real_time:
        frames = in_real_time(frames)
    referee_frames(settings, frames, inputs_of(path), options.json, sitting=_begun(told))
    return 0


def _begun(told: Mapping[str, Any]) -> Sitting:
    """The match as it was when the recording began."""
    journal = Journal(":memory:")
    record = journal.begin(told["game"], tuple(told["players"]), told.get("options", {}))
    for number, deed in enumerate(told.get("deeds", ())):
        journal.write(record.id, Deed(number, deed["kind"], deed["deed"]))
    return resume(journal, journal.record(record.id))


def in_real_time(
    frames: Iterable[Frame], clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
) -> Iterator[Frame]:
    """Each frame when it is due, as slowly as it happened."""
    ahead: float | None = None
    for frame in frames:
        ahead = clock() - frame.taken_at if ahead is None else ahead
        sleep(max(0.0, frame.taken_at + ahead - clock()))
        yield frame
