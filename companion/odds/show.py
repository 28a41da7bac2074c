"""Draws an answer for people: the choices, best first, and a small bar chart of the tiles within reach."""

from companion.odds.boxes import DiceGame
from companion.odds.hint import Answer
from companion.odds.spoils import Spoils

BAR = 24


def show(answer: Answer, game: DiceGame, spoils: Spoils, encoding: str = "utf-8") -> str:
    """A table of the choices, then one line a tile, in letters that this encoding knows."""
    full, empty = "█·" if "█·".encode(encoding, "ignore").decode(encoding) == "█·" else "#."
    lines = [f"{'choice':16}{'worms':>7}{'fails':>10}"]
    rated = answer["choices"] or [{"failed": True, "expected_worms": answer["expected_worms"], "p_fail": 1.0}]
    for choice in sorted(rated, key=lambda choice: (not _is_best(choice, answer), -choice["expected_worms"])):
        mark = "   <- best" if _is_best(choice, answer) else ""
        lines.append(f"{_words(choice):16}{choice['expected_worms']:+7.3f}{_percent(choice['p_fail']):>10}{mark}")
    within_reach = sorted({*spoils.grill, *(tile for tile in spoils.rivals if tile not in spoils.exact_only)})
    lines += ["", f"{'tile':6}{'worms':7}{'at least':{BAR + 8}}{'exactly':>9}"]
    for tile in within_reach:
        at_least, exactly = answer["p_at_least"][str(tile)], answer["p_exactly"][str(tile)]
        bar = (full * round(at_least * BAR)).ljust(BAR, empty)
        lines.append(f"{tile:<6}{'~' * game.worms[tile]:7}{bar}{_percent(at_least):>8}{_percent(exactly):>9}")
    return "\n".join(lines)


def _is_best(choice: Answer, answer: Answer) -> bool:
    return answer["best"] is not None and answer["best"].items() <= choice.items()


def _words(choice: Answer) -> str:
    what = next(iter(choice))
    return f"keep {choice[what]}" if what == "keep" else what


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"
