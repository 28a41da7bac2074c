"""Has the whole program referee a rendered sequence, and compares every verdict with its script."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from turn_frames import FPS, frames_of, presses_of

from companion.games import GAMES

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
    error: str = ""

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
        return f"{self.name:34s} {self.count('right'):3d}/{self.expected:<3d} right  {counts}  {middle}  {self.error}"


def judge(folder: Path, work: Path, seed: int = 1, fps: int = FPS) -> Judged:
    """Teach, make the frames, referee them, compare. ``work`` keeps what was taught, the frames and the log."""
    plan = json.loads((folder / "shots.json").read_text())
    env = at_home(work)
    sets = teach_all(plan, folder, env)
    first = frames_of(plan, folder, work / "frames", seed, fps)
    lines, error = referee(plan, work, first, sets, env, fps)
    judged = Judged(folder.name, compare(plan, first, lines, fps), error)
    (work / "rows.txt").write_text("".join(f"{row}\n" for row in judged.rows))
    return judged


def at_home(work: Path) -> dict[str, str]:
    """An environment of its own: nothing taught here is seen by anybody else."""
    work.mkdir(parents=True, exist_ok=True)
    return {**os.environ, "XDG_DATA_HOME": str(work / "data"), "XDG_CONFIG_HOME": str(work / "config")}


def companion(words: Sequence[str], env: Mapping[str, str], **ways: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "companion", *words], env=dict(env), text=True, check=False, **ways)


def teach_all(plan: Line, folder: Path, env: Mapping[str, str]) -> list[str]:
    """Teach the program each kind of piece from its photographs, once."""
    names = []
    for kind in plan["config"]["pieces"]["teach"]:
        names.append(name := f"turn-{kind}")
        if (Path(env["XDG_DATA_HOME"]) / "cockadoodle" / "sets" / name).is_dir():
            continue
        words = ["teach", name, "--kind", "dice" if kind == "golden" else kind, "--from", str(folder / "enroll" / kind)]
        done = companion([*words, *["--golden"] * (kind == "golden")], env, capture_output=True)
        if done.returncode:
            raise AssertionError(f"{folder.name}: {kind} cannot be taught: {done.stdout}{done.stderr}")
    return names


def referee(
    plan: Line, work: Path, first: Mapping[int, int], sets: Sequence[str], env: Mapping[str, str], fps: int
) -> tuple[list[Line], str]:
    config = plan["config"]
    (work / "presses.jsonl").write_text("".join(f"{press}\n" for press in presses_of(plan, first, fps)))
    words = [
        "run",
        "--game",
        config["game"],
        "--players",
        *config["players"],
        "--camera",
        f"playback:{work / 'frames'}",
    ]
    words += ["--fps", str(fps), "--headless", "--json", "--set", *sets, "--ground", config["ground"]]
    words += ["--presses", str(work / "presses.jsonl")]
    with open(work / "lines.jsonl", "w") as out, open(work / "log.txt", "w") as log:
        done = companion([*words, "--log", "info"], env, stdout=out, stderr=log)
    told = [json.loads(line) for line in (work / "lines.jsonl").read_text().splitlines() if line.startswith("{")]
    return told, f"ended with {done.returncode}, see {work / 'log.txt'}" if done.returncode else ""


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
    sets = [word for kind in plan["config"]["pieces"]["teach"] for word in ("--set", f"turn-{kind}")]
    game = plan["config"]["game"]
    ground = ["--game", game] if plan["config"]["ground"] == "mat" and game in GAMES else []
    companion(["look", *pictures, *sets, *ground, "--overlay", str(out)], at_home(work), capture_output=True)
