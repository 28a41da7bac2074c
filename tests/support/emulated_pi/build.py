"""Everything a machine is started from, made once: packages, kernel, device tree, disks."""

import re
import shutil
from pathlib import Path

from emulated_pi import kernel, root, tree, wheels
from emulated_pi.debian import Archive
from emulated_pi.machine import Parts, board, first_start
from emulated_pi.owner import CHECKOUT
from emulated_pi.workshop import Workshop

HERE = Path(__file__).parent


def ready(workshop: Workshop, release: str) -> Parts:
    """The parts of a machine of this release; what changed since last time is made anew."""
    place = workshop.folder
    tree_of, image = place / f"root-{release}", place / f"{release}.img"
    key = release + "".join(
        (HERE / name).read_text() for name in ("root.py", "kernel.py", "inside/second-stage.sh", "inside/camera.py")
    )

    def make_root() -> None:
        with workshop.step("Debian's arm64 packages, fetched by apt") as done:
            archive = Archive(workshop, release, "arm64")
            packages = archive.fetch(root.PACKAGES)
            done.came_of_it = f"{len(packages)} packages of {release}"
        with workshop.step("Unpacked into a root") as done:
            root.unpack(workshop, packages, tree_of)
            root.furnish(workshop, tree_of)
            done.came_of_it = f"kernel {kernel.kernel_of(tree_of)[1]}"
        with workshop.step("Kernel modules, cross-compiled") as done:
            kernel.build_modules(workshop, archive, Archive(workshop, release, "amd64"), tree_of)
            kernel.first_root(tree_of, place / f"first-root-{release}.gz")
            done.came_of_it = ", ".join(kernel.MODULES)
        with workshop.step("The disk") as done:
            root.disk(workshop, tree_of, image)
            done.came_of_it = f"{image.name}, {root.GIGABYTES} GB"

    def make_wheels() -> None:
        with workshop.step("Python's aarch64 wheels, fetched by pip") as done:
            shutil.rmtree(place / f"wheels-{release}", ignore_errors=True)
            count = wheels.fetch(workshop, CHECKOUT, wheels.PYTHONS[release], place / f"wheels-{release}")
            root.disk(workshop, place / f"wheels-{release}", place / f"wheels-{release}.img", 1)
            done.came_of_it = f"{count} wheels for Python {wheels.PYTHONS[release]}"

    def make_tree() -> None:
        with workshop.step("The device tree of a Pi") as done:
            tree.pi_tree(workshop, board(), place / "pi.dtb")
            found = re.search(r'model = "([^"]+)"', tree.MODEL)
            done.came_of_it = found[1] if found else ""

    workshop.once(f"root-{release}", key, make_root)
    wanted = "".join((CHECKOUT / name).read_text() for name in ("pyproject.toml", ".ci/appliance.lock"))
    workshop.once(f"wheels-{release}", wanted + (HERE / "wheels.py").read_text(), make_wheels)
    workshop.once("tree", (HERE / "tree.py").read_text() + " ".join(board()), make_tree)
    parts = Parts(
        kernel.kernel_of(tree_of)[0],
        place / f"first-root-{release}.gz",
        place / "pi.dtb",
        image,
        place / f"wheels-{release}.img",
        place / "key",
    )

    def make_first_start() -> None:
        with workshop.step("First start: every package sets itself up") as done:
            first_start(workshop, parts)
            done.came_of_it = "the machine switched itself off"

    workshop.once(f"first-start-{release}", key, make_first_start)
    return parts
