"""Every language says everything: whatever one lacks, or says with other gaps, is named here."""

import ast
import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import fields
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from kinds import event_kinds
from templates import gaps, templates

import companion
from companion.announcements.wording import Wording
from companion.appliance.doctor import Finding
from companion.games import GAMES, PACKAGES, part, places
from companion.kiosk.forms import sections
from companion.kiosk.words import names, words
from companion.languages import ENGLISH, HERE, languages, phrase_file, phrases, read
from companion.mats import all_mats, labels
from companion.rules.refusals import Refusal
from hardware.pins import RESERVED
from hardware.plural import CATEGORIES, category

ROOT = Path(companion.__file__).parents[1]
OTHERS = [one for one in languages() if one != ENGLISH]
SOURCES = [source for part in ("companion", "calibration", "hardware") for source in (ROOT / part).rglob("*.py")]
EYE = ROOT / "companion" / "referee" / "eye.py"  # it speaks for drivers that cannot any more
EVERYWHERE = ("", *dict.fromkeys(place for game in PACKAGES for place in places(game)))
LENGTHS = ("events", "prompts", "questions", "troubles")
PLAIN = ("zones", "words", "colours", "pieces", "specialists", "choices", "help", "page", "night")
PROGRAM = ("lines", "names", "refusals", "rules", "settings", "mat")  # in English these stand in the program


def of(place: str, code: str) -> Mapping[str, Any]:
    """The phrases of one place: the general ones, or those of one game or family."""
    if place:
        return read(phrase_file(place, code))
    whole: dict[str, Any] = {}
    for file in HERE.joinpath(code).iterdir():
        if file.name.endswith(".toml"):
            for section, told in read(file).items():
                assert not set(told) & set(whole.get(section, {})), f"{file.name} [{section}] says something again"
                whole[section] = {**whole.get(section, {}), **told}
    return whole


def texts(phrase: Any) -> Iterator[str]:
    """Every sentence in a phrase, whatever its shape."""
    if isinstance(phrase, str):
        yield phrase
    elif isinstance(phrase, Mapping):
        yield from (text for one in phrase.values() for text in texts(one))
    else:
        yield from (text for one in phrase for text in texts(one))


def asked(sentence: str) -> set[str]:
    return {"face" if name == "these" else name for name in gaps(sentence)}


def every_refusal(of: type[Refusal] = Refusal) -> Iterator[type[Any]]:
    """All kinds there are: what a game refuses at the table, too."""
    for name in GAMES:
        part(name, "at_table.ways")
    for kind in of.__subclasses__():
        if "say" in vars(kind) and kind.__module__.startswith("companion."):
            yield kind
        yield from every_refusal(kind)


def unasked() -> set[str]:
    """Troubles that are said without being a line: what the eye says itself of a camera."""
    calls = [node for node in ast.walk(ast.parse(EYE.read_text())) if isinstance(node, ast.Call)]
    troubles = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Trouble"]
    return {str(part.value) for call in troubles for part in call.args if isinstance(part, ast.Constant)}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("place", EVERYWHERE)
def test_the_languages_say_the_same_things(language: str, place: str) -> None:
    english, own = of(place, ENGLISH), of(place, language)
    assert set(own) - set(PROGRAM) == set(english) - set(PROGRAM), f"sections of {place or 'all games'}"
    for section in english:
        if section not in ("plurals", "language", "numbers"):
            assert set(own[section]) == set(english[section]), f"[{section}]"
    for section in PLAIN:
        for key, sentence in english.get(section, {}).items():
            heard = own[section][key]
            assert {frozenset(asked(one)) for one in texts(heard)} == {frozenset(asked(sentence))} or not isinstance(
                sentence, str
            ), f"[{section}] {key}"
    for section in LENGTHS:
        for key, phrase in english.get(section, {}).items():
            known = asked(phrase["line"]) | asked(phrase["spoken"]) | asked(phrase["matrix"])
            assert set(own[section][key]) == {"matrix", "line", "spoken"}, f"[{section}] {key}"
            assert asked(own[section][key]["line"]) == asked(phrase["line"]), f"[{section}] {key}"
            assert set().union(*map(asked, own[section][key].values())) <= known, f"[{section}] {key}"
    assert {key: len(one) for key, one in own.get("jokes", {}).items()} == {
        key: len(one) for key, one in english.get("jokes", {}).items()
    }


@pytest.mark.parametrize("place", EVERYWHERE)
def test_every_event_has_its_phrase(place: str) -> None:
    kinds = {kind.__name__ for kind in event_kinds() if kind.__module__.startswith(place or "companion.rules")}
    assert kinds <= {key.partition("-")[0] for game in ("", *GAMES) for key in phrases(ENGLISH, game)["events"]}


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_the_program_can_be_said(language: str) -> None:
    known: Mapping[str, str] = phrases(language)["lines"]
    assert set(known) == templates(SOURCES) | unasked()
    for template, own in known.items():
        assert gaps(own) == gaps(template), template
    parts = {
        str(node.args[0].value)
        for node in ast.walk(ast.parse((ROOT / "companion/appliance/doctor.py").read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == Finding.__name__
        if isinstance(node.args[0], ast.Constant)
    }
    assert len(parts) > 10
    assert (set(RESERVED.values()) | parts) <= set(phrases(language)["names"])


@pytest.mark.parametrize("language", OTHERS)
def test_every_refusal_and_its_rule_can_be_said(language: str) -> None:
    known = phrases(language)
    assert set(known["refusals"]) == {kind.__name__ for kind in every_refusal()}
    assert set(known["rules"]) == {kind.rule for kind in every_refusal()}
    for kind in every_refusal():
        facts = {field.name for field in fields(kind)}
        assert gaps(kind.say) <= facts, kind
        assert gaps(known["refusals"][kind.__name__]) <= facts, kind
        assert gaps(kind.say) - gaps(known["refusals"][kind.__name__]) <= {"title", "player"}, kind


@pytest.mark.parametrize("language", OTHERS)
def test_every_mat_is_printed_in_every_language(language: str) -> None:
    for sheet in all_mats():
        english = {zone.printed.label for zone in sheet.zones if zone.printed.label}
        assert set(labels(sheet.name, language)) >= english
        assert all(gaps(own) == gaps(one) for one, own in labels(sheet.name, language).items())


@pytest.mark.parametrize("language", OTHERS)
def test_every_setting_is_explained(language: str, tmp_path: Path) -> None:
    english = {(section["name"], one["key"]) for section in sections(tmp_path / "no") for one in section["fields"]}
    assert {(section, key) for section, told in phrases(language)["settings"].items() for key in told} == english


@pytest.mark.parametrize("language", languages())
def test_numbers_and_faces_have_every_form_the_language_needs(language: str) -> None:
    known = phrases(language)
    needed = {*known["plurals"], "other"}
    assert needed <= set(CATEGORIES)
    assert {category(known["plurals"], number) for number in range(200)} <= needed
    assert {int(number) for number in known["numbers"]} >= set(range(2, 9))
    for name, game in GAMES.items():
        for face in game.faces:
            assert {*needed, "a"} <= set(phrases(language, name)["faces"][face]), f"{name}: {face}"
    for place in EVERYWHERE:
        for text in texts(of(place, language)):
            for _, gap, form, _ in string.Formatter().parse(text):
                if form and (forms := re.findall(r"(?:^|\|)(\w+)=", form)):
                    assert needed <= set(forms), f"{gap} in {text!r}"


@pytest.mark.parametrize("language", languages())
def test_every_word_the_pages_ask_for_is_there(language: str) -> None:
    static = resources.files("companion.kiosk") / "static"
    scripts = (one for folder in (static, static / "views", static / "draw") for one in folder.iterdir())
    panels = (ROOT / "companion" / "games").rglob("*.js")
    text = "\n".join(one.read_text("utf-8") for one in (*scripts, *panels) if one.name.endswith(".js"))
    wanted = set(re.findall(r'say\("([a-z][\w-]*)"', text))
    assert {"tray", "menu", "home_title"} <= wanted <= set(words(language))
    assert names()[language]


def test_the_words_of_games_and_of_all_do_not_mix() -> None:
    """Two games may name a thing each in its own way, but what the pages say is one list for all."""
    told = [key for place in EVERYWHERE for key in of(place, ENGLISH).get("page", {})]
    assert len(told) == len(set(told))


def test_the_check_would_notice() -> None:
    assert {"I compare the faces.", "Hold on.", "{where}: {why}"} <= templates(SOURCES)
    assert gaps("{count:one=a card of {player}|other=# cards}") == {"count", "player"}


def test_a_refusal_is_said_in_the_words_of_each_language() -> None:
    for language in OTHERS:
        for kind in every_refusal():
            samples = {field.name: 3 if field.type in (int, "int") else "worm" for field in fields(kind)}
            said = Wording(language).refusal_line(kind(**samples))
            assert "{" not in said and said != str(kind(**samples)), said
