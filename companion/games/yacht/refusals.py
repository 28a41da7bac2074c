"""Why a move is refused in Yacht."""

from dataclasses import dataclass

from companion.rules.refusals import Refusal


@dataclass(eq=False)
class ThreeThrows(Refusal):
    rule = "Yacht: three throws a turn"
    say = "That was the third throw already. Choose a box of the sheet."


@dataclass(eq=False)
class NothingToRoll(Refusal):
    rule = "Yacht: only dice not laid aside are rolled"
    say = "All dice are laid aside. Take some back, or choose a box of the sheet."


@dataclass(eq=False)
class NoSuchBox(Refusal):
    rule = "Yacht: only boxes of the sheet"
    say = "There is no box {box} on this sheet."
    box: str


@dataclass(eq=False)
class BoxIsFull(Refusal):
    rule = "Yacht: each box is filled once"
    say = "The box {box} is already filled. Choose another one."
    box: str
