"""What hands can do in the farmyard that is no action of Rooster Run."""

from dataclasses import dataclass

from companion.referee.violations import Violation


@dataclass(eq=False)
class WormShown(Violation):
    rule = "Rooster Run: a worm is looked at in secret and laid down again"
    say = "Worms lie face up in the pond for all to see: {count}. Turn them over."
    count: int


@dataclass(eq=False)
class CardsChanged(Violation):
    rule = "Rooster Run: the eight cards stay until the call"
    say = "Card {number} was changed during the hunt. Put {card} back."
    number: str
    card: str


@dataclass(eq=False)
class RobotCannotHunt(Violation):
    rule = "Robots: dice games only"
    say = "A robot has no hands to hunt with. Let it play one of the dice games."


@dataclass(eq=False)
class WormOfTheBox(Violation):
    rule = "Rooster Run: a worm that found its chicken stays in the box"
    say = "The worm {worm} has found its chicken and belongs in the box. Take it away."
    worm: str


@dataclass(eq=False)
class TooManyTokens(Violation):
    rule = "Rooster Run: a worm that found its chicken stays in the box"
    say = "I count {seen} worms, there should be {due}. Those that found their hens belong in the box."
    seen: int
    due: int


@dataclass(eq=False)
class CardsMissing(Violation):
    rule = "Rooster Run: eight chickens a round"
    say = "I see {seen} of the {due} chickens, none at place {places}. Lay one there, or shift it a little."
    seen: int
    due: int
    places: str
