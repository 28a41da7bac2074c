"""What a sheet of Yacht is worth to its end, exactly, for whoever plays for the most points."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from threading import Thread
from zipfile import BadZipFile

import numpy as np

from companion.games.yacht import sheet as s
from companion.games.yacht.deeds import Enter
from companion.games.yacht.sheet import DICE, FACES, UPPER, YACHT, House
from companion.games.yacht.table import Deed, Table
from companion.odds.hands import NEVER, Reals, Whole, hands
from companion.rules.actions import LayAside
from companion.rules.hands import parts
from hardware.folders import cache_folder

log = logging.getLogger(__name__)
HANDS = hands(FACES, DICE)
WHOLE = HANDS.every[HANDS.whole]
FIVES = [place for place, hand in enumerate(WHOLE) if s.five_alike(hand)]
EXTRA = np.array([0.0, s.EXTRA])


@dataclass(frozen=True)
class Sheets:
    """The points still to come from every sheet, bonus included.

    Filled boxes (a mask) -> [points in the upper boxes, as far as the bonus cares][whether a further five of a kind
    counts extra, where it does at all]. Of sums that no such sheet has nothing is said.
    """

    house: House
    worth: dict[int, Reals]

    def mask(self, filled: Iterable[str]) -> int:
        return sum(self.bit(box) for box in filled)

    def bit(self, box: str) -> int:
        return 1 << s.boxes(self.house).index(box)

    def filled(self, mask: int) -> frozenset[str]:
        return frozenset(box for place, box in enumerate(s.boxes(self.house)) if mask >> place & 1)


def solve(house: House, filled: Iterable[str] = ()) -> Sheets:
    """All sheets that can come of one with these boxes filled, the full one first."""
    sheets, every = Sheets(house, {}), s.boxes(house)
    full = sheets.mask(every)
    last = np.zeros((s.BONUS_FROM + 1 if house.upper_bonus else 1, 2 if house.thirteen and house.jokers else 1))
    if house.upper_bonus:
        last[s.BONUS_FROM] = s.BONUS
    sheets.worth[full] = last
    left = [sheets.bit(box) for box in every if box not in set(filled)]
    for count in range(1, len(left) + 1):
        for some in combinations(left, count):
            mask = full - sum(some)
            sums = upper_sums(frozenset(UPPER) & sheets.filled(mask), house)
            ends = filling(sheets, mask, sums)
            rows = np.zeros_like(last)
            rows[sums] = throws(ends.reshape(len(ends), -1), 3)[0].reshape(ends.shape[1:])
            sheets.worth[mask] = rows
    return sheets


@cache
def upper_sums(filled: frozenset[str], house: House) -> Whole:
    """What these upper boxes can add up to; all that is enough for the bonus is one."""
    sums = {0}
    for value in (UPPER.index(box) + 1 for box in filled if house.upper_bonus):
        sums = {min(s.BONUS_FROM, before + value * count) for before in sums for count in range(DICE + 1)}
    return np.array(sorted(sums), dtype=np.intp)


def throws(ends: Reals, left: int) -> Reals:
    """What each hand is worth before so many throws of the dice not in it, given what whole hands are worth."""
    worth = HANDS.thrown(ends)
    for _ in range(left - 1):
        worth = HANDS.thrown(HANDS.best_part(worth))
    return worth


def filling(sheets: Sheets, mask: int, sums: Whole) -> Reals:
    """What each whole hand brings, now and later, with the best box for it: [hand, sum of upper boxes, extra]."""
    filled = sheets.filled(mask)
    best = np.full((len(HANDS.every), len(sums), sheets.worth[max(sheets.worth)].shape[1]), NEVER)
    for box in s.boxes(sheets.house):
        if box not in filled:
            np.maximum(best[HANDS.whole], into(sheets, mask, box, sums), out=best[HANDS.whole])
    if best.shape[2] > 1 and YACHT in filled:
        best[[HANDS.number[WHOLE[place]] for place in FIVES]] += EXTRA
    return best


def into(sheets: Sheets, mask: int, box: str, sums: Whole) -> Reals:
    """What it brings to write each whole hand into this box."""
    house, filled = sheets.house, sheets.filled(mask)
    after = sheets.worth[mask | sheets.bit(box)]
    jokers = tuple(place for place in FIVES if s.joker(WHOLE[place], filled, house))
    points = counts(box, house, jokers)
    if box in UPPER and house.upper_bonus:
        sums = np.minimum(sums + points[:, None].astype(int), s.BONUS_FROM)
        brings: Reals = points[:, None, None] + after[sums]
        return brings
    later = np.broadcast_to(after[sums], (len(WHOLE), len(sums), after.shape[1]))
    if box == YACHT and after.shape[1] > 1:  # from now on the box itself says whether a further one counts
        later = np.where((points > 0)[:, None, None], after[sums][:, 1:], after[sums][:, :1])
    worth: Reals = points[:, None, None] + later
    return worth


@cache
def counts(box: str, house: House, jokers: tuple[int, ...]) -> Reals:
    """What each whole hand counts in this box, some of them being jokers."""
    points: Reals = np.array([s.count(box, hand, house, n in jokers) for n, hand in enumerate(WHOLE)], dtype=float)
    return points


def choices(sheets: Sheets, table: Table) -> dict[Deed | None, float]:
    """What each deed of this moment brings from now on; none: to throw the dice."""
    house, sheet = table.house, table.sheet
    mask = sheets.mask(sheet)
    sums = np.array([min(s.BONUS_FROM, s.upper(sheet)) if house.upper_bonus else 0])
    bonus = s.total(sheet, house) - sum(sheet.values())  # it is counted in what is to come
    extra = int(sheet.get(YACHT, 0) > 0)
    ends = filling(sheets, mask, sums)[:, 0, -1 if extra else 0] - bonus
    before = throws(ends[:, None], table.throws)[:, 0] if table.throws else ends
    worth: dict[Deed | None, float] = {}
    if table.throws and len(table.aside) < DICE:
        worth[None] = float(before[HANDS.number[table.aside]])
    if not table.dice:
        return worth
    place = WHOLE.index(table.dice)
    for box in s.boxes(house):
        if box not in sheet:
            brings = into(sheets, mask, box, sums)[place, 0, -1 if extra else 0] - bonus
            further = s.EXTRA if extra and s.further(table.dice, sheet, house) else 0
            worth[Enter(box)] = float(brings) + further
    if table.throws:
        kept = (part for part in parts(table.dice) if part != table.aside and len(part) < DICE)
        worth |= {LayAside(part): float(before[HANDS.number[part]]) for part in kept}
    return worth


_at_work: dict[House, Thread] = {}


def known(house: House, *, wait: bool) -> Sheets | None:
    """The worth of every sheet; worked out once in this house's life, which takes up to a minute."""
    file = cache_folder() / f"yacht-{int(house.thirteen)}{int(house.upper_bonus)}{int(house.jokers)}.npz"
    if house not in _known and house not in _at_work:
        _at_work[house] = Thread(target=_learn, args=(house, file), daemon=True)
        _at_work[house].start()
    if wait:
        _at_work[house].join()
    return _known.get(house)


_known: dict[House, Sheets] = {}


def _learn(house: House, file: Path) -> None:
    try:
        with np.load(file) as kept:
            _known[house] = Sheets(house, dict(enumerate(kept["worth"].astype(float))))
        return
    except (OSError, ValueError, KeyError, BadZipFile):
        log.info("working out yacht house=%s", house)
    sheets = solve(house)
    _known[house] = sheets
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(file, worth=np.stack([sheets.worth[mask] for mask in sorted(sheets.worth)]).astype("f4"))
    except OSError as error:
        log.warning("yacht is not kept file=%s error=%s", file, error)
