"""The option that writes the playthroughs anew instead of comparing them."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite", action="store_true", help="write the texts of tests/playthroughs anew")
