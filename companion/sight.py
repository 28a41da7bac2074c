"""What looks at the table: the camera, the eye that reads its frames, and the recording of both."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from calibration.mounting import controls, locked
from companion.eyes import stored_mounting
from companion.journal import Deed
from companion.kiosk.preview import Preview
from companion.referee import commands as c
from companion.referee.belief import DieBelieved
from companion.referee.desk import Desk
from companion.referee.eye import Eye
from companion.referee.lessons import Lesson
from companion.referee.recording import MatchRecorder
from companion.referee.settle import Look
from companion.referee.sitting import Sitting
from companion.referee.watch import NoEye, Reads, Watch
from companion.rehearsal.camera import PaintedCamera
from companion.settings import Settings, TableSettings
from companion.wanted import Wanted
from hardware.cameras.fresh import FreshCamera
from hardware.drivers import open_camera
from hardware.frame import Frame
from hardware.ports import Camera, Press
from hardware.trouble import Trouble
from hardware.wording import line

OpenEye = Callable[[TableSettings], Reads]
Tell = Callable[[Trouble], None]


class Sight:
    """The eyes of one table; looks go to the referee's desk, frames to the page."""

    def __init__(
        self,
        settings: Settings,
        wanted: Wanted,
        open_eye: OpenEye,
        desk: Desk,
        preview: Preview,
        painted: PaintedCamera | None,
        tell: Tell,
        miss: Tell,
    ) -> None:
        self._settings = settings
        self._wanted = wanted
        self._open_eye = open_eye
        self._desk = desk
        self._preview = preview
        self._tell = tell
        self._miss = miss  # tells, and remembers that a part has failed
        self._painted = painted
        self._eye_for = settings.table.game
        self._watch = Watch(self._eye_of(settings.table), settings.referee)
        self._read_last: Frame | None = None
        self._fresh: FreshCamera | None = None
        self._camera: Camera | None = None
        self._playing = False
        self._recorder: MatchRecorder | None = None
        self._recordings = 0
        self._eye = self._new_eye()

    # Opening and closing

    def open(self) -> None:
        """Open the camera and look; without one it is looked for again and again, after saying so."""
        if self.by_touch:
            return
        try:
            self._eye.open()
        except Trouble as trouble:
            if self._wanted.headless:
                raise
            self._tell(trouble)  # until it is there the game goes by touch
        self._eye.start()

    @property
    def by_touch(self) -> bool:
        """Whether nobody looks: what the dice show is tapped."""
        return self._settings.camera.driver == "none"

    @property
    def lives(self) -> bool:
        return self.by_touch or self._eye.lives

    def mind(self) -> None:
        self._eye.mind()

    def revive(self) -> None:
        """A new eye; the old one, should it ever wake, finds itself closed."""
        self._eye.retire()
        self._watch = Watch(self._watch.reads, self._settings.referee)
        self._eye = self._new_eye()
        self._eye.start()

    def close(self) -> None:
        try:
            self._eye.close()
        finally:
            if self._recorder is not None:
                self._recorder.close()

    # What a match asks

    def enough(self, spell: int) -> None:
        """This rest has been decided: no further look at it is needed."""
        self._watch.enough(spell)

    def look_for(self, game: str) -> None:
        """Another game has other pieces: look with the eye that knows them."""
        if game != self._eye_for and not self._settings.table.sets:
            self._eye_for = game
            self._watch.look_with(self._eye_of(replace(self._settings.table, game=game)))

    def record(self, sitting: Sitting, before: Sequence[Deed]) -> None:
        """Every match has a recording of its own: sitting.zip, sitting-2.zip ..."""
        path = self._wanted.record
        if path is None:
            return
        if self._recorder is not None:
            self._recorder.close()
        self._recordings += 1
        path = path if self._recordings == 1 else path.with_stem(f"{path.stem}-{self._recordings}")
        self._recorder = MatchRecorder(path, sitting, before, self._settings.table.sets, self._settings.table.ground)

    def note(self, given: Press | c.Command) -> None:
        """A press or a word belongs to the recording, and a press to the next frame."""
        if self._recorder is not None:
            self._recorder.note(given, time.monotonic())
        if isinstance(given, Press) and self._fresh is not None:
            self._fresh.pressed(given.at)

    def hold_focus(self, playing: bool) -> None:
        """A lens that can focus does so between matches, and stays put while people play."""
        self._playing = playing
        if hold := getattr(self._camera, "hold_focus", None):
            hold(playing)

    def lesson(self, die: DieBelieved, face: str) -> Lesson | None:
        """What a corrected die can teach: from the next frame on it is read with what was learned."""
        from calibration.lesson import lesson  # loads the eye's networks: only those who look pay for it

        frame = self._read_last
        taught = lesson(frame.pixels, die.quad, face, die.set_name) if frame is not None and die.quad else None
        if taught is None:
            return None
        picture, learn = taught

        def learned() -> None:
            learn()
            self._watch.look_with(self._open_eye(replace(self._settings.table, game=self._eye_for)))

        return Lesson(picture, learned)

    # How it looks

    def _new_eye(self) -> Eye:
        return Eye(self._look_through, self._watch, self._desk, self._show)

    def _eye_of(self, table: TableSettings) -> Reads:
        """An eye for this table; where its sets cannot be read the game goes by touch, and is told why."""
        if self.by_touch:
            return NoEye(Trouble(line("There is no camera: dice are tapped on the page."), ""))
        try:
            return self._open_eye(table)
        except Trouble as trouble:
            self._miss(trouble)
            return NoEye(trouble)

    def _look_through(self) -> Camera:
        return self._wanted.faults.camera(self._open_camera())

    def _open_camera(self) -> Camera:
        if self._painted is not None:
            return self._painted
        settings, mounting = self._settings.camera, stored_mounting(self._settings.table)
        camera = open_camera(settings if mounting is None else locked(settings, mounting))
        self._preview.optics = lambda: controls(camera)
        self._camera = camera
        self.hold_focus(self._playing)
        if settings.driver == "playback":  # its frames have a clock of their own
            return camera
        self._fresh = FreshCamera(camera)
        return self._fresh

    def _show(self, frame: Frame, look: Look) -> None:
        self._preview.offer(frame.pixels, frame.sees)
        if look.observation is not None:
            self._read_last = frame
        if self._recorder is None:
            return
        try:
            self._recorder.add(frame, look)
        except OSError as error:  # a full disk ends the recording, not the game
            self._recorder = None
            full = line("I have stopped recording: {why}.", why=error.strerror)
            self._tell(Trouble(full, line("Make room on the disk.")))
