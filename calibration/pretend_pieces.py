"""A pretend host at the painted table, who lays out tokens, cards or tiles and names them."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from calibration.pretend import FPS
from calibration.prompt import Prompt
from hardware.frame import Frame
from vision.piece_set import BACK
from vision.render.paint import Painter
from vision.render.scene import Card, Cloth, Hand, Scene, Spot, Tile, Token, hung, usual_worms

HAND_FRAMES, STILL_FRAMES = 5, 12
ACROSS = 4
BOXES = {
    "tiles": (*(str(number) for number in range(21, 37)), BACK),
    "cards": tuple(f"{colour}-{n}" for colour in ("red", "blue", "green", "yellow") for n in range(1, 5)),
    "tokens": tuple(f"{colour}-{n}" for colour in ("red", "blue", "green", "yellow") for n in range(1, 5)),
}


class PretendLayer:
    """Lays eight pieces at a time, the next ones when these are named; answers for itself if it is asked to."""

    def __init__(self, kind: str, seed: int = 1, named: Callable[[], int] = int) -> None:
        self.kind, self._named = kind, named
        self.scene = Scene(camera=hung((150.0, 90.0), 430.0, 8.0), cloth=Cloth("felt-green"))
        self._names = BOXES[kind]
        self._chance = random.Random(seed)
        self._painter = Painter()
        self._number = self._since = self._batch = 0
        self._lay()

    def read(self) -> Frame:
        self._number += 1
        if self._named() > 8 * self._batch:
            self._batch += 1
            self._lay()
        self._since += 1
        scene = replace(self.scene, frame=self._number)
        if self._since <= HAND_FRAMES:
            scene = replace(scene, hands=(Hand(at=(150.0, 20.0 + 14 * self._since)),))
        return Frame(self._painter.paint(scene), self._number, self._number / FPS, "pretend")

    def still(self) -> Frame:
        """The table with no hand over it."""
        self._since = HAND_FRAMES
        return self.read()

    def lay_again(self) -> None:
        """The same pieces once more, a little elsewhere."""
        self._lay()

    def read_after(self, moment: float) -> Frame:
        return self.read()

    def close(self) -> None:
        """Nothing is open."""

    def reply(self, prompt: Prompt) -> str | None:
        if prompt.step == "report":
            return "use"
        if prompt.step != "lay" or self._since < HAND_FRAMES + STILL_FRAMES:
            return None
        names = self._names[8 * self._batch : 8 * self._batch + 8]
        if not names:
            return "finish"
        if not prompt.boxes:
            return None
        return " ".join(f"{name}={name[-1]}" if self.kind == "cards" else name for name in names)

    def _lay(self) -> None:
        names = self._names[8 * self._batch : 8 * self._batch + 8]
        spots = [
            (30.0 + 80 * (n % ACROSS) + self._chance.uniform(-4, 4), 140.0 - 100 * (n // ACROSS))
            for n in range(len(names))
        ]
        self.scene = laid(self.scene, self.kind, names, spots)
        self._since = 0


def laid(scene: Scene, kind: str, names: Sequence[str], spots: Sequence[Spot]) -> Scene:
    pairs = list(zip(names, spots, strict=True))
    match kind:
        case "tiles":
            tiles = (tile(name, spot) for name, spot in pairs)
            return replace(scene, tiles=tuple(tiles))
        case "cards":
            return replace(scene, cards=tuple(Card(name, int(name[-1]), spot) for name, spot in pairs))
        case _:
            return replace(scene, tokens=tuple(Token(name, spot) for name, spot in pairs))


def tile(name: str, spot: Spot) -> Tile:
    return Tile(21, spot, face_up=False) if name == BACK else Tile(int(name), spot, worms=usual_worms(int(name)))
