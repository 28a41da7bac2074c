"""Why a move is refused, in words the table can use."""

from typing import ClassVar


class Refusal(Exception):
    """A move the rules do not allow; ``str(refusal)`` is what the referee says.

    Each kind is a dataclass (eq=False, not frozen: contextlib sets __traceback__ on exceptions) whose fields
    fill the sentence; German looks the class name up in announcements/phrases/de.toml under [refusals].
    """

    rule: ClassVar[str]
    say: ClassVar[str]

    def __str__(self) -> str:
        return self.say.format(**vars(self))
