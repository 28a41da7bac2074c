"""Draws an answer for people: a table of the choices and a small bar chart of the tiles."""

from collections.abc import Collection, Mapping

from companion.odds.hint import Answer

BAR = 24


def show(answer: Answer, worms: Mapping[int, int], within_reach: Collection[int]) -> str:
    """The choices, best first, then the tiles within reach."""
    lines = ["choice          worms   fails"]
    for choice in sorted(answer["choices"], key=lambda choice: float(-choice["expected_worms"])):
        what = {key: value for key, value in choice.items() if key not in ("expected_worms", "p_fail")}
        mark = "best" if what == answer["best"] else ""
        lines.append(f"{_words(what):13}{choice['expected_worms']:+8.3f}{_percent(choice['p_fail']):>8}  {mark}".rstrip())
    if not answer["choices"]:
        lines.append(f"{'failed':13}{answer['expected_worms']:+8.3f}{_percent(answer['p_fail']):>8}")
    lines += ["", f"tile   worms  {'at least this much':{BAR + 7}}  exactly"]
    for tile in sorted(within_reach):
        likely = answer["p_at_least"][str(tile)]
        bar = "█" * round(likely * BAR)
        lines.append(
            f"{tile:4}   {'~' * worms[tile]:5}  {bar:·<{BAR}} {_percent(likely):>6}  "
            f"{_percent(answer['p_exactly'][str(tile)]):>7}"
        )
    if not within_reach:
        lines.append("  no tile is face up")
    return "\n".join(lines)


def _words(what: Answer) -> str:
    if "keep" in what:
        return f"keep {what['keep']}"
    return next(iter(what)).replace("_", " ")


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"
