"""A tournament is what the host said and what the tables told; a leaderboard too."""

from dataclasses import replace

from companion.night.board import leaderboard, results
from companion.night.evening import Played
from companion.night.people import People, people
from companion.night.ratings import Ratings, places
from companion.night.tournament import Tournament, Word, settled, tournament

NOBODY = People()


def played(table: str, match: int, scores: dict[str, int], *winners: str, day: str = "18") -> Played:
    at = f"2026-11-{day}T20:{match:02}:00+00:00"
    return Played(table, match, "heckmeck", "Heckmeck", tuple(scores), at, 9, scores, winners or None, True)


def drawn(*boards: tuple[str, list[str]], out: tuple[str, ...] = (), after: int = 0) -> Word:
    tables = {table: {"players": names, "after": after} for table, names in boards}
    return "round", {"kind": "swiss", "game": "heckmeck", "tables": tables, "out": list(out)}


def held(words: list[Word], *matches: Played, who: People = NOBODY) -> Tournament:
    now = tournament(words, {(one.table, one.match): one for one in matches}, who)
    assert now is not None
    return now


BEGUN: list[Word] = [("tournament", {}), ("came", {"names": ["Ana", "Ben", "Cleo"]})]
ROUND = [*BEGUN, drawn(("oak", ["Ana", "Ben", "Cleo"]))]


def test_a_result_comes_from_the_table_by_itself() -> None:
    now = held(ROUND, played("oak", 1, {"Ana": 3, "Ben": 7, "Cleo": 1}, "Ben"))

    assert now.rounds[0].decided
    assert [(row["player"], row["points"]) for row in now.standing()] == [("Ben", 1.0), ("Ana", 0.5), ("Cleo", 0.0)]


def test_only_the_round_s_own_people_count_and_only_a_game_begun_after_the_draw() -> None:
    early = played("oak", 1, {"Ana": 3, "Ben": 7, "Cleo": 1}, "Ben")
    others = played("oak", 2, {"Ana": 3, "Ben": 7}, "Ben")
    broken_off = replace(played("oak", 3, {"Ana": 3, "Ben": 7, "Cleo": 1}), winners=None)
    words = [*BEGUN, drawn(("oak", ["Ana", "Ben", "Cleo"]), after=1)]

    assert held(words, early, others, broken_off).rounds[0].boards[0].state == "waiting"


def test_a_game_that_is_on_is_shown_as_that() -> None:
    running = replace(played("oak", 1, {"Ana": 3, "Ben": 7, "Cleo": 1}), over=False)
    assert held(ROUND, running).rounds[0].boards[0].state == "playing"


def test_the_host_s_word_stands_above_the_table_s() -> None:
    told = played("oak", 1, {"Ana": 3, "Ben": 7, "Cleo": 1}, "Ben")
    words = [*ROUND, ("settled", {"round": 1, "table": "oak", "winners": ["Ana"]})]
    now = held(words, told)

    assert now.rounds[0].boards[0].winners == ("Ana",)
    assert now.standing()[0]["player"] == "Ana"
    assert results([told], NOBODY, settled(now))[0].winners == ("Ana",), "on the leaderboard, too"


def test_a_name_spelled_otherwise_at_the_table_is_the_same_person() -> None:
    who = people([("merge", {"one": "Benjamin", "into": "Ben"})])
    now = held(ROUND, played("oak", 1, {"ana": 3, "Benjamin": 7, "Cleo": 1}, "Benjamin"), who=who)

    assert now.rounds[0].boards[0].winners == ("Ben",)


def test_who_shares_a_win_shares_its_points() -> None:
    now = held(ROUND, played("oak", 1, {"Ana": 7, "Ben": 7, "Cleo": 1}, "Ana", "Ben"))
    assert {row["player"]: row["points"] for row in now.standing()} == {"Ana": 0.75, "Ben": 0.75, "Cleo": 0.0}


def test_a_latecomer_counts_as_having_played_as_often_as_the_others() -> None:
    words = [
        *ROUND,
        drawn(("oak", ["Ana", "Ben", "Cleo"])),
        ("came", {"names": ["Dora"]}),
        drawn(("oak", ["Ana", "Ben"]), ("elm", ["Cleo", "Dora"])),
    ]
    assert held(words).past().games == {"Ana": 3, "Ben": 3, "Cleo": 3, "Dora": 3}


def test_who_leaves_is_not_drawn_again_and_keeps_his_points() -> None:
    now = held([*ROUND, ("left", {"name": "Ben"})], played("oak", 1, {"Ana": 3, "Ben": 7, "Cleo": 1}, "Ben"))

    assert now.present == ["Ana", "Cleo"]
    assert now.standing()[0] == {"player": "Ben", "points": 1.0, "won": 1, "played": 1, "here": False}


def test_a_draw_can_be_taken_back_and_a_new_tournament_begins_afresh() -> None:
    assert held([*ROUND, ("undrawn", {})]).rounds == []
    assert held([*ROUND, *BEGUN]).rounds == []
    assert tournament([], {}, NOBODY) is None


def test_the_leaderboard_counts_persons_over_tables_games_and_evenings() -> None:
    matches = [
        played("oak", 1, {"Ana": 3, "Ben": 7}, "Ben"),
        played("elm", 1, {"ANA ": 9, "Cleo": 7}, "ANA "),
        played("elm", 2, {"Ana": 1, "Ben": 2}, "Ben", day="19"),
        replace(played("elm", 3, {"Ana": 9, "Ben": 2}), winners=None),
    ]
    found = results(matches, NOBODY, {})
    rows = {row["player"]: (row["won"], row["played"], row["points"]) for row in leaderboard(found, Ratings())}
    tonight = leaderboard(found, Ratings(), evening="2026-11-19")

    assert rows == {"Ben": (2, 2, 9), "Ana": (1, 3, 13), "Cleo": (0, 1, 7)}
    assert [row["player"] for row in tonight] == ["Ben", "Ana"]
    assert tonight[0]["rating"] > tonight[1]["rating"], "ratings are of the season"


def test_two_who_share_a_name_are_told_apart_and_put_together_again() -> None:
    who = people([("split", {"name": "Ana", "table": "elm", "called": "Ana B."})])
    assert (who.who("Ana", "oak"), who.who("ana", "elm")) == ("Ana", "Ana B.")

    both = people([("merge", {"one": "Annie", "into": "Ana"}), ("separate", {"name": "annie"})])
    assert both.who("Annie") == "Annie"
    turned = people([("merge", {"one": "Ana", "into": "Annie"}), ("merge", {"one": "Annie", "into": "Ana"})])
    assert turned.who("Annie") == turned.who("Ana") == "Ana"


def test_places_put_winners_first_and_share_ties() -> None:
    assert places({"Ana": 3, "Ben": 7, "Cleo": 7}, ["Ana"]) == [("Ana", 1), ("Ben", 2), ("Cleo", 2)]


def test_ratings_go_on_from_where_they_were() -> None:
    games = [[("Ana", 1), ("Ben", 2), ("Cleo", 2)], [("Ben", 1), ("Ana", 2)], [("Ana", 1), ("Cleo", 2)]]
    ratings = Ratings()
    ratings.after(games[:1])

    assert ratings.after(games) == Ratings().after(games)
    assert ratings.after(games[1:]) == Ratings().after(games[1:]), "and begin anew when the past has changed"


def test_a_game_begun_after_midnight_belongs_to_the_evening_before() -> None:
    assert replace(played("oak", 1, {"Ana": 1}), begun_at="2026-11-19T01:30:00+00:00").evening == "2026-11-18"
