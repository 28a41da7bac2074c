"""Referee a table: the painted one with robots, or the one under your camera."""

import argparse
import os
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration.exam import fit_for_play
from companion.announcements.terminal import say
from companion.appliance.memory import Thrift
from companion.appliance.minder import Part
from companion.appliance.starts import Starts
from companion.assemble import RunningTable
from companion.backup import Copies, take_up_restore
from companion.eyes import open_reader
from companion.faults import FAULTS, Faults, fault
from companion.frames import referee_frames
from companion.journal import journal_path
from companion.journal_file import alone
from companion.kiosk.addresses import Kiosk
from companion.kiosk.server import RunningKiosk, serve
from companion.languages import languages
from companion.odds.robots import ROBOTS
from companion.recovery import keep_good, usable_settings
from companion.referee.sitting import known
from companion.rules.refusals import Refusal
from companion.settings import KioskSettings, Settings, default_path, load
from companion.wanted import Wanted
from hardware import gate
from hardware.buttons.scripted import script
from hardware.cameras.playback import frames_of
from hardware.trouble import Trouble

EXAMPLE = "companion run --game heckmeck --players Ana Ben --camera playback:frames --headless --json"
NEXT_GAME_SECONDS = 20.0


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", help="which game (see companion games)")
    parser.add_argument("--players", nargs="+", metavar="NAME", help="clockwise, the first one begins")
    parser.add_argument(
        "--robot", nargs="+", metavar="NAME", default=[], help="players for whom a robot decides; people move for it"
    )
    parser.add_argument(
        "--camera",
        metavar="DRIVER[:PATH]",
        help="painted, none, picamera, webcam, phone, url:ADDRESS or playback:FOLDER",
    )
    parser.add_argument("--fps", type=float, help="frames a second of a folder of pictures")
    parser.add_argument("--set", nargs="+", metavar="NAME", dest="sets", help="piece sets to read with")
    parser.add_argument("--ground", choices=["auto", "mat", "bare"], help="with or without a mat")
    parser.add_argument(
        "--presses", type=Path, metavar="FILE", help='button presses, lines like {"t": 2.5, "button": "green"}'
    )
    parser.add_argument("--headless", action="store_true", help="no page")
    parser.add_argument("--json", action="store_true", help="what happens, as JSON lines")
    parser.add_argument("--record", type=Path, metavar="FILE", help="keep the frames around each decision (.zip)")
    parser.add_argument("--seed", type=int, default=1, help="of the robots' dice")
    parser.add_argument("--robots", choices=sorted(ROBOTS), default="cautious", help="how the robots play")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="end after so many games; 0: at an interrupt")
    parser.add_argument("--new", action="store_true", help="begin anew even if a match was interrupted")
    faults = "; ".join(f"{name}: {what}" for name, what in FAULTS.items())
    parser.add_argument(
        "--fault",
        action="append",
        type=str,
        default=[],
        metavar="NAME[:FROM[:UNTIL]]",
        help=f"break a part on purpose, from and until some second ({faults})",
    )
    parser.add_argument("--port", type=int, help="of the page")
    parser.add_argument("--language", choices=languages(), help="what is said and shown")
    parser.add_argument("--night", metavar="CODE", help="this table's join code at a game night")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="another table.toml")


def run(options: argparse.Namespace) -> int:
    take_up_restore()
    # Who names a file or wants no page is told what is wrong with it; a table that starts by itself gets to its page.
    own = options.settings is None and not options.headless
    found, troubles = usable_settings(default_path()) if own else (load(options.settings), [])
    settings = chosen(found, options)
    for name in options.sets or ():  # who names a set is told what is wrong with it, too
        fit_for_play(name)
    try:
        known(settings.table.game).setup(settings.table.players, {})
    except Refusal as refused:
        raise Trouble(str(refused), "Name them with --players, or in table.toml.") from refused
    except Trouble as trouble:
        if options.game or not own:
            raise
        troubles.append(trouble)
    if options.headless and settings.camera.driver == "playback":
        frames = frames_of(Path(settings.camera.path), settings.camera.fps)
        presses = [(press.at, press) for press in (script(options.presses) if options.presses else ())]
        referee_frames(settings, frames, presses, options.json, record=options.record)
        return 0
    with alone(journal_path()) or nullcontext():  # before a start is counted: a second program is no crash of the first
        starts = Starts()
        try:
            anew = _at_the_table(settings, options, starts, troubles)
        except BaseException as error:
            starts.crashed(error)
            raise
        starts.well()
    if anew:
        os.execv(sys.executable, [sys.executable, "-m", "companion", *sys.argv[1:]])
    return 0


def chosen(settings: Settings, options: argparse.Namespace) -> Settings:
    """The settings, overruled by the command line."""
    table, camera, kiosk = settings.table, settings.camera, settings.kiosk
    if options.camera:
        driver, _, path = options.camera.partition(":")
        where = {"address" if driver == "url" else "path": path} if path else {}
        camera = replace(camera, driver=driver, **where)
    if options.fps is not None:
        if options.fps <= 0:
            raise Trouble("--fps must be above 0.", "For example --fps 15.")
        camera = replace(camera, fps=options.fps)
    players = tuple(gate.player_name(name) for name in options.players or table.players)
    robots = tuple(gate.player_name(name) for name in options.robot)
    overruled: dict[str, Any] = {
        "game": options.game,
        "players": (*players, *(name for name in robots if name not in players)),
        "robots": robots or None,
        "sets": tuple(options.sets) if options.sets else None,
        "ground": options.ground,
        "language": options.language,
    }
    table = replace(table, **{key: value for key, value in overruled.items() if value is not None})
    night = replace(settings.night, code=options.night) if options.night else settings.night
    if options.port is not None:
        kiosk = replace(kiosk, port=options.port)
    return replace(settings, table=table, camera=camera, kiosk=kiosk, night=night)


def _at_the_table(settings: Settings, options: argparse.Namespace, starts: Starts, troubles: Sequence[Trouble]) -> bool:
    """Referee until somebody ends it; true if it is to be started again."""
    thrift, faults = Thrift(), Faults([fault(written) for written in options.fault])
    crashes = [] if options.headless else starts.begin()
    named = options.game or options.players or options.headless or settings.camera.driver == "painted"
    wanted = Wanted(
        seed=options.seed,
        robot=options.robots,
        fresh=options.new,
        wait=not named or (bool(troubles) and not options.headless),  # what goes wrong is said before robots play
        quiet=options.json,
        headless=options.headless,
        record=options.record,
        safe=bool(crashes),
        troubles=(*crashes, *troubles),
        faults=faults,
    )
    table = RunningTable(settings, wanted, open_reader, options.settings or default_path())
    page = None
    interrupted = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: interrupted.set())
    try:
        if not options.headless:
            page = _serve(table, settings, fixed=options.port is not None)
            table.minder.look_after(Part("page", lambda: page is None or page.running, page.revive, vital=True))
            if settings.camera.driver == "phone":
                _await_phone(page.kiosk, table)
            say(f"The table is at {page.url}  (Ctrl+C ends)")
        say(f"The journal is {journal_path()}")
        table.open()
        faults.memory()
        copies = Copies(table.journal, table.miss)
        if not troubles:
            keep_good(table.settings_file)
        played = 0
        while not interrupted.is_set() and not table.ending.is_set():
            table.pulse()
            thrift.tidy()
            starts.mind()
            copies.mind()
            if not table.over.wait(0.2):
                continue
            played += 1
            _say_truth(table)
            if played == options.games:
                break
            if table.play is not None and not interrupted.wait(NEXT_GAME_SECONDS):
                table.begin()
            while table.over.is_set() and not table.ending.is_set() and not interrupted.wait(0.5):
                table.pulse()  # people look at the result until they begin another
    except KeyboardInterrupt:
        print("\nGoodbye.", file=sys.stderr)
    finally:
        if page is not None:
            page.stop()
        table.close()
    return table.ending.is_set()


def _serve(table: RunningTable, settings: Settings, fixed: bool) -> RunningKiosk[Kiosk]:
    """The page; where its port in table.toml cannot be had, at the usual one."""
    kiosk, usual = settings.kiosk, KioskSettings().port
    try:
        return serve(table, kiosk, table.feed, table.preview, language=settings.table.language)
    except Trouble as trouble:
        if fixed or kiosk.port == usual:
            raise
        table.miss(trouble)
        return serve(table, kiosk, table.feed, table.preview, language=settings.table.language, port=usual)


def _await_phone(kiosk: Kiosk, table: RunningTable) -> None:
    """The phone comes over HTTPS; where that cannot be had, this machine's own camera still may."""
    try:
        kiosk.phone_eye.open()
    except Trouble as trouble:
        table.miss(trouble)


def _say_truth(table: RunningTable) -> None:
    """The painted table knows what really happened."""
    play = table.play
    if play is None:
        return
    winners = play.truth.game.winners(play.truth.state) or ()
    right = tuple(table.winners()) == winners
    say(f"The rehearsal knows who truly won: {', '.join(winners)}. The referee is {'right' if right else 'WRONG'}.")
