"""Has the whole program referee a rendered sequence, and compares every verdict with its script."""

import io
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from turn_frames import FPS, frames_of, presses_of

from companion.cli import main

EVENTS = ("AttemptFailed", "TileTaken", "TileReturned", "TileTurned", "TileSnatched", "CockadoodleCalled")
Line = Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """One thing expected or told, and what became of it."""

    frame: int
    shot: int
    wanted: str
    told: str
    verdict: str  # right, missed, wrong, question or needless
    late: int = 0


@dataclass
class Judged:
    """All rows of one sequence."""

    name: str
    rows: list[Row] = field(default_factory=list)

    def count(self, verdict: str) -> int:
        return sum(row.verdict == verdict for row in self.rows)

    @property
    def expected(self) -> int:
        return self.count("right") + self.count("missed")

    @property
    def faults(self) -> list[Row]:
        return [row for row in self.rows if row.verdict != "right"]

    def line(self) -> str:
        counts = "  ".join(f"{self.count(kind):3d} {kind}" for kind in ("wrong", "missed", "question", "needless"))
        late = sorted(row.late for row in self.rows if row.verdict == "right" and row.told.startswith("deed"))
        middle = f"{late[len(late) // 2]:3d} frames" if late else "-"
        return f"{self.name:34s} {self.count('right'):3d}/{self.expected:<3d} right  {counts}  {middle}"


def judge(folder: Path, work: Path, seed: int = 1, fps: int = FPS) -> Judged:
    """Teach, make the frames, referee them, compare. ``work`` keeps what was taught, the frames and what was told."""
    plan = json.loads((folder / "shots.json").read_text())
    sets = teach_all(plan, folder, work)
    first = frames_of(plan, folder, work / "frames", seed, fps)
    judged = Judged(folder.name, compare(plan, first, referee(plan, work, first, sets, fps), fps))
    (work / "rows.txt").write_text("".join(f"{row}\n" for row in judged.rows))
    return judged


def companion(words: Sequence[str], home: Path) -> str:
    """What the program says; nothing taught at this home is seen by anybody else."""
    said = io.StringIO()
    own = {"XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config")}
    with patch.dict(os.environ, own), redirect_stdout(said), redirect_stderr(said):
        code = main(words)
    assert code == 0, f"companion {' '.join(words)} ended with {code}: {said.getvalue()[-2000:]}"
    return said.getvalue()


def set_names(plan: Line, folder: Path) -> dict[str, str]:
    """Each kind of piece that is taught, and what its set is called."""
    return {kind: f"{folder.name}-{kind}" for kind in plan["config"]["pieces"]["teach"]}


def teach_all(plan: Line, folder: Path, work: Path) -> list[str]:
    """Teach the program each kind of piece from its photographs."""
    names = set_names(plan, folder)
    for kind, name in names.items():
        words = ["teach", name, "--kind", "dice" if kind == "golden" else kind, "--from", str(folder / "enroll" / kind)]
        companion([*words, *["--golden"] * (kind == "golden")], work)
    return list(names.values())


def referee(plan: Line, work: Path, first: Mapping[int, int], sets: Sequence[str], fps: int) -> list[Line]:
    """What `companion run` tells of the frames."""
    config = plan["config"]
    (work / "presses.jsonl").write_text("".join(f"{press}\n" for press in presses_of(plan, first, fps)))
    frames = f"playback:{work / 'frames'}"
    words = ["run", "--game", config["game"], "--players", *config["players"], "--camera", frames]
    words += ["--fps", str(fps), "--headless", "--json", "--set", *sets, "--ground", config["ground"]]
    said = companion([*words, "--presses", str(work / "presses.jsonl")], work)
    (work / "lines.jsonl").write_text(said)
    return [json.loads(line) for line in said.splitlines() if line.startswith("{")]


def compare(plan: Line, first: Mapping[int, int], lines: Iterable[Line], fps: int = FPS) -> list[Row]:
    """Each thing expected is to be told from its moment until the next one's; what else is told is wrong."""
    kinds = ("deed", "refusal", "question")
    told = [line for line in lines if line["kind"] in kinds or line.get("key") in EVENTS]
    moments = sorted({e["shot"] for e in plan["expected"]})
    follows = dict(zip(moments, [first[shot] for shot in moments[1:]], strict=False))
    used: set[int] = set()
    rows = []
    for wanted in plan["expected"]:
        begins, ends = first[wanted["shot"]], follows.get(wanted["shot"], 10**9)
        fitting = (
            n for n, line in enumerate(told) if n not in used and begins <= line["frame"] < ends and fits(wanted, line)
        )
        hit = next(fitting, None)
        if hit is None:
            rows.append(Row(begins, wanted["shot"], words_for(wanted), "-", "missed"))
            continue
        used.add(hit)
        late = round((told[hit]["frame"] - begins) * FPS / fps)
        rows.append(Row(begins, wanted["shot"], words_for(wanted), words_for(told[hit]), "right", late))
    for n, line in enumerate(told):
        if n not in used and line["kind"] in kinds:
            verdict = {"deed": "wrong", "refusal": "needless", "question": "question"}[line["kind"]]
            shot = max((base for base, frame in first.items() if frame <= line["frame"]), default=0)
            rows.append(Row(line["frame"], shot, "nothing", words_for(line), verdict))
    return sorted(rows, key=lambda row: row.frame)


def fits(wanted: Line, line: Line) -> bool:
    if wanted["kind"] == "deed":
        return bool(line["kind"] == "deed" and alike(line["deed"]) == alike(wanted["deed"]))
    if wanted["kind"] == "event":
        return bool(line.get("key") == wanted["key"])
    return bool(line["kind"] == wanted["kind"] and line["key"] in wanted["key"].split("|"))


def alike(deed: Line) -> Line:
    """A deed as it can be seen: the order of dice cannot, nor which of the blank tokens it was."""
    seen = dict(deed)
    for key, value in deed.items():
        if key == "roll":
            seen[key] = sorted(value)
        elif key == "deal":
            seen[key] = sorted(card["id"] if isinstance(card, dict) else card for card in value)
        elif key in ("pick", "return") and str(value).startswith("blank"):
            seen[key] = "blank"
    return seen


def words_for(line: Line) -> str:
    if line["kind"] == "deed":
        return f"deed {json.dumps(alike(line['deed']))}"
    return f"{line['kind']} {line.get('key')}" + (f": {line['say']}" if line.get("say") else "")


def overlays(judged: Judged, folder: Path, work: Path, out: Path, fps: int = FPS) -> None:
    """What the eye makes of the last frame of each rest in which something went wrong."""
    plan = json.loads((folder / "shots.json").read_text())
    shots = {shot["base"]: shot for shot in plan["shots"]}
    wanted, number = {}, 0
    for shot in plan["shots"]:
        number += max(1, round(shot["frames"] * fps / FPS))
        wanted[shot["base"]] = work / "frames" / f"{number - 1:05d}.jpg"
    pictures = [str(wanted[shot]) for shot in sorted({row.shot for row in judged.faults}) if shots[shot]["rest"]]
    if not pictures:
        return
    sets = [word for name in set_names(plan, folder).values() for word in ("--set", name)]
    mat = ["--game", plan["config"]["game"]] if plan["config"]["ground"] == "mat" else []
    companion(["look", *pictures, *sets, *mat, "--overlay", str(out)], work)
