"""What the lamps show, when, and that nobody ever waits for them."""

import re
import threading
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.announcements.announcement import Announcement
from companion.announcements.lamps.animation import animation, countdown, drawn, rolled, scrolled, show_off, turned
from companion.announcements.lamps.drawing import HEIGHT, blank, centred, die, dotted, glyph, letters, pictures
from companion.announcements.matrix import MatrixChannel, Programme
from companion.cli import main
from companion.games import GAMES
from companion.languages import languages, phrases
from hardware.displays.mirror import MirrorDisplay, rows
from hardware.displays.recorded import RecordedDisplay
from hardware.displays.terminal import characters
from hardware.ports import Picture
from hardware.trouble import Trouble

WIDTH = 32


def news(matrix: str, key: str = "DiceKept", kind: str = "deed", urgency: int = 1, **facts: object) -> Announcement:
    return Announcement(key, kind, matrix, "", "", urgency=urgency, facts=facts)  # type: ignore[arg-type]


def shown(programme: Programme, now: float) -> list[str]:
    return rows(programme.picture(now)[0])


def still(matrix: str) -> list[str]:
    return rows(drawn(matrix, WIDTH)[0].picture)


def test_figures_are_seven_lamps_high_and_all_alike_wide() -> None:
    for figure in "0123456789":
        lit = np.flatnonzero(glyph(figure).any(axis=1))
        assert (lit[0], lit[-1]) == (0, 6), figure
        assert glyph(figure).shape == (HEIGHT, 5), figure


def test_no_two_characters_look_the_same() -> None:
    """Two metres away an 8 must not be a B."""
    everything = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜß0123456789.,:!?'+-=/()<>&*#|%"
    looks: dict[bytes, str] = {}
    for character in everything:
        look = glyph(character).tobytes() + bytes(glyph(character).shape)
        assert look not in looks, f"{character} looks like {looks[look]}"
        looks[look] = character


def test_five_characters_fit_without_scrolling() -> None:
    assert letters("88888").shape[1] <= WIDTH
    assert len(drawn("88888", WIDTH)) == 1


def test_an_accent_we_never_drew_is_left_out_and_the_letter_stays() -> None:
    np.testing.assert_array_equal(glyph("É"), glyph("E"))
    np.testing.assert_array_equal(glyph("→"), glyph("?"))


@pytest.mark.parametrize("game", ["", *GAMES])
@pytest.mark.parametrize("language", languages())
def test_every_phrase_of_every_language_has_its_lamps(language: str, game: str) -> None:
    """A picture that nobody drew, or a text that would have to scroll, fails here and not at the table."""
    for section in ("events", "prompts", "questions", "troubles"):
        for key, phrase in phrases(language, game)[section].items():
            matrix = phrase["matrix"]
            if re.fullmatch(r":\w+:", matrix):
                assert matrix.strip(":") in pictures(), f"{language} {section} {key}: {matrix}"
            else:
                filled = re.sub(r"\{\w+:\.5\}|\{[a-z_]+\}", "36", matrix)
                assert len(filled) <= 5, f"{language} {section} {key}: {matrix}"


@pytest.mark.parametrize("width", [8, 16, 32, 64])
def test_every_animation_fits_a_display_of_any_width(width: int) -> None:
    for name, shots in show_off(width).items():
        assert shots, name
        assert all(shot.picture.shape == (HEIGHT, width) and shot.seconds > 0 for shot in shots), name
        assert any(shot.picture.any() for shot in shots), name


def test_a_die_reads_like_a_die() -> None:
    pips = {face: int((die(face)[2:5, 1:6] > 0).sum()) for face in ("1", "2", "3", "4", "5", "6")}
    assert pips == {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}
    np.testing.assert_array_equal(die("golden-worm"), die("worm"))
    np.testing.assert_array_equal(die("bun"), glyph("B"))


def test_eight_dice_are_shown_four_at_a_time() -> None:
    faces = ["worm", "5", "5", "4", "2", "1", "3", "worm"]
    pages = [shot.picture for shot in rolled(faces, WIDTH) if shot.seconds > 1]
    assert len(pages) == 2
    np.testing.assert_array_equal(pages[0][:, -8:-1], die("4"))


def test_a_tile_has_as_many_worms_as_it_is_worth() -> None:
    for worms in range(1, 5):
        assert int((dotted("36", worms)[:, 11:] > 0).sum()) == 4 * worms


def test_a_turned_tile_ends_on_its_back() -> None:
    shots = turned(centred(letters("36"), WIDTH))
    assert rows(shots[0].picture) == still("36")
    heights = [int(shot.picture.any(axis=1).sum()) for shot in shots]
    assert heights == sorted(heights[:4], reverse=True) + sorted(heights[4:])
    assert min(heights) == 2


def test_a_countdown_counts_and_its_line_gets_shorter() -> None:
    shots = countdown(3, WIDTH)
    assert sum(shot.seconds for shot in shots) == pytest.approx(3)
    lines = [int((shot.picture[7] > 0).sum()) for shot in shots]
    assert lines == sorted(lines, reverse=True)
    assert lines[0] == WIDTH


def test_a_long_name_passes_once_without_a_jump() -> None:
    shots = scrolled("Friedrich-Wilhelm", WIDTH)
    for one, other in pairwise(shots):
        np.testing.assert_array_equal(one.picture[:, 1:], other.picture[:, :-1])
    assert not shots[-1].picture.any()


def test_the_caller_is_named_after_the_rooster() -> None:
    called = Announcement("CockadoodleCalled", "deed", ":rooster:", "", "", "call", 3, "Ana")
    shots = animation(called, WIDTH)
    np.testing.assert_array_equal(shots[0].picture, centred(pictures()["rooster"][0][0], WIDTH))
    name = np.concatenate([shot.picture[:, -1:] for shot in shots[-80:]], axis=1)
    assert letters("Ana").tobytes() in {
        np.ascontiguousarray(name[:, at : at + 17]).tobytes() for at in range(name.shape[1] - 16)
    }


def test_the_winner_passes_with_the_score() -> None:
    won = Announcement("GameWon", "celebration", ":crown:", "", "", "proud", 2, facts={"winners": ("Ana",), "best": 7})
    assert len(animation(won, WIDTH)) == len(drawn(":crown:", WIDTH)) + len(scrolled("Ana 7", WIDTH))


def test_a_dead_roll_is_shown_and_crossed_out() -> None:
    shots = animation(news(":cross:", "DiceRolled", faces=("1", "1"), may_keep=()), WIDTH)
    assert rows(shots[-2].picture) == still(":cross:")
    assert len(animation(news(":dice:", "DiceRolled", faces=("1", "1"), may_keep=("1",)), WIDTH)) < len(shots)


# --- the order of things ---------------------------------------------------------------------------------------------


def test_news_is_shown_once_and_then_what_to_do_next() -> None:
    programme = Programme(WIDTH)
    programme.tell(news("24"), now=0.0)
    programme.tell(news("?", "KeepFace", "prompt", 0), now=0.1)
    assert shown(programme, 0.5) == still("24")
    assert shown(programme, 2.0) == still("?")
    assert shown(programme, 500.0) == still("?")


def test_the_newest_advice_wins() -> None:
    programme = Programme(WIDTH)
    for total in ("18", "23", "28"):
        programme.tell(news(total, "RollOrStop", "prompt", 0), now=0.0)
    assert shown(programme, 0.0) == still("28")


def test_a_refusal_goes_first_and_stays_until_it_is_put_right() -> None:
    programme = Programme(WIDTH)
    programme.tell(news("24"), now=0.0)
    programme.tell(news(":cross:", "FaceAlreadyKept", "refusal", 2), now=0.2)
    assert shown(programme, 0.3) == still(":cross:")
    assert shown(programme, 60.0) in (still(":cross:"), rows(blank(WIDTH)))  # it blinks
    programme.tell(news(":tick:", "PutRight", "prompt", 0), now=61.0)
    assert shown(programme, 61.1) == still(":tick:")


def test_eyes_follow_what_moves_and_never_hide_news() -> None:
    programme = Programme(WIDTH)
    programme.tell(news("?", "KeepFace", "prompt", 0), now=0.0)
    programme.watch("MOVING", now=1.0)
    assert shown(programme, 1.1) == still(":eyes:")
    programme.tell(news("24"), now=2.0)
    assert shown(programme, 2.1) == still("24")
    programme.watch("STABLE", now=5.0)
    assert shown(programme, 5.1) == still("?")


def test_a_flood_of_news_is_cut_short() -> None:
    programme = Programme(WIDTH)
    for total in range(50):
        programme.tell(news(str(total)), now=0.0)
    programme.tell(news("?", "KeepFace", "prompt", 0), now=0.0)
    assert shown(programme, 8.0) == still("?")


def test_news_after_a_long_silence_is_shown_in_full() -> None:
    programme = Programme(WIDTH)
    programme.tell(news("24"), now=0.0)
    programme.tell(news("31"), now=100.0)
    assert shown(programme, 101.0) == still("31")


def test_a_picture_is_told_until_when_it_stays() -> None:
    programme = Programme(WIDTH)
    programme.tell(news("24"), now=10.0)
    assert programme.picture(10.0)[1] == pytest.approx(11.4)


# --- the channel -----------------------------------------------------------------------------------------------------


class SlowDisplay(RecordedDisplay):
    """Somebody wired the matrix to something very slow."""

    def __init__(self) -> None:
        super().__init__(WIDTH)
        self.drawing = threading.Event()
        self.release = threading.Event()

    def show(self, picture: Picture) -> None:
        self.drawing.set()
        self.release.wait(30)
        super().show(picture)


def test_telling_never_waits_for_the_lamps() -> None:
    display = SlowDisplay()
    channel = MatrixChannel(display)
    channel.tell(news("21"))
    assert display.drawing.wait(5)
    for total in range(20):
        channel.tell(news(str(total)))
    assert not display.pictures, "telling has waited for the first picture"
    display.release.set()
    channel.close()


def seen_within(display: RecordedDisplay, matrix: str, seconds: float = 30.0) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if any(rows(picture) == still(matrix) for picture in tuple(display.pictures)):
            return True
        time.sleep(0.002)
    return False


def test_what_is_told_is_drawn_at_once_and_dark_at_the_end() -> None:
    display = RecordedDisplay(WIDTH)
    last: list[list[str]] = []
    channel = MatrixChannel(MirrorDisplay(display, last.append))
    channel.tell(news("24"))
    assert seen_within(display, "24")
    channel.publish({"machine": {"state": "HAND"}})
    channel.tell(news(":cross:", "FaceAlreadyKept", "refusal", 2))
    channel.publish({"machine": {"state": "STABLE"}})
    assert seen_within(display, ":cross:")
    channel.close()
    assert last[-1] == rows(blank(WIDTH))


def test_a_broken_display_says_so_once_and_ends_its_own_thread_and_nothing_else() -> None:
    class Broken(RecordedDisplay):
        def show(self, picture: Picture) -> None:
            raise Trouble("The LED matrix stopped listening.", "Check the wires.")

    told: list[Trouble] = []
    channel = MatrixChannel(Broken(), report=told.append)
    channel.tell(news("24"))
    channel.tell(news("25"))
    channel.close()
    assert [trouble.fix for trouble in told] == ["Check the wires."]


def test_page_and_terminal_show_the_same_lamps() -> None:
    picture = centred(letters("24"), WIDTH)
    halves = {" ": "..", "▀": "#.", "▄": ".#", "█": "##"}
    unfolded = [
        "".join(halves[character][half] for character in line) for line in characters(picture) for half in (0, 1)
    ]
    assert unfolded == rows(picture)


def test_the_verb_writes_a_film_and_a_still_of_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matrix", "--out", str(tmp_path), "--modules", "2"]) == 0
    assert f"{len(show_off(16))} animations" in capsys.readouterr().out
    with Image.open(tmp_path / "rooster.gif") as film:
        assert getattr(film, "n_frames", 1) > 3
    assert (tmp_path / "sheet.png").stat().st_size > 1000
    for name in show_off(16):
        assert (tmp_path / f"{name}.png").exists()


def test_the_verb_says_when_it_cannot_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "taken").write_text("a file, not a folder")
    assert main(["matrix", "--out", str(tmp_path / "taken")]) == 1
    assert "cannot write" in capsys.readouterr().err
