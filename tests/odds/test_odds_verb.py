"""``companion odds`` as people and programs call it."""

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main


@pytest.fixture(autouse=True)
def no_boxes_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def ask(capsys: pytest.CaptureFixture[str], words: str) -> dict[str, Any]:
    assert main(["odds", *words.split(), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert isinstance(answer, dict)
    return answer


def test_with_no_options_a_fresh_turn_on_a_fresh_grill(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "--game heckmeck")
    assert set(answer) == {"expected_worms", "p_fail", "p_at_least", "p_exactly", "choices", "best"}
    assert answer["expected_worms"] == pytest.approx(1.6447296740, abs=1e-9)
    assert answer["best"] == {"roll": True}
    (roll,) = answer["choices"]
    assert roll == {"roll": True, "expected_worms": answer["expected_worms"], "p_fail": answer["p_fail"]}
    assert list(answer["p_at_least"]) == list(answer["p_exactly"]) == [str(tile) for tile in range(21, 37)]


def test_between_two_rolls_one_may_stop_or_roll(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "--kept worm:2,4:2,5:1 --grill 23,24 --stack 29")
    stop, roll = answer["choices"]
    assert stop == {"stop": True, "expected_worms": 1.0, "p_fail": 0.0}
    # Three dice: 27 of 216 rolls show worms, 4s and 5s only and cost three worms; all others still bring one.
    assert roll["p_fail"] == pytest.approx(27 / 216)
    assert roll["expected_worms"] == pytest.approx(189 / 216 - 3 * 27 / 216)
    assert (answer["best"], answer["expected_worms"], answer["p_fail"]) == ({"stop": True}, 1.0, 0.0)


def test_of_a_roll_the_new_faces_can_be_kept(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "--game heckmeck --kept worm:2,4:2 --grill 24,25,27 --roll 1,1,4,5 --stack 22 --rivals 25,31")
    assert [choice["keep"] for choice in answer["choices"]] == ["1", "5"]
    assert answer["best"] == {"keep": "5"}
    assert answer["expected_worms"] == max(choice["expected_worms"] for choice in answer["choices"])


def test_a_roll_of_repeats_has_failed(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "--kept worm:5,4:1 --roll 4,worm --stack 36")
    assert (answer["choices"], answer["best"], answer["expected_worms"], answer["p_fail"]) == ([], None, -4.0, 1.0)
    assert set(answer["p_at_least"].values()) == {0.0}


def test_in_junior_a_roll_of_repeats_only_ends_the_turn(capsys: pytest.CaptureFixture[str]) -> None:
    """The rulebook's example D: two buns and a worm aside, then only worms and buns. Five points count."""
    answer = ask(capsys, "--game heckmeck-junior --kept bun:2,worm:1 --roll bun,worm,worm --stack 9")
    assert answer["choices"] == [{"stop": True, "expected_worms": 1.0, "p_fail": 0.0}]
    assert (answer["p_at_least"]["5"], answer["p_at_least"]["6"], answer["p_exactly"]["4"]) == (1.0, 0.0, 0.0)


def test_a_turn_that_has_ended_can_only_be_counted(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "--kept worm:4,5:4")
    assert answer["choices"] == [{"stop": True, "expected_worms": 4.0, "p_fail": 0.0}]
    assert ask(capsys, "--kept 1:1,2:1,3:1,4:1,5:1,worm:2")["best"] == {"stop": True}


def test_the_weasel_rescues_a_roll_of_repeats(capsys: pytest.CaptureFixture[str]) -> None:
    turn = "--game heckmeck-deluxe --kept worm:5,4:1"
    rescued = ask(capsys, f"{turn} --roll 4,worm --weasel")
    rolled_once = ask(capsys, turn)
    assert rescued["best"] == {"roll": True}
    assert rescued["expected_worms"] == next(c for c in rolled_once["choices"] if "roll" in c)["expected_worms"]


def test_the_canned_worm_counts_where_no_worm_was_kept(capsys: pytest.CaptureFixture[str]) -> None:
    turn = "--game heckmeck-deluxe --kept 5:4,4:1,1:1 --grill 25,29,30"
    stop = ask(capsys, turn + " --canned")["choices"][0]
    assert (stop["stop"], stop["expected_worms"], stop["p_fail"]) == (True, 3.0, 0.0)  # 25 and five more
    assert ask(capsys, turn)["choices"][0]["p_fail"] == 1.0


def test_the_golden_die_is_named_in_a_roll_or_is_the_last(capsys: pytest.CaptureFixture[str]) -> None:
    named = ask(capsys, "--game heckmeck-deluxe --golden --kept 5:6 --roll golden-worm,1,2")
    last = ask(capsys, "--game heckmeck-deluxe --golden --kept 5:6 --roll 1,2,worm")
    assert named == last
    kept = ask(capsys, "--game heckmeck-deluxe --kept 5:6,golden-worm:1")
    worm = next(choice for choice in named["choices"] if choice["keep"] == "worm")
    assert worm["expected_worms"] == kept["expected_worms"]


def test_a_double_one_is_worth_a_bratworm_if_asked(capsys: pytest.CaptureFixture[str]) -> None:
    turn = "--game heckmeck-deluxe --kept worm:3,5:1 --roll 1,1,2,3"
    plain, counted = ask(capsys, turn), ask(capsys, turn + " --bratworms")
    for choice, richer in zip(plain["choices"], counted["choices"], strict=True):
        more = richer["expected_worms"] - choice["expected_worms"]
        assert more == pytest.approx(1) if choice["keep"] == "1" else 0 < more < 0.3


def test_tiles_that_somebody_holds_are_not_on_a_fresh_grill(capsys: pytest.CaptureFixture[str]) -> None:
    with_all = ask(capsys, "--stack 21 --rivals 22")
    grill = ",".join(map(str, range(23, 37)))
    assert with_all == ask(capsys, f"--stack 21 --rivals 22 --grill {grill}")
    one_copy_left = ask(capsys, "--game heckmeck-junior --rivals 9")
    assert one_copy_left == ask(capsys, "--game heckmeck-junior")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--kept six:1", "There is no face 'six' on these dice: they show 1, 2, 3, 4, 5, worm."),
        ("--game heckmeck-junior --roll 1,1,1,1,1,1", "There is no face '1' on these dice: they show cucumber, bun"),
        ("--kept worm:5,4:4", "There are only 8 dice, and 9 are laid aside."),
        ("--roll 1,1,1,1,1,1,1,1,1", "The roll must show 8 dice here, not 9."),
        ("--kept worm:2 --roll 1,1", "The roll must show 6 dice here, not 2."),
        ("--kept worm:5,4:3 --roll 1", "The turn has ended and nothing is left to roll: leave --roll out."),
        ("--kept worm", "I cannot read 'worm' as dice laid aside: write a face and how many, as worm:2."),
        ("--kept worm:0", "I cannot read 'worm:0' as dice laid aside"),
        ("--kept worm:1,worm:1", "worm is laid aside twice: each face counts once a turn."),
        ("--grill 20", "There is no tile '20' in this box"),
        ("--stack x", "There is no tile 'x' in this box"),
        ("--rivals 11", "There is no tile '11' in this box"),
        ("--game heckmeck-junior --golden", "--golden belongs to Heckmeck Deluxe."),
        ("--game heckmeck-deluxe --kept golden-1:2", "There is one golden die, not 2."),
        ("--golden --kept golden-1:1", "The golden die is either laid aside or still to be rolled, not both."),
        ("--kept 5:7 --roll golden-1", "The golden die is in the roll but not in play: add --golden."),
        ("--kept 5:7 --golden --roll golden-1,golden-1", "There is one golden die, not 2."),
        ("--kept 5:7 --golden --roll 1", "The roll must show 2 dice here, not 1."),
        ("--game rooster-run", "Rooster Run has no odds: they are for heckmeck"),
        ("--game chess", "I do not know the game 'chess': choose heckmeck"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", *words.split(), "--json"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"companion odds: {sentence}")
    assert said.err.count("\n") == 1


def test_people_get_a_table_and_a_chart(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--kept worm:2,4:2 --grill 24,25,27 --roll 1,1,3,5 --stack 22 --rivals 23,31"
    assert main(["odds", *words.split()]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "laid aside  worm worm 4 4 = 18",
        "rolled      1 1 3 5",
        "grill       24 25 27",
        "rivals      23 31",
        "at risk     1 of your own worms",
        "",
        "choice            worms     fails",
        "keep 5           +1.500    12.5 %   <- best",
        "keep 3           +1.231    18.1 %",
        "keep 1           +0.667    36.1 %",
        "",
        "tile  worms  at least                          keep 5  keep 3  keep 1   exactly",
        "23    ~      ████████████████████████ 100.0 %   100 %    82 %    64 %   100.0 %",
        "24    ~      █████████████████████···  87.5 %    88 %    69 %    49 %    34.7 %",
        "25    ~~     ████████████████████····  81.9 %    82 %    62 %    46 %    40.3 %",
        "27    ~~     ███████████·············  47.6 %    48 %    41 %    19 %    23.7 %",
        "31    ~~~    ██······················   9.0 %     3 %     9 %     0 %     6.9 %",
    ]


def test_people_are_told_that_it_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--kept", "5:6", "--roll", "5,5", "--stack", "30"]) == 0
    assert "failed           -3.000   100.0 %" in capsys.readouterr().out.splitlines()


def test_what_is_only_assumed_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    main(["odds", "--game", "heckmeck-junior"])
    assert "assumed, die: one delicacy is on it twice, taken to be the worm" in capsys.readouterr().out
    main(["odds", "--game", "heckmeck-deluxe"])
    assert "assumed" not in capsys.readouterr().out
    main(["odds", "--game", "heckmeck-deluxe", "--golden"])
    assert "assumed, golden_die" in capsys.readouterr().out


def test_a_terminal_that_knows_no_blocks_gets_plain_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(written := BytesIO(), encoding="ascii"))
    assert main(["odds", "--grill", "21,36"]) == 0
    sys.stdout.flush()
    assert b"21    ~      #####################...  89.3 %    44.0 %" in written.getvalue().splitlines()


def test_a_turn_of_ten_thousand_by_the_points_at_stake(capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask(capsys, "--game ten-thousand")
    assert answer["p_fail"]["1"] == pytest.approx(4 / 6)
    assert answer["p_fail"]["2"] == pytest.approx(16 / 36)
    assert answer["roll_on"]["300"] == [1, 3, 4, 5, 6]
    assert answer["expected"]["400"]["2"] == 400

    three_dice = ask(capsys, "--game ten-thousand --stake 300 --left 3")
    assert three_dice["expected"] == pytest.approx(answer["expected"]["300"]["3"])
    assert {next(iter(choice)) for choice in three_dice["choices"]} == {"roll", "stop"}
    careful = ask(capsys, "--game ten-thousand --stake 300 --left 3 --opening")
    assert careful["best"] == {"roll": True}
    assert {next(iter(choice)) for choice in careful["choices"]} == {"roll"}


def test_a_roll_of_ten_thousand(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "--game ten-thousand --roll 1,5,2,2,3,4")["best"] == {"keep": ["1"]}
    assert ask(capsys, "--game ten-thousand --roll 1,2,3,4,5,6")["best"] == {"keep": ["1", "2", "3", "4", "5", "6"]}
    without = ask(capsys, "--game ten-thousand --variant straight=0 --roll 1,2,3,4,5,6")
    assert without["best"] == {"keep": ["1"]}
    nothing = ask(capsys, "--game ten-thousand --stake 500 --roll 2,3")
    assert (nothing["expected"], nothing["p_fail"], nothing["choices"]) == (0.0, 1.0, [])


def test_the_last_throw_of_yacht_is_written_where_it_counts_most(capsys: pytest.CaptureFixture[str]) -> None:
    filled = (
        "ones:1,twos:2,threes:3,fours:4,fives:5,choice:20,little straight:0,big straight:0,four alike:0,full house:8"
    )
    words = ["odds", "--game", "yacht", "--sheet", filled, "--roll", "6,6,6,6,6", "--throws", "0", "--json"]
    assert main(words) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["best"] == {"box": "yacht"}
    choices = {choice["box"]: choice["expected"] for choice in answer["choices"]}
    sixes_later = 6 * 5 * (1 - (5 / 6) ** 3)  # a box that waits brings what three throws bring
    assert choices["yacht"] == pytest.approx(43 + 50 + sixes_later)


@pytest.mark.parametrize(
    "words",
    [
        "--game ten-thousand --roll 7",
        "--game ten-thousand --left 3",
        "--game ten-thousand --variant odd",
        "--game yacht --sheet ones",
    ],
)
def test_what_cannot_be_asked_of_loose_dice_is_said(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *words.split()]) == 2
    assert capsys.readouterr().err.startswith("companion odds: ")
