"""Why a move is refused in Rooster Run."""

from dataclasses import dataclass

from companion.rules.pieces import Player
from companion.rules.refusals import Refusal


@dataclass(eq=False)
class CardTwice(Refusal):
    rule = "Box: no card lies in two places"
    say = "The card {card} lies in two places. Each card is there only once."
    card: str


@dataclass(eq=False)
class CardWasUp(Refusal):
    rule = "Rooster Run: each chicken is up in one round only"
    say = "{card} was up in an earlier round. Lay another card there."
    card: str


@dataclass(eq=False)
class SweetheartTwice(Refusal):
    rule = "Box: no sweetheart loves two"
    say = "Two players have {card} as their sweetheart. Each is there only once."
    card: str


@dataclass(eq=False)
class NoSweetheart(Refusal):
    rule = "Rooster Run: only some chickens are sweethearts"
    say = "{card} is nobody's sweetheart."
    card: str


@dataclass(eq=False)
class HasSweetheart(Refusal):
    rule = "Rooster Run: one sweetheart for each player"
    say = "{player} has drawn a sweetheart already."
    player: Player


@dataclass(eq=False)
class WithoutSweethearts(Refusal):
    rule = "Rooster Run: this time without sweethearts"
    say = "You play without sweethearts this time."


@dataclass(eq=False)
class WormTwice(Refusal):
    rule = "Box: no worm lies in two places"
    say = "The worm {worm} lies in two places. Each worm is there only once."
    worm: str


@dataclass(eq=False)
class NotTheHunt(Refusal):
    rule = "Rooster Run: worms are hunted while the chickens lie face up"
    say = "There is no hunt now. Turn eight chickens up first."


@dataclass(eq=False)
class BetweenRoundsOnly(Refusal):
    rule = "Rooster Run: only between two rounds"
    say = "That is done between two rounds, not now."


@dataclass(eq=False)
class AlreadyOut(Refusal):
    rule = "Rooster Run: four broken hearts and you are out"
    say = "{player} is out of the game."
    player: Player


@dataclass(eq=False)
class HandFull(Refusal):
    rule = "Rooster Run: one worm at a time"
    say = "{player} still has a worm in hand. Place it or put it back first."
    player: Player


@dataclass(eq=False)
class HandEmpty(Refusal):
    rule = "Rooster Run: only a worm in hand can be placed"
    say = "{player} has no worm in hand."
    player: Player


@dataclass(eq=False)
class HasTwoWorms(Refusal):
    rule = "Rooster Run: no more than two worms in front of a player"
    say = "{player} already has two worms. Put one back face down first, or call."
    player: Player


@dataclass(eq=False)
class WormGone(Refusal):
    rule = "Rooster Run: worms in front of players and in the box are gone"
    say = "The worm {worm} no longer lies in the middle."
    worm: str


@dataclass(eq=False)
class WormNotYours(Refusal):
    rule = "Rooster Run: put back only what is yours"
    say = "{player} does not have the worm {worm}."
    player: Player
    worm: str


@dataclass(eq=False)
class TwoWormsToCall(Refusal):
    rule = "Rooster Run: the call needs two placed worms"
    say = "{player} cannot call yet: two worms have to lie in front. One in the hand does not count."
    player: Player


@dataclass(eq=False)
class TooManyWorms(Refusal):
    rule = "Rooster Run: no more than two worms for a player"
    say = "{player} has {count} worms. Nobody can have more than two."
    player: Player
    count: int


@dataclass(eq=False)
class CardsWrong(Refusal):
    rule = "Rooster Run: eight chickens a round"
    say = "{due} chickens are turned up for a round, and I count {seen}."
    due: int
    seen: int


@dataclass(eq=False)
class ColourIsOut(Refusal):
    rule = "Rooster Run: one colour is out of the game"
    say = "One colour was taken out, so there can be no {colour} chicken beside the other three colours."
    colour: str


@dataclass(eq=False)
class NotTheLastCount(Refusal):
    rule = "Rooster Run: hearts are paid after the last round"
    say = "Cards are given up for broken hearts after the last round, not now."


@dataclass(eq=False)
class DiscardsWrong(Refusal):
    rule = "Rooster Run: one card for each broken heart"
    say = "{player} gives up exactly {due} of the cards won, each once."
    player: Player
    due: int
