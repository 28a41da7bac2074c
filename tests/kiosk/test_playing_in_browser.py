"""Whole evenings in a real browser: games played by touch, by keys, by phone and in German."""

from collections.abc import Callable

import pytest
import snapshots
from browser import Visitor, complaints
from evening import play
from kiosk_room import Room
from kiosk_stage import TouchTable
from selenium.webdriver import Keys

from companion.games import GAMES
from companion.kiosk.phones import own_address
from companion.referee.commands import Act, CorrectDie
from companion.referee.referee import Referee

pytestmark = pytest.mark.browser

# Plays on by touching what the page offers, until the match is won: dice by the page with seeded luck, the worms
# first, a stop as soon as something can be taken.
PLAY = """
const [deeds, done] = arguments;
let luck = 7;
crypto.getRandomValues = (numbers) => numbers.map(() => (luck = (luck * 1103515245 + 12345) % 2147483648) >>> 8);
const words = (one) => one.innerText + (one.ariaLabel ?? "");
const find = (css, text = "") => [...document.querySelectorAll(css)].find((one) => words(one).includes(text));
const look = () => document.querySelector("#main").innerHTML;
const drawn = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
const send = fetch;
let sent = 0;
globalThis.fetch = (...order) => { sent += order[1]?.method === "POST"; return send(...order); };
const next = () => {
  if (find(".winners")) return null;
  const sum = Number(find(".sum")?.innerText);
  return find(".question button") ??
    (sum >= 21 && find(".has-worm") ? find(".deeds button.big", "top") : null) ??
    find("button.die-button", "worm") ?? [...document.querySelectorAll("button.die-button")].pop() ??
    find(".by-hand button", "Let the page roll") ?? find(".by-hand button", "by hand") ?? find(".deeds button.big");
};
const play = async () => {
  for (let done = 0; done < deeds; done++) {
    const button = next();
    if (!button) return done;
    const [page, table, before] = [look(), cockadoodle.table(), sent];
    button.click();
    // An order is done when the table it led to is drawn; whatever else is touched changes the page at once.
    while (sent > before ? cockadoodle.table() === table : look() === page) await drawn();
    await drawn();
  }
  return deeds;
};
play().then(done, (wrong) => done(String(wrong)));
"""


def sit_down(visitor: Visitor, title: str, *names: str) -> None:
    """From the home page to a laid table."""
    visitor.open("/")
    visitor.touch(".game input[value]", "")
    visitor.driver.execute_script(
        "[...document.querySelectorAll('.game')].find((one) => one.innerText.includes(arguments[0])).click()", title
    )
    for name in names:
        visitor.touch(".chip", name)
        visitor.sees(".chair", name)
    visitor.touch(".home-start button", title)
    visitor.sees(".board .seat", names[0])


def referee(room: Room) -> Referee:
    assert isinstance(room.table, TouchTable)
    assert room.table.referee is not None
    return room.table.referee


def test_a_whole_heckmeck_game_by_touch(room: Callable[..., Room]) -> None:
    here = room()
    sit_down(here.visitor, "Heckmeck", "Ana", "Ben")
    here.visitor.driver.set_script_timeout(300)

    deeds = here.visitor.driver.execute_async_script(PLAY, 900)

    here.visitor.sees(".winners")
    snapshot = referee(here).snapshot()
    assert snapshot["winners"], f"not over after {deeds} touches: {snapshot['next']}"
    assert snapshot["winners"][0] in here.visitor.text(".winners")
    assert here.table.journal.unfinished() is None
    here.visitor.open("/history")
    here.visitor.touch("a.match")
    here.visitor.sees(".story .chart")


def test_a_rooster_run_round_by_touch(room: Callable[..., Room]) -> None:
    here = room()
    sit_down(here.visitor, "Rooster Run", "Ana", "Ben")
    here.visitor.touch("button", "Let the page deal")
    here.visitor.sees(".card:nth-child(8)")

    for _ in range(2):
        here.visitor.touch(".seat:first-child button", "Worm")
        here.visitor.touch("button.card-face")
        here.visitor.sees(".card-owner", "Ana")
    here.visitor.sees(".seat:first-child .fronts li:nth-child(2)")
    here.visitor.touch(".seat:first-child button.crow")

    here.visitor.sees(".call", "Cock-a-doodle-do!")
    here.visitor.touch(".call")
    here.visitor.sees(".count", "Ana")
    report = referee(here).snapshot()["state"]
    assert report["round"] == 2
    assert len(report["scored"]["Ana"]) == 2


def test_a_die_is_corrected_by_touch(room: Callable[..., Room]) -> None:
    here = room(touch=False)
    here.feed.publish(snapshots.unsure())
    here.visitor.open("/correct")

    here.visitor.touch(".die-unsure button")
    here.visitor.touch(".chooser button", "4")

    here.visitor.until(lambda: here.table.taken == [CorrectDie(1, "4")], "the correction")


def test_a_refused_deed_is_said_and_play_goes_on(room: Callable[..., Room]) -> None:
    here = room()
    sit_down(here.visitor, "Heckmeck", "Ana", "Ben")

    here.visitor.touch("button", "Undo")

    here.visitor.sees(".refusal")
    here.visitor.touch(".by-hand button", "by hand")
    here.visitor.touch(".by-hand button", "Let the page roll")
    here.visitor.sees(".tray .die")


def test_the_page_finds_the_match_again_after_the_server_was_killed(room: Callable[..., Room]) -> None:
    here = room()
    sit_down(here.visitor, "Heckmeck", "Ana", "Ben")
    here.visitor.touch(".by-hand button", "by hand")
    here.visitor.touch(".by-hand button", "Let the page roll")
    here.visitor.sees(".tray .die")
    rolled = referee(here).snapshot()["layout"]["tray"]

    here.kiosk.stop()
    here.visitor.sees(".lamp-lost")
    again = room(port=here.kiosk.port)

    here.visitor.sees(".lamp:not(.lamp-lost)")
    here.visitor.sees(f".tray .die:nth-child({len(rolled)})")
    assert referee(again).snapshot()["layout"]["tray"] == rolled
    complaints(here.visitor.driver)  # the browser does say that the line was lost


def test_a_phone_joins_by_pin(room: Callable[..., Room]) -> None:
    address = own_address()
    if address.startswith("127.") or not address[0].isdigit():
        pytest.skip("this machine has no address but its own")
    here = room(network=True)
    here.table.start("heckmeck", ["Ana", "Ben"], {})
    phone = Visitor(here.visitor.driver, f"http://{address}:{here.kiosk.port}")

    phone.open("/phone")
    phone.touch("button", "Ana")
    phone.sees("h1", "Your turn, Ana!")
    assert not phone.driver.find_elements("css selector", ".by-hand, .deeds")
    phone.sees("#pin").send_keys("000000" if here.kiosk.kiosk.door.pin != "000000" else "111111")
    phone.touch(".door button")
    phone.sees(".notice", "not the PIN")
    phone.sees("#pin").clear()
    phone.sees("#pin").send_keys(here.kiosk.kiosk.door.pin)
    phone.touch(".door button")

    phone.touch(".by-hand button", "by hand")
    phone.touch(".by-hand button", "Let the page roll")
    phone.sees(".tray button.die-button")
    refused = [line for line in complaints(phone.driver) if "403" not in line]
    assert refused == []


def test_a_phone_buzzes_when_it_becomes_ones_turn(room: Callable[..., Room]) -> None:
    address = own_address()
    if address.startswith("127.") or not address[0].isdigit():
        pytest.skip("this machine has no address but its own")
    here = room(touch=False, network=True)
    here.feed.publish(snapshots.heckmeck())
    phone = Visitor(here.visitor.driver, f"http://{address}:{here.kiosk.port}")
    phone.open("/phone")
    phone.touch("button", "Ben")
    phone.sees("h1", "Ana")
    phone.driver.execute_script("globalThis.buzzes = []; navigator.vibrate = (beats) => buzzes.push(beats)")

    for player in ("Cleo", "Ben", "Ben"):
        here.feed.publish(snapshots.heckmeck() | {"turn_of": [player], "next": f"{player} plays."})
        phone.sees(".next", f"{player} plays.")

    phone.sees("h1.my-turn", "Your turn, Ben!")
    assert phone.driver.execute_script("return buzzes") == [[120, 60, 120]]


def test_german_is_complete(room: Callable[..., Room]) -> None:
    here = room()
    here.table.start("heckmeck", ["Ana", "Ben"], {})
    here.visitor.open("/table")

    here.visitor.touch("#menu-button")
    here.visitor.touch(".menu button", "Deutsch")

    here.visitor.sees("h2", "WÜRFELFELD")
    here.visitor.sees(".next", "Würfel")
    assert here.visitor.driver.execute_script("return document.documentElement.lang") == "de"
    for path in ("/", "/history", "/phone", "/settings", "/check", "/teach"):
        here.visitor.open(path)
        here.visitor.sees("h1")
    here.visitor.touch("#menu-button")
    here.visitor.touch(".menu button", "English")
    here.visitor.sees(".menu, h1", "")


def test_by_keys_alone(room: Callable[..., Room]) -> None:
    """From the home page to the first dice, without a pointer."""
    here = room()
    visitor = here.visitor
    visitor.open("/")
    for name in ("Ana", "Ben"):
        visitor.tab_to(".chip", name)
        visitor.press(Keys.ENTER)
        visitor.sees(".chair", name)
    visitor.tab_to(".home-start button")
    visitor.press(Keys.ENTER)
    visitor.sees(".board")
    visitor.tab_to(".by-hand button", "by hand")
    visitor.press(Keys.SPACE)
    visitor.tab_to(".by-hand button", "Let the page roll")
    visitor.press(Keys.ENTER)
    visitor.tab_to("button.die-button")
    visitor.press(Keys.ENTER)

    visitor.sees(".aside .die")


def test_a_game_that_is_ended_leads_home(room: Callable[..., Room]) -> None:
    here = room()
    sit_down(here.visitor, "Heckmeck", "Ana", "Ben")

    here.visitor.touch("button", "End the game")
    here.visitor.touch(".doubt button", "Yes")

    here.visitor.sees(".home-title")
    assert here.table.journal.unfinished() is None


def test_whoever_says_no_goes_on_playing(room: Callable[..., Room]) -> None:
    here = room()
    sit_down(here.visitor, "Heckmeck", "Ana", "Ben")
    here.visitor.touch("button", "End the game")
    here.visitor.sees(".doubt", "End")
    here.visitor.press(Keys.ENTER)  # the careful answer has the focus

    here.visitor.sees(".whose", "Ana")
    assert here.table.journal.unfinished() is not None


def test_stopping_for_nothing_is_the_lesser_button_and_asked_once(room: Callable[..., Room]) -> None:
    here = room()
    here.table.start("heckmeck", ["Ana", "Ben"], {})
    here.table.take(Act({"roll": ["1", "1", "2", "3", "4", "5", "5", "5"]}))
    here.table.take(Act({"keep": "1"}))
    here.visitor.open("/table")
    here.visitor.sees(".next", "21 needed: 19 more and a worm.")
    here.visitor.touch(".deeds button.plain", "stop")
    here.visitor.sees(".doubt", "2 brings no tile")
    here.visitor.touch("#doubt-no")
    here.visitor.sees(".whose", "Ana")
    here.visitor.touch(".deeds button", "stop")
    here.visitor.touch(".doubt button.danger")

    here.visitor.sees(".whose", "Ben")


def test_who_asks_what_to_do_reads_the_rule_the_odds_and_the_card_of_rules(room: Callable[..., Room]) -> None:
    here = room()
    here.table.start("heckmeck", ["Ana", "Ben"], {})
    here.table.take(Act({"roll": ["1", "1", "2", "3", "4", "5", "5", "5"]}))
    for path in ("/table", "/history"):
        here.visitor.open(path)
        here.visitor.touch(".help-button")
        here.visitor.sees(".help .lead", "Lay aside all dice of one face")
        here.visitor.sees(".help .coach-best", "three 5s 1.9 worms")
        here.visitor.sees(".help .rule-card li:nth-child(3)", "Your top tile goes back")
        here.visitor.press(Keys.ESCAPE)
        here.visitor.until(lambda: not here.visitor.text(".help"), "the page without it")


def test_a_robot_takes_a_seat_by_a_button(room: Callable[..., Room]) -> None:
    """It says what to keep, its hands are ours; and it gets up again."""
    here = room()
    sit_down(here.visitor, "Heckmeck", "Ana", "Ben")
    here.visitor.touch(".come-and-go summary")
    here.visitor.touch(".come-and-go button", "A robot plays for Ana")

    here.visitor.sees(".come-and-go button[aria-pressed=true]", "Ana")
    here.visitor.sees(".next", "Ana is a robot: roll 8 dice for it.")
    here.visitor.touch(".by-hand button", "by hand")
    here.visitor.touch(".by-hand button", "Let the page roll")
    here.visitor.sees(".next", "aside for the robot")
    here.visitor.touch(".come-and-go button", "A robot plays for Ana")
    here.visitor.sees(".come-and-go button[aria-pressed=false]", "Ana")
    assert referee(here).snapshot()["robots"] == []


def test_sweethearts_are_revealed_by_touch(room: Callable[..., Room]) -> None:
    """The last count is right; whoever won chickens tells which one he loved, and a heart shows it to everyone."""
    here = room()
    assert isinstance(here.table, TouchTable)
    loves, won = set(GAMES["rooster-run"].box.own["sweethearts"]), set[str]()
    while not loves & won:  # whoever deals may give nobody a chicken that is loved
        here.table.start("rooster-run", ["Ana", "Ben"], {})
        while referee(here).snapshot()["state"]["pending"] != "final":
            play(here.table, 5, 1)
        won = {card for cards in referee(here).snapshot()["state"]["scored"].values() for card in cards[1:]}
    here.visitor.open("/table")
    here.visitor.touch(".question button", "Yes")  # and what broken hearts cost is gone
    here.visitor.sees("#asked", "which of your chickens is your sweetheart?")
    told = referee(here).snapshot()
    before, asked = told["scores"], told["question"]
    lover, card = asked["line"].partition(":")[0], asked["choices"][0]["line"]
    here.visitor.touch(".question button", card)

    here.visitor.sees(f".sweetheart[aria-label*='{lover}'][aria-label*='{card.partition(' ')[0]}']")
    assert referee(here).snapshot()["scores"][lover] == before[lover] + 5


def test_after_the_last_round_everybodys_chickens_are_shown(room: Callable[..., Room]) -> None:
    here = room()
    assert isinstance(here.table, TouchTable)
    here.table.start("rooster-run", ["Ana", "Ben"], {})
    play(here.table, 5)
    won = referee(here).snapshot()["state"]["scored"]

    here.visitor.open("/table")

    here.visitor.sees(".winners")
    for seat, name in enumerate(("Ana", "Ben"), 1):
        here.visitor.sees(f".seat:nth-child({seat}) h3", name)
        shown = here.visitor.driver.find_elements("css selector", f".seat:nth-child({seat}) .seat-chickens .chicken")
        assert len(shown) == len(won[name])
    here.visitor.open("/history/1")
    here.visitor.sees(".seat-score", "points")


def test_a_box_of_a_sheet_is_chosen_by_touch(room: Callable[..., Room]) -> None:
    here = room()
    sit_down(here.visitor, "Yacht", "Ana", "Ben")
    here.table.take(Act({"roll": ["4", "4", "2", "2", "2"]}))
    here.visitor.sees(".yacht-would", "14")
    here.visitor.touch(".tray button.die-button")
    here.visitor.sees(".aside .die")
    here.visitor.touch(".yacht-box button[aria-label*='full house']")
    here.visitor.sees(".seat-turn", "Ben")
    assert referee(here).snapshot()["scores"] == {"Ana": 14, "Ben": 0}
