"""Renders the voices that come with the program: python -m companion.announcements.render_pack [LANGUAGE ...]"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

import companion.languages
from companion.announcements.pack import PACK, name, pack, sentences
from companion.announcements.speech import render
from companion.languages import languages, phrases


def main() -> None:
    for language in sys.argv[1:] or languages():
        said, voice = sentences(language), phrases(language)["language"]["voice"]
        path = Path(companion.languages.__file__).parent / language / PACK
        clips: dict[str, Any] = {name(sentence): pack(render(sentence, voice)) for sentence in said}
        np.savez_compressed(path, **clips)
        print(f"{language}: {len(said)} sentences, {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
