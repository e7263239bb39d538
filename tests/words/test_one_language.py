"""One language: what a system is translated into is said in it as a whole, and all else is English as a whole.

The translations carry a mark at each word. A text with a marked and an unmarked word mixes two languages, whatever the words mean.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from html import unescape
from itertools import islice
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

import hexwidget as hw
from hexwidget import languages, plots
from hexwidget.english import Phrase
from hexwidget.rules import Draft
from hexwidget.serving.entry_codes import checked_name
from hexwidget.systems import plotted
from hexwidget.table.entrance import ALIKE, CLOSED_DOOR
from hexwidget.table.game_choice import Choosing
from hexwidget.table.listed_table import ListedTable, standing
from hexwidget.table.table import Table
from tests import inside
from tests.amounts import SOAK, chances, many
from tests.lessons.review.reviewed import reviewed_game
from tests.refusals.material import material
from tests.rules.test_descriptions import changes
from tests.widget.test_languages import read_by_people

MARK = "ʰ"
STEPS = many(60, 2000, quick=10)
TRANSLATED = {"plotted"}
WORD = re.compile(r"[^\W\d_]+")


def marked(text: str) -> str:
    """A translation with a mark at each word outside of its fields."""
    parts = re.split(r"(\{[^}]*\})", text)
    return "".join(part if part.startswith("{") else WORD.sub(rf"\g<0>{MARK}", part) for part in parts)


@pytest.fixture(autouse=True)
def marked_german() -> Iterator[None]:
    made = languages.catalogue_of
    for name in hw.system_names():
        hw.system(name).rulebook  # noqa: B018  (its folder is among those of the catalogues then)

    def catalogue(code: str) -> languages.Catalogue:
        found = made(code)
        forms = {
            context: {english: list(map(marked, each)) for english, each in texts.items()}
            for context, texts in found.forms.items()
        }
        page, served = (
            {text: tuple(map(marked, each)) for text, each in words.items()} for words in (found.page, found.served)
        )
        return replace(found, forms=forms, page=page, served=served)

    with patch.object(languages, "catalogue_of", cache(catalogue)):
        forget_words()
        yield
    forget_words()


def forget_words() -> None:
    """Empty the caches of words in German, which have no marks before a test, and marks after it."""
    for module in (plotted.words, plotted.appearance, plotted.position, plotted.choices):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def foreign(text: str, name: str) -> list[str]:
    """The words of a text that are in another language than the texts of a system should be. What stands between backticks is code."""
    words = [word for word in WORD.findall(re.sub("`[^`]*`", "", text)) if len(word) > 1]
    return [word for word in words if word.endswith(MARK) != (name in TRANSLATED)]


def faults(texts: Iterator[str], name: str) -> Iterator[str]:
    return (f"{foreign(text, name)}: {text}" for text in texts if foreign(text, name))


def test_a_word_of_another_language_is_found() -> None:
    assert marked("{unit:nom} auf {0}") == f"{{unit:nom}} auf{MARK} {{0}}"
    assert foreign("aufʰ dem 0203: `march 0202-0203`", "plotted") == ["dem"]
    assert foreign("aufʰ the", "depletion") == [f"auf{MARK}"]


def shown(board: hw.Board) -> Iterator[str]:
    traits = ("_scene", "_state", "_choices", "_current", "_timeline", "_status")
    yield from read_by_people([getattr(board, name) for name in traits])


@pytest.mark.parametrize("name", hw.system_names())
def test_a_board_speaks_one_language_in_a_random_game(name: str) -> None:
    rng = chances("one language", name)
    scenario = next(each for each in hw.scenarios() if each.startswith(f"{name}/"))
    board = hw.Board(scenario, language="de")
    found = dict[str, None]()
    for _ in range(STEPS):
        found |= dict.fromkeys(faults(shown(board), name))
        position = board.session.position
        if not position.to_act:
            board.goto(0)
        elif position.chance:
            board.roll()
        else:
            options = inside.activity(board).choices(Draft()).options
            for option in options[:1]:
                inside.activity(board).choose(option.leads_to)
                found |= dict.fromkeys(faults(shown(board), name))
            board.play(position.legal_actions(min(position.to_act)).sample(rng))
    assert not found, "\n".join([*found][:40])


# ---------------------------------------------------------------------- beside the board
def of_html(text: str) -> str:
    """The text of some HTML, with the texts that it gives for hovering and for screen readers."""
    bare = re.sub(r"<(style|script|code)\b.*?</\1>", " ", text, flags=re.DOTALL)
    said = re.findall(r'(?:title|alt|aria-label)="([^"]*)"', bare)
    return unescape(" ".join([re.sub("<[^>]*>", " ", bare), *said]))


def of_a_figure(figure: Any) -> Iterator[str]:
    """The texts of a figure."""
    told = figure.to_plotly_json()
    for trace in told["data"]:
        for key in ("name", "text", "hovertemplate", "y", "customdata"):
            value = trace.get(key)
            for text in [value] if isinstance(value, str) else [] if value is None else list(value):
                if isinstance(text, str):
                    yield re.sub(r"%{[^}]*}|<[^>]*>", " ", text)
    layout = told["layout"]
    for part in (layout, layout.get("xaxis", {}), layout.get("yaxis", {}), layout.get("legend", {})):
        title = part.get("title", {})
        yield re.sub("<[^>]*>", " ", title.get("text") or "")
        yield title.get("subtitle", {}).get("text") or ""


def without(code: Iterable[object], text: str) -> str:
    """A text without the actions and names that stand in it as they are typed."""
    for each in sorted(filter(None, map(str, code)), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(each)}(?!\w)", " ", text)
    return text


def of_lessons(name: str, session: hw.Session) -> Iterator[tuple[str, str]]:
    yield from (("rulebook", str(clause)) for clause in hw.system(name).rulebook.values())
    known = hw.lessons.progress(name)
    yield "progress", str(known)
    yield "progress", of_html(known._repr_html_())
    done = hw.lessons.Progress()
    clause, other, *_ = hw.system(name).rulebook
    done.knowledge(name).miss(clause)
    done.knowledge(name).meet(other)
    course = hw.lessons.first_game(name)
    classed = {"0101": done, "0102": hw.lessons.Progress(), "0103": "not a file"}
    report = hw.lessons.report(hw.system(name).rulebook, classed, course.parts)
    yield "report", str(report)
    yield "report", of_html(report._repr_html_())
    yield "report", of_html(report.to_html())
    yield "course", without([f"({name})"], str(course))
    for exercise in hw.lessons.load(name)[:4]:
        yield "exercise", of_html(exercise._repr_html_())


def of_figures(name: str, session: hw.Session) -> Iterator[tuple[str, str]]:
    line = session.line
    yield from (("timeline", text) for text in of_a_figure(plots.timeline(session)))
    for step in line[:6]:
        position = step.position
        if position.chance:
            yield from (("odds", text) for text in of_a_figure(plots.odds(position.chance)))
        elif position.to_act:
            actions = position.legal_actions(min(position.to_act)).some(2)[0]
            for figure in (plots.maneuvers(position, *actions), plots.maneuver(position, actions[0])):
                yield from (("ways", without(actions, text)) for text in of_a_figure(figure))
    for option in list(hw.system(name).rulebook.options)[:2]:
        found = hw.compare_readings(line[0].position, option)
        actions = [each.subject for each in found if each.kind == "action"]
        yield "readings", without(actions, str(found))
        yield "readings", without(actions, of_html(found._repr_html_()))
        yield from (("overlay", each.label) for each in found.overlays())
        yield from (("readings' figure", text) for text in of_a_figure(plots.readings(found)))


def of_reviews(name: str, session: hw.Session) -> Iterator[tuple[str, str]]:
    for player in session.position.players[:2]:
        found = hw.review(session, player, progress=False)
        yield "review", str(found)
        yield "review", of_html(found._repr_html_())
        yield "review", of_html(found.to_html())
        yield from (("review", each["title"]) for each in found.to_json()["moments"])


def of_a_page(page: str) -> Iterator[str]:
    """The texts of a page in one file: those beside its boards, in its pictures, and on its recorded boards."""
    recordings = re.findall(r'application/x-hexwidget">([^<]+)<', page)
    yield from read_by_people([json.loads(gzip.decompress(b64decode(each))) for each in recordings])
    bare = re.sub(r"<(style|script|code)\b.*?</\1>", " ", page, flags=re.DOTALL)
    yield from map(unescape, re.split("<[^>]*>", bare))
    yield from map(unescape, re.findall(r'(?:title|alt|aria-label)="([^"]*)"', bare))


def of_pages(name: str, session: hw.Session) -> Iterator[tuple[str, str]]:
    board, course, exercise = hw.Board(session), hw.lessons.first_game(name), hw.lessons.load(name)[0]
    for printed in (False, True) if name in TRANSLATED or SOAK else (True,):
        yield from (("board", text) for text in of_a_page(board.to_html(print=printed)))
        yield from (("course", text) for text in of_a_page(course.to_html(print=printed)))
        yield from (("exercise", text) for text in of_a_page(exercise.to_html(print=printed)))
    yield from (("teacher's course", text) for text in of_a_page(course.to_html(solution=True)))


ORDER = rf"({'|'.join(plotted.units.ORDERS)})( [\d-]+)?( facing [NESW]+)?"


def is_code(text: str) -> bool:
    """True for a word of the data of a page, such as a key, and for orders as they are typed."""
    return re.fullmatch(rf"\w+|hw1\.\S+|{ORDER}(; {ORDER})*", text) is not None


PLACES = {"lessons": of_lessons, "figures": of_figures, "reviews": of_reviews, "pages": of_pages}


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", hw.system_names())
def test_what_stands_beside_a_board_speaks_one_language(name: str, place: str) -> None:
    start = hw.scenario(next(each for each in hw.scenarios() if each.startswith(f"{name}/"))).position
    session = reviewed_game(start, 1, min(max(4, STEPS // 10), 40))
    with languages.speaking("de"):
        found = {
            f"{where}: {words}: {text}": None
            for where, text in PLACES[place](name, session)
            if (words := foreign(text, name)) and not (place == "pages" and is_code(text))
        }
    assert not found, "\n".join(each[:600] for each in [*found][:30])


# ---------------------------------------------------------------------- errors of input
CHARACTERS = "xz0 9-;:é"


def mistyped(text: str, rng: Random) -> str:
    """A text with a character that is left out, added or changed, or cut off."""
    n, other = rng.randrange(len(text) + 1), rng.choice(CHARACTERS)
    return rng.choice(
        (text[:n] + text[n + 1 :], text[:n] + other + text[n:], text[:n] + other + text[n + 1 :], text[:n])
    )


def wrong_inputs(name: str, rng: Random) -> Iterator[Callable[[], object]]:
    """Ways to give a system a wrong description, notation, action, draft, or question about a piece."""
    system, of = hw.system(name), material(name)
    described = [given for _, given, _ in islice(changes(name), 0, 40 * STEPS, 20)]
    spaces = [None, 3, "", "x", "9999", *map(str, range(101, 105))]
    for _ in range(STEPS):
        position = of.random_position(rng)
        action, draft = str(of.random_action(position, rng)), next(iter(system.grammar.slots), "x")
        yield partial(system.from_json, rng.choice(described))
        yield partial(system.read, mistyped(position.notation, rng))
        for text in (mistyped(action, rng), mistyped(action, rng), rng.choice(("", ":", "green: pass", "march", 3))):
            yield partial(position.parse, text)
        slot = rng.choice((*system.grammar.slots, f"{draft}0101", mistyped(draft, rng)))
        yield partial(position.choices, {slot: rng.choice((None, 3, True, [], "x", "0101 9999"))}, position.players[0])
        yield partial(position.legal_actions, "nobody")
        yield partial(position.reach, rng.choice(spaces), **rng.choice(({}, {"order": "fly"}, {"orders": "run"})))


def code_in(text: str) -> Iterator[str]:
    """The names and values in a phrase that are given as they are typed."""
    for each in (*text.subjects, *(text.values or {}).values()) if isinstance(text, Phrase) else ():
        yield from code_in(each) if isinstance(each, Phrase) else [str(each)]


def of_an_error(error: hw.InputError) -> Iterator[str]:
    """The texts of an error without code. The place of a problem is code if it is no phrase."""
    title, said = error.said
    yield title
    for problem, shown in zip(error.problems, said, strict=False):
        yield without(code_in(problem.message), shown.message)
        yield without(code_in(problem.place), shown.place) if isinstance(problem.place, Phrase) else ""


@pytest.mark.parametrize("name", hw.system_names())
def test_an_error_of_input_speaks_one_language(name: str) -> None:
    found, errors = dict[str, None](), 0
    for attempt in wrong_inputs(name, chances("wrong inputs", name)):
        try:
            with languages.speaking("de"):
                attempt()
        except hw.InputError as error:
            errors += 1
            found |= dict.fromkeys(faults(of_an_error(error), name))
        except (hw.IllegalPosition, hw.IllegalAction, NotImplementedError):
            continue
    assert errors > STEPS
    assert not found, "\n".join([*found][:40])


# ---------------------------------------------------------------------- tables and classes
class Ear:
    """A viewer of a table, who keeps what the table says beside the board."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def put(self, text: str) -> None:
        message = json.loads(text)
        if message["method"] in ("present", "said"):
            self.heard.append({key: value for key, value in message.items() if key not in ("method", "may")})


def read_on_a_page(data: Any) -> Iterator[str]:
    """The texts of a message of a server that people read."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, dict | list):
            yield from read_on_a_page(value)
        elif isinstance(value, str) and key not in ("seat", "place", "link", "opponent", "language"):
            yield value


@pytest.mark.parametrize("policy", ["", "greedy"])
@pytest.mark.parametrize("name", hw.system_names())
def test_a_table_speaks_the_language_of_its_game(name: str, policy: str) -> None:
    start = hw.scenario(next(each for each in hw.scenarios() if each.startswith(f"{name}/"))).position
    rng, found = chances("tables", name, policy), list[str]()
    with languages.speaking("de"):
        table = Table(hw.Session(start, seed=1), opponents={start.players[-1]: policy} if policy else {})
        ears = {place: Ear() for place in (*start.players, "", None)}
        twins = {place: Ear() for place in ears}
        for each in (ears, twins):
            for place, ear in each.items():
                table.enter(place, ear)
        table.call_people({start.players[0]: "99"})
        for n in range(STEPS):
            place = rng.choice(start.players)
            wish = rng.choice(("back", "rematch", "open", "agree", "refuse", "resign" if n > STEPS / 2 else "0"))
            answers = {"to": rng.randrange(n + 1)} if wish in ("agree", "refuse") else {}
            table.handle({"table": wish, **answers}, ears[place])
            session = table.session
            if session.position.chance:
                session.roll()
            elif session.position.to_act and not table.course.resigned:
                session.play(session.position.legal_actions(min(session.position.to_act)).sample(rng))
            if rng.random() < 0.2:
                table.leave(place, twins[place])
                table.enter(place, twins[place])
            entry = ListedTable("duel", start.system.title, dict.fromkeys(ears, ""), start.players, table=table)
            entry.note(table.session, table.course)
            found += read_on_a_page({**standing(entry), "name": ""})
        found += read_on_a_page([each.heard for each in ears.values()])
        table.close()
    assert len({*found}) > 12
    assert not (wrong := dict.fromkeys(faults(iter(found), name))), "\n".join([*wrong][:40])


DOOR = [
    partial(checked_name, "", [], ALIKE),
    partial(checked_name, "Anna", ["anna"], ALIKE),
    partial(CLOSED_DOOR.taken("red", "Anna").taken, "red", "Ben"),
    partial(Choosing().scenario, "nothing"),
]
"""Ways to be refused at the pages of a server."""


@pytest.mark.parametrize("refused", DOOR)
def test_a_refusal_of_a_server_speaks_one_language(refused: Callable[[], object]) -> None:
    with languages.speaking("de"), pytest.raises(hw.InputError) as error:
        refused()
    said = without(["Anna", "'nothing'"], " ".join(of_an_error(error.value)))
    assert foreign(said, "plotted") == [], said
