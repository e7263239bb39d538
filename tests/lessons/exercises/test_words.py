"""The words of exercises: titles tell no answer, questions are in words, verbs agree, numbers have their nouns."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from hexwidget.english import is_plural, verb
from hexwidget.lessons import Exercise
from hexwidget.lessons.documents.defaults import exercises_of
from hexwidget.lessons.exercises.answer_choices import answer_choices
from hexwidget.lessons.kinds import Find, Predict
from hexwidget.rules import Draft
from hexwidget.systems.registry import system
from tests.amounts import SOAK
from tests.lessons.exercises.test_exercises import ALL, SYSTEMS, wrong_answers

COMMON = re.compile(
    r"an?|the|of|to|for|in|on|at|and|or|is|its?|are|be|by|who|what|which|when|where|how|as|that|this|with|may|not?|do|one|first"
    r"|every|from|up|into|his|their"
)
"""Words that give nothing away."""
VERBS = (
    "stands", "has", "is", "was", "does", "goes", "moves", "loses", "attacks", "ends", "holds", "lies", "rides", "wants"
)  # fmt: skip


def key_words(text: str) -> set[str]:
    """The stems of the words that tell something."""
    words = [word for word in re.findall(r"[a-z]+", text.lower()) if not COMMON.fullmatch(word)]
    return {re.sub(r"(?<=...)(ing|ed|es|e|s|ly)$", "", word.removesuffix("s")) for word in words}


@pytest.mark.parametrize("of", ALL, ids=lambda e: e.id)
def test_no_title_tells_the_clause_or_the_answer(of: Exercise) -> None:
    """A title may repeat words of its question, but not those of the answer."""
    rulebook = of.position.system.rulebook
    told = [rulebook[clause].title for clause in of.clauses]
    told += [label for answer, label in of.options if answer == of.key]
    given = key_words(of.title) - key_words(of.question)
    assert not {word for text in told for word in given & key_words(text)}


# ------------------------------------------------------------------ grammar
def sentences(of: Exercise) -> Iterator[str]:
    """All that an exercise says, but for the texts of clauses."""
    rulebook = of.position.system.rulebook
    yield from (of.title, of.question, *of.own_hints, *(label for _, label in of.options))
    for answer in (of.key, *wrong_answers(of)):
        feedback = of.answer(answer)
        yield feedback.heading
        for line in (*feedback.lines, *of.task.solution(answer)):
            yield line.text.replace(rulebook[line.clause].text if line.clause else "\0", "")


def faults(of: Exercise) -> Iterator[str]:
    """The sentences of an exercise that are wrong English."""
    scene = of.position.system.scene(of.position.observe(None))
    names = {*of.position.players, *(card.title for card in scene.cards), *(piece.kind for piece in scene.pieces)}
    # A label is "red: 2 archers", "romans: 1 galley" or "red's infantry (strength 4)".
    names |= {re.sub(r".*: |^\d+ | \(.*", "", re.sub(r".*: ", "", piece.label)) for piece in scene.pieces}
    many, one = (
        "|".join(re.escape(name) for name in names if name and is_plural(name) == wanted) for wanted in (True, False)
    )
    wrong = [
        r"\b1 (?!is |lies |plus |has )[a-z ]*?(points|cubes|units|hexes|armies|dice|draws|cards|answers|legions|galleys)\b",
        r"\b(\w{3,}): \1\b",  # a space named twice
        r"\b(\w{2,}) \1\b",
        r"s's\b",
        r"\ban? \w+s (stand|end|has|have)",
        rf"(?<!of )\b({many or '(?!)'})(?: \([^)]*\))? ({'|'.join(VERBS)})\b",
        rf"(?<!and )\b(?:a|the|1|'s) ({one or '(?!)'})(?: \([^)]*\))? ({'|'.join(map(verb, VERBS))})\b",
    ]
    for text in sentences(of):
        yield from (text for each in wrong if re.search(each, text, re.IGNORECASE))


@pytest.mark.parametrize("of", ALL, ids=lambda e: e.id)
def test_what_an_exercise_says_is_good_english(of: Exercise) -> None:
    assert [*faults(of)] == []
    assert [text for text in sentences(of) if re.search(r"\b[a-z]{3,}\d\b", text)] == []  # the id of a card


@pytest.mark.slow
@pytest.mark.parametrize("name", ["toy", *(SYSTEMS if SOAK else ("orders", "frontiers"))])
def test_so_is_what_an_exercise_says_that_is_made_of_a_rulebook(name: str) -> None:
    made = exercises_of(system(name))
    assert made
    for of in made:
        assert [*faults(of)] == []
        assert not key_words(of.title) & {
            word for clause in of.clauses for word in key_words(system(name).rulebook[clause].title)
        }


@pytest.mark.parametrize("of", [e for e in ALL if e.kind in ("legal", "which", "find", "predict")], ids=lambda e: e.id)
def test_actions_are_asked_about_in_words(of: Exercise) -> None:
    """No notation is asked about where the system has words."""
    said = "\n".join([of.question, *(label for _, label in of.options)]).lower()
    if isinstance(of.task, Predict):
        asked = [] if of.own_question else [*of.task.done]
    else:
        offered = of.task.offered if isinstance(of.task, Find) else {of.ask["action"]: of.task.action}
        asked = [(text, action, of.position) for text, action in offered.items()]
    for text, action, position in asked:
        words = of.ask.get("said", {}).get(text, of.position.system.in_words(position, action)).lower()
        text = str(action).lower()
        assert words in said
        assert text in words or text not in said


def test_where_many_spaces_are_to_be_marked_the_board_says_so() -> None:
    for of in (each for each in ALL if each.kind == "mark"):
        assert answer_choices(of, Draft()).deed == f"Mark the {of.position.map.word_for_many}"
