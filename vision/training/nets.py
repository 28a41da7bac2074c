"""The small networks of the eye: find dice, look closely, say which way is up and what leans, name a face."""

import torch
from torch import Tensor, nn


def separable(width: int, out: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(width, width, kernel, stride, kernel // 2, groups=width, bias=False),
        nn.BatchNorm2d(width),
        nn.Conv2d(width, out, 1, bias=False),
        nn.BatchNorm2d(out),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    def __init__(self, width: int, kernel: int = 5) -> None:
        super().__init__()
        self.step = separable(width, width, kernel)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.step(x)


class Finder(nn.Module):
    """Picture -> at a quarter of its size: is a die's top face centred here, how large, how far off the centre."""

    USUAL: tuple[float, ...] = (-4.0, 3.0, 0.0, 0.0)  # what is told where nothing was learned

    def __init__(self, widths: tuple[int, int, int, int] = (28, 56, 112, 144)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.stem = nn.Sequential(
            nn.PixelUnshuffle(4),
            nn.Conv2d(48, a, 1, bias=False),
            nn.BatchNorm2d(a),
            nn.ReLU(inplace=True),
            Residual(a, 3),
        )
        self.down8 = nn.Sequential(separable(a, b, 3, 2), Residual(b), Residual(b))
        self.down16 = nn.Sequential(separable(b, c, 3, 2), Residual(c), Residual(c), Residual(c))
        self.down32 = nn.Sequential(separable(c, d, 3, 2), Residual(d), Residual(d))
        self.side16, self.up32 = nn.Conv2d(c, b, 1), nn.Conv2d(d, b, 1)
        self.join16 = Residual(b, 3)
        self.side8 = nn.Conv2d(b, b, 1)
        self.join8 = Residual(b)
        self.side4, self.up8 = nn.Conv2d(a, 32, 1), nn.Conv2d(b, 32, 1)
        self.join4 = nn.Sequential(Residual(32, 3), Residual(32, 5))
        self.out = nn.Conv2d(32, len(self.USUAL), 1)
        assert self.out.bias is not None
        with torch.no_grad():
            self.out.bias.copy_(torch.tensor(self.USUAL))

    def forward(self, x: Tensor) -> Tensor:
        fine = self.stem(x)
        eight = self.down8(fine)
        sixteen = self.down16(eight)
        coarse = self.down32(sixteen)
        sixteen = self.join16(self.side16(sixteen) + bigger(self.up32(coarse)))
        eight = self.join8(self.side8(eight) + bigger(sixteen))
        four = self.join4(self.side4(fine) + bigger(self.up8(eight)))
        return self.out(four)


class Spotter(Finder):
    """The same of flat pieces: is a round one centred here, is a cornered one; how far off, how large and slanted."""

    USUAL = (-4.0, -4.0, 0.0, 0.0, 3.0, 0.0, 3.0, 0.0, 0.0)

    def __init__(self) -> None:
        super().__init__((24, 48, 96, 128))


def bigger(x: Tensor) -> Tensor:
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")


class Looker(nn.Module):
    """A 64x64 cut around a proposal -> two guesses of the top face's corners, and what kind of thing it is.

    Ordering four corners by angle has a seam; the two guesses have theirs 45 degrees apart and ``choice`` says
    which one is far from its own. Each corner is the mean of a heat map, which learns far quicker than plain numbers.
    Out: quad A (8), quad B (8), choice (1), die (1), cocked (1), box (4), error (1), up (2).
    """

    OUT = 26
    grid: Tensor

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        a, b, c = width, width * 2, width * 4
        self.stem = nn.Sequential(
            nn.PixelUnshuffle(2), nn.Conv2d(12, a, 3, padding=1, bias=False), nn.BatchNorm2d(a), nn.ReLU(inplace=True)
        )
        self.at16 = nn.Sequential(separable(a, b, 3, 2), Residual(b), Residual(b))
        self.at8 = nn.Sequential(separable(b, c, 3, 2), Residual(c), Residual(c))
        self.at4 = nn.Sequential(separable(c, c, 3, 2), Residual(c, 3), Residual(c, 3))
        self.up8, self.join8 = nn.Conv2d(c, c, 1), Residual(c, 3)
        self.up16, self.join16 = nn.Conv2d(c, b, 1), nn.Sequential(Residual(b), Residual(b))
        self.heat = nn.Conv2d(b, 8, 1)
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(c * 16, 128), nn.ReLU(inplace=True), nn.Linear(128, self.OUT - 16)
        )
        steps = (torch.arange(16, dtype=torch.float32) + 0.5) / 8 - 1
        grid = torch.stack([steps.repeat(16), steps.repeat_interleave(16)], 1)
        self.register_buffer("grid", grid, persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        fine = self.at16(self.stem(x))
        eight = self.at8(fine)
        four = self.at4(eight)
        eight = self.join8(eight + bigger(self.up8(four)))
        fine = self.join16(fine + bigger(self.up16(eight)))
        heat = torch.softmax(self.heat(fine).flatten(2), 2)
        corners = (heat @ self.grid).flatten(1)
        return torch.cat([corners, self.head(four)], 1)


class Plumb(nn.Module):
    """A 96x96 cut around a top face, its edges level and it marked in a fourth plane -> which way the die points up.

    Out: up (2, as seen, 1 where it points straight across), the logarithm of its likely error, and what was noticed
    of it (128): ``Lean`` holds that against where the table's upright would be seen there.
    """

    def __init__(self, width: int = 64) -> None:
        super().__init__()
        a, b, c = width // 4, width, width * 2
        self.stem = nn.Sequential(
            nn.PixelUnshuffle(2), nn.Conv2d(16, a, 3, padding=1, bias=False), nn.BatchNorm2d(a), nn.ReLU(inplace=True)
        )
        self.at24 = nn.Sequential(separable(a, b, 3, 2), Residual(b), Residual(b))
        self.at12 = nn.Sequential(separable(b, c, 3, 2), Residual(c), Residual(c), Residual(c))
        self.at6 = nn.Sequential(separable(c, c, 3, 2), Residual(c, 3), Residual(c, 3))
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(c * 36, 128), nn.ReLU(inplace=True))
        self.tell = nn.Linear(128, 3)

    def forward(self, x: Tensor) -> Tensor:
        noticed = self.head(self.at6(self.at12(self.at24(self.stem(x)))))
        return torch.cat([self.tell(noticed), noticed], 1)


class Lean(nn.Module):
    """What the plumb line told of a die (131), then how it is off the table's upright and that upright (2 + 2).

    Out: does it lean, as log odds.
    """

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(135, 64), nn.ReLU(inplace=True), nn.Linear(64, 32), nn.ReLU(inplace=True), nn.Linear(32, 1)
        )

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.layers(x)
        return out


class Plumbing(nn.Module):
    """Both, as they are trained together."""

    def __init__(self) -> None:
        super().__init__()
        self.plumb, self.lean = Plumb(), Lean()

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.plumb(x)
        return out


class Namer(nn.Module):
    """A flattened 48x48 top face -> what it looks like (a unit vector) and its pips (scores of 1-6 and none)."""

    def __init__(self, width: int = 40, length: int = 96) -> None:
        super().__init__()
        self.length = length
        self.body = nn.Sequential(
            nn.PixelUnshuffle(2),
            nn.Conv2d(12, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(inplace=True),
            Residual(width, 3),
            separable(width, width * 2, 3, 2),
            Residual(width * 2),
            Residual(width * 2),
            separable(width * 2, width * 4, 3, 2),
            Residual(width * 4),
            Residual(width * 4),
            separable(width * 4, width * 4, 3, 2),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(width * 4 * 9, 256), nn.ReLU(inplace=True))
        self.embed = nn.Linear(256, length)
        self.pips = nn.Linear(256, 7)

    def forward(self, x: Tensor) -> Tensor:
        shared = self.head(self.body(x))
        return torch.cat([nn.functional.normalize(self.embed(shared), dim=1), self.pips(shared)], 1)


class Flat(nn.Module):
    """Both networks of flat pieces as they are trained together, on pictures of 64 x 64, the places first.

    ``place`` -> corners of the piece (8), corners from elsewhere (8, unused), and scores of empty, printed and plain.
    ``print`` -> what a square of it looks like, as the namer does of faces.
    """

    def __init__(self, places: int) -> None:
        super().__init__()
        self.places = places
        self.place, self.print = Place(), Print()

    def train(self, mode: bool = True) -> "Flat":
        """Normalising stays as it was learned: a batch of few places tells little of all."""
        super().train(False)
        return self

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        small = nn.functional.interpolate(x[self.places :], size=48, mode="bilinear", antialias=True)
        return self.place(x[: self.places]), self.print(small)


class Place(Looker):
    """A 64x64 cut of a place -> the corners of the piece in it, and whether it is empty, printed or plain."""

    OUT = 19


class Print(Namer):
    """A 48x48 square of a flat piece -> what it looks like (a unit vector)."""

    def forward(self, x: Tensor) -> Tensor:
        return nn.functional.normalize(self.embed(self.head(self.body(x))), dim=1)
