"""Finds every sentence that is written out as a line in our sources, for tests of languages."""

import ast
import string
from collections.abc import Iterable
from pathlib import Path


def templates(sources: Iterable[Path]) -> set[str]:
    found = set()
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "line":
                template = node.args[0] if node.args else None
                assert isinstance(template, ast.Constant), f"{source.name}:{node.lineno}: a template is written out"
                found.add(str(template.value))
    return found


def gaps(template: str) -> set[str]:
    """Every gap of a sentence, also of those within a gap's forms."""
    found = set()
    for _, name, form, _ in string.Formatter().parse(template):
        found |= {name} if name else set()
        found |= gaps(form) if form else set()
    return found
