"""What makes a Pi start us by itself: a service with a watchdog, and the page on its own screen."""

import getpass
import json
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from companion.appliance.steps import AddLines, Command, MakeFolder, Step, WriteFile
from hardware.folders import data_folder

UNIT = "cockadoodle.service"
RASPI_CONFIG = ("raspi-config", "nonint")

SERVICE = """\
# Written by companion install; companion uninstall takes it away.
[Unit]
Description=Cockadoodle, the referee at your table
# A user unit, because PipeWire is one: from a system unit there is no sound.
After=pipewire.service wireplumber.service
# Never given up: who has no shell can only switch off and on.
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
ExecStart={program} run
Restart=on-failure
RestartSec=3
WatchdogSec=60
TimeoutStartSec=90
TimeoutStopSec=15
# What somebody who broke in through the page could reach; docs/security.md says why each line is there.
NoNewPrivileges=yes
PrivateUsers=yes
PrivateTmp=yes
ProtectSystem=strict
ProtectHome=read-only
ReadWritePaths={data} {config} -/media -/run/media
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectProc=invisible
CapabilityBoundingSet=
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
UMask=0077
RemoveIPC=yes
KeyringMode=private

[Install]
WantedBy=default.target
"""

# The service may not become root, so it may not call sudo to switch the Pi off either: polkit is told that it may.
POLKIT = Path("/etc/polkit-1/rules.d/60-cockadoodle.rules")
POWER_OFF = """\
// Written by companion install; companion uninstall takes it away.
polkit.addRule(function (action, subject) {{
    if (action.id.indexOf("org.freedesktop.login1.power-off") == 0 && subject.user == {user})
        return polkit.Result.YES;
}});
"""

KIOSK = """\
#!/bin/sh
# Written by companion install; companion uninstall takes it away.
# Shows the page on the whole screen, and again if the browser should crash.
url={url}
profile={profile}
browser=$(command -v chromium || command -v chromium-browser) || {{
    echo "There is no Chromium: sudo apt install chromium" >&2
    exit 1
}}
until {python} -c "import urllib.request; urllib.request.urlopen('$url', timeout=2)" 2>/dev/null; do
    sleep 1
done
while true; do
    # After a power cut Chromium would ask on screen whether to restore its pages.
    sed -i 's/"exited_cleanly":false/"exited_cleanly":true/; s/"exit_type":"[^"]*"/"exit_type":"Normal"/' \\
        "$profile/Default/Preferences" 2>/dev/null
    # labwc hides the pointer when asked by this key; on a touch screen of labwc 0.8.2 and later it does so by itself.
    (sleep 5; command -v wtype >/dev/null && wtype -M logo -M alt -k h) &
    "$browser" --kiosk --app="$url" --user-data-dir="$profile" --no-first-run --noerrdialogs --disable-infobars \\
        --disable-session-crashed-bubble --password-store=basic --autoplay-policy=no-user-gesture-required
    sleep 2
done
"""

HIDE_CURSOR = """\
<?xml version="1.0"?>
<!-- Written by companion install; companion uninstall takes it away. -->
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <keyboard>
    <keybind key="W-A-h"><action name="HideCursor"/></keybind>
  </keyboard>
</openbox_config>
"""


@dataclass(frozen=True)
class Place:
    """Where things go on this computer."""

    home: Path
    data: Path
    program: Path
    python: Path
    user: str
    port: int = 8080

    @staticmethod
    def here(port: int) -> "Place":
        python = Path(sys.executable)
        return Place(Path.home(), data_folder(), python.with_name("companion"), python, getpass.getuser(), port)

    @property
    def config(self) -> Path:
        return Path(os.environ.get("XDG_CONFIG_HOME") or self.home / ".config")


def service_steps(place: Place) -> list[Step]:
    """Start with the computer, be watched, and be started again."""
    own = place.config / "cockadoodle"
    paths = {"program": place.program, "data": place.data, "config": own}
    text = SERVICE.format(**{name: _quoted(path) for name, path in paths.items()})
    unit = WriteFile(place.config / "systemd" / "user" / UNIT, text)
    rule = WriteFile(place.data / "power-off.rules", POWER_OFF.format(user=json.dumps(place.user)))
    wanted = place.config / "systemd" / "user" / "default.target.wants" / UNIT
    lingers = Path("/var/lib/systemd/linger") / place.user
    told = place.data / "power-off-was-told"  # nobody but polkit may look into the folder of its rules
    changed = not unit.done()  # asked before it is written: systemd has to be told of a unit from an older release too
    other_rule = not rule.done()
    return [
        MakeFolder(place.data),  # a folder that is not there when the service starts could not be made later
        MakeFolder(own),
        unit,
        rule,
        Command(
            ("sudo", "-n", "install", "-m", "644", str(rule.path), str(POLKIT)),
            ("sudo", "-n", "rm", "-f", str(POLKIT)),
            needed=lambda: other_rule or not told.exists(),
            mark=told,
        ),
        Command(("systemctl", "--user", "daemon-reload"), needed=lambda: changed or not wanted.exists()),
        Command(
            # Not waiting until it has started: a small Pi takes its time, and a slow start is no failed one.
            ("systemctl", "--user", "--no-block", "enable", "--now", UNIT),
            ("systemctl", "--user", "disable", "--now", UNIT),
            needed=lambda: not wanted.exists(),
        ),
        # Without this a user's units wait until somebody logs in.
        Command(
            ("loginctl", "enable-linger", place.user),
            ("loginctl", "disable-linger", place.user),
            needed=lambda: not lingers.exists(),
            mark=place.data / "linger-was-ours",
        ),
    ]


def kiosk_steps(place: Place) -> list[Step]:
    """The page on the Pi's own screen, on labwc, the desktop of Raspberry Pi OS."""
    script = place.data / "kiosk.sh"
    text = KIOSK.format(
        url=shlex.quote(f"http://127.0.0.1:{place.port}/"),
        profile=shlex.quote(str(place.data / "browser")),
        python=shlex.quote(str(place.python)),
    )
    steps: list[Step] = [
        WriteFile(script, text, program=True),
        AddLines(place.config / "labwc" / "autostart", f"{shlex.quote(str(script))} &\n"),
    ]
    if shutil.which(RASPI_CONFIG[0]):
        # A table that thinks for ten minutes would find a dark screen.
        stays = Command(
            ("sudo", "-n", *RASPI_CONFIG, "do_blanking", "1"),
            ("sudo", "-n", *RASPI_CONFIG, "do_blanking", "0"),
            needed=_goes_dark,
            mark=place.data / "blanking-was-on",
        )
        steps.append(stays)
    own = WriteFile(place.config / "labwc" / "rc.xml", HIDE_CURSOR)
    if not own.path.exists() or own.done():  # somebody's own keys are left alone
        steps.append(own)
    return steps


def _goes_dark() -> bool:
    """Whether the desktop would blank the screen; raspi-config says 0 where it does."""
    told = subprocess.run([*RASPI_CONFIG, "get_blanking"], capture_output=True, text=True, check=False)
    return told.stdout.strip() == "0"


def advice(service: bool, kiosk: bool, desktop: str = "") -> list[str]:
    """What only the owner can do, because it needs a password or a decision."""
    lines = ["companion doctor says what else is missing."]
    if kiosk:
        lines.append(
            "Log in by itself: sudo raspi-config nonint do_boot_behaviour B4; browser: sudo apt install chromium."
        )
        if not shutil.which(RASPI_CONFIG[0]):
            lines.append("Keep the screen from going dark in the settings of your desktop.")
        lines.append("A touch screen's keyboard, if none opens: sudo raspi-config nonint do_squeekboard S1.")
        if desktop and "labwc" not in desktop.lower():
            lines.append(
                f"Your desktop is {desktop}, but the page is started by labwc: "
                "choose it in sudo raspi-config, Advanced Options, Wayland."
            )
    if service:
        lines.append("What it is doing: systemctl --user status cockadoodle; journalctl --user -u cockadoodle -f.")
        lines.append(
            "If you switch the Pi's overlay file system on, keep the data on a partition of its own "
            "(XDG_DATA_HOME), or every match is lost at power-off."
        )
    return lines


def _quoted(path: Path) -> str:
    """As systemd wants a path with blanks; a percent sign would be a specifier."""
    text = str(path).replace("%", "%%")
    return f'"{text}"' if " " in text else text
