"""Draws the play mat of a game, quiet enough to laminate."""

from typing import Any

from calibration.print import ink
from calibration.print.paper import Drawing
from calibration.wording import line
from vision.table.zones import EDGE_MM, MOST_PLAYERS, TOKEN_MM, Mat, Zone, mat

TITLES = {
    "heckmeck": "Heckmeck",
    "heckmeck-junior": "Heckmeck Junior",
    "heckmeck-deluxe": "Heckmeck Deluxe",
    "rooster-run": "Rooster Run",
}
WORDS = {
    "en": {
        "tray": "roll here",
        "aside": "laid aside",
        "pond": "worms, face down",
        "place": "top tile of player",
        "front": "player",
    },
    "de": {
        "tray": "hier würfeln",
        "aside": "zur Seite gelegt",
        "pond": "Würmer, verdeckt",
        "place": "oberster Stein von Spieler",
        "front": "Spieler",
    },
}
_GRILL_WORMS = {n: 1 + (n - 21) // 4 for n in range(21, 37)} | {11: 1, 13: 1}
_CLEAR_MM = 6.0


def mat_drawing(game: str, players: int | None = None, language: str = "en") -> Drawing:
    sheet = mat(game, players or MOST_PLAYERS[game])
    remark = line("Lay it under the camera, the numbers to be read from your side.")

    def draw(canvas: Any) -> None:
        canvas.setFillColor(ink.IVORY)
        canvas.rect(0, 0, sheet.width, sheet.height, stroke=0, fill=1)
        canvas.translate(EDGE_MM, EDGE_MM)
        _markers(canvas, sheet)
        for zone in sheet.zones:
            _zone(canvas, zone, WORDS[language])
        _rooster(canvas, sheet)

    return Drawing(sheet.width, sheet.height, draw, line("Mat for {game}", game=TITLES[game]), remark)


def _markers(canvas: Any, sheet: Mat) -> None:
    white = 40 + 2 * _CLEAR_MM
    for number, (x, y) in enumerate(sheet.markers):
        canvas.setFillColor("#ffffff")
        canvas.rect(x - white / 2, y - white / 2, white, white, stroke=0, fill=1)
        ink.marker(canvas, number, x, y)


def _rooster(canvas: Any, sheet: Mat) -> None:
    x, _ = sheet.markers[2]
    ink.rooster(canvas, x, 28, 28)


def _zone(canvas: Any, zone: Zone, words: dict[str, str]) -> None:
    kind, _, name = zone.name.partition(":")
    match kind:
        case "tray" | "aside" | "pond":
            ink.frame(canvas, zone.x, zone.y, zone.width, zone.height, ink.FELT, bend=4)
            _label(canvas, zone.x + 4, zone.y + zone.height - 4.5, words[kind])
        case "grill":
            _slot(canvas, zone, name)
        case "card":
            ink.frame(canvas, zone.x, zone.y, zone.width, zone.height)
            _ghost(canvas, *zone.centre, name, 16)
        case "place":
            ink.frame(canvas, zone.x, zone.y, zone.width, zone.height)
            _ghost(canvas, *zone.centre, name, 12)
            _label(canvas, zone.x + 2.5, zone.y + 2, f"{words[kind]} {name}")
        case "front":
            _front(canvas, zone, f"{words[kind]} {name}")


def _slot(canvas: Any, zone: Zone, number: str) -> None:
    """A place on the grill: bars to lay the tile on, its number and its worms."""
    ink.frame(canvas, zone.x, zone.y, zone.width, zone.height)
    canvas.setStrokeColor("#eadfcb")
    canvas.setLineWidth(0.6)
    for bar in range(1, int(zone.width // 4)):
        x = zone.x + bar * zone.width / (zone.width // 4)
        canvas.line(x, zone.y + 2, x, zone.y + zone.height - 2)
    middle, y = zone.centre
    _ghost(canvas, middle, y + 5, number, 12)
    worms = _GRILL_WORMS.get(int(number), 0)
    for n in range(worms):  # two a row, as on the tiles
        row = min(2, worms - n // 2 * 2)
        ink.worm(canvas, middle + (n % 2 - (row - 1) / 2) * 8.5, y - 8 - n // 2 * 6, 7, "#d3aaa9")


def _front(canvas: Any, zone: Zone, label: str) -> None:
    ink.frame(canvas, zone.x, zone.y, zone.width, zone.height)
    canvas.setStrokeColor(ink.LINE)
    canvas.setLineWidth(0.25)
    canvas.setDash(1, 1)
    for part in (0.27, 0.73):
        canvas.circle(zone.x + part * zone.width, zone.y + zone.height / 2 + 2, TOKEN_MM / 2 + 1, stroke=1, fill=0)
    canvas.setDash()
    _label(canvas, zone.x + 2.5, zone.y + 2, label)


def _ghost(canvas: Any, x: float, y: float, text: str, size: float) -> None:
    """A number that is read when nothing lies on it, and does not shout when something does."""
    canvas.setFillColor("#d8c8ad")
    canvas.setFont("Helvetica-Bold", size)
    canvas.drawCentredString(x, y - size * 0.36, text)


def _label(canvas: Any, x: float, y: float, text: str) -> None:
    canvas.setFillColor("#7a6a55")
    canvas.setFont("Helvetica", 2.7)
    canvas.drawString(x, y, text)
