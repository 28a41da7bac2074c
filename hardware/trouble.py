"""What can go wrong with the machine, and what its owner can do about it."""


class Trouble(Exception):
    """Something is wrong with the machine: ``say`` names it, ``fix`` is what to do about it."""

    def __init__(self, say: str, fix: str = "") -> None:
        super().__init__(say, fix)
        self.say = say
        self.fix = fix

    def __str__(self) -> str:
        return f"{self.say} {self.fix}".strip()
