"""How tables find their night in the local network: the night says its name by mDNS, tables listen."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.night.courier import Broker
from hardware.trouble import Trouble

SERVICE = "_cockadoodle._tcp.local."
MISSING = Trouble("A game night needs more than is installed here.", "Type: pip install 'cockadoodle[night]'")


def _zeroconf() -> Any:
    try:
        import zeroconf
    except ImportError:
        raise MISSING from None
    return zeroconf


@contextmanager
def announced(night: str, address: str, port: int, prefix: str, tls: bool, **network: Any) -> Iterator[None]:
    """Tell the network where the night's broker is, for as long as this lasts."""
    mdns = _zeroconf()
    info = mdns.ServiceInfo(
        SERVICE,
        f"{night}.{SERVICE}",
        port=port,
        addresses=[socket.inet_aton(address)],
        properties={"prefix": prefix, "tls": "1" if tls else "0"},
        server=f"{socket.gethostname()}-{port}.local.",
    )
    net = mdns.Zeroconf(**network)
    try:
        net.register_service(info, allow_name_change=True)
        yield
    finally:
        net.close()


def find_broker(prefix: str, seconds: float = 3.0, **network: Any) -> Broker | None:
    """The broker of the night with this prefix, if one is heard in so many seconds."""
    mdns = _zeroconf()
    found: list[Broker] = []
    heard = threading.Event()

    class Ear:
        def add_service(self, net: Any, kind: str, name: str) -> None:
            info = net.get_service_info(kind, name, timeout=1000)
            if info is None or not info.parsed_addresses():
                return
            said = {key.decode(): (value or b"").decode() for key, value in info.properties.items()}
            if said.get("prefix") == prefix:
                found.append(Broker(info.parsed_addresses()[0], info.port or 0, said.get("tls") == "1"))
                heard.set()

        def update_service(self, net: Any, kind: str, name: str) -> None: ...
        def remove_service(self, net: Any, kind: str, name: str) -> None: ...

    net = mdns.Zeroconf(**network)
    try:
        mdns.ServiceBrowser(net, SERVICE, Ear())
        heard.wait(seconds)
    finally:
        net.close()
    return next(iter(found), None)
