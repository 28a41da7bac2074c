"""Renders the voices that come with the program: python -m companion.announcements.render_pack"""

from typing import Any

import numpy as np

from companion.announcements.pack import PACKS, name, pack, sentences
from companion.announcements.speech import VOICES, render
from companion.announcements.wording import phrases


def main() -> None:
    PACKS.mkdir(exist_ok=True)
    for language, voice in VOICES.items():
        said = sentences(dict(phrases(language)))
        path = PACKS / f"{language}.npz"
        clips: dict[str, Any] = {name(sentence): pack(render(sentence, voice)) for sentence in said}
        np.savez_compressed(path, **clips)
        print(f"{path.name}: {len(said)} sentences, {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
