"""Moves to a newer release, and back if it made the machine ill."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.trouble import Trouble

SET_UP = ".ci/set-up"  # takes the packages that are locked there, by their hashes
SIGNERS = ".ci/release-signers"  # as ssh-keygen knows them; without this file tags are not asked for a signature
Answer = Callable[[Sequence[str]], tuple[int, str]]  # a command -> its exit code and what it printed


def ask(command: Sequence[str]) -> tuple[int, str]:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        return 127, str(error)
    return done.returncode, (done.stdout or done.stderr).strip()


@dataclass(frozen=True)
class Move:
    """How this installation changes its release."""

    forward: tuple[tuple[str, ...], ...]
    back: tuple[tuple[str, ...], ...]


def move(prefix: Path, checkout: Path | None, current: str, to: str, pi: bool, answer: Answer) -> Move:
    """By pipx where pipx put us, by git in a checkout."""
    if "pipx" in prefix.parts:
        name = "cockadoodle[pi]" if pi else "cockadoodle"
        install = ("pipx", "install", "--force", *(("--system-site-packages",) if pi else ()))
        newest = f"{name}=={to}" if to else name
        return Move(((*install, newest),), ((*install, f"{name}=={current}"),))
    if checkout is not None:
        git = ("git", "-C", str(checkout))
        code, here = answer((*git, "rev-parse", "HEAD"))
        if code:
            raise Trouble("I cannot tell which release this checkout is.", f"git says: {here}")
        code, changed = answer((*git, "status", "--porcelain", "--untracked-files=no"))
        if code or changed:
            raise Trouble("This checkout has changes of its own.", "Commit or undo them, then update again.")
        set_up = (str(checkout / SET_UP), "run")
        release = to or _newest_release(git, answer)
        forward = (
            (*git, "fetch", "--tags"),
            *_verified(git, checkout, release),
            (*git, "checkout", "--quiet", release),
            set_up,
        )
        return Move(forward, ((*git, "checkout", "--quiet", here), set_up))
    raise Trouble(
        "I do not know how I was installed.", "Update me the way you installed me, then run companion doctor."
    )


def _verified(git: tuple[str, ...], checkout: Path, release: str) -> tuple[tuple[str, ...], ...]:
    """Who may sign a release stands in the one that is running, so that a new one cannot vouch for itself."""
    signers = checkout / SIGNERS
    return ((*git, "-c", f"gpg.ssh.allowedSignersFile={signers}", "verify-tag", release),) if signers.is_file() else ()


def _newest_release(git: tuple[str, ...], answer: Answer) -> str:
    """The tag with the highest version; before the first release, what is newest."""
    code, printed = answer((*git, "ls-remote", "--tags", "--refs", "--sort=-version:refname", "origin", "v*"))
    tags = [line.rpartition("/")[2] for line in printed.splitlines() if "refs/tags/" in line]
    return "origin/HEAD" if code or not tags else tags[0]


def illnesses(answer: Answer, companion: str) -> set[str]:
    """What the doctor of the installed release finds ill, in a process of its own."""
    _, printed = answer((companion, "doctor", "--json"))
    try:
        return {finding["say"] for finding in json.loads(printed)["findings"] if finding["state"] == "ill"}
    except (ValueError, KeyError, TypeError):
        return {"The doctor itself does not start."}


def update(steps: Move, companion: str, answer: Answer = ask, tell: Callable[[str], None] = print) -> bool:
    """Whether the new release stayed; an illness it brought sends it back."""
    before = illnesses(answer, companion)
    reason = _failed(steps.forward, answer, tell)
    new = set() if reason else illnesses(answer, companion) - before
    if not reason and not new:
        tell("The doctor is content with the new release.")
        return True
    tell(f"Going back: {reason or ' '.join(sorted(new))}")
    if stuck := _failed(steps.back, answer, tell):
        raise Trouble(f"I could not go back: {stuck}", "Install the old release by hand; your matches are safe.")
    return False


def _failed(commands: Sequence[tuple[str, ...]], answer: Answer, tell: Callable[[str], None]) -> str:
    """What went wrong; nothing if all went well."""
    for command in commands:
        tell(f"run {' '.join(command)}")
        code, printed = answer(command)
        if code:
            return printed.splitlines()[-1] if printed else f"{command[0]} ended with {code}."
    return ""


def checkout_of(module: Path) -> Path | None:
    """The git checkout a module runs from, if any."""
    root = module.resolve().parents[1]
    return root if (root / ".git").exists() else None


def companion_of() -> str:
    return str(Path(sys.executable).with_name("companion"))
