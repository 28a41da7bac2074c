"""Changes to a computer that can be told, done twice without harm, and undone."""

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

Run = Callable[[Sequence[str]], bool]

BEGIN, END = "# cockadoodle begin", "# cockadoodle end"


def run_command(command: Sequence[str]) -> bool:
    """Whether the command went well."""
    try:
        return subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


@dataclass(frozen=True)
class WriteFile:
    """A file that is all ours."""

    path: Path
    text: str
    program: bool = False

    def __str__(self) -> str:
        return f"write {self.path}"

    def undoing(self) -> str:
        return f"delete {self.path}"

    def done(self) -> bool:
        return self.path.is_file() and self.path.read_text(encoding="utf-8") == self.text

    def do(self, run: Run) -> bool:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(self.text, encoding="utf-8")
        self.path.chmod(0o755 if self.program else 0o644)
        return True

    def undo(self, run: Run) -> bool:
        self.path.unlink(missing_ok=True)
        return True

    def present(self) -> bool:
        return self.path.is_file()


@dataclass(frozen=True)
class AddLines:
    """Lines of ours in a file that is somebody else's, between two marks."""

    path: Path
    text: str

    def __str__(self) -> str:
        return f"add to {self.path}: {self.text.strip()}"

    def undoing(self) -> str:
        return f"take our lines out of {self.path}"

    def done(self) -> bool:
        return self.path.is_file() and f"{BEGIN}\n{self.text}{END}\n" in self.path.read_text(encoding="utf-8")

    def do(self, run: Run) -> bool:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        others = self._others()
        if others and not others.endswith("\n"):
            others += "\n"
        self.path.write_text(f"{others}{BEGIN}\n{self.text}{END}\n", encoding="utf-8")
        return True

    def undo(self, run: Run) -> bool:
        others = self._others()
        if others:
            self.path.write_text(others, encoding="utf-8")
        else:
            self.path.unlink(missing_ok=True)
        return True

    def present(self) -> bool:
        return self.path.is_file() and BEGIN in self.path.read_text(encoding="utf-8")

    def _others(self) -> str:
        text = self.path.read_text(encoding="utf-8") if self.path.is_file() else ""
        before, mark, rest = text.partition(f"{BEGIN}\n")
        return before + rest.partition(f"{END}\n")[2] if mark else text


@dataclass(frozen=True)
class MakeFolder:
    """A folder that has to be there; what is in it is not ours to throw away."""

    path: Path

    def __str__(self) -> str:
        return f"make {self.path}"

    def undoing(self) -> str:
        return f"leave {self.path}"

    def done(self) -> bool:
        return self.path.is_dir()

    def do(self, run: Run) -> bool:
        self.path.mkdir(parents=True, exist_ok=True)
        return True

    def undo(self, run: Run) -> bool:
        return True

    def present(self) -> bool:
        return False


@dataclass(frozen=True)
class Command:
    """A command, whether it is needed, and the one that takes it back.

    With a ``mark``, a file remembers that it was us, so that what others did before is not undone.
    """

    words: tuple[str, ...]
    back: tuple[str, ...] = ()
    needed: Callable[[], bool] = lambda: True
    mark: Path | None = None

    def __str__(self) -> str:
        return f"run {' '.join(self.words)}"

    def undoing(self) -> str:
        return f"run {' '.join(self.back)}"

    def done(self) -> bool:
        return not self.needed()

    def do(self, run: Run) -> bool:
        good = run(self.words)
        if good and self.mark:
            self.mark.parent.mkdir(parents=True, exist_ok=True)
            self.mark.touch()
        return good

    def undo(self, run: Run) -> bool:
        if self.mark:
            self.mark.unlink(missing_ok=True)
        return run(self.back)

    def present(self) -> bool:
        return self.mark.exists() if self.mark else bool(self.back) and self.done()


Step = WriteFile | AddLines | MakeFolder | Command
