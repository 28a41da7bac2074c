"""A tournament as the host's words and the tables' results add up to it: who is there, the rounds, the standing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from companion.night.evening import Played
from companion.night.pairings import Past
from companion.night.people import People
from companion.night.ratings import places

Word = tuple[str, Mapping[str, Any]]


@dataclass
class Board:
    """One table in one round."""

    table: str
    players: tuple[str, ...]
    after: int  # the last match there before the round was drawn
    match: int | None = None  # the one that counts
    state: str = "waiting"  # "playing", "done", "settled"
    scores: Mapping[str, int] = field(default_factory=dict)
    winners: tuple[str, ...] = ()

    @property
    def decided(self) -> bool:
        return self.state in ("done", "settled")


@dataclass
class Round:
    number: int
    kind: str
    game: str
    boards: list[Board]
    out: tuple[str, ...]

    @property
    def decided(self) -> bool:
        return all(board.decided for board in self.boards)


@dataclass
class Tournament:
    """The newest one of the season."""

    present: list[str] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    credit: Counter[str] = field(default_factory=Counter)  # games a latecomer is counted as having played

    def board(self, number: int, table: str) -> Board | None:
        """That table in that round, from 1."""
        boards = self.rounds[number - 1].boards if 0 < number <= len(self.rounds) else []
        return next((one for one in boards if one.table == table), None)

    def past(self) -> Past:
        """What the next draw has to know."""
        games, points, met = Counter(self.credit), Counter[str](), Counter[frozenset[str]]()
        for one in self.rounds:
            for board in one.boards:
                games.update(board.players)
                met.update(frozenset(pair) for pair in combinations(board.players, 2))
                for name, earned in points_of(board).items():
                    points[name] += earned  # type: ignore[assignment]
        return Past(games, points, met)

    def standing(self) -> list[dict[str, Any]]:
        past, won, played = self.past(), Counter[str](), Counter[str]()
        for one in self.rounds:
            for board in one.boards:
                won.update(board.winners)
                played.update(board.players if board.decided else ())
        everyone = dict.fromkeys([*self.present, *past.games])
        rows = [
            {
                "player": name,
                "points": round(past.points.get(name, 0.0), 2),
                "won": won[name],
                "played": played[name],
                "here": name in self.present,
            }
            for name in everyone
        ]
        return sorted(rows, key=lambda row: (-row["points"], -row["won"], row["player"]))


def points_of(board: Board) -> dict[str, float]:
    """First of a table gets one point, last none, those between equal steps; a shared place shares its points."""
    if not board.decided:
        return {}
    most = len(board.players) - 1
    scores = {name: board.scores.get(name, 0) for name in board.players}
    if board.state == "settled" and not board.scores:
        scores = {name: int(name in board.winners) for name in board.players}
    placed = places(scores, board.winners)
    alike = Counter(place for _, place in placed)
    return {name: (most - (place - 1) - (alike[place] - 1) / 2) / most for name, place in placed}


def tournament(words: Iterable[Word], matches: Mapping[tuple[str, int], Played], who: People) -> Tournament | None:
    """The newest tournament, if the host has begun one."""
    now: Tournament | None = None
    known: set[str] = set()  # who was there when the last round was drawn
    for kind, word in words:
        if kind == "tournament":
            now, known = Tournament(), set()
        if now is None:
            continue
        match kind:
            case "came":
                now.present += [name for name in word["names"] if name not in now.present]
            case "left":
                now.present = [name for name in now.present if name != word["name"]]
            case "round":
                boards = [Board(table, tuple(seat["players"]), seat["after"]) for table, seat in word["tables"].items()]
                _credit(now, known, {name for board in boards for name in board.players} | set(word["out"]))
                known = set(now.present)
                now.rounds.append(Round(len(now.rounds) + 1, word["kind"], word["game"], boards, tuple(word["out"])))
            case "undrawn" if now.rounds:
                now.rounds.pop()
            case "settled" if board := now.board(word["round"], word["table"]):
                board.state, board.winners = "settled", tuple(word["winners"])
    if now is not None:
        there: dict[str, list[Played]] = {}
        for played in sorted(matches.values(), key=lambda one: one.match):
            there.setdefault(played.table, []).append(played)
        for one in now.rounds:
            for board in one.boards:
                _look(board, there.get(board.table, []), who)
    return now


def _credit(now: Tournament, known: set[str], here: set[str]) -> None:
    """Who comes late counts as having played as often as whoever of the others has played least."""
    games = now.past().games
    least = min((games.get(name, 0) for name in here & known), default=0)
    for name in here - known:
        now.credit[name] += max(0, least - games.get(name, 0))


def _look(board: Board, matches: Iterable[Played], who: People) -> None:
    """Find the match of this round at its table: the first one after the draw that these people played to its end."""
    wanted = {who.who(name) for name in board.players}
    spelled: Mapping[str, str] = {who.who(name): name for name in board.players}
    for played in matches:
        table, there = played.table, {who.who(name, played.table) for name in played.everyone}
        if played.match <= board.after or there != wanted or (played.over and not played.winners):
            continue
        scores = {spelled[who.who(name, table)]: score for name, score in played.scores.items()}
        board.match, board.scores = played.match, scores
        if board.state == "settled":
            return
        board.state = "playing"
        if played.counts:
            board.winners = tuple(spelled[who.who(name, table)] for name in played.winners or ())
            board.state = "done"
            return


def settled(now: Tournament | None) -> dict[tuple[str, int], tuple[str, ...]]:
    """The matches whose winners the host has named."""
    boards = [board for one in (now.rounds if now is not None else ()) for board in one.boards]
    return {(one.table, one.match): one.winners for one in boards if one.state == "settled" and one.match is not None}


def shown(now: Tournament | None, names: Mapping[str, str], titles: Mapping[str, str]) -> dict[str, Any] | None:
    """For the page: the newest round, the standing and how many rounds there were."""
    if now is None:
        return None
    newest: Sequence[Round] = now.rounds[-1:]
    return {
        "present": now.present,
        "standing": now.standing(),
        "rounds": len(now.rounds),
        "round": None
        if not newest
        else {
            "number": newest[0].number,
            "kind": newest[0].kind,
            "title": titles.get(newest[0].game, newest[0].game),
            "decided": newest[0].decided,
            "out": list(newest[0].out),
            "tables": [
                {
                    "table": board.table,
                    "name": names.get(board.table, board.table),
                    "players": list(board.players),
                    "state": board.state,
                    "winners": list(board.winners),
                    "scores": dict(board.scores),
                }
                for board in newest[0].boards
            ],
        },
    }
