"""Draws the odds for people: the choices, best first, and a small bar chart of the tiles within reach."""

from companion.games.grill.at_table.odds.hint import Answer, Moment, Odds

BAR = 24


def show(odds: Odds, moment: Moment, encoding: str = "utf-8") -> str:
    """A table of the choices, then one line a tile, in letters that this encoding knows."""
    answer, spoils = odds.hint(moment), odds.spoils
    rated = answer["choices"] or [{"failed": True, "expected_worms": answer["expected_worms"], "p_fail": 1.0}]
    order = sorted(range(len(rated)), key=lambda at: (not _is_best(rated[at], answer), -rated[at]["expected_worms"]))
    lines = [f"{'choice':16}{'worms':>7}{'fails':>10}"]
    for choice in (rated[at] for at in order):
        mark = "   <- best" if _is_best(choice, answer) else ""
        lines.append(f"{_words(choice):16}{choice['expected_worms']:+7.3f}{_percent(choice['p_fail']):>10}{mark}")

    # Where there is a choice, each gets a column: what one keeps decides which tile is still to be had.
    by_choice = odds.at_least(moment)
    after = [(f"  {_words(rated[at]):>6}", by_choice[at]) for at in order] if len(rated) > 1 else []
    full, empty = "█·" if "█·".encode(encoding, "ignore").decode(encoding) == "█·" else "#."
    lines += ["", f"{'tile':6}{'worms':7}{'at least':{BAR + 8}}{''.join(name for name, _ in after)}{'exactly':>10}"]
    for tile in sorted({*spoils.grill, *(tile for tile in spoils.rivals if tile not in spoils.exact_only)}):
        at_least, exactly = answer["p_at_least"][str(tile)], answer["p_exactly"][str(tile)]
        bar = (full * round(at_least * BAR)).ljust(BAR, empty)
        each = "".join(f"{f'{100 * chances[tile]:.0f} %':>{len(name)}}" for name, chances in after)
        worms = "~" * odds.game.worms[tile]
        lines.append(f"{tile:<6}{worms:7}{bar}{_percent(at_least):>8}{each}{_percent(exactly):>10}")
    return "\n".join(lines)


def _is_best(choice: Answer, answer: Answer) -> bool:
    return answer["best"] is not None and answer["best"].items() <= choice.items()


def _words(choice: Answer) -> str:
    what = next(iter(choice))
    return f"keep {choice[what]}" if what == "keep" else what


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"
