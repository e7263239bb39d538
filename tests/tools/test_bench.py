"""The frame of the benchmarks: answers are compared before times, targets are shown unchanged, the page shows the results.

Nothing is asserted about time.
"""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from bench import answers, armies, every, figures, pictures, question, reach, report, results, timing
from bench.question import Aim, Candidate, Prepared, Question, UnequalAnswersError, ask, check
from bench.results import Result, Section, Target
from bench.timing import in_turn, ratios

PEERS = ("networkx", "scipy", "rustworkx", "igraph", "tcod", "dyce", "icepool")
ASKED = {"union": 1_000, "save": 100, "load": 100, "hash": 100, "redact": 100}
"""Sizes of questions that are slow at size 400 or count other things than hexes."""


def questions() -> list[Question]:
    return [q for file in every.NAMES for q in getattr(every.module(file), "QUESTIONS", ())]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(armies, "MAP", 1_600)
    monkeypatch.setattr(reach, "OWN", (6_400, 8_100))


def prepared(name: str) -> Prepared:
    found = next(q for q in questions() if q.name == name)
    return found.prepare(ASKED.get(name, 1_000 if found.per == "hexes" else found.sizes[0]))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", [q.name for q in questions()])
def test_candidates_that_are_here_answer_alike(name: str) -> None:
    candidates = prepared(name)
    assert check(candidates, 3) == 3
    assert next(iter(candidates)).startswith("hexwidget")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("package", PEERS)
def test_a_peer_that_is_installed_takes_part(package: str) -> None:
    if question.absent(package):
        pytest.skip(f"{package} is not installed: it comes with the group 'bench'")
    name = {"dyce": "dice", "icepool": "dice"}.get(package, "reach")
    assert package in {candidate.package for candidate in prepared(name).values()}


def test_every_question_is_in_the_list_of_the_page() -> None:
    for file, names in every.NAMES.items():
        module = every.module(file)
        assert list(every.sections_of(module)) == list(names)
        assert len(getattr(module, "QUESTIONS", ())) + len(getattr(module, "MEASURED", ())) == len(names)
    assert every.chosen(["odds", "union"]) == ["union", "dice", "comparison", "attack"]
    with pytest.raises(KeyError, match="unoin"):
        every.chosen(["unoin"])


@pytest.mark.parametrize("file", [file for file in every.FILES if file not in every.NAMES])
def test_a_file_of_its_own_has_a_question_for_a_title(file: str) -> None:
    try:
        section = every.worded(Section(file, file, "m"))
    except ModuleNotFoundError as absent:
        pytest.skip(f"{absent.name} is not installed: it comes with the group 'bench'")
    assert section.title.endswith("?")
    assert section.summary.endswith(".") or not section.summary
    assert section.unlike.strip() or section.summary


# ---------------------------------------------------------------------- measuring
def doubling(size: int, wrong: int = -1) -> Prepared:
    return {
        "ours": Candidate(lambda n: n * size),
        "theirs": Candidate(lambda n: [n * size + (n == wrong)], lambda found: found[0], "pytest"),
    }


def test_unequal_answers_are_not_timed() -> None:
    with pytest.raises(UnequalAnswersError, match="case 5: 'theirs' does not answer what 'ours' does"):
        ask(Question("q", "Q?", lambda size: doubling(size, wrong=5), (1,)))


@pytest.mark.slow
def test_a_question_gives_times_ratios_and_targets() -> None:
    aims = (Aim("pytest", 2, 0.0), Aim("pytest", 2, 1e12), Aim("absent", 2, 1))
    section = ask(Question("q", "Q?", doubling, (1, 2), aims=aims), rounds=2)
    assert [(r.size, r.candidate) for r in section.results] == [(1, "ours"), (1, "theirs"), (2, "ours"), (2, "theirs")]
    assert all(r.value > 0 for r in section.results)
    assert section.results[0].ratio == 1
    assert section.results[1].package == f"pytest {pytest.__version__}"
    assert [target.met for target in section.targets] == [True, False, False]
    assert section.targets[2].reached is None


def test_candidates_take_turns_and_ratios_are_taken_round_by_round() -> None:
    calls: list[str] = []
    taken = in_turn({name: lambda _, name=name: calls.append(name) for name in "ab"}, rounds=3, slice_s=0)
    assert "".join(calls).endswith("ababab")
    assert [len(times) for times in taken.values()] == [3, 3]
    assert ratios({"a": [1.0, 10.0, 1.0], "b": [3.0, 30.0, 2.0]}, "a") == {"a": 1.0, "b": 3.0}


def test_a_target_may_be_a_most() -> None:
    assert Target("", 1.3, 1.2, at_most=True).met
    assert not Target("", 1.3, 1.4, at_most=True).met
    assert not Target("", 1.3, None, at_most=True).met


def test_of_a_package_the_quickest_candidate_counts() -> None:
    found = [Result("q", 1, "ours", 1, 1.0), Result("q", 1, "slow", 9, 9.0, package="p 1")]
    found += [Result("q", 1, "quick", 3, 3.0, package="p 1"), Result("q", 1, "ours, more", 2, 2.0)]
    assert Aim("p", 1, 4).measured(found, "hexes") == Target("p at 1 hexes", 4, 3.0)
    assert Aim("p", 1, 4, against="slow").measured(found, "hexes").reached == 9.0
    assert Aim("p", 1, 1, ours="ours, more").measured(found, "hexes").reached == 1.5


# ---------------------------------------------------------------------- results and page
def test_results_are_kept_and_replaced_by_name(tmp_path: Path) -> None:
    target = Target("p", 2, None)
    old = [Section("b", "B?", "m"), Section("gone", "?", "m")]
    new = [Section("a", "A?", "m", (Result("a", 1, "ours", 1.5, 1.0),), (target,), left_out=("x: not installed",))]
    results.save(results.merged(old, new, ["a", "b"]), tmp_path / "r.json")
    assert results.load(tmp_path / "r.json") == [new[0], old[0]]
    assert results.load(tmp_path / "none.json") == []


def test_processors_of_different_makers_are_kept_apart(tmp_path: Path) -> None:
    amd, intel = (
        Section("q", "Q?", "AMD EPYC (x86_64)", printed="1"),
        Section("q", "Q?", "Intel(R) Xeon(R)", printed="2"),
    )
    newer = Section("q", "Q?", "AMD EPYC (x86_64)", printed="3")
    both = results.merged([amd, intel], [newer], ["q"])
    assert both == [newer, intel]
    page = report.in_full(both)
    assert page.count("## Q?\n") == 1
    assert page.index("```text\n3\n```") < page.index("### The same on Intel") < page.index("```text\n2\n```")


def test_of_two_runs_the_worse_counts() -> None:
    first = (Target("p", 4, 4.5), Target("most", 1.3, 1.2, at_most=True), Target("gone", 1, 1.0))
    second = (Target("p", 4, 3.9), Target("most", 1.3, 1.4, at_most=True), Target("gone", 1, None))
    both = results.worse(Section("q", "Q?", "m", targets=first), Section("q", "Q?", "m", targets=second))
    assert [target.reached for target in both.targets] == [3.9, 1.4, None]
    assert not any(target.met for target in both.targets)
    assert both.runs == 2
    assert "**missed** |" in report.in_full([both])


def test_a_page_shows_what_is_missed_and_what_is_left_out() -> None:
    rows = (Result("q", 1, "ours", 2e-6, 1.0), Result("q", 1, "theirs", 9e-6, 4.5, "no limit", package="p 1.0"))
    targets = (Target("p", 4, 4.5), Target("p", 5, 4.5), Target("r", 1, None))
    page = report.in_full([Section("q", "Q?", "a machine", rows, targets, "hexes", left_out=("r: not installed",))])
    assert "1 of 3 are reached" in page
    assert (
        "| [Q?](#q) | p | a | 4 | 4.50 | reached, one run |\n|  | p | a | 5 | 4.50 | **missed**, one run |" in page
    )  # the name of a question stands once
    assert "| theirs · p 1.0 [1] | 9.00 µs (4.50 ×) |" in page
    assert "not measured" in page
    assert "*Left out.* r: not installed." in page
    assert "a machine" in page


def test_the_short_page_shows_the_answer_and_the_quickest_of_each_package() -> None:
    rows = [Result("q", 1, "hexwidget", 2e-6, 1.0), Result("q", 1, "hexwidget: more", 3e-6, 1.5)]
    rows += [Result("q", 1, name, 9e-6, ratio, package="p 1") for name, ratio in (("slow", 9.0), ("quick", 4.5))]
    page = report.page([Section("q", "Q?", "m", tuple(rows), (Target("p", 4, 4.5), Target("p more", 5, 4.5)), "hexes")])
    assert "| [Q?](#q) | 2.00 µs; p 4.50 × |" in page
    assert "| quick · p 1 |" in page
    assert "slow" not in page
    assert "| hexwidget: more |" in page
    assert "Targets reached: 1 of 2; **missed**: p more. [In full](benchmarks/in-full.md#q)." in page


def test_every_benchmark_that_prints_has_an_answer() -> None:
    without = {section.name for section in results.load() if not answers.answer(section)}
    assert without == {"profiles"}


def test_figures_are_written_for_people() -> None:
    assert doctest.testmod(figures).failed == 0
    assert doctest.testmod(answers).failed == 0
    assert doctest.testmod(timing).failed == 0


@pytest.mark.slow
def test_the_page_says_what_was_measured() -> None:
    sections = results.load()
    assert sections
    assert report.PAGE.read_text(encoding="utf-8") == report.page(sections), "python -m bench --page"
    assert report.FULL.read_text(encoding="utf-8") == report.in_full(sections), "python -m bench --page"
    assert [every.worded(section) for section in sections] == sections, "python -m bench --page"
    drawn = {section.name for section in sections if pictures.has_growth(section)}
    assert {path.stem for path in report.PICTURES.glob("*.svg")} == drawn
