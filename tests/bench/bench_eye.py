"""Prints what the eye reaches on every measure, beside what others reach: ``make bench-eye``.

Reads ../shared (rendered tables, photographs, kept-back renders); writes reliability and confusion plots and pictures
the failures to out/eye/.
"""

import importlib
import json
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.learn import learn_dice
from calibration.learn_flat import learn_flat
from companion.appliance.memory import Thrift
from companion.mats import all_mats
from companion.verbs.look import as_json
from hardware.frame import Frame
from vision.dice.sureness import chance
from vision.observation import COCKED, DieSeen, likely, presence
from vision.overlay import draw
from vision.photo import open_photo
from vision.piece_set import PieceSet
from vision.reader import Reader
from vision.render.invent import random_scene
from vision.render.paint import paint
from vision.squeezed import read_photo
from vision.table.markers import dictionary
from vision.table.motion import Motion
from vision.training import calibrate
from vision.training.calibrate import read_all, taught_rows
from vision.training.scenes import read_renders

SHARED = Path(__file__).resolve().parents[3] / "shared"
OUT = Path("out/eye")
READS, STILLS = 40, ((1920, 1080), (4608, 2592))  # how often one is timed; larger pictures that are read, too
MANY = 6  # dice from which on a picture of the bench is timed
PEERS = {
    "heckmeck": "YOLOv5n .868 / .44 / .042",
    "byler": "SSD .889 / .608, YOLOv5n .741 / .228",
    "matteop65": "YOLOv5n .942 / .843",
    "roboflow-dice": "YOLOv5n .794 / .651",
}
IN_LAMP_LIGHT = (
    "dice recall", "read right, of all", "exact-scene rate", "golden right", "token accuracy (face-up)",
    "backs and blanks right", "card design accuracy", "rooster exact-scene rate", "tile number accuracy (face-up)",
    "tile side right", "tile exact-scene rate",
)  # fmt: skip
Reading = tuple[float, bool]  # sureness, right


def score_module() -> Any:
    sys.path.insert(0, str(SHARED / "bench"))
    return importlib.import_module("score")


def in_lamp_light(score: Any) -> None:
    """The bench's pictures as if a warm lamp stood at one end; what tells gold and tokens was chosen in like light."""
    bench, chance = SHARED / "bench", np.random.default_rng(0)
    print("\nthe same bench in the light of a warm lamp at one end")
    for family in ("heckmeck", "junior", "pips", "rooster", "grill"):
        counts = []
        for truth in (t for t in score.load_truth(str(bench)).values() if t["family"] == family):
            photo = open_photo(bench / truth["image"])
            light = np.linspace(0.45, 1.15, truth["width"])[:, None] * np.array([0.75, 0.95, 1.1])
            lit = photo.pixels * light + chance.normal(0, 4, photo.pixels.shape)
            seen = read_photo(
                reader_for(family, style_of(truth)), replace(photo, pixels=np.asarray(lit.clip(0, 255), np.uint8))
            )
            counts.append(score.score_image(truth, as_json(truth["image"], seen)))
        shares = {k: v for k, v in score.summary(score.total(counts)).items() if k in IN_LAMP_LIGHT}
        print(f"    {family:9}", ", ".join(f"{name} {value:.3f}" for name, value in shares.items()))


def style_of(truth: Any) -> str:
    """The dice to be taught, where each picture has its own."""
    return str(truth["style"]) if truth["family"] in ("heckmeck", "junior") else ""


@cache
def reader_for(family: str, style: str) -> Reader:
    return Reader(taught(SHARED / "bench" / family, style, family))


def bench_rows(score: Any, sure: list[Reading], mixed: Counter[tuple[str, str]]) -> None:
    bench = SHARED / "bench"
    spent = []
    for family in ("heckmeck", "junior", "pips", "rooster", "grill"):
        truths = [t for t in score.load_truth(str(bench)).values() if t["family"] == family]
        counts = []
        for truth in truths:
            frame = open_photo(bench / truth["image"])
            seen = read_photo(reader_for(family, style_of(truth)), frame)
            if len(truth.get("dice", ())) >= MANY:
                spent.append(seen.ms)
            said = as_json(truth["image"], seen)
            count = score.score_image(truth, said)
            counts.append(count)
            note(score, truth, said, sure, mixed)
            if any(count.get(f"{k}_scenes", 0) > count.get(f"{k}_scenes_exact", 0) for k in ("dice", "token", "tile")):
                keep(family + "-" + Path(truth["image"]).stem, draw(frame.pixels, seen))
        print(f"\nbench {family}" + (f"   (peer: {PEERS[family]})" if family in PEERS else ""))
        for name, value in score.summary(score.total(counts)).items():
            print(f"    {name:34} {value if isinstance(value, int) else format(value, '.3f')}")
    print(f"\nreads of {MANY} and more dice on the bench: median {statistics.median(spent):.1f} ms of {len(spent)}")


def taught(folder: Path, style: str, family: str) -> list[PieceSet]:
    if style:
        sets = [learn_dice(f"{family}-{style}", folder / "enroll" / style)[0]]
        golden = folder / "enroll-golden" / style
        return sets + ([learn_dice(f"{family}-{style}-golden", golden, True)[0]] if golden.is_dir() else [])
    kinds = {"rooster": ("tokens", "cards"), "grill": ("tiles",)}.get(family, ())
    return [learn_flat(kind, kind, folder / "enroll" / kind)[0] for kind in kinds]


def note(score: Any, truth: Any, said: Any, sure: list[Reading], mixed: Counter[tuple[str, str]]) -> None:
    """Collect every reading of a flat, whole die with its sureness."""
    dice, seen = truth.get("dice", []), said["dice"]
    if not dice or not seen:
        return
    pairs = score.match([[score.die_score(s, t) for t in dice] for s in seen])
    for n, m in pairs.items():
        if not dice[n]["cocked"] and not dice[n]["truncated"] and seen[m]["face"] is not None:
            sure.append((seen[m]["sureness"], seen[m]["face"] == dice[n]["face"]))
            mixed[(dice[n]["face"], seen[m]["face"])] += 1


def photo_rows(sure: list[Reading]) -> None:
    reader = Reader()
    OUT.mkdir(parents=True, exist_ok=True)
    sys.path.insert(0, str(SHARED / "dice-photos"))
    score_photos = importlib.import_module("score_photos")
    for name, split in (("byler", "test"), ("matteop65", "test"), ("roboflow-dice", None)):
        folder = SHARED / "dice-photos" / name
        labels = folder / "labels.json"
        lines = []
        for entry in json.loads(labels.read_text()):
            if split in (None, entry["split"]):
                frame = open_photo(folder / "images" / Path(entry["image"]).name)
                said = as_json(entry["image"], read_photo(reader, frame))
                lines.append(json.dumps(said))
                named = [d for d in said["dice"] if d["face"] is not None]
                if split:
                    for n, m in score_photos.pair(entry["dice"], named):
                        sure.append((named[m]["sureness"], str(entry["dice"][n]["value"]) == named[m]["face"]))
        seen = OUT / f"{name}.jsonl"
        seen.write_text("\n".join(lines) + "\n")
        words = [sys.executable, str(SHARED / "dice-photos" / "score_photos.py"), str(seen), str(labels)]
        print(f"\n{name} (peer: {PEERS[name]})")
        said_by = subprocess.run(
            words + (["--split", split] if split else []), capture_output=True, text=True, check=True
        )
        print("    " + said_by.stdout.strip().replace("\n", "\n    "))


def kept_back(sure: list[Reading]) -> None:
    """Rendered scenes never trained on: pips read untaught, cocked dice, false dice."""
    reader = Reader()
    counts: Counter[str] = Counter()
    there_told: list[Reading] = []
    shown_told: list[Reading] = []
    for path in sorted((SHARED / "train-renders" / "scenes").glob("*[78].json")):
        truth = json.loads(path.read_text())
        seen = reader.read(open_photo(path.with_suffix(".jpg"))).dice
        there_told += [(presence(one), any(inside(one, die["box_px"]) for die in truth["dice"])) for one in seen]
        for die in truth["dice"]:
            if min(die["inside_fraction"], die["top_visible"]) < 0.8:
                continue
            x, y, w, h = die["box_px"]
            there = [s for s in seen if inside(s, die["box_px"])]
            there.sort(key=lambda s: abs(s.box[0] - x) + abs(s.box[1] - y) + abs(s.box[2] - w) + abs(s.box[3] - h))
            counts["cocked" if die["cocked"] else "flat"] += 1
            if there:
                counts["cocked found" if die["cocked"] else "flat found"] += 1
                called = there[0].cocked
                shows = COCKED if die["cocked"] else die["face"]
                shown_told += [(chance, name == shows) for name, chance in likely(there[0])]
                counts["cocked flagged" if die["cocked"] else "flat called cocked"] += called
                plain = (
                    truth["style_params"].get(die["style"].removesuffix("-gold"), {}).get("kind", "").startswith("pips")
                )
                if plain and not die["cocked"] and there[0].face and not die["face"].startswith("g"):
                    right = there[0].face == die["face"]
                    sure.append((there[0].sureness, right))
                    counts["pips"] += 1
                    counts["pips right"] += right
    print("\nkept-back renders, untaught")
    for part, whole in (
        ("flat found", "flat"), ("cocked flagged", "cocked"), ("flat called cocked", "flat"), ("pips right", "pips")
    ):  # fmt: skip
        print(f"    {part:34} {counts[part] / max(counts[whole], 1):.4f} of {counts[whole]}")

    calibrated("a die is there", there_told)
    calibrated("it shows a face, or leans", shown_told)


def inside(seen: DieSeen, box: Sequence[float]) -> bool:
    x, y, w, h = box
    return x < seen.box[0] + seen.box[2] / 2 < x + w and y < seen.box[1] + seen.box[3] / 2 < y + h


def calibrated(what: str, told: list[Reading]) -> None:
    """Chances told beside how often they came true."""
    print(f"    {what}: chance told / came true / how often told")
    for low, high in pairwise((0.0, 0.02, 0.1, 0.3, 0.7, 0.9, 0.98, 1.001)):
        some = [(chance, true) for chance, true in told if low <= chance < high]
        if some:
            said, true = np.mean(some, axis=0)
            print(f"        {said:.3f} / {true:.3f} / {len(some)}")


def kept_back_taught(sure: list[Reading]) -> None:
    """Styles never trained on, each taught three times from two dice a face: how surely its others are named."""
    rows, _, _ = taught_rows(read_all(calibrate.kept_back(read_renders(SHARED / "train-renders" / "scenes"))))
    sure += [(chance("face of taught", row), right) for row, right in rows]
    print(f"    {'taught, named right':34} {np.mean([right for _, right in rows]):.4f} of {len(rows)}")


def empty_tables(reader: Reader) -> None:
    pictures = list(without_dice())
    wrong = named = 0
    for number, pixels in enumerate(pictures):
        seen = reader.read(Frame(pixels, number, 0.0))
        named += any(die.face is not None for die in seen.dice)
        if seen.dice:
            wrong += 1
            keep(f"empty-{number}", draw(pixels, seen))
    print(f"\npictures without dice: {wrong} of {len(pictures)} with a false die, {named} with a face on it")


def without_dice() -> Iterator[Any]:
    for path in sorted((SHARED / "train-renders" / "scenes").glob("*.json")):
        if not json.loads(path.read_text())["dice"]:
            yield open_photo(path.with_suffix(".jpg")).pixels
    for family in ("rooster", "grill"):
        for path in sorted((SHARED / "bench" / family / "scenes").glob("*.jpg")):
            yield open_photo(path).pixels
    for seed in range(70):
        yield paint(random_scene(5000 + seed, ("empty", "grill", "rooster")[seed % 3], all_mats()))


def reliability(sure: list[Reading], never_fitted: int) -> None:
    """The first so many readings are of pictures the sureness was not fitted on."""
    print()
    for what, some in (("all", sure), ("never fitted on", sure[:never_fitted])):
        confident = [right for s, right in some if s >= 0.95]
        print(f"sureness >= .95, {what}: {len(confident)} of {len(some)} readings, {np.mean(confident):.4f} right")
    plot = np.full((420, 420, 3), 255, np.uint8)
    cv2.line(plot, (10, 410), (410, 10), (200, 200, 200), 1)
    for low in np.arange(0, 1, 0.1):
        inside = [(s, right) for s, right in sure if low <= s < low + 0.1 or (low > 0.85 and s == 1)]
        if inside:
            x, y = np.mean([s for s, _ in inside]), np.mean([right for _, right in inside])
            cv2.circle(
                plot, (int(10 + 400 * x), int(410 - 400 * y)), 4 + int(2 * np.log2(len(inside))), (11, 80, 184), -1
            )
    keep("reliability", plot)


def confusion(mixed: Counter[tuple[str, str]]) -> None:
    names = sorted({name for pair in mixed for name in pair})
    cell = 44
    plot = np.full((cell * (len(names) + 1),) * 2 + (3,), 255, np.uint8)
    for n, true in enumerate(names, 1):
        for text, at in ((true[:6], (4, n * cell + 26)), (true[:6], (n * cell + 4, 26))):
            cv2.putText(plot, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.36, (30, 30, 30), 1, cv2.LINE_AA)
        for m, said in enumerate(names, 1):
            if count := mixed[(true, said)]:
                colour = (126, 207, 140) if true == said else (94, 107, 255)
                cv2.rectangle(plot, (m * cell, n * cell), (m * cell + cell - 3, n * cell + cell - 3), colour, -1)
                spot = (m * cell + 6, n * cell + 26)
                cv2.putText(plot, str(count), spot, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    keep("confusion", plot)


def keep(name: str, pixels: Any) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(OUT / f"{name}.png"), pixels)


READING = """
import re, sys, time
began = time.perf_counter()
from pathlib import Path
from vision.photo import open_photo
from vision.reader import Reader
reader, photo = Reader(), open_photo(Path(sys.argv[1]))
reader.read(photo)
took = time.perf_counter() - began
for _ in range(20):
    reader.read(photo)
print(took, re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
"""


def speed() -> None:
    """A full read of eight dice at 1280x720 beside ArUco detection on the same frame, one thread."""
    cv2.setNumThreads(1)
    scene = next(
        random_scene(s, "pips", all_mats())
        for s in range(100, 900)
        if len(random_scene(s, "pips", all_mats()).dice) == 8
    )
    frame = Frame(paint(scene), 0, 0.0)
    reader, motion = Reader(), Motion()
    detector = cv2.aruco.ArucoDetector(dictionary(), cv2.aruco.DetectorParameters())
    jobs: dict[str, Callable[[], object]] = {
        "read": lambda: reader.read(frame),
        "aruco": lambda: detector.detectMarkers(frame.pixels),
        "glance": lambda: motion.look(frame),
    }
    spent: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(READS):
        for name, job in jobs.items():
            spent[name].append(milliseconds(job))
    read, aruco, glance = (statistics.median(spent[name]) for name in jobs)
    print(f"\nfull read of {len(scene.dice)} dice: median {read:.1f} ms (best {min(spent['read']):.1f}), ", end="")
    print(f"{read / aruco:.2f} times ArUco detection on that frame ({aruco:.1f} ms); YOLOv5n needed 45 to 110 ms")
    print(f"while nothing moves: {glance:.1f} ms a frame, {glance / aruco:.2f} times ArUco")
    shown = faces(reader, frame)
    for size in STILLS:
        still = Frame(np.asarray(cv2.resize(frame.pixels, size, interpolation=cv2.INTER_CUBIC), np.uint8), 0, 0.0)
        took = statistics.median(milliseconds(partial(reader.read, still)) for _ in range(5))
        same = "the same" if faces(reader, still) == shown else "other"
        print(f"the same as a still of {size[0]}x{size[1]}: {took:.0f} ms, {same} faces")
    OUT.mkdir(parents=True, exist_ok=True)
    photo = OUT / "still.png"
    cv2.imwrite(str(photo), frame.pixels)
    loading, used = subprocess.run(
        [sys.executable, "-c", READING, str(photo)], capture_output=True, text=True, check=True
    ).stdout.split()
    print(f"load and first read: {float(loading):.2f} s; memory of the reading process: {int(used) / 1024:.0f} MB")


def faces(reader: Reader, frame: Frame) -> list[str]:
    return sorted(str(die.face) for die in reader.read(frame).dice)


def milliseconds(job: Callable[[], object]) -> float:
    """Of the processor: what else runs on the machine does not count."""
    began = time.process_time()
    job()
    return (time.process_time() - began) * 1000


def main() -> int:
    Thrift()  # as where people read: the memory of one picture serves the next
    if not SHARED.is_dir():
        print("There are no pictures to measure on: ../shared is missing.")
        return 1
    score = score_module()
    sure: list[Reading] = []
    mixed: Counter[tuple[str, str]] = Counter()
    bench_rows(score, sure, mixed)
    in_lamp_light(score)
    photo_rows(sure)
    never_fitted = len(sure)
    kept_back(sure)
    kept_back_taught(sure)
    importlib.import_module("close_ups").close_up_rows(SHARED)  # which lies beside this file, as do the next
    importlib.import_module("on_the_mat").on_the_mat_rows()
    importlib.import_module("phantoms").phantom_rows()
    empty_tables(Reader())
    reliability(sure, never_fitted)
    confusion(mixed)
    speed()
    importlib.import_module("ablate").ablation([])
    importlib.import_module("count_numbers").size_rows()
    print(f"\nPlots and failures as pictures: {OUT}/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
