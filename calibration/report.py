"""Writes the page that tells how well a taught set is read: one HTML file with its own plots."""

import base64
import html
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from calibration.exam import Marks
from calibration.files import write_whole
from calibration.wording import ENGLISH, Language, Line, line, lines
from hardware.frame import Pixels
from vision.piece_set import PieceSet, sets_folder

Tell = Callable[[Line], str]

STYLE = """
:root { color-scheme: light dark; --ground: #fbf5ea; --surface: #fff; --ink: #2a211a; --ember: #b8500b;
  --grass: #2c6e25; --comb: #b3261e; --steel: #4c6072 }
@media (prefers-color-scheme: dark) { :root { --ground: #17130f; --surface: #241d17; --ink: #f7eedd;
  --ember: #ff8a3d; --grass: #8ccf7e; --comb: #ff6b5e; --steel: #8fa3b5 } }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; background: var(--ground); color: var(--ink);
  font: 18px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums }
section { background: var(--surface); border-radius: 12px; padding: 1rem 1.5rem; margin: 1rem 0 }
h1 { font-size: 36px; margin: 0 } h2 { font-size: 24px; margin: .5rem 0 }
.big { font-size: 56px; line-height: 1.1; margin: 0; font-weight: 700; color: var(--ember) }
table { border-collapse: collapse } td, th { padding: .35rem .6rem; text-align: center; min-width: 2rem }
td.right { color: var(--grass); font-weight: 700 } td.wrong { color: var(--comb); font-weight: 700 }
td.none { color: var(--steel); opacity: .5 } img { border-radius: 8px; image-rendering: pixelated }
figure { display: inline-block; margin: .5rem 1rem .5rem 0; text-align: center }
svg text { fill: var(--ink); font: 12px system-ui } svg .axis { stroke: var(--steel) }
"""


def report_path(name: str) -> Path:
    return sets_folder() / name / "report.html"


def write_report(
    made: PieceSet, marks: Marks, apart: Line, weakest: tuple[str, str], language: Language = ENGLISH
) -> Path:
    """Put the report beside the set it is about."""
    path = report_path(made.name)
    write_whole(path, page(made, marks, apart, weakest, language).encode())
    return path


def page(made: PieceSet, marks: Marks, apart: Line, weakest: tuple[str, str], language: Language = ENGLISH) -> str:
    def tell(text: Line) -> str:
        return html.escape(language.said(text))

    advice = "".join(f"<p>{tell(advised)}</p>" for advised in marks.advice(made.names))
    parts = [
        f"<h1>{html.escape(made.name)}</h1><p>{html.escape(made.about)}</p>",
        _result(marks, tell),
        _section(tell(line("Advice")), advice),
        _section(tell(line("Which face was taken for which")), _matrix(made.names, marks, tell)),
        _section(tell(line("The weakest pair")), f"<p>{tell(apart)}</p>" + _pair(made, weakest)),
        _section(tell(line("How sure it felt")), _sureness_plot(marks, tell)),
        _wrong_ones(marks, tell),
        _section(tell(line("What it has learned")), _faces(made)),
    ]
    title = tell(line("How well {name} is read", name=made.name))
    return (
        f'<!doctype html><html lang="{language.code}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style><main>{''.join(parts)}</main></html>\n"
    )


def _section(title: str, inside: str) -> str:
    return f"<section><h2>{title}</h2>{inside}</section>"


def _result(marks: Marks, tell: Tell) -> str:
    if not marks.answers:
        how = line("Roll the dice a few times: companion teach, then the exam.")
        return _section(tell(line("No exam was taken")), f"<p>{tell(how)}</p>")
    low, high = marks.interval
    share = lines(
        line("{right} of {total} dice read right.", right=marks.right, total=len(marks.answers)),
        line("With so few dice the true share lies between {low:.1%} and {high:.1%} (95 %).", low=low, high=high),
    )
    verdict = line("Exam passed") if marks.passed else line("Exam not passed")
    return _section(tell(verdict), f'<p class="big">{marks.accuracy:.1%}</p><p>{tell(share)}</p>')


def _matrix(faces: Sequence[str], marks: Marks, tell: Tell) -> str:
    counts = marks.confusions()
    columns = [*faces, "?"]
    head = "".join(f"<th>{html.escape(face)}</th>" for face in columns)
    rows = []
    for truth in faces:
        cells = []
        for read in columns:
            n = counts.get((truth, read), 0)
            kind = "none" if n == 0 else "right" if truth == read else "wrong"
            cells.append(f'<td class="{kind}">{n or "·"}</td>')
        rows.append(f"<tr><th>{html.escape(truth)}</th>{''.join(cells)}</tr>")
    corner = tell(line("it was \\ I read"))
    return f"<table><tr><th>{corner}</th>{head}</tr>{''.join(rows)}</table>"


def _pair(made: PieceSet, weakest: tuple[str, str]) -> str:
    shown = []
    for name in weakest:
        patch = next((example.patch for example in made.examples if example.name == name), None)
        if patch is not None:
            shown.append(_figure(patch, name, 128))
    return "".join(shown)


def _faces(made: PieceSet) -> str:
    return "".join(_figure(example.patch, example.name, 48) for example in made.examples)


def _wrong_ones(marks: Marks, tell: Tell) -> str:
    wrong = [answer for answer in marks.answers if not answer.right]
    if not wrong:
        return ""
    shown = ""
    for one in wrong:
        misread = line(
            "{truth}, read as {read} ({sure:.0%} sure)", truth=one.truth, read=one.read or "?", sure=one.sureness
        )
        shown += _figure(one.picture, html.unescape(tell(misread)), 96)
    return _section(tell(line("What was misread")), shown)


def _figure(picture: Pixels, words: str, size: int) -> str:
    coded = cv2.imencode(".png", np.asarray(picture, dtype=np.uint8))[1].tobytes()
    data = base64.b64encode(coded).decode()
    words = html.escape(words)
    return (
        f'<figure><img alt="{words}" width="{size}" height="{size}" src="data:image/png;base64,{data}">'
        f"<figcaption>{words}</figcaption></figure>"
    )


def _sureness_plot(marks: Marks, tell: Tell) -> str:
    """Each die a dot at its sureness, right ones above the line, wrong ones below it."""
    wide, high, left = 560, 170, 60
    dots = []
    for number, answer in enumerate(marks.answers):
        x = left + answer.sureness * (wide - left - 20)
        y = (50 if answer.right else 115) + (number % 7 - 3) * 5
        colour = "var(--grass)" if answer.right else "var(--comb)"
        shape = (
            f'<circle cx="{x:.1f}" cy="{y}" r="5" fill="{colour}" fill-opacity=".7"/>'
            if answer.right
            else f'<path d="M{x - 5:.1f} {y - 5}l10 10m0 -10l-10 10" stroke="{colour}" stroke-width="3"/>'
        )
        dots.append(shape)
    label = tell(line("sureness of right and wrong readings"))
    ticks = "".join(
        f'<text x="{left + t * (wide - left - 20):.0f}" y="160" text-anchor="middle">{t:.0%}</text>'
        for t in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    return (
        f'<svg viewBox="0 0 {wide} {high}" width="100%" role="img" aria-label="{label}">'
        f'<text x="4" y="54">{tell(line("the right ones"))}</text>'
        f'<text x="4" y="119">{tell(line("the wrong ones"))}</text>'
        f'<line class="axis" x1="{left}" x2="{wide - 20}" y1="84" y2="84"/>'
        f'<line class="axis" x1="{left}" x2="{wide - 20}" y1="142" y2="142"/>{ticks}{"".join(dots)}</svg>'
    )
