"""A broker for the night: Mosquitto with limits, a password for each table, each writing below its own name only."""

import base64
import getpass
import hashlib
import hmac
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from companion.night.codes import code_for, pass_from
from companion.night.letters import LONGEST
from companion.night.topics import FROM_NIGHT, FROM_TABLE, VERSION
from hardware.folders import data_folder
from hardware.trouble import Trouble

NIGHT, VIEWER = "night", "viewer"
CONFIG, PASSWORDS, RIGHTS, STORE = "mosquitto.conf", "passwords", "rights", "store"
START_SECONDS = 10.0


def broker_folder() -> Path:
    return data_folder() / "broker"


@dataclass(frozen=True)
class Plan:
    """How the broker is to be."""

    folder: Path
    prefix: str = "cockadoodle"
    port: int = 1884
    network: bool = True  # false: only this machine
    certificate: str = ""  # with its key: only encrypted lines
    key: str = ""


def password(secret: str, user: str) -> str:
    """Of the night itself."""
    return hmac.digest(bytes.fromhex(secret), b"broker:" + user.encode(), "sha256").hex()


def viewer_password(secret: str) -> str:
    """Of whoever only reads, like a house that flashes its lamps."""
    return code_for(secret, VIEWER).removeprefix(f"{VIEWER}-").replace("-", "")


def files(plan: Plan, secret: str, tables: list[str]) -> dict[str, str]:
    """Every file of the broker, by its name."""
    place = plan.folder
    encrypted = f"certfile {plan.certificate}\nkeyfile {plan.key}\n" if plan.certificate else ""
    config = f"""# The broker of a game night. companion night --set-up writes it anew.
listener {plan.port}{"" if plan.network else " 127.0.0.1"}
{encrypted}allow_anonymous false
password_file {place / PASSWORDS}
acl_file {place / RIGHTS}
user {getpass.getuser()}
persistence true
persistence_location {place / STORE}/
max_packet_size {LONGEST + 1024}
max_connections 500
max_inflight_messages 64
max_queued_messages 2000
max_queued_bytes 8000000
max_keepalive 120
persistent_client_expiration 1d
log_type error
log_type warning
"""
    writes = "\n".join(f"pattern write {plan.prefix}/{VERSION}/%u/{kind}" for kind in FROM_TABLE)
    reads = "\n".join(f"pattern read {plan.prefix}/{VERSION}/%u/{kind}" for kind in FROM_NIGHT)
    rights = f"""# A table may write below its own name, and read what the night tells it.
{writes}
{reads}

user {NIGHT}
topic readwrite {plan.prefix}/{VERSION}/#
topic write homeassistant/#

# Whoever only looks on.
user {VIEWER}
topic read {plan.prefix}/{VERSION}/#
topic read homeassistant/#
"""
    users = {table: pass_from(code_for(secret, table)).password for table in tables}
    users |= {NIGHT: password(secret, NIGHT), VIEWER: viewer_password(secret)}
    kept = "".join(f"{user}:{hashed(word)}\n" for user, word in users.items())
    return {CONFIG: config, RIGHTS: rights, PASSWORDS: kept}


def hashed(word: str, salt: bytes = b"") -> str:
    """As Mosquitto keeps a password."""
    salt = salt or secrets.token_bytes(12)
    digest = hashlib.pbkdf2_hmac("sha512", word.encode(), salt, 101)
    return f"$7$101${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def write(plan: Plan, secret: str, tables: list[str]) -> None:
    """Put the files into their folder; nobody else on this machine may read them."""
    try:
        plan.folder.mkdir(parents=True, exist_ok=True)
        plan.folder.chmod(0o700)
        (plan.folder / STORE).mkdir(exist_ok=True)
        for name, text in files(plan, secret, tables).items():
            half = plan.folder / f".{name}"
            half.touch(mode=0o600)
            half.write_text(text, encoding="utf-8")
            half.replace(plan.folder / name)
    except OSError as error:
        raise Trouble(f"I cannot write {plan.folder}: {error.strerror}.", "Check the disk and who owns it.") from error


def port_of(folder: Path) -> int | None:
    """The port of a broker that was set up here."""
    config = folder / CONFIG
    if not config.is_file():
        return None
    line = next((one for one in config.read_text("utf-8").splitlines() if one.startswith("listener ")), "")
    return int(line.split()[1]) if line else None


def encrypted(folder: Path) -> bool:
    return "\ncertfile " in (folder / CONFIG).read_text("utf-8")


class RunningBroker:
    """Mosquitto as a child of the night: it starts and ends with it, and is started again should it die."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, port_of(folder) or 0
        self._program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
        if self._program is None:
            raise Trouble("Mosquitto is not installed.", "Type: sudo apt install mosquitto")
        self._process: subprocess.Popen[bytes] | None = None
        if _answers(self._port):
            raise Trouble(
                f"Port {self._port} is in use.",
                "Is a night on already? Otherwise: companion night --set-up --broker-port 1885",
            )
        self.mind()

    def mind(self) -> None:
        """Start it where it is not running."""
        if self._process is not None and self._process.poll() is None:
            return
        assert self._program is not None
        self._process = subprocess.Popen([self._program, "-c", str(self._folder / CONFIG)], start_new_session=True)
        deadline = time.monotonic() + START_SECONDS
        while not _answers(self._port):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.close()
                raise Trouble("The broker did not start.", f"Type: mosquitto -c {self._folder / CONFIG}")
            time.sleep(0.05)

    def read_again(self) -> None:
        """Tables have come: passwords and rights are new."""
        if self._process is not None:
            self._process.send_signal(signal.SIGHUP)

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGTERM)
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0
