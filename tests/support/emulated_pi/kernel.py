"""Debian's arm64 kernel with the pretend devices: modules built for it here, and a first root that finds the disk."""

import gzip
import io
import re
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path

from emulated_pi.debian import Archive
from emulated_pi.workshop import Failed, Workshop

# What the kernel keeps to itself, said in a way a module may say it.
UNEXPORTED = ("handle_simple_irq(irq_to_desc(irqnum))", "generic_handle_irq_safe(irqnum)")
MODULES = ("irq_sim", "gpio-sim", "v4l2loopback")
DISK = ("crc32c_generic", "virtio_pci", "virtio_blk", "ext4")
CROSS = "aarch64-linux-gnu-"
INIT = """\
#!/bin/busybox sh
/bin/busybox mkdir -p /proc /sys /dev /root
/bin/busybox mount -t devtmpfs dev /dev
/bin/busybox mount -t proc proc /proc
init=/sbin/init
for word in $(/bin/busybox cat /proc/cmdline); do case $word in init=*) init=${word#init=} ;; esac; done
for module in $(/bin/busybox cat /modules); do /bin/busybox insmod /$module; done
n=0
until [ -b /dev/vda ] || [ $n = 100 ]; do /bin/busybox sleep 0.1; n=$((n + 1)); done
/bin/busybox mount -t ext4 /dev/vda /root
/bin/busybox mount -o move /dev /root/dev
/bin/busybox umount /proc
exec /bin/busybox switch_root /root $init
"""


def kernel_of(root: Path) -> tuple[Path, str]:
    """The kernel unpacked into this root, and its version."""
    image = max((root / "boot").glob("vmlinuz-*"))
    return image, image.name.removeprefix("vmlinuz-")


def build_modules(workshop: Workshop, archive: Archive, here: Archive, root: Path) -> None:
    """gpio-sim is not in Debian's kernel, v4l2loopback comes as source: both are built for it and put in its place."""
    _, version = kernel_of(root)
    series = ".".join(version.split(".")[:2])
    folder = workshop.folder / "kernel"
    shutil.rmtree(folder, ignore_errors=True)
    # The headers are arm64's, but the programs that build with them must run here.
    for package, source in (
        (f"linux-headers-{version}", archive),
        (f"linux-headers-{_common(version)}", archive),
        (f"linux-kbuild-{series}", here),
        (f"linux-source-{series}", archive),
        ("v4l2loopback-dkms", archive),
    ):
        workshop.run(["dpkg-deb", "-x", source.alone(package, workshop.folder / "debs"), folder])
    usr = folder / "usr" / "src"
    headers = usr / f"linux-headers-{version}"
    makefile = headers / "Makefile"
    makefile.write_text(makefile.read_text().replace("include /usr/src/", f"include {usr}/"))
    tree = f"linux-source-{series}"
    taken = [f"{tree}/{path}" for path in ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")]
    workshop.run(["tar", "-xJf", usr / f"{tree}.tar.xz", "-C", folder, *taken])
    ours = folder / "ours"
    ours.mkdir()
    for path in [folder / one for one in taken] + sorted(next(usr.glob("v4l2loopback-*")).glob("*.[ch]")):
        shutil.copy(path, ours)
    _may_be_a_module(ours / "irq_sim.c")
    (ours / "Makefile").write_text("obj-m := " + " ".join(f"{name}.o" for name in MODULES) + "\n")
    workshop.run(["make", "-C", headers, f"M={ours}", f"CROSS_COMPILE={CROSS}", f"CC={CROSS}gcc", "modules"])
    extra = root / "lib" / "modules" / version / "extra"
    extra.mkdir(exist_ok=True)
    for name in MODULES:
        shutil.copy(ours / f"{name}.ko", extra)


def _common(version: str) -> str:
    return re.sub(r"-arm64$", "", version) + "-common"


def _may_be_a_module(source: Path) -> None:
    text = source.read_text()
    if UNEXPORTED[0] not in text:
        raise Failed("irq_sim.c is another than was known: it may not build as a module")
    text = "#include <linux/module.h>\n" + text.replace(*UNEXPORTED)
    if "MODULE_LICENSE" not in text:
        text += '\nMODULE_LICENSE("GPL");\n'
    source.write_text(text)


def first_root(root: Path, into: Path) -> None:
    """A small initramfs: the modules that find the disk, in their order, and busybox."""
    _, version = kernel_of(root)
    modules = root / "lib" / "modules" / version
    order = _in_order(modules)
    files: dict[str, tuple[bytes, int]] = {"bin/busybox": ((root / "usr/bin/busybox").read_bytes(), 0o755)}
    files |= {Path(name).name: ((modules / name).read_bytes(), 0o644) for name in order}
    files["modules"] = (" ".join(Path(name).name for name in order).encode(), 0o644)
    files["init"] = (INIT.encode(), 0o755)
    into.write_bytes(gzip.compress(_cpio(files), 1))


def _in_order(modules: Path) -> list[str]:
    """The files that bring the disk, each after those it needs; what is built into the kernel needs no file."""
    needs: dict[str, list[str]] = {}
    for found in sorted(modules.rglob("*.ko*")):
        needs[found.stem.removesuffix(".ko").replace("-", "_")] = [str(found.relative_to(modules))]
    order: list[str] = []

    def bring(name: str) -> None:
        if name not in needs:
            return
        [path] = needs[name]
        if path in order:
            return
        for other in _depends(modules / path):
            bring(other)
        order.append(path)

    for name in DISK:
        bring(name)
    return order


def _depends(module: Path) -> list[str]:
    found = re.search(rb"\x00depends=([^\x00]*)\x00", module.read_bytes())
    return [name.replace("-", "_") for name in found[1].decode().split(",") if name] if found else []


def _cpio(files: Mapping[str, tuple[bytes, int]]) -> bytes:
    """The archive format the kernel unpacks ("newc")."""
    out = io.BytesIO()

    def entry(name: str, content: bytes, mode: int) -> None:
        fields = (0, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name) + 1, 0)
        out.write(b"070701" + b"".join(b"%08x" % number for number in fields) + name.encode() + b"\0")
        out.write(b"\0" * (-out.tell() % 4) + content)
        out.write(b"\0" * (-out.tell() % 4))

    entry("bin", b"", stat.S_IFDIR | 0o755)
    for name, (content, mode) in files.items():
        entry(name, content, stat.S_IFREG | mode)
    entry("TRAILER!!!", b"", 0)
    return out.getvalue()
