"""Glances at every frame and has only those read that a decision can rest on."""

import logging
from dataclasses import replace
from typing import Protocol

from companion.referee.settle import Blindness, Calm, Look, State, blindness, settle
from companion.settings import RefereeSettings
from hardware.frame import Frame
from hardware.trouble import Trouble
from vision.observation import TableObservation
from vision.table.motion import Motion

log = logging.getLogger(__name__)
LOOK_AGAIN_SECONDS = 0.2  # while the readings do not agree
GLANCE_AGAIN_SECONDS = 1.5  # a table at rest and already read is read again so often, in case something slid by unseen


class Reads(Protocol):
    """What the eye offers: vision.reader.Reader, or a twin that knows the truth."""

    def read(self, frame: Frame) -> TableObservation: ...


class NoEye:
    """Stands where no eye could be opened, and says why to whoever wants something read."""

    def __init__(self, why: Trouble) -> None:
        self._why = why

    def read(self, frame: Frame) -> TableObservation:
        raise self._why


class Watch:
    """The eye's side of the road: frames in, looks out."""

    def __init__(self, reader: Reads, settings: RefereeSettings, live: bool = True) -> None:
        self._live = live  # a recording may repeat a frame; a camera that does has died
        self._reader = reader
        self._settings = settings
        self._motion = Motion()
        self._calm = Calm()
        self._reads = 0  # of the spell
        self._read_at = float("-inf")
        self._enough = -1
        self._blind: Blindness | None = None  # the eye has failed, and has not read anything since

    @property
    def reads(self) -> Reads:
        return self._reader

    def see(self, frame: Frame) -> Look:
        spell = self._calm.spell
        glance = self._motion.look(frame)
        if not self._live:
            glance = replace(glance, same=False)
        self._calm, state = settle(self._calm, glance, self._settings)
        if self._calm.spell != spell:
            self._reads, self._read_at = 0, float("-inf")
        look = Look(
            frame.taken_at,
            frame.number,
            state,
            self._calm.spell,
            frame.taken_at - self._calm.moved_at,
            self._calm.tumbled,
            blind=blindness(self._calm, self._settings),
        )
        if state is State.STABLE and self._calm.late == 0 and self._worth_reading(frame.taken_at):
            self._reads += 1
            self._read_at = frame.taken_at
            self._motion.settle()
            look = replace(look, observation=self._read(frame))
        return look if self._blind is None else replace(look, state=State.BLIND, blind=self._blind)

    def _read(self, frame: Frame) -> TableObservation | None:
        """What the eye reads. If it fails, that is a state of the machine: the next frame is tried again."""
        try:
            seen = self._reader.read(frame)
        except Trouble as trouble:
            say, fix = trouble.say, trouble.fix
        except Exception:  # whatever a picture did to the eye must not end the evening; the log has it
            log.exception("the eye failed frame=%d", frame.number)
            say, fix = "I cannot make anything of this picture.", "Go on by touch; the log says why."
        else:
            self._blind = None
            return seen
        if self._blind is None or self._blind.say != say:
            log.error("eye trouble say=%s fix=%s", say, fix)
            self._blind = Blindness("Machine", frame.taken_at, say, fix)
        return None

    def look_with(self, reader: Reads) -> None:
        """Read with another eye from now on."""
        self._reader = reader

    def enough(self, spell: int) -> None:
        """The referee has made up its mind about this rest."""
        self._enough = spell

    def _worth_reading(self, at: float) -> bool:
        if self._reads < self._settings.frames_to_agree:
            return True
        pause = GLANCE_AGAIN_SECONDS if self._enough == self._calm.spell else LOOK_AGAIN_SECONDS
        return at - self._read_at >= pause
