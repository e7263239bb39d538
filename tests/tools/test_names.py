"""The check of names finds what it says, and leaves the rest alone."""

from __future__ import annotations

from pathlib import Path

from tools.names import definitions, faults, participles, private_names, too_many, trees, words

TABLE = "| Word | Means |\n|---|---|\n| place | the part of an input |\n| named place | a village |\n"
NONE: dict[str, dict[str, list[str]]] = {"twice": {}, "means": {}, "differs": {}}


def found(folder: Path, lists: dict[str, dict[str, list[str]]] = NONE, **modules: str) -> list[str]:
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
    return list(faults(*definitions(trees(folder)), words(TABLE), {**NONE, **lists}))


def test_words_are_those_of_the_table() -> None:
    assert words(TABLE) == ["place", "named place"]


def test_two_classes_of_one_name_are_found_in_both_modules(tmp_path: Path) -> None:
    said = found(tmp_path, a="class Desk: ...", b="class Desk: ...", c="class _Desk: ...")
    assert [line.partition(":")[0] for line in said] == ["hexwidget/a.py", "hexwidget/b.py"]


def test_rule_systems_may_name_their_classes_as_others_do(tmp_path: Path) -> None:
    (tmp_path / "systems").mkdir()
    (tmp_path / "systems" / "one.py").write_text("class Desk: ...")
    assert not found(tmp_path, a="class Desk: ...")


def test_a_word_of_the_table_is_found_as_a_class_a_function_and_an_alias(tmp_path: Path) -> None:
    said = found(
        tmp_path, a="class NamedPlace: ...", b="def place(): ...", c="Place = int", d="PLACE = 1\ndef _place(): ..."
    )
    assert [line.partition(":")[0] for line in said] == ["hexwidget/b.py", "hexwidget/c.py", "hexwidget/a.py"]
    assert not found(tmp_path, {"means": {"place": ["b.py"], "named place": ["a.py"]}, "differs": {"place": ["c.py"]}})


def test_entries_that_are_not_needed_are_found(tmp_path: Path) -> None:
    lists = {"twice": {"Desk": ["a.py"]}, "means": {"place": ["a.py"]}, "differs": {"table": ["a.py"]}}
    said = found(tmp_path, lists, a="")
    assert len(said) == 3
    assert all(line.startswith("tools/names.toml: ") for line in said)


def test_private_names_in_tests_are_found_where_they_are_imported_and_replaced(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    code = 'from a import _b, c\nmonkeypatch.setattr("a._d", 1)\nmonkeypatch.setattr(a, "_e", c.__f__)\nsetattr(a, "g", "_")\n'
    (tmp_path / "tests" / "test_a.py").write_text(code)
    (tmp_path / "tests" / "inside.py").write_text(
        "".join(f"a._{chr(97 + n)}{chr(97 + m)}\n" for n in range(4) for m in range(16))
    )
    assert [line.partition(" is private")[0] for line in private_names(tmp_path)] == [
        "tests/inside.py: 64 private names, at most 60",
        "tests/test_a.py:1: _b",
        "tests/test_a.py:2: a._d",
        "tests/test_a.py:3: _e",
    ]


def test_functions_that_a_participle_names_are_counted_by_rooms(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    code = "def told(): ...\ndef need(): ...\nclass Told:\n    def _kept_at(self): ...\n    @property\n    def done(self): ...\n"
    (tmp_path / "room" / "a.py").write_text(code)
    now = participles(trees(tmp_path))
    assert now == {"room": ["room/a.py:1 told", "room/a.py:4 _kept_at"]}
    assert not list(too_many(now, {"room": 2}))
    (more,), (fewer,) = too_many(now, {"room": 1}), too_many(now, {"room": 3})
    assert more.startswith("hexwidget/room: 2 functions")
    assert "write the smaller number" in fewer
