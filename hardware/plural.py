"""Which form of a word goes with a number, by the rules a language gives as data (those of the Unicode CLDR)."""

import re
from collections.abc import Mapping

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
_CONDITION = re.compile(r"n(?: % (\d+))? (=|!=) (\d[\d.,]*)")


def category(rules: Mapping[str, str], number: int) -> str:
    """The first category whose rule holds ("n % 10 = 2..4 and n % 100 != 12..14"), else "other"."""
    return next((name for name, rule in rules.items() if _holds(rule, abs(number))), "other")


def _holds(rule: str, number: int) -> bool:
    return any(all(_is(one, number) for one in either.split(" and ")) for either in rule.split(" or "))


def _is(condition: str, number: int) -> bool:
    found = _CONDITION.fullmatch(condition.strip())
    if found is None:
        raise ValueError(f"{condition!r} is no condition such as: n % 10 = 2..4")
    rest, sign, ranges = found.groups()
    asked = number % int(rest) if rest else number
    spans = [span.partition("..") for span in ranges.split(",")]
    inside = any(int(low) <= asked <= int(high or low) for low, _, high in spans)
    return inside == (sign == "=")
