"""Why a move is refused, in words the table can use."""

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.pieces import Face, Player


class Refusal(Exception):
    """A move the rules do not allow; ``str(refusal)`` is what the referee says.

    Each kind is a dataclass (eq=False, not frozen: contextlib sets __traceback__ on exceptions) whose fields
    fill the sentence; German looks the class name up in announcements/phrases/de.toml under [refusals].
    """

    rule: ClassVar[str]
    say: ClassVar[str]

    def __str__(self) -> str:
        return self.say.format(**vars(self))


# Who plays, and with what


@dataclass(eq=False)
class WrongNumberOfPlayers(Refusal):
    rule = "Players: as many as the box says"
    say = "{title} is for {fewest} to {most} players, not for {count}."
    title: str
    fewest: int
    most: int
    count: int


@dataclass(eq=False)
class NameMissing(Refusal):
    rule = "Players: everyone has a name"
    say = "One player has no name. Give everyone a name."


@dataclass(eq=False)
class NameTaken(Refusal):
    rule = "Players: no two of one name"
    say = "There are two players called {player}. Give one of them another name."
    player: Player


@dataclass(eq=False)
class NotAtTheTable(Refusal):
    rule = "Players: only those at the table"
    say = "Nobody called {player} is at the table."
    player: Player


@dataclass(eq=False)
class BetweenTurnsOnly(Refusal):
    rule = "Players: seats change between two turns"
    say = "A turn is running. {player} can come or go when it is over."
    player: Player


@dataclass(eq=False)
class OneTooFew(Refusal):
    rule = "Players: nobody plays alone"
    say = "With {player} gone nobody would be left to play with. End the game instead."
    player: Player


@dataclass(eq=False)
class UnknownTile(Refusal):
    rule = "Box: only tiles of this game"
    say = "There is no tile {tile} in {title}."
    tile: int
    title: str


@dataclass(eq=False)
class TileTwice(Refusal):
    rule = "Box: no tile lies in two places"
    say = "Tile {tile} lies in more places than the box has such tiles."
    tile: int


@dataclass(eq=False)
class UnknownSpecialist(Refusal):
    rule = "Box: only specialists of this game"
    say = "There is no specialist called {specialist} in this game."
    specialist: str


@dataclass(eq=False)
class SpecialistTwice(Refusal):
    rule = "Box: no specialist is in two places"
    say = "In two places at once: {specialist}."
    specialist: str


@dataclass(eq=False)
class SpecialistMisplaced(Refusal):
    rule = "Specialists: one on a face-up tile"
    say = "Tile {tile} is not face up, or not free for: {specialist}."
    specialist: str
    tile: int


@dataclass(eq=False)
class RavenHeld(Refusal):
    rule = "Raven: it stays on the grill"
    say = "Nobody can own the raven. It stays on the grill."


@dataclass(eq=False)
class TooManyBratworms(Refusal):
    rule = "Box: no more Bratworms than it holds"
    say = "There are {count} Bratworms, but the game has only {most}."
    count: int
    most: int


@dataclass(eq=False)
class MoreDiceThanThereAre(Refusal):
    rule = "Box: no more dice than it holds"
    say = "There are {count} dice, but the game has only {most}."
    count: int
    most: int


@dataclass(eq=False)
class CardTwice(Refusal):
    rule = "Box: no card lies in two places"
    say = "The card {card} lies in two places. Each card is there only once."
    card: str


@dataclass(eq=False)
class SweetheartTwice(Refusal):
    rule = "Box: no sweetheart loves two"
    say = "Two players have {card} as their sweetheart. Each is there only once."
    card: str


@dataclass(eq=False)
class WormTwice(Refusal):
    rule = "Box: no worm lies in two places"
    say = "The worm {worm} lies in two places. Each worm is there only once."
    worm: str


@dataclass(eq=False)
class FaceKeptTwice(Refusal):
    rule = "Dice: each face is laid aside once a turn"
    say = "The {face}s are listed twice among the dice laid aside."
    face: Face


# Any game


@dataclass(eq=False)
class GameOver(Refusal):
    rule = "End: nothing moves after the game"
    say = "The game is over. Start a new one to play on."


@dataclass(eq=False)
class NotInThisGame(Refusal):
    rule = "Box: only what this game knows"
    say = "There is no such move in {title}."
    title: str


@dataclass(eq=False)
class NothingToUndo(Refusal):
    rule = "Corrections: the last deed can be taken back"
    say = "There is nothing to take back yet."


@dataclass(eq=False)
class RollStands(Refusal):
    rule = "Corrections: a roll is corrected, never undone"
    say = "A roll cannot be taken back. If I read a die wrongly, correct that die."


# Dice


@dataclass(eq=False)
class UnknownFace(Refusal):
    rule = "Dice: only the faces printed on them"
    say = "No die of this game shows {face}. Look at the dice again."
    face: Face


@dataclass(eq=False)
class WrongNumberOfDice(Refusal):
    rule = "Dice: all dice not laid aside are rolled"
    say = "{due} dice are to be rolled, and I count {seen}. Roll all that are not laid aside."
    due: int
    seen: int


@dataclass(eq=False)
class GoldenDieMissing(Refusal):
    rule = "Golden die: it is rolled with the others unless declined"
    say = "The golden die is rolled too. Add it, or say before the first roll that you play without it."


@dataclass(eq=False)
class NoGoldenDie(Refusal):
    rule = "Golden die: only for its owner, once a roll"
    say = "The golden die is not among the dice to be rolled. Put it aside."


@dataclass(eq=False)
class GoldenDieTooLate(Refusal):
    rule = "Golden die: declined before the first roll or not at all"
    say = "Only its owner may leave the golden die out, and only before the first roll."


@dataclass(eq=False)
class RollFirst(Refusal):
    rule = "Turn: dice are rolled before they are laid aside"
    say = "Roll the dice first."


@dataclass(eq=False)
class KeepFirst(Refusal):
    rule = "Turn: after each roll dice are laid aside"
    say = "Lay the dice of one face aside first."


@dataclass(eq=False)
class FaceAlreadyKept(Refusal):
    rule = "Dice: each face once a turn"
    say = "The {face}s are already laid aside. Choose another face."
    face: Face


@dataclass(eq=False)
class FaceNotRolled(Refusal):
    rule = "Dice: only what was rolled can be laid aside"
    say = "This roll shows no {face}. Choose a face that was rolled."
    face: Face


@dataclass(eq=False)
class DiceLeftBehind(Refusal):
    rule = "Dice: all of the chosen face or none"
    say = "All {count} dice that show {face} are laid aside, no fewer and no more."
    face: Face
    count: int


@dataclass(eq=False)
class ChooseTileFirst(Refusal):
    rule = "Turn: the tile is chosen before the dice go on"
    say = "{player} has to choose a tile first."
    player: Player


@dataclass(eq=False)
class PutBackFirst(Refusal):
    rule = "Specialists: nobody keeps two"
    say = "{player} has to put one of two specialists back first."
    player: Player


@dataclass(eq=False)
class BratwormFirst(Refusal):
    rule = "Bratworms: taken at once"
    say = "{player} has to say first whose Bratworm it is to be."
    player: Player


@dataclass(eq=False)
class WeaselFirst(Refusal):
    rule = "Weasel: it may rescue a lost roll"
    say = "Nothing new in this roll. {player} has to use the weasel or accept it."
    player: Player


@dataclass(eq=False)
class NothingToChoose(Refusal):
    rule = "Turn: choices come after the dice"
    say = "There is nothing to choose now."


# Tiles


@dataclass(eq=False)
class CannotTakeFrom(Refusal):
    rule = "Snatching: only an exact tile that lies on top at another player"
    say = "{player} shows no tile you could take with these dice."
    player: Player


@dataclass(eq=False)
class MustSteal(Refusal):
    rule = "Deluxe: a lower tile only if the exact one is nowhere to be seen"
    say = "The tile you rolled lies at another player. Take that one."


@dataclass(eq=False)
class TileNotYours(Refusal):
    rule = "Grill: the exact tile, else the next lower one"
    say = "Tile {tile} is not the one these dice are worth. Put it back."
    tile: int


# Deluxe


@dataclass(eq=False)
class NoWeasel(Refusal):
    rule = "Weasel: only for its owner"
    say = "{player} does not have the weasel."
    player: Player


@dataclass(eq=False)
class WeaselAsleep(Refusal):
    rule = "Weasel: once a turn"
    say = "The weasel was already used in this turn."


@dataclass(eq=False)
class WeaselTooLate(Refusal):
    rule = "Weasel: right after a roll, before dice are laid aside"
    say = "The weasel helps only right after a roll, before dice are laid aside."


@dataclass(eq=False)
class WeaselTakesAll(Refusal):
    rule = "Weasel: all dice just rolled are rolled again"
    say = "With the weasel all {count} dice just rolled are rolled again."
    count: int


@dataclass(eq=False)
class NothingFailed(Refusal):
    rule = "Turn: only a roll with nothing new fails"
    say = "This roll is not lost. There is nothing to accept."


@dataclass(eq=False)
class NotYourSpecialist(Refusal):
    rule = "Specialists: one of your two goes back"
    say = "Put back one of the two specialists you have, not another."


@dataclass(eq=False)
class NoBratwormThere(Refusal):
    rule = "Bratworms: from a player who has one and no hen"
    say = "You cannot take a Bratworm from {player}."
    player: Player


# Rooster Run


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
