"""A hunt as the referee sees it: cards dealt, worms placed, the call, and what is out of place."""

from typing import Any

from twin_sight import observe

from companion.announcements.announcement import Announcement
from companion.announcements.wording import Wording
from companion.games import GAMES
from companion.journal import Journal
from companion.referee.referee import Referee
from companion.referee.settle import Look, State
from companion.referee.sitting import sit_down
from companion.referee.track import Track
from companion.settings import RefereeSettings
from hardware.ports import Press
from vision.render.scene import Card, Scene, Token
from vision.zones import mat

PLAYERS = ("Ana", "Ben")
MAT = mat("rooster-run", 2)
CARDS = GAMES["rooster-run"].box.cards


class Yard:
    def __init__(self) -> None:
        self.heard: list[Announcement] = []
        self.sitting = sit_down(Journal(":memory:"), "rooster-run", PLAYERS, {})
        settings = RefereeSettings()
        track = Track(MAT, PLAYERS, settings)
        self.referee = Referee(self.sitting, Wording("en"), settings, self.heard.append, track)
        self.cards = list(CARDS[:8])
        self.front: dict[str, list[str]] = {"Ana": [], "Ben": []}
        self.pond: list[str] = []
        self._spell = 0

    def rests(self, seconds: float = 0.6) -> None:
        self._spell += 1
        for n in range(4):
            at = 10.0 * self._spell + n * 0.1
            seen = observe(self.scene(), n, at)
            self.referee.take(Look(at, n, State.STABLE, self._spell, seconds, observation=seen))

    def scene(self) -> Scene:
        cards = [Card(card.id, card.value, MAT.zone(f"card:{n}").centre) for n, card in enumerate(self.cards, 1)]
        tokens = [Token(worm, (100.0 + 40 * n, 90.0)) for n, worm in enumerate(self.pond)]
        for seat, player in enumerate(PLAYERS, 1):
            x, y = MAT.zone(f"front:{seat}").centre
            tokens += [Token(worm, (x - 18 + 18 * n, y)) for n, worm in enumerate(self.front[player])]
        return Scene(mat=MAT, cards=tuple(cards), tokens=tuple(tokens))

    def told(self) -> list[str]:
        return [one.key for one in self.heard]

    @property
    def state(self) -> dict[str, Any]:
        return self.sitting.game.report(self.sitting.state)


def hunting() -> Yard:
    yard = Yard()
    yard.rests()
    assert yard.state["pending"] == "hunt"
    return yard


def test_eight_cards_on_the_table_begin_the_round() -> None:
    yard = hunting()
    assert yard.told()[-2:] == ["CardsDealt", "Hunt"]


def test_worms_before_a_player_are_placed_and_the_call_counts_what_lies_there() -> None:
    """Ana places one, then a second just as she calls: the referee looks before it counts."""
    yard = hunting()
    yard.front["Ana"] = [CARDS[0].worm]
    yard.rests()
    assert yard.state["front"]["Ana"] == [CARDS[0].worm]
    yard.front["Ana"] = [CARDS[0].worm, CARDS[1].worm]
    yard.referee.take(Press("call:1", 30.0))
    assert yard.told()[-1] == "CockadoodleCalled", "the crow comes at once"
    yard.rests()
    assert yard.state["scored"]["Ana"] == [CARDS[0].id, CARDS[1].id]
    assert yard.told().count("CockadoodleCalled") == 1


def test_a_worm_put_back_is_noticed() -> None:
    yard = hunting()
    yard.front["Ben"] = [CARDS[3].worm]
    yard.rests()
    yard.front["Ben"] = []
    yard.rests()
    assert yard.state["front"]["Ben"] == []
    assert yard.told()[-2:] == ["WormReturned", "Hunt"]


def test_a_call_without_two_worms_is_refused() -> None:
    yard = hunting()
    yard.referee.take(Press("call:2", 30.0))
    yard.rests()
    assert "TwoWormsToCall" in yard.told()
    assert yard.state["pending"] == "hunt"


def test_a_third_worm_is_refused() -> None:
    yard = hunting()
    yard.front["Ana"] = [card.worm for card in CARDS[:3]]
    yard.rests(seconds=2.0)
    yard.rests(seconds=2.0)
    assert "HasTwoWorms" in yard.told()
    assert len(yard.state["front"]["Ana"]) == 2


def test_cards_changed_and_worms_shown_are_named() -> None:
    yard = hunting()
    yard.cards[2] = CARDS[20]
    yard.rests(seconds=2.0)
    assert yard.told()[-1] == "CardsChanged"
    yard.cards[2] = CARDS[2]
    yard.pond = [CARDS[9].worm, CARDS[10].worm]
    yard.rests(seconds=2.0)
    assert yard.told()[-1] == "WormShown"
