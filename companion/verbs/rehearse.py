"""Let robots play whole games on the painted table, through the real eye and referee, and compare with the truth."""

import argparse
import json
from random import Random

from companion.announcements.announcement import Announcement
from companion.eyes import open_reader
from companion.odds.asked import house_rules
from companion.odds.robots import ROBOTS
from companion.referee.sitting import known
from companion.rehearsal.run import NAMES, PaintedSight, rehearse
from companion.settings import RefereeSettings, TableSettings
from hardware.trouble import Trouble

EXAMPLE = "companion rehearse heckmeck --seed 1..5 --fast --json"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="which game (see companion games)")
    parser.add_argument(
        "--seed", default="1", metavar="N|A..B", help="of dice, hands and light; A..B plays one game each"
    )
    parser.add_argument("--players", type=int, default=3, metavar="N", help="how many robots")
    parser.add_argument("--robots", choices=sorted(ROBOTS), default="cautious", help="how they play")
    parser.add_argument("--variant", default="", metavar="NAME[=N],..", help="by which rules of the house they play")
    parser.add_argument(
        "--mistakes", type=float, default=0.0, metavar="RATE", help="share of deeds done wrongly, 0 to 1"
    )
    parser.add_argument(
        "--lively",
        type=float,
        default=0.0,
        metavar="RATE",
        help="share of deeds at which people dawdle, hesitate, cover dice or roll off the mat, 0 to 1; with clutter",
    )
    parser.add_argument("--fast", action="store_true", help="paint only the frames a decision needs")
    parser.add_argument("--json", action="store_true", help="one JSON line a game, and nothing else")


def run(options: argparse.Namespace) -> int:
    game = known(options.game)
    if options.players not in game.players:
        raise Trouble(
            f"{game.title} is for {game.players[0]} to {game.players[-1]}, not for {options.players}.",
            "Choose --players among them.",
        )
    for name in ("mistakes", "lively"):
        if not 0 <= getattr(options, name) <= 1:
            raise Trouble(f"--{name} is a share between 0 and 1.", f"For example --{name} 0.1.")
    try:
        variant = house_rules(game, options.variant)
    except ValueError as unknown:
        raise Trouble(str(unknown), "companion games lists the variants of each game.") from unknown
    # Painted still frames differ in noise alone: two readings tell what three would.
    settings = RefereeSettings(frames_to_agree=2) if options.fast else RefereeSettings()
    reader = open_reader(TableSettings(game=game.name))
    wrong = 0
    for seed in seeds(options.seed):
        robot = ROBOTS[options.robots](Random(seed))
        verdicts = rehearse(
            game,
            seed,
            robot,
            lambda play: PaintedSight(reader, settings),
            players=NAMES[: options.players],
            variant=variant,
            fast=options.fast,
            mistake_rate=options.mistakes,
            liveliness=options.lively,
            settings=settings,
            tell=(lambda said: None) if options.json else _show,
        )
        wrong += verdicts.wrong
        print(json.dumps(verdicts.line()), flush=True)
    return 1 if wrong else 0


def seeds(text: str) -> range:
    """ "7" is one seed, "1..20" are twenty."""
    first, _, last = text.partition("..")
    try:
        found = range(int(first), int(last or first) + 1)
    except ValueError:
        found = range(0)
    if not found:
        raise Trouble(f"I cannot make seeds of {text!r}.", "Write one number, or a range like 1..20.")
    return found


def _show(announcement: Announcement) -> None:
    if announcement.kind != "prompt":
        print(f"  {announcement.line}", flush=True)
