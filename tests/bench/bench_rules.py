"""Prints how quick the rules are: python tests/bench/bench_rules.py"""

import json
import time
from random import Random
from typing import Any

from companion.games import GAMES, heckmeck
from companion.judge import verdicts
from companion.odds.robots import cautious
from companion.rehearsal.luck import luck
from companion.rules.contract import Action

NAMES = ["Ana", "Ben", "Cleo", "Dora"]
MATCHES = 100


def cautious_match(seed: int) -> list[Action]:
    """All deeds of a four-player Heckmeck between cautious robots."""
    game, dice = heckmeck.GAME, Random(seed)
    robot, state, deeds = cautious(dice), game.setup(NAMES, {}), []
    while game.winners(state) is None:
        deed = robot(game, state, state.player) or luck(game, state, dice)
        state, _ = game.apply(state, deed)
        deeds.append(deed)
    return deeds


def main() -> None:
    start = time.process_time()
    matches = [cautious_match(seed) for seed in range(MATCHES)]
    rate = MATCHES / (time.process_time() - start)
    print(f"{rate:8.0f} four-player Heckmeck games a second of one core, cautious robots (wanted: 60)")

    cases: list[dict[str, Any]] = [
        {"game": "heckmeck", "setup": {"players": NAMES}, "actions": list(map(heckmeck.GAME.action_to, deeds))}
        for deeds in matches
    ]
    lines = [json.dumps(case).encode() for case in cases]
    start = time.process_time()
    judged = [json.loads(verdict) for verdict in verdicts(lines, GAMES)]
    rate = sum(map(len, matches)) / (time.process_time() - start)
    assert all(verdict["state"]["game_over"] for verdict in judged)
    print(f"{rate:8.0f} deeds a second judged, whole games a line (wanted: 20,000)")

    short = [{**case, "actions": case["actions"][:2]} for case in cases] * 20
    lines = [json.dumps(case).encode() for case in short]
    start = time.process_time()
    judged = [json.loads(verdict) for verdict in verdicts(lines, GAMES)]
    rate = sum(len(case["actions"]) for case in short) / (time.process_time() - start)
    assert all(verdict["illegal_at"] is None for verdict in judged)
    print(f"{rate:8.0f} deeds a second judged, two deeds a line (wanted: 20,000)")


if __name__ == "__main__":
    main()
