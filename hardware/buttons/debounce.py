"""Makes intended presses out of the noisy edges of real contacts, by edge time alone."""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.ports import Press
from hardware.settings import COLOURS, ButtonsSettings

# A contact that never comes to rest must not hold back the other players' calls for longer than this.
PATIENCE_SECONDS = 0.05


@dataclass
class _Contact:
    """One contact: its settled level, and the burst of edges that may be about to change it."""

    down: bool = False
    pressed_at: float = 0.0
    told: bool = True  # nothing more to tell about this press
    told_hold: bool = False
    burst_at: float | None = None  # first edge of a burst that has not come to rest
    fell_at: float | None = None  # first edge downwards of that burst
    edge_at: float = 0.0
    level: bool = False


class Debouncer:
    """A colour tells on release, so that a hold or a chord is never a press as well; a call tells at once.

    A contact has changed when it has been quiet for ``settle_seconds``; the press still counts from its first edge.
    A hold is told while the button is down, and a long hold after it.
    """

    def __init__(self, settings: ButtonsSettings) -> None:
        self._settings = settings
        self._contacts = {button: _Contact() for button in settings.pins()}
        self._ready: list[Press] = []

    def edge(self, button: str, down: bool, at: float) -> None:
        """An edge of this contact; those of one contact come in order of time."""
        contact = self._contacts[button]
        if contact.burst_at is not None and at - contact.edge_at >= self._settings.settle_seconds:
            self._come_to_rest(button, contact, contact.level)
        contact.burst_at = at if contact.burst_at is None else min(contact.burst_at, at)
        if down:
            contact.fell_at = at if contact.fell_at is None else min(contact.fell_at, at)
        if at >= contact.edge_at:
            contact.edge_at, contact.level = at, down

    def presses(self, now: float, down: Mapping[str, bool]) -> tuple[Press, ...]:
        """What was meant up to now; ``down`` is how the contacts stand at this moment, in case an edge was lost."""
        for button, contact in self._contacts.items():
            if contact.burst_at is None and down[button] != contact.down:
                self.edge(button, down[button], now)
            elif contact.burst_at is not None and now - contact.edge_at >= self._settings.settle_seconds:
                self._come_to_rest(button, contact, down[button])
            self._tell_holds(button, contact, now)
        return self._in_order(now)

    def _come_to_rest(self, button: str, contact: _Contact, level: bool) -> None:
        began, fell = contact.burst_at, contact.fell_at
        contact.burst_at = contact.fell_at = None
        if began is None or level == contact.down:
            return  # a spike, or a bounce while held
        contact.down = level
        if not level:
            self._tell_release(button, contact, began)
            return
        contact.pressed_at, contact.told, contact.told_hold = began if fell is None else fell, False, False
        if button not in COLOURS:
            contact.told = True
            self._ready.append(Press(button, contact.pressed_at))
        else:
            self._tell_chord(button, contact)

    def _tell_chord(self, button: str, contact: _Contact) -> None:
        for other in COLOURS:
            first = self._contacts.get(other)
            if first is None or first is contact or not first.down or first.told or first.told_hold:
                continue
            if abs(contact.pressed_at - first.pressed_at) <= self._settings.chord_seconds:
                both = "+".join(colour for colour in COLOURS if colour in (button, other))
                self._ready.append(Press(both, min(contact.pressed_at, first.pressed_at), "chord"))
                contact.told = first.told = True
                return

    def _tell_release(self, button: str, contact: _Contact, released_at: float) -> None:
        self._tell_holds(button, contact, released_at)  # a busy process may hear of hold and release together
        if not contact.told and not contact.told_hold:
            self._ready.append(Press(button, contact.pressed_at))
        contact.told = True

    def _tell_holds(self, button: str, contact: _Contact, until: float) -> None:
        if contact.told or contact.burst_at is not None:
            return
        seconds = until - contact.pressed_at
        if seconds >= self._settings.hold_seconds and not contact.told_hold:
            contact.told_hold = True
            self._ready.append(Press(button, contact.pressed_at, "hold"))
        if seconds >= self._settings.long_hold_seconds:
            contact.told = True
            self._ready.append(Press(button, contact.pressed_at, "long_hold"))

    def _in_order(self, now: float) -> tuple[Press, ...]:
        """The presses that no earlier, still bouncing one can overtake."""
        bouncing = [
            contact.fell_at
            for contact in self._contacts.values()
            if contact.fell_at is not None and not contact.down and now - contact.fell_at < PATIENCE_SECONDS
        ]
        first_open = min(bouncing, default=float("inf"))
        told = sorted((press for press in self._ready if press.at < first_open), key=lambda press: press.at)
        self._ready = [press for press in self._ready if press.at >= first_open]
        return tuple(told)
