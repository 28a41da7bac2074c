"""Host a game night: all tables live on one page, a leaderboard over them, rounds drawn and called out."""

import argparse
import signal
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

from companion.kiosk.forms import change
from companion.kiosk.phones import own_address
from companion.kiosk.server import answer
from companion.languages import languages
from companion.night.addresses import NightPages
from companion.night.broker import (
    NIGHT,
    Plan,
    RunningBroker,
    broker_folder,
    encrypted,
    files,
    password,
    port_of,
    viewer_password,
    write,
)
from companion.night.codes import pass_from, table_id
from companion.night.courier import Broker
from companion.night.discovery import announced
from companion.night.ledger import Ledger, ledger_path
from companion.night.night import Night
from companion.settings import default_path
from hardware.trouble import Trouble

EXAMPLE = "companion night --name 'Club evening' --tables Oak Elm Ash --network"
CONFIGURED = "passwords"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set-up", action="store_true", help="write the configuration of a broker for the night, after asking"
    )
    parser.add_argument("--yes", action="store_true", help="with --set-up: do not ask")
    parser.add_argument(
        "--join", metavar="CODE", help="on a table: join the night this code is of, from its next start on"
    )
    parser.add_argument("--name", help="what the night is called")
    parser.add_argument(
        "--tables", nargs="+", metavar="NAME", default=[], help="tables that may join; each gets a code"
    )
    parser.add_argument("--broker", metavar="HOST[:PORT]", help="a broker of yours instead of the one set up here")
    parser.add_argument("--password", default="", help="of the user night at that broker")
    parser.add_argument("--tls", action="store_true", help="talk to that broker over an encrypted line only")
    parser.add_argument("--authority", default="", metavar="FILE", help="the certificate authority of the broker")
    parser.add_argument("--broker-port", type=int, default=1884, help="with --set-up: where the broker listens")
    parser.add_argument(
        "--certificate", default="", metavar="FILE", help="with --set-up: of the broker, for encrypted lines"
    )
    parser.add_argument("--key", default="", metavar="FILE", help="with --set-up: the key of that certificate")
    parser.add_argument("--prefix", default="cockadoodle", help="what the topics begin with")
    parser.add_argument("--port", type=int, default=8090, help="of the page")
    parser.add_argument("--network", action="store_true", help="every device of the local network may open the page")
    parser.add_argument("--home-assistant", action="store_true", help="tell Home Assistant about the tables")
    parser.add_argument("--language", choices=languages(), default="en", help="of the page")
    parser.add_argument("--season", type=Path, metavar="FILE", help="another journal of the night")


def run(options: argparse.Namespace) -> int:
    if options.join:
        return _join(options.join)
    ledger = Ledger(options.season or ledger_path())
    for name in options.tables:
        ledger.invite(table_id(name), name)
    if options.name:
        ledger.call("name", options.name)
    return _set_up(options, ledger) if options.set_up else _host(options, ledger)


def _join(code: str) -> int:
    own = pass_from(code)
    change(default_path(), "night", {"code": code.strip()})
    print(f"From its next start on this table is {own.table} at the night. It stands in {default_path()}.")
    return 0


def _set_up(options: argparse.Namespace, ledger: Ledger) -> int:
    plan = Plan(broker_folder(), options.prefix, options.broker_port, True, options.certificate, options.key)
    secret, tables = ledger.about("secret"), list(ledger.tables())
    for name, text in files(plan, secret, tables).items():
        print(f"--- {plan.folder / name}")
        print("(one line for each table, the night and whoever looks on)\n" if name == CONFIGURED else text)
    if not options.yes and input("Shall I write these files? [y/N] ").strip().lower() not in ("y", "yes", "j", "ja"):
        print("Nothing was written.")
        return 1
    write(plan, secret, tables)
    print(f"Written to {plan.folder}. companion night starts this broker by itself, on port {plan.port}.")
    print(f"Whoever only looks on: user viewer, password {viewer_password(secret)}")
    _tell_codes(ledger)
    return 0


def _host(options: argparse.Namespace, ledger: Ledger) -> int:
    interrupted = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: interrupted.set())
    with ExitStack() as stack:
        broker, secret, child = _broker(options, ledger)
        if child is not None:
            stack.callback(child.close)
        night = Night(ledger, broker, options.prefix, secret, options.home_assistant)
        if child is not None:
            night.invited = lambda: _let_in(options, ledger, child)
        night.open()
        stack.callback(night.close)
        page = answer(
            lambda port: NightPages(night, language=options.language, port=port, network=options.network),
            options.port,
            options.network,
        )
        stack.callback(page.stop)
        print(f"The night is at {page.url}  (Ctrl+C ends)", flush=True)
        if options.network:
            print(
                f"For others: http://{own_address()}:{page.port}/  The host's PIN is {page.kiosk.door.pin}.", flush=True
            )
        _tell_codes(ledger)
        if broker.host in ("127.0.0.1", "localhost") or child is not None:
            stack.enter_context(announced(night.name, own_address(), broker.port, options.prefix, broker.tls))
        try:
            while not interrupted.wait(1.0):
                if child is not None:
                    child.mind()
                if not page.running:
                    page.revive()
        except KeyboardInterrupt:
            print("\nGoodbye.", file=sys.stderr)
    return 0


def _broker(options: argparse.Namespace, ledger: Ledger) -> tuple[Broker, str, RunningBroker | None]:
    """Where the broker is, the night's password there, and the broker itself where it is ours."""
    if options.broker:
        host, _, port = options.broker.partition(":")
        if port and not port.isdecimal():
            raise Trouble(f"{options.broker} is no address of a broker.", "Write it like --broker 192.168.1.5:1883.")
        return Broker(host, int(port or 1883), options.tls, options.authority), options.password, None
    folder = broker_folder()
    port_here = port_of(folder)
    if port_here is None:
        raise Trouble("There is no broker yet.", "Set one up: companion night --set-up. Or name yours: --broker HOST.")
    secret = ledger.about("secret")
    _write_again(options, ledger)
    child = RunningBroker(folder)
    host = own_address() if encrypted(folder) else "127.0.0.1"
    return Broker(host, port_here, encrypted(folder), options.authority), password(secret, NIGHT), child


def _write_again(options: argparse.Namespace, ledger: Ledger) -> None:
    """With the passwords of all tables there are now."""
    folder = broker_folder()
    text = (folder / "mosquitto.conf").read_text("utf-8")
    found = dict(line.split(" ", 1) for line in text.splitlines() if line.startswith(("certfile ", "keyfile ")))
    plan = Plan(folder, options.prefix, port_of(folder) or 0, True, found.get("certfile", ""), found.get("keyfile", ""))
    write(plan, ledger.about("secret"), list(ledger.tables()))


def _let_in(options: argparse.Namespace, ledger: Ledger, child: RunningBroker) -> None:
    _write_again(options, ledger)
    child.read_again()


def _tell_codes(ledger: Ledger) -> None:
    for table, (name, _, _) in ledger.tables().items():
        print(f"  {name}: {ledger.code(table)}", flush=True)
