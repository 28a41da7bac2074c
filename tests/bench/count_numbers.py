"""Counts the lines and the tuning numbers of the modules that read, folder by folder.

Lines are those of the files as they are. A tuning number is a decimal one written in code: 0.0, 0.5, 1.0 and 2.0
are arithmetic and not counted, nor are whole numbers, docstrings and weight files.
"""

import tokenize
from collections import Counter
from pathlib import Path

VISION = Path(__file__).resolve().parents[2] / "vision"
OTHERS = ("training", "render")  # which make pictures and networks, and read nothing
ARITHMETIC = {0.0, 0.5, 1.0, 2.0}
MOST_LINES, MOST_NUMBERS = 3300, 200


def decimals(path: Path) -> int:
    with path.open("rb") as file:
        numbers = [token.string for token in tokenize.tokenize(file.readline) if token.type == tokenize.NUMBER]
    return sum("." in number and float(number) not in ARITHMETIC for number in numbers)


def size_rows() -> None:
    lines: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    for path in VISION.rglob("*.py"):
        folder = path.relative_to(VISION).parts[0]
        if folder not in OTHERS:
            part = folder if not folder.endswith(".py") else "the rest"
            lines[part] += len(path.read_text().splitlines())
            numbers[part] += decimals(path)
    print(f"\nlines and tuning numbers of the modules that read (wanted {MOST_LINES} and {MOST_NUMBERS} at most)")
    for part in sorted(lines):
        print(f"    {part:34} {lines[part]:5} lines, {numbers[part]:4} numbers")
    print(f"    {'all':34} {lines.total():5} lines, {numbers.total():4} numbers")


if __name__ == "__main__":
    size_rows()
