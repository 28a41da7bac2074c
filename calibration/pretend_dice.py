"""A pretend host at the painted table, who shows the dice a teaching wizard asks for and rolls them for its exam."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count

from calibration.pretend import FPS, over
from calibration.prompt import Prompt
from hardware.frame import Frame
from hardware.trouble import Trouble
from vision.observation import Box
from vision.render.dice import die_style
from vision.render.paint import Painter, truth
from vision.render.scene import HEIGHT, WIDTH, Die, Hand, Light, Scene
from vision.table.zones import Mat

HAND_FRAMES, STILL_FRAMES = 5, 13
FAULTS = ("hand", "two faces", "wrong face", "blurred", "lamp off", "unplugged")


class PretendTeacher:
    """Camera and host in one. ``faults`` says in which round something goes wrong, and what."""

    def __init__(
        self,
        prompt: Callable[[], Prompt],
        sheet: Mat,
        style: str = "heckmeck",
        dice: int = 4,
        seed: int = 1,
        faults: Mapping[int, str] | None = None,
        size: tuple[int, int] = (WIDTH, HEIGHT),
    ) -> None:
        self.faces = tuple(dict.fromkeys(die_style(style).faces))
        self.laid = Scene(camera=over(sheet), mat=sheet)  # the table without what goes wrong
        self.scene = self.laid  # the table as last shown
        self.size = size
        self._prompt, self._style, self._dice = prompt, style, dice
        self._faults = dict(faults or {})
        self._chance = random.Random(seed)
        self._painter = Painter(size)
        self._tray = sheet.zone("tray")
        self._number = self._round = self._since = 0
        self._answered = ""

    @property
    def table_seconds(self) -> float:
        return self._number / FPS

    def read(self) -> Frame:
        self._number += 1
        if self._since == 0:
            self._lay()
        fault = self._faults.get(self._round, "")
        scene = self.laid
        if self._since < HAND_FRAMES or fault == "hand":
            reach = self._tray.y + 30.0 + (self._since * 9.0 if self._since < HAND_FRAMES else 0.0)
            scene = replace(scene, hands=(Hand(at=(self._tray.centre[0] + 60, reach)),))
        if fault == "blurred":
            scene = replace(scene, blur_px=4.0)
        if fault == "lamp off":
            scene = replace(scene, light=Light(brightness=0.01, room=0.02))
        self._since = (self._since + 1) % (HAND_FRAMES + (3 if fault else 1) * STILL_FRAMES)
        if fault == "unplugged":
            raise Trouble("The camera gives no more pictures.", "Check its cable.")
        self.scene = replace(scene, frame=self._number)
        pixels = self._painter.paint(self.scene)
        return Frame(pixels, self._number, self._number / FPS, "pretend")

    def read_after(self, moment: float) -> Frame:
        return self.read()

    def close(self) -> None:
        """Nothing is open."""

    def reply(self, prompt: Prompt) -> str | None:
        """What a host would answer; to each question once."""
        key = f"{prompt.step} {prompt.say}"
        if key == self._answered:
            return None
        answer = self._reply(prompt)
        self._answered = key if answer is not None else ""  # two rolls may look alike, but something lies between
        return answer

    def _reply(self, prompt: Prompt) -> str | None:
        if prompt.step == "names":
            return " ".join(self.faces)
        if prompt.step == "report":
            return "use"
        if prompt.step == "exam" and "Is that right?" in prompt.say:
            return self._corrections(prompt)
        return None

    def _corrections(self, prompt: Prompt) -> str:
        read = [part.split(": ")[1] for part in prompt.say.split("front: ")[1].split(". Is")[0].split(", ")]
        seen = truth(self.scene, self.size).dice
        wrong = []
        for number, (face, box) in enumerate(zip(read, prompt.boxes, strict=True), 1):
            true = min(seen, key=lambda die: _apart(die.box, box)).face
            if true != face:
                wrong.append(f"{number}={true}")
        return " ".join(wrong) or "yes"

    def _lay(self) -> None:
        """A new round: the dice as the wizard wants them, somewhere else in the tray."""
        self._round += 1
        prompt = self._prompt()
        missing = [bar.name for bar in prompt.bars if bar.got < bar.wanted and bar.name in self.faces]
        fault = self._faults.get(self._round, "")
        faces = [self._chance.choice(self.faces) for _ in range(self._dice)]
        if prompt.step == "show" and missing:
            faces = [missing[0]] * self._dice
            others = [face for face in self.faces if face != missing[0]]
            shown = [bar.name for bar in prompt.bars if bar.got and bar.name in others]
            if fault == "wrong face" and shown:
                faces = [shown[0]] * self._dice
            elif fault == "wrong face":  # no other face is known yet: it goes wrong later
                later = next(number for number in count(self._round + 1) if number not in self._faults)
                self._faults[later] = self._faults.pop(self._round)
            if fault == "two faces":
                faces = [*faces[1:], others[0]] if self._dice > 1 else [faces[0], others[0]]
        columns = 4
        step_x, step_y = self._tray.width / columns, self._tray.height / 2
        dice = []
        for n, face in enumerate(faces, self._chance.randrange(8)):  # "move it": elsewhere in the tray
            x = self._tray.x + (n % columns + 0.5) * step_x + self._chance.uniform(-14, 14)
            y = self._tray.y + (n // columns % 2 + 0.5) * step_y + self._chance.uniform(-10, 10)
            dice.append(Die(face, (x, y), self._chance.uniform(0, 360), self._style))
        self.laid = replace(self.laid, dice=tuple(dice))


def _apart(one: Box, other: Box) -> float:
    return abs(one[0] + one[2] / 2 - other[0] - other[2] / 2) + abs(one[1] + one[3] / 2 - other[1] - other[3] / 2)
