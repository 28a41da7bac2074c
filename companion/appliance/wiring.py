"""Draws which wire goes where, from the very pin map the program runs with, so that it is never wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from calibration.print.paper import Drawing
from hardware.pins import HEADER
from hardware.settings import COLOURS, ButtonsSettings, DisplaySettings
from hardware.trouble import Trouble
from hardware.wording import ENGLISH, Language, line

WIDTH, HEIGHT = 277.0, 185.0  # millimetres: A4 on its side
PITCH = 5.2  # from pin to pin
TOP = 24.0  # of the first row of pins
MIDDLE = WIDTH / 2
CHIP = 7.0
INK, PAPER, QUIET, WIRE = "#2a211a", "#fbf5ea", "#8a7d6b", "#b8500b"
PAINTS = {"green": "#2c6e25", "red": "#b3261e", "blue": "#2b5fa8", "yellow": "#d9a400"}
POWER = {1: "3V3", 2: "5V", 4: "5V", 17: "3V3"}
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
MATRIX_POWER, MATRIX_GROUND = 2, 6
TITLE = line("Wiring, seen from above with the USB sockets below")


@dataclass(frozen=True)
class Line:
    points: tuple[tuple[float, float], ...]
    paint: str
    thick: float = 0.7


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    paint: str
    edge: str = INK
    corner: float = 1.5


@dataclass(frozen=True)
class Dot:
    x: float
    y: float
    radius: float
    paint: str
    edge: str = INK


@dataclass(frozen=True)
class Words:
    x: float
    y: float
    text: str
    size: float = 3.4
    paint: str = INK
    anchor: str = "start"  # start, middle or end


Shape = Line | Box | Dot | Words  # in millimetres from the upper left corner


@dataclass(frozen=True)
class Wire:
    """One wire from a pin of the header to a part."""

    pin: int  # place on the header
    name: str
    paint: str


def wires(buttons: ButtonsSettings, display: DisplaySettings, language: Language = ENGLISH) -> tuple[Wire, ...]:
    """Every wire there is to lay, by place on the header."""

    def matrix(pin: str) -> str:
        return language.said(line("matrix {pin}", pin=pin))

    select = 8 if display.spi_device == 0 else 7
    laid = [
        Wire(MATRIX_POWER, matrix("VCC (5 V)"), "#b3261e"),
        Wire(MATRIX_GROUND, matrix("GND"), INK),
        Wire(HEADER[10], matrix("DIN (GPIO 10)"), WIRE),
        Wire(HEADER[select], matrix(f"CS (GPIO {select})"), WIRE),
        Wire(HEADER[11], matrix("CLK (GPIO 11)"), WIRE),
    ]
    for button, gpio in buttons.pins().items():
        if button in COLOURS:
            name = line("{name} button", name=button)
        else:
            name = line("call button {seat}", seat=button.removeprefix("call:"))
        laid.append(Wire(HEADER[gpio], f"{language.said(name)} (GPIO {gpio})", PAINTS.get(button, "#4c6072")))
    return tuple(sorted(laid, key=lambda wire: wire.pin))


def shapes(buttons: ButtonsSettings, display: DisplaySettings, language: Language = ENGLISH) -> Iterator[Shape]:
    """The whole sheet."""
    laid = wires(buttons, display, language)
    yield Box(0, 0, WIDTH, HEIGHT, PAPER, PAPER, 0)
    yield Words(MIDDLE, 12, language.said(TITLE), 6, anchor="middle")
    yield Box(MIDDLE - 11, TOP - 5, 22, 19 * PITCH + 10, "#33291f", corner=3)
    used = {wire.pin: wire for wire in laid}
    for pin in range(1, 41):
        x, y = _place(pin)
        wire = used.get(pin)
        paint = wire.paint if wire else INK if pin in GROUNDS else "#c9b458"
        yield Dot(x, y, 1.7, paint, PAPER)
        # Numbers between the rows, so that the wires outside stay free.
        yield Words(
            MIDDLE - 0.4 if pin % 2 else MIDDLE + 0.4, y + 0.9, str(pin), 2.3, PAPER, "end" if pin % 2 else "start"
        )
        if wire is None:
            side = -1 if pin % 2 else 1
            label = language.said(line("ground")) if pin in GROUNDS else POWER.get(pin, "")
            yield Words(x + side * 8, y + 0.9, label, 2.3, QUIET, "end" if pin % 2 else "start")
    for side in (-1, 1):
        yield from _side(
            [wire for wire in laid if (wire.pin % 2 == 1) == (side == -1)], side, language.said(line("pin"))
        )
    foot = TOP + 19 * PITCH + 20
    leg = line("Each button: one leg to its pin, the other to a ground (small black dot); several may share one.")
    five = line("The matrix takes 5 V; its data pins may be driven with the Pi's 3.3 V over a short cable.")
    off = line("Switch the Pi off and pull its plug before you wire.")
    for row, (text, paint) in enumerate(((leg, INK), (five, INK), (off, "#b3261e"))):
        yield Words(20, foot + 8 + 7 * row, language.said(text), 4, paint)


def wiring_svg(buttons: ButtonsSettings, display: DisplaySettings, language: Language = ENGLISH) -> str:
    """The sheet as an SVG picture."""
    drawn = "\n".join(_svg(shape) for shape in shapes(buttons, display, language))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" '
        f'font-family="system-ui, Helvetica, Arial, sans-serif" role="img">\n'
        f"<title>{escape(language.said(TITLE))}</title>\n{drawn}\n</svg>\n"
    )


def write_svg(out: Path, buttons: ButtonsSettings, display: DisplaySettings, language: Language = ENGLISH) -> None:
    try:
        out.write_text(wiring_svg(buttons, display, language), encoding="utf-8")
    except OSError as error:
        raise Trouble(f"I cannot write {out} ({error.strerror}).", "Choose another place: --out.") from error
    print(f"{out}: {language.said(TITLE)}.")


def wiring_drawing(buttons: ButtonsSettings, display: DisplaySettings, language: Language = ENGLISH) -> Drawing:
    """The sheet for the printer."""

    def draw(canvas: Any) -> None:
        for shape in shapes(buttons, display, language):
            _print(canvas, shape)

    return Drawing(WIDTH, HEIGHT, draw, TITLE)


def _place(pin: int) -> tuple[float, float]:
    return MIDDLE + (-6 if pin % 2 else 6), TOP + (pin - 1) // 2 * PITCH


def _side(laid: list[Wire], side: int, pin_word: str) -> Iterator[Shape]:
    """The parts of one side, from top to bottom as their pins are: then no two wires cross."""
    room = 19 * PITCH
    step = room / max(len(laid) - 1, 1)
    for count, wire in enumerate(laid):
        x, y = _place(wire.pin)
        part_x, part_y = MIDDLE + side * 52, TOP + (count * step if len(laid) > 1 else y - TOP)
        bend = MIDDLE + side * 22
        yield Line(((x, y), (bend, y), (part_x - side * 4, part_y), (part_x, part_y)), wire.paint)
        left = part_x if side > 0 else part_x - 74
        yield Box(left, part_y - CHIP / 2, 74, CHIP, "#ffffff", wire.paint)
        yield Dot(left + 5, part_y, 2, wire.paint)
        yield Words(left + 10, part_y + 1.2, wire.name, 3.6)
        yield Words(left + 72, part_y + 1.2, f"{pin_word} {wire.pin}", 3.2, QUIET, "end")


def _svg(shape: Shape) -> str:
    match shape:
        case Line(points, paint, thick):
            path = " ".join(f"{x:g},{y:g}" for x, y in points)
            return f'<polyline points="{path}" fill="none" stroke="{paint}" stroke-width="{thick}"/>'
        case Box(x, y, width, height, paint, edge, corner):
            return (
                f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner:g}" '
                f'fill="{paint}" stroke="{edge}" stroke-width="0.4"/>'
            )
        case Dot(x, y, radius, paint, edge):
            return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{paint}" stroke="{edge}" stroke-width="0.3"/>'
        case Words(x, y, text, size, paint, anchor):
            return (
                f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{paint}" text-anchor="{anchor}">'
                f"{escape(text)}</text>"
            )


def _print(canvas: Any, shape: Shape) -> None:
    """The same shape on a canvas whose origin is at the lower left."""
    match shape:
        case Line(points, paint, thick):
            canvas.setStrokeColor(paint)
            canvas.setLineWidth(thick)
            path = canvas.beginPath()
            path.moveTo(points[0][0], HEIGHT - points[0][1])
            for x, y in points[1:]:
                path.lineTo(x, HEIGHT - y)
            canvas.drawPath(path)
        case Box(x, y, width, height, paint, edge, corner):
            _pens(canvas, paint, edge)
            canvas.roundRect(x, HEIGHT - y - height, width, height, corner, stroke=1, fill=1)
        case Dot(x, y, radius, paint, edge):
            _pens(canvas, paint, edge)
            canvas.circle(x, HEIGHT - y, radius, stroke=1, fill=1)
        case Words(x, y, text, size, paint, anchor):
            canvas.setFillColor(paint)
            canvas.setFont("Helvetica", size)
            put = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}
            put[anchor](x, HEIGHT - y, text)


def _pens(canvas: Any, paint: str, edge: str) -> None:
    canvas.setFillColor(paint)
    canvas.setStrokeColor(edge)
    canvas.setLineWidth(0.4)
