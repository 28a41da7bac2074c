"""The machine's disk: Debian's packages unpacked here, and set up by themselves at the machine's first start."""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from emulated_pi.workshop import Workshop

PACKAGES = (
    # what boots, and the person who is served
    *("linux-image-arm64", "busybox-static", "systemd", "systemd-sysv", "udev", "kmod", "dbus", "dbus-user-session"),
    *("libpam-systemd", "polkitd", "sudo", "openssh-server", "iproute2", "procps", "apt", "usr-is-merged"),
    # what an owner types first, and what .ci/set-up asks for on a Pi
    *("git", "make", "python3", "python3-venv", "libgl1", "libglib2.0-0", "espeak-ng", "alsa-utils", "python3-spidev"),
    "?essential",
)
MERGED = ("bin", "sbin", "lib")
GIGABYTES = 5
INSIDE = Path(__file__).parent / "inside"
FILES = {
    "etc/hostname": "emulated-pi\n",
    "etc/hosts": "127.0.0.1 localhost emulated-pi\n",
    "etc/fstab": "/dev/vda / ext4 defaults 0 1\n"
    "/dev/vdb /opt/wheels ext4 ro,nofail,x-systemd.device-timeout=1200 0 0\n",
    # What is waited for takes its time on an emulated processor of a busy machine.
    "etc/ssh/sshd_config.d/slow.conf": "LoginGraceTime 0\n",
    **dict.fromkeys(
        ("etc/systemd/system.conf.d/slow.conf", "etc/systemd/user.conf.d/slow.conf"),
        "[Manager]\nDefaultTimeoutStartSec=1200s\n",
    ),
    "etc/systemd/network/wired.network": "[Match]\nName=en* eth*\n[Network]\nDHCP=yes\n",
    # As on Raspberry Pi OS: who may use pins and SPI, and sudo without a password.
    "etc/udev/rules.d/60-pi.rules": 'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"\n'
    'SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"\n',
    "etc/sudoers.d/pi": "pi ALL=(ALL) NOPASSWD: ALL\n",
    "etc/modules-load.d/pi.conf": "irq_sim\ngpio-sim\nspi-gpio\nsnd-aloop\nv4l2loopback\n",
    "etc/modprobe.d/pi.conf": "options snd-aloop index=0 pcm_substreams=4\n"
    'options v4l2loopback devices=1 video_nr=0 exclusive_caps=0 card_label="Emulated camera"\n',
    # The machine has no network but to us: wheels come from the disk beside.
    "etc/pip.conf": "[global]\nno-index = true\nfind-links = /opt/wheels\ndisable-pip-version-check = true\n"
    "no-compile = true\n",
    # Each sound into one end of the cable, several at once.
    "etc/asound.conf": 'pcm.!default { type plug slave.pcm "dmix:Loopback,0" }\n',
    "var/lib/dpkg/info/format": "1\n",
    "etc/systemd/system/emulated-camera.service": "[Unit]\nAfter=systemd-modules-load.service\n[Service]\n"
    "ExecStart=/usr/local/sbin/emulated-camera 4 7000\nRestart=always\n[Install]\nWantedBy=multi-user.target\n",
}


def unpack(workshop: Workshop, packages: Sequence[Path], root: Path) -> None:
    """Every package in place, and written down as unpacked, so that dpkg can set them up over there."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    for name in MERGED:
        (root / "usr" / name).mkdir(parents=True)
        (root / name).symlink_to(f"usr/{name}")
    info = root / "var" / "lib" / "dpkg" / "info"
    info.mkdir(parents=True)
    status = []
    for package in packages:
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE) as stream:
            listed = workshop.run(
                ["tar", "-xpvf", "-", "-C", root, "--keep-directory-symlink", "--numeric-owner"], stdin=stream.stdout
            )
        status.append(_written_down(workshop, package, info, listed))
    (root / "var" / "lib" / "dpkg" / "status").write_text("\n".join(status))
    (root / "var" / "lib" / "dpkg" / "available").touch()


def _written_down(workshop: Workshop, package: Path, info: Path, listed: str) -> str:
    """The package's scripts and list of files where dpkg keeps them; what its status says."""
    held = info / "unpacking"
    shutil.rmtree(held, ignore_errors=True)
    workshop.run(["dpkg-deb", "-e", package, held])
    control = (held / "control").read_text()
    fields = dict(re.findall(r"^([\w-]+): (.*)$", control, re.MULTILINE))
    name = fields["Package"]
    if fields.get("Multi-Arch") == "same":
        name += f":{fields['Architecture']}"
    for path in held.iterdir():
        if path.name not in ("control", "conffiles"):
            path.rename(info / f"{name}.{path.name}")
    names = [line.removeprefix(".").rstrip("/") or "/." for line in listed.splitlines() if line.startswith("./")]
    (info / f"{name}.list").write_text("\n".join(names) + "\n")
    shutil.rmtree(held)
    return control.replace("\n", "\nStatus: install ok unpacked\n", 1)


def furnish(workshop: Workshop, root: Path) -> None:
    """What a new machine is given before it starts for the first time."""
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (root / "etc/sudoers.d/pi").chmod(0o440)
    (root / "opt/wheels").mkdir(parents=True, exist_ok=True)
    camera = root / "usr" / "local" / "sbin" / "emulated-camera"
    camera.parent.mkdir(parents=True, exist_ok=True)
    for source, target in ((INSIDE / "second-stage.sh", root / "second-stage"), (INSIDE / "camera.py", camera)):
        shutil.copy(source, target)
        target.chmod(0o755)
    key = workshop.folder / "key"
    if not key.exists():
        workshop.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key])
    (root / "etc/ssh").mkdir(parents=True, exist_ok=True)
    workshop.run(["ssh-keygen", "-A", "-f", root])  # made here: over there an RSA key takes its time
    shutil.copy(key.with_suffix(".pub"), root / "etc/ssh/owner.pub")


def disk(workshop: Workshop, content: Path, into: Path, gigabytes: int = GIGABYTES) -> None:
    """A disk with this content."""
    into.unlink(missing_ok=True)
    with into.open("wb") as file:
        os.truncate(file.fileno(), gigabytes << 30)
    workshop.run(["mkfs.ext4", "-q", "-F", "-d", content, into])
