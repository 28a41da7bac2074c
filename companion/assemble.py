"""The one place where parts are chosen and plugged together."""

import logging
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from calibration.files import write_whole
from companion.announcements.announcement import Announcement
from companion.announcements.hearing import Crowd
from companion.announcements.herald import Channel, Herald
from companion.announcements.listener import Listener
from companion.announcements.matrix import MatrixChannel
from companion.announcements.sounds import SOUNDS
from companion.announcements.talk import Talk
from companion.announcements.terminal import TerminalChannel
from companion.announcements.voice import VoiceChannel
from companion.announcements.wording import Wording
from companion.appliance.minder import Minder, Part
from companion.appliance.shutdown import shut_down
from companion.appliance.watchdog import Watchdog
from companion.idle import Idle
from companion.journal import Deed, journal_path
from companion.kiosk.feed import Feed
from companion.kiosk.preview import Preview
from companion.night.line import NightLine
from companion.odds.robots import Level, together
from companion.recovery import interrupted, usable_journal
from companion.referee import commands as c
from companion.referee.desk import Desk
from companion.referee.far import follow
from companion.referee.referee import Referee
from companion.referee.settle import State
from companion.referee.sitting import Sitting, sit_down
from companion.referee.watch import Reads
from companion.rehearsal.camera import PaintedCamera
from companion.rehearsal.onlooker import Onlooker
from companion.rehearsal.play import Play, play_of
from companion.rehearsal.stage import REAL
from companion.seating import give_roles, track_for
from companion.settings import Settings, TableSettings, without_parts
from companion.sight import Sight
from companion.wanted import Wanted
from hardware.displays.mirror import MirrorDisplay
from hardware.drivers import open_buttons, open_display, open_microphone, open_speaker, or_twin
from hardware.folders import data_folder
from hardware.ports import Press
from hardware.speakers.silent import SilentSpeaker
from hardware.trouble import Trouble
from hardware.wording import line

log = logging.getLogger(__name__)
THINK_SECONDS = 0.8  # robots are quick; people want to follow
TOURED = "toured"  # lies in the data folder once somebody has been shown round
BUTTONS_SECONDS = 0.01  # the edge has its own time stamp, so this only delays the handling


class RunningTable:
    """The whole program at one table; the kiosk's pages talk to it."""

    def __init__(
        self, settings: Settings, wanted: Wanted, open_eye: Callable[[TableSettings], Reads], settings_file: Path
    ) -> None:
        self.settings_file = settings_file
        if wanted.safe:
            settings = without_parts(settings)
        self.journal, unread = usable_journal(journal_path())
        self.feed, self.preview = Feed(), Preview()
        self._settings = settings
        self._wanted = wanted
        self._seed = wanted.seed
        self._language: str = settings.table.language
        self.feed.silenced = settings.speaker.silenced if settings.speaker.sounds else SOUNDS
        self.feed.theme, self.feed.talk = settings.speaker.theme, Talk(settings.speaker.talk)
        self._painted = PaintedCamera() if settings.camera.driver == "painted" else None
        # A part that fails is told about, and the game goes on without it.
        self.troubles: list[Trouble] = [*wanted.troubles, *unread]
        faults = wanted.faults
        self.journal.reach_through(faults.file)
        self._speaker = faults.speaker(or_twin(open_speaker, settings.speaker, "silent", self.troubles.append))
        display = faults.display(or_twin(open_display, settings.display, "recorded", self.troubles.append))
        self._matrix = MatrixChannel(MirrorDisplay(display, self.feed.show_lamps), report=self.miss)
        self._voice = VoiceChannel(self._speaker, self._language, settings.speaker, report=self.miss)
        channels: list[Channel] = [self._matrix, self._voice, self.feed]
        if not wanted.quiet:
            channels.append(TerminalChannel(sys.stdout))
        self._listener: Listener | None = None
        if settings.microphone.driver != "none":
            self._listener = self._open_listener()
            channels += [self._listener] if self._listener else []
        self._herald = Herald(channels)
        self._buttons = faults.buttons(or_twin(open_buttons, settings.buttons, "scripted", self.troubles.append))
        self._night = self._join(settings)
        self._idle = Idle(self.feed, lambda: Wording(self._language), self._herald.tell, shut_down)
        for trouble in self.troubles:
            self._tell_trouble(trouble)
        self._watchdog = Watchdog()
        self.minder = Minder(self.miss)
        self._desk = Desk(self._publish)
        self._sight = Sight(
            settings, wanted, open_eye, self._desk, self.preview, self._painted, self._tell_trouble, self.miss
        )
        self._closed = threading.Event()
        self._hands = self._new_hands()
        self.over = threading.Event()  # the match has ended
        self.ending = threading.Event()  # somebody wants the program started again
        self.play: Play | None = None

    # Starting and stopping

    def open(self) -> None:
        """Resume the interrupted match, begin the one of the settings or wait for one, then open the eyes."""
        self._desk.start()
        sitting = None
        if not self._wanted.fresh and not self._wanted.safe:
            sitting = interrupted(self.journal, "" if self._wanted.wait else self._settings.table.game, self.miss)
        if sitting is not None:
            self._desk.do(lambda: self._sit(sitting, resumed=True))
        elif self._wanted.wait or self._wanted.safe:
            self._idle.rest()
        else:
            self.begin()
        if self._night is not None:
            self._night.open(sitting is not None)
        self._hands.start()
        for part in (
            Part("voice", lambda: self._voice.lives, self._voice.revive),
            Part("matrix", lambda: self._matrix.lives, self._matrix.revive),
            Part("announcements", lambda: self._herald.lives, self._herald.revive),
            Part("buttons", lambda: self._closed.is_set() or self._hands.is_alive(), self._revive_hands),
        ):
            self.minder.look_after(part)
        if self._wanted.safe:
            return
        self._sight.open()
        self.minder.look_after(Part("camera", lambda: self._sight.lives, self._sight.revive))

    def _new_hands(self) -> threading.Thread:
        return threading.Thread(target=self._watch_buttons, name="buttons", daemon=True)

    def _revive_hands(self) -> None:
        self._hands = self._new_hands()
        self._hands.start()

    def begin(self) -> None:
        """The match of the settings; where it cannot begin, a page still says so."""
        try:
            self.start(self._settings.table.game, self._settings.table.players, {})
        except Trouble as trouble:
            if self._wanted.headless:
                raise
            self.miss(trouble)
            self._idle.rest()

    def close(self) -> None:
        """Close everything, the journal last; a part that cannot be closed keeps no other one open."""
        self._closed.set()
        parts = (self._sight, self._desk, self._herald, self._matrix, self._voice, self._listener)
        for part in (*parts, self._buttons, self._night, self.journal):
            try:
                if part is not None:
                    part.close()
            except Exception:  # the drivers' errors have no common class
                log.exception("could not close part=%s", type(part).__name__)

    def pulse(self) -> None:
        """Have the referee's own thread tell systemd that it is alive; raises if it does not answer."""
        self._sight.mind()
        self.minder.mind()
        self._desk.do(self._watchdog.beat if self.minder.well else lambda: None)

    # What the pages ask

    @property
    def health(self) -> Mapping[str, str]:
        """How each part does, for machines."""
        return {"referee": "good" if self._desk.is_alive() else "given up", **self.minder.health}

    @property
    def painted(self) -> bool:
        return self._painted is not None

    @property
    def demo(self) -> bool:
        return self.painted

    @property
    def by_touch(self) -> bool:
        return self._sight.by_touch

    @property
    def toured(self) -> bool:
        return (data_folder() / TOURED).exists()

    def end_tour(self) -> None:
        write_whole(data_folder() / TOURED, b"")

    @property
    def mute(self) -> bool:
        """Robots at a painted table play quietly."""
        return isinstance(self._speaker, SilentSpeaker) and not self.painted

    def start(
        self, game: str, players: Sequence[str], options: Mapping[str, Any], robots: Mapping[str, Level] = {}
    ) -> None:
        """Begin a match; a running one is ended."""

        def begin() -> None:
            fresh = sit_down(self.journal, game, players, options)
            running = self._desk.referee
            if running is not None and not running.sitting.match.over:
                running.sitting.end()
            self._sit(fresh, resumed=False, robots=robots)

        self._desk.do(begin)

    def take(self, command: object) -> None:
        assert isinstance(command, c.Command)
        if self._desk.referee is None and isinstance(command, c.Answer):
            self._idle.answer(command.choice)
        self._put(command)
        if isinstance(command, c.EndMatch):
            self._desk.do(self._get_up)

    def speak(self, language: str) -> None:
        self._language = language
        self._voice.speak(language)

        def change() -> None:
            if self._desk.referee is not None:
                self._desk.referee.wording = Wording(language).at(self._desk.referee.game.name)

        self._desk.do(change)

    def start_anew(self) -> None:
        self.ending.set()

    def try_out(self, part: str) -> None:
        """Try one part, for somebody who looks or listens."""
        tried = Announcement("Hello", "celebration", ":rooster:", "Cock-a-doodle-do!", "Cock-a-doodle-do!", "call", 2)
        if part == "lamps":
            self._matrix.tell(tried)
        elif part in ("sound", "voice"):
            self._voice.tell(replace(tried, spoken="" if part == "sound" else tried.spoken))
            if self.mute:
                self.feed.tell(replace(tried, mood="proud"))
        else:
            raise Trouble(line("I cannot try {part!r}.", part=part), line("I can try sound, voice and lamps."))

    def winners(self) -> tuple[str, ...]:
        referee = self._desk.referee
        return () if referee is None else referee.sitting.game.winners(referee.sitting.state) or ()

    # What a game night asks

    @property
    def playing(self) -> bool:
        referee = self._desk.referee
        return referee is not None and not referee.sitting.match.over

    def join(self, game: str, players: Sequence[str], options: Mapping[str, Any]) -> None:
        """Play along in a game of another table: without roles of our own, for its deeds tell them."""

        def begin() -> None:
            fresh = sit_down(self.journal, game, players, options)
            running = self._desk.referee
            if running is not None and not running.sitting.match.over and not running.sitting.ended:
                running.sitting.end()
            self._sit(fresh, resumed=True)

        self._desk.do(begin)

    def follow(self, match: int, deed: Deed) -> bool:
        """Do what was done at the other table, unless our people have done something else meanwhile."""

        def do() -> bool:
            referee = self._desk.referee
            if referee is None or (referee.sitting.id, referee.sitting.deeds) != (match, deed.number):
                return False
            follow(referee, deed)
            return True

        return self._desk.do(do)

    def seat_elsewhere(self, players: Sequence[str]) -> None:
        """These players sit at another table."""

        def seat() -> None:
            if self._desk.referee is not None:
                self._desk.referee.sitting.elsewhere = frozenset(players)

        self._desk.do(seat)

    def announce(self, announcement: Announcement) -> None:
        """Say what comes from outside this table."""
        self._herald.tell(announcement)

    # How it hangs together

    def _sit(self, sitting: Sitting, resumed: bool, robots: Mapping[str, Level] = {}) -> None:
        settings, table = self._settings.referee, self._settings.table
        counts = self._settings.camera.driver == "playback"
        track = track_for(sitting, table, settings, first_look_counts=counts)
        referee = Referee(sitting, Wording(self._language), settings, self._herald.tell, track)
        referee.shut_down = shut_down
        referee.lesson = self._sight.lesson
        self._sight.look_for(sitting.game.name)
        if not resumed:
            give_roles(sitting, table, {} if self.painted else robots)
        self._sight.record(sitting, self.journal.record(sitting.id).deeds)
        self.over.clear()
        if self._painted is not None:
            robot = together(robots, self._wanted.robot, Random(self._seed))
            bench = Onlooker(lambda: self._desk.referee or referee, self._put)
            self.play = play_of(sitting.game)(sitting.match, robot, bench, REAL, self._seed, THINK_SECONDS)
            referee.first_frame = self._painted.show(self.play)
            self._seed += 1
        if self.by_touch:
            referee.machine = State.BLIND
        self._desk.referee = referee
        self._sight.hold_focus(True)
        referee.open(resumed)

    def _get_up(self) -> None:
        """The match was ended before its time: the table is free."""
        if self._painted is not None:
            self._painted.close()  # the robots' table lies still
        self._desk.referee = None
        self._sight.hold_focus(False)
        self._idle.rest()
        if self._night is not None:
            self._night.show({})

    def _publish(self, referee: Referee) -> None:
        told = referee.snapshot()
        self.feed.publish(told)
        if self._night is not None:
            self._night.show(told)
        self._matrix.publish(told)
        self._sight.enough(referee.decided_spell)
        if told["winners"] is not None:
            self._sight.hold_focus(False)
            self.over.set()

    def _tell_trouble(self, trouble: Trouble) -> None:
        self._herald.tell(Wording(self._language).trouble("Machine", say=trouble.say, fix=trouble.fix))

    def miss(self, trouble: Trouble) -> None:
        """A part has failed while the table was open; the page goes on showing it, once."""
        if not any(known.say == trouble.say for known in self.troubles):
            self.troubles.append(trouble)
        self._tell_trouble(trouble)

    def _join(self, settings: Settings) -> NightLine | None:
        """The line to the game night, if this table belongs to one; without it the table plays all the same."""
        table = settings.table
        try:
            return (
                NightLine(settings.night, self, self.journal, table.name, table.language)
                if settings.night.code
                else None
            )
        except Trouble as trouble:
            self.troubles.append(trouble)
            return None

    def _open_listener(self) -> Listener | None:
        try:
            microphone = open_microphone(self._settings.microphone)
        except Trouble as trouble:
            self.troubles.append(trouble)
            return None
        return Listener(microphone, Crowd(), lambda: Wording(self._language), lambda said: self._herald.tell(said))

    def _put(self, given: Press | c.Command) -> None:
        self._sight.note(given)
        self._desk.put(given)

    def _watch_buttons(self) -> None:
        while not self._closed.wait(BUTTONS_SECONDS):
            for press in self._buttons.presses():
                try:
                    self._press(press)
                except Trouble as trouble:
                    self._tell_trouble(trouble)

    def _press(self, press: Press) -> None:
        """Between two matches the buttons are the page's, unless the referee has asked something."""
        referee = self._desk.referee
        if referee is None or (self.over.is_set() and referee.question is None and press.kind == "press"):
            self._idle.press(press)
        else:
            self._put(press)
