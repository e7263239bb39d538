"""Other languages: the translations use every field, and nobody reads English on a German board of a system that is translated."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

import hexwidget as hw
from hexwidget.english import Phrase, as_name, listing, phrase, translated, worded
from hexwidget.languages import catalogue_of, languages, speaking
from hexwidget.lessons.learners.knowledge_map import WORDS
from hexwidget.reader_language import use_language
from hexwidget.rules import Rulebook, draw
from hexwidget.serving.entry_codes import checked_name
from hexwidget.table.entrance import ALIKE
from hexwidget.table.presence import you_are
from tests.amounts import many
from tests.refusals.material import material
from tests.words.collecting import texts
from tools import translations

POSITIONS = many(6, 2000, quick=3)
WORD = re.compile(r"[^\W\d_]{2,}")


def words_of(texts: Iterable[str]) -> set[str]:
    """The words in some texts, in small letters, without the fields."""
    return {word.lower() for text in texts for word in WORD.findall(re.sub(r"{[^}]*}|\w*_\w*", " ", text))}


def translated_texts() -> Iterator[tuple[str, str]]:
    """Every text that has a translation, with it: each form by itself."""
    for path in translations.sources():
        for message in translations.catalogue(path):
            english, forms = translations.texts_of(message.id), translations.texts_of(message.string)
            yield from ((english[min(n, len(english) - 1)], form) for n, form in enumerate(forms))


TEXTS = [pair for pair in translated_texts() if all(pair)]
ENGLISH = words_of(english for english, _ in TEXTS) - words_of(german for _, german in TEXTS)
"""The words of the English texts that are in no German one."""


def english_in(text: str) -> list[str]:
    """The English words in a text, and fields that nothing has filled in. What stands between backticks is code."""
    read = re.sub("`[^`]*`", "", text)
    return [word for word in WORD.findall(read) if word.lower() in ENGLISH] + re.findall(r"{[^}]*}", read)


def test_english_is_found() -> None:
    assert english_in("Die Infanterie zog nach 0203: `march 0202-0203`") == []
    assert english_in("The route of Rot") == ["The", "route", "of"]
    assert english_in("nach {n}")


@pytest.mark.parametrize("path", translations.sources(), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_translations_use_every_field_and_are_compiled(path: Path) -> None:
    assert [*translations.faults(path)] == []
    assert path.with_suffix(".json").read_text(encoding="utf-8") == translations.compiled(path)
    assert translations.flagged(path.read_text(encoding="utf-8")) == []


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext is not installed")
@pytest.mark.parametrize("path", translations.sources(), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_translators_tools_accept_the_catalogues(path: Path) -> None:
    subprocess.run(["msgfmt", "--check", "--output-file=-", str(path)], check=True, capture_output=True)


def test_a_new_language_has_no_formats_that_translators_tools_refuse(tmp_path: Path) -> None:
    for path in translations.sources():
        (tmp_path / path.name).write_bytes(path.read_bytes())
        with patch.object(translations, "sources", lambda path=path: [tmp_path / path.name]):
            translations.begin("fr")
        begun = (tmp_path / path.name.replace(".de.", ".fr.")).read_text(encoding="utf-8")
        assert "msgid" in begun
        assert translations.flagged(begun) == []


@pytest.fixture
def german() -> Iterator[None]:
    with speaking("de"):
        yield


@pytest.mark.slow
@pytest.mark.usefixtures("german")
def test_nobody_reads_english_on_a_german_board() -> None:
    of, found = material("plotted"), dict[str, str]()
    for number in range(POSITIONS):
        rng = Random(f"german {number}")
        position = of.random_position(rng)
        for text in texts(of, position, rng):
            if english_in(read := translated(text.text)):  # the board translates names of things
                found.setdefault(f"{text.place}: {read}", position.notation)
    assert not found, "\n".join(f"{text}\n  {notation}" for text, notation in list(found.items())[:20])


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(hw.InputError, match="unknown language 'dee'; did you mean 'de'"):
        use_language("dee")
    assert languages() == ["de", "en"]


def called_with(path: Path, names: set[str]) -> Iterator[str]:
    """The texts that calls of some functions in a module begin with."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names and node.args:
            for part in ast.walk(node.args[0]) if isinstance(node.args[0], ast.IfExp) else [node.args[0]]:
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def told_in(data: Any, key: str = "") -> Iterator[str]:
    """The texts in some data that people read."""
    if isinstance(data, str):
        yield from [data] if key in DATA else []
    else:
        for inner, value in (
            data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
        ):
            yield from told_in(value, key if key in ("sections", "said") or isinstance(data, list) else inner)


DATA = {"aim", "hints", "open", "prose", "question", "remark", "said", "sections", "teach", "text", "title"}
"""The entries of data that people read."""


def test_each_text_of_the_data_is_translated() -> None:
    package = translations.ROOT / "hexwidget"
    documents = [*package.glob("systems/plotted/scenarios/*.json"), *package.glob("lessons/documents/*/plotted.json")]
    rulebook = tomllib.loads((package / "systems/plotted/rulebook.toml").read_text(encoding="utf-8"))
    read = [rulebook, *(json.loads(path.read_text(encoding="utf-8")) for path in documents)]
    used = {text for data in read for text in told_in(data)}
    assert len(used) > 150
    assert sorted(used - {english for english, _ in TEXTS}) == []


@pytest.mark.slow
def test_each_wording_of_the_code_is_translated() -> None:
    known = {english for english, _ in TEXTS}
    rooms = (*("classroom", "geometry", "lessons", "rules", "scene", "serving", "systems/plotted", "table", "widget"),)
    modules = [path for room in rooms for path in (translations.ROOT / "hexwidget" / room).rglob("*.py")]
    used = {text for path in modules for text in called_with(path, {"worded", "phrase", "translated"})}
    assert len(used) > 200
    assert [text for text in sorted(used - known) if WORD.search(re.sub(r"{[^}]*}", "", text))] == []


SOURCES = translations.ROOT / "js" / "src"
SERVED = [path for room in ("classroom", "table") for path in (SOURCES / "pages" / room).glob("*.ts")]
"""The modules of the pages of servers, whose words are a catalogue of their own."""
SAID = re.compile(r'\b(?:say|counted)\(((?:"[^"]*"|[^;"])*?)\)')
"""A call that says a text of a page."""


def said_in(module: Path) -> Iterator[str]:
    """The texts that a module of the front end says."""
    code = module.read_text(encoding="utf-8")
    if re.search(r'import {[^}]*\bsay\b[^}]*} from "[./]+/(?:kernel/language|language|table/spoken|spoken)"', code):
        yield from (text for call in SAID.findall(code) for text in re.findall(r'"([^"]*)"', call))


def test_each_word_of_the_board_is_translated() -> None:
    used = {text for path in SOURCES.rglob("*.ts") if path not in SERVED for text in said_in(path)}
    known = {*catalogue_of("de").page, "pointy", "more", "+", "chance", "en", "Add", "Take away"}
    assert len(used) > 100
    assert sorted(text for text in used - known if WORD.search(text)) == []


NAMES = {"black", "blue", "green", "purple", "red", "white", "yellow", *WORDS}
"""Words that the pages of servers get by messages, and say."""
REMEDIES = {
    "end the command, and start it again with --host 0.0.0.0",
    "start the Jupyter server again with --ip 0.0.0.0",
}
SETTINGS = {"d20", "melee", "minimum move", "none", "objective", "one hex", "turns"}


def test_each_word_of_the_pages_of_servers_is_translated_and_no_other() -> None:
    used = {text for path in SERVED for text in said_in(path) if WORD.search(text) or text.startswith("{")}
    assert {*catalogue_of("de").served} == used | NAMES | REMEDIES | SETTINGS


CODE = {
    *("Escape", "Notification", "Bearer  ", "button main", "choices buttons", "row empty", "seat acts"),
    *("code picture", "delete games", "end games", "note all"),
}
"""Texts in the modules of the pages of servers that nobody reads."""


def unsaid(code: str) -> Iterator[str]:
    """The texts in a module of a page that people may read, and that it does not say in their language."""
    code = re.sub(r'/\*.*?\*/|(?<![:"])//[^\n]*|^import.*?;$', "", code, flags=re.DOTALL | re.MULTILINE)
    for plain, filled in re.findall(r'"([^"\n]*)"|`([^`]*)`', SAID.sub("", code)):
        text = plain or re.sub(r"\${[^}]*}", " ", filled)
        if re.search(r"[^\W\d_]{2,} [^\W\d_]{2,}|^[A-Z][a-z]", text) and text not in CODE:
            yield text


def test_a_page_of_a_server_says_each_of_its_texts() -> None:
    planted = 'say("You look on.", `a ${b}`); element("p", {}, "Please wait"); write(`${n} are here`); // a comment'
    assert [*unsaid(planted)] == ["Please wait", "  are here"]
    assert [text for path in SERVED for text in unsaid(path.read_text(encoding="utf-8"))] == []


def test_the_name_of_a_person_is_the_same_in_every_language() -> None:
    """A learner may be called E, which is a direction of the compass, or Blue."""
    with speaking("de"):
        for key in catalogue_of("de").forms[""]:
            name = as_name(key)
            assert worded("{name} has it.", name=name) == f"Bei {key} angekommen."
            assert worded("{names} are not here.", names=listing([name, name])) == f"{key} und {key} sind nicht da."
            assert translated(phrase("{place} ({name})", place="blue", name=name)) == f"Blau ({key})"
        with pytest.raises(hw.InputError, match="als E ist schon jemand da"):
            checked_name("E", ["E"], ALIKE)
        assert you_are("blue", 1, {"blue": "E"}) == "Du bist Blau (E)."


def test_a_draw_says_its_cards_in_the_language_that_is_spoken() -> None:
    said = []
    for code in languages():
        with speaking(code):
            said.append(draw("the deck", ("start",), "K1", in_words=translated).in_words("start"))
    assert said == ["Anfang", "start"]


@pytest.mark.parametrize(
    "text", ["red: 0203 attack", "red: 0203 cast", "red: 9999 attack", "red: 0203 build palace", "red: 0203 jump"]
)
def test_the_reasons_and_places_of_a_text_that_cannot_be_read_can_be_translated(text: str) -> None:
    with pytest.raises(hw.InputError) as refused:
        hw.scenario("orders/two-on-one").position.parse(text)
    for problem in refused.value.problems:
        assert isinstance(problem.message, Phrase), problem
        assert not problem.place or isinstance(problem.place, Phrase), problem


def test_a_system_without_a_catalogue_is_english_whatever_its_title_means_in_another(tmp_path: Path) -> None:
    title = hw.system("plotted").rulebook.sections["P3"]
    (tmp_path / "rulebook.toml").write_text(
        f'name = "own"\ntitle = "{title}"\nclause = [{{ id = "Q1", kind = "rule", title = "One", text = "One." }}]',
        "utf-8",
    )
    own = Rulebook.load(tmp_path / "rulebook.toml")
    with speaking("de"):
        assert translated(title) != title
        with own.speaking():
            assert translated(title) == title
