"""Every promise of the documents names a test, and that test is there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("document", ["reliability.md", "security.md"])
def test_every_promise_names_a_test_that_is_there(document: str) -> None:
    lines = (ROOT / "docs" / document).read_text(encoding="utf-8").splitlines()
    promises = [line for line in lines if "`tests/" in line]
    named = [one for line in promises for one in re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", line)]
    assert len(named) >= 10
    for file, test in named:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        assert not test or any(isinstance(one, ast.FunctionDef) and one.name == test for one in tree.body), test
