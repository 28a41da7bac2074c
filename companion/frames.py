"""Judges frames as fast as they come, without threads and without a clock, and writes down what happens."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from companion.announcements.wording import Wording
from companion.eyes import open_reader
from companion.journal import Journal
from companion.referee.chronicle import Chronicle
from companion.referee.follow import follow
from companion.referee.recording import MatchRecorder, Timed
from companion.referee.referee import Referee
from companion.referee.sitting import Sitting, sit_down
from companion.referee.watch import Watch
from companion.seating import give_roles, track_for
from companion.settings import Settings
from hardware.frame import Frame


def referee_frames(
    settings: Settings,
    frames: Iterable[Frame],
    inputs: Sequence[Timed],
    as_json: bool,
    *,
    sitting: Sitting | None = None,
    record: Path | None = None,
) -> None:
    """Judge frames as fast as they come, and write down what happens: of a new match, or of one that was begun."""
    table = settings.table
    if sitting is None:
        sitting = sit_down(Journal(":memory:"), table.game, table.players, {})
        give_roles(sitting, table)

    def write(line: dict[str, Any]) -> None:
        if as_json:
            print(json.dumps(line, default=str, ensure_ascii=False), flush=True)
        elif line["kind"] != "state":
            print(f"{line['t']:8.2f}  {line['kind']:12} {line.get('say') or line.get('deed')}", flush=True)

    chronicle = Chronicle(write)
    track = track_for(sitting, table, settings.referee, first_look_counts=sitting.deeds == 0)
    referee = Referee(sitting, Wording(table.language), settings.referee, chronicle.tell, track)
    watch = Watch(open_reader(table), settings.referee, live=False)
    referee.open()
    if record is None:
        follow(frames, inputs, watch, referee, chronicle)
        return
    recorder = MatchRecorder(record, sitting, (), table.sets, table.ground)
    for at, given in inputs:
        recorder.note(given, at)
    try:
        follow(frames, inputs, watch, referee, chronicle, recorder.add)
    finally:
        recorder.close()
