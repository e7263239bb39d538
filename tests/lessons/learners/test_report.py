"""Reports on a class: from folders and files, as text, page, table, data frame and points, and by the command."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.commands import cli
from hexwidget.lessons import Course, Progress
from hexwidget.lessons.learners.records import Bookmark
from hexwidget.lessons.learners.report import Report
from hexwidget.problems import InputError
from hexwidget.systems.registry import system

BOOK = system("depletion").rulebook
EAST, MARK = "stage/east", "mark"
TITLE = BOOK["D1.2"].title


@pytest.fixture
def folder(tmp_path: Path, own: Course) -> Path:
    """A class: anna has solved all, ben needs help, cara has not begun, dora's file is torn."""
    folder = tmp_path / "class"
    folder.mkdir()
    anna, ben = Progress(folder / "anna.json"), Progress(folder / "ben.progress.json")
    for part in (EAST, MARK):
        anna.tried(part, right=True)
    ben.hinted(MARK)
    ben.tried(MARK, right=False)
    ben.knowledge("depletion").miss("D1.2")
    ben.keep()
    Progress(folder / "cara.json").keep()
    (folder / "dora.json").write_text("{")
    hw.save(own, folder / "course.json")
    return folder


def test_a_folder_is_reported_on_with_names(own: Course, folder: Path) -> None:
    told = own.report(folder)
    assert list(told.learners) == ["anna", "ben", "cara"], "the course is no learner"
    assert told.to_help == [("ben", ["not solved: How far? (1 try, 1 hint)", f"misses D1.2 {TITLE}"])]
    assert (told.is_done("anna"), told.is_done("ben"), told.has_begun("cara")) == (True, False, False)
    assert "not JSON" in told.broken["dora"]
    words = str(told)
    assert "3 learners: 1 may need help, 1 solved all, 1 not begun, 1 file cannot be read" in words
    assert f"D1.2 {TITLE}: missed by ben" in words
    assert "dora: the file cannot be read" in words
    assert f"New to all: {len(BOOK) - 1} of {len(BOOK)} clauses." in words, "new clauses are folded"


def test_a_path_that_does_not_exist_is_an_absent_learner(own: Course, folder: Path) -> None:
    told = own.report([folder / "anna.json", folder / "eve.json", "no/such/folder/fred.json"])
    assert (list(told.learners), told.absent) == (["anna"], ("eve", "fred"))
    assert [row["file"] for row in told.records] == ["present", "present", "absent", "absent"]


def test_a_broken_file_or_text_is_named_and_stops_nothing(own: Course, folder: Path) -> None:
    told = own.report({"anna": folder / "anna.json", "ben": "{}", "dora": folder / "dora.json"})
    assert list(told.learners) == ["anna"]
    assert list(told.broken) == ["ben", "dora"]
    assert "hexwidget.progress/1" in told.broken["ben"]


def test_what_is_no_progress_and_no_folder_is_refused(own: Course, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="learner 1: expected a progress file or its text, not 7"):
        own.report([7])
    with pytest.raises(InputError, match="there is no such folder"):
        own.report(tmp_path / "none")
    with pytest.raises(InputError, match="it holds no progress file"):
        own.report(tmp_path)


def test_the_folder_of_a_class_names_its_learners(own: Course, tmp_path: Path) -> None:
    for room, name in (("a1", "Anna Ångström"), ("b2", "Ben")):
        (tmp_path / "learners" / room).mkdir(parents=True)
        (tmp_path / "learners" / room / "learner.json").write_text(json.dumps({"name": name}))
    Progress(tmp_path / "learners/a1/progress.json").tried(EAST, right=True)
    told = own.report(tmp_path)
    assert told.record("Anna Ångström", own.parts[0]).solved
    assert told.absent == ("Ben",)


def test_the_time_of_a_solution_stays(own: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = Progress(tmp_path / "anna.json")
    for now, right in ((1_000_000_000, False), (1_000_000_060, True), (1_000_009_999, True)):
        monkeypatch.setattr("hexwidget.lessons.learners.records.time.time", lambda now=now: now)
        anna.tried(EAST, right=right)
    again = own.report([tmp_path / "anna.json"])
    assert again.records[0]["time"] == "2001-09-09T01:47:40Z"
    assert again.records[1]["time"] == "", "nothing was tried"
    with pytest.raises(InputError, match="stage~1east/at: expected a whole number from 0"):
        Progress.of_text(anna.text.replace("1000000060", "-1"))


def test_the_page_names_who_needs_help_and_holds_no_markup_of_names(own: Course, folder: Path, tmp_path: Path) -> None:
    Progress(folder / "ben.progress.json").keep()
    (folder / "ben.progress.json").rename(folder / "<img src=x>.json")
    page = own.report(folder).to_html(tmp_path / "report.html").read_text()
    help_, _, rest = page.partition("Rules to explain again")
    assert "&lt;img src=x&gt;" in help_
    assert "<img" not in page
    assert "anna" not in help_, "she needs none"
    assert BOOK["D1.2"].text[:30] in rest, "a teacher reads the rule itself"
    for name in ("cara", "dora"):
        assert name in page.partition("Who is missing")[2].partition("What each learner has done")[0]
    assert "<script" not in page
    assert "http" not in page.partition("<body>")[2]


def test_a_class_that_needs_no_help_is_told_so(own: Course, folder: Path) -> None:
    page = own.report([folder / "anna.json"]).to_html()
    assert "Nobody who has sent a file" in page
    assert "Who is missing" not in page


def test_the_table_computes_nothing_in_a_spreadsheet(own: Course, folder: Path, tmp_path: Path) -> None:
    (folder / "anna.json").rename(folder / "=1+1.json")
    told = own.report(folder)
    rows = list(csv.DictReader(io.StringIO(told.to_csv())))
    assert rows[0]["learner"] == "'=1+1"
    ben = next(row for row in rows if row["learner"] == "ben" and row["part"] == MARK)
    assert (ben["solved"], ben["tries"], ben["hints"], ben["misses"]) == ("False", "1", "1", "D1.2")
    assert told.to_csv(tmp_path / "report.csv").read_text(encoding="utf-8").startswith("\ufefflearner,")


def test_a_table_tells_misses_where_they_came_up(own: Course) -> None:
    eve, fay = Progress(), Progress()
    for learner, clauses in ((eve, ["D1.1", "D1.2"]), (fay, ["D1.1"])):
        for clause in clauses:
            learner.knowledge("depletion").miss(clause)
    fay.hinted(MARK)
    rows = own.report({"eve": eve, "fay": fay}).records
    told = {(row["learner"], row["part"]): row["misses"] for row in rows}
    assert told["eve", EAST] == "D1.1 D1.2", "her place: she has been refused there"
    assert told["eve", MARK] == "D1.2", "not begun, and about D1.2"
    assert told["fay", MARK] == "D1.1", "begun"
    fay.went(own.digest, Bookmark(MARK))
    assert own.report({"fay": fay}).records[0]["misses"] == "", "gone on, without a try or a miss there"


@pytest.mark.slow
def test_a_data_frame_has_a_row_for_each_learner_and_part(own: Course, folder: Path) -> None:
    frame = own.report(folder).to_pandas()
    assert frame.groupby("learner")["part"].count().to_dict() == {"anna": 2, "ben": 2, "cara": 2, "dora": 1}
    assert frame["time"].dt.tz is not None
    assert frame["time"].notna().sum() == 3


def test_points_are_parts_that_are_solved(own: Course, folder: Path) -> None:
    assert own.score(folder / "anna.json") == (2, 2)
    assert own.score(Progress(folder / "ben.progress.json")) == (0, 2)
    assert own.score(folder / "nobody.json") == (0, 2)
    half = Progress()
    half.tried(EAST, right=True)
    half.showed(MARK)
    assert own.score(half.text).of(5) == 2.5, "a part that was shown has no point"
    with pytest.raises(InputError, match="not JSON"):
        own.score(folder / "dora.json")


def test_the_command_writes_and_tells_the_report(
    own: Course, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["report", str(folder)]) == cli.WELL
    assert "ben: not solved: How far?" in capsys.readouterr().out
    page, cells = tmp_path / "r.html", tmp_path / "r.csv"
    assert cli.main(["report", str(folder), "--html", str(page), "--csv", str(cells), "--json"]) == cli.WELL
    data = json.loads(capsys.readouterr().out)
    assert data["written"] == [str(page), str(cells)]
    assert all(path.exists() for path in (page, cells))
    assert data["not_understood"]["D1.2"] == {"title": TITLE, "missed_by": ["ben"]}
    assert list(data["unreadable"]) == ["dora"]


def test_the_command_asks_for_a_course(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "course.json").rename(tmp_path / "elsewhere.json")
    assert cli.main(["report", str(folder)]) == cli.WRONG
    assert "the folder holds no course: name the file of the course" in capsys.readouterr().err
    assert cli.main(["report", str(folder), "--course", str(tmp_path / "elsewhere.json")]) == cli.WELL
    assert cli.main(["report", str(tmp_path / "none")]) == cli.WRONG
    assert "there is no such folder" in capsys.readouterr().err


def test_an_empty_report_says_so(own: Course) -> None:
    told: Report = own.report({})
    assert str(told).startswith("A march: no learners") or "0 learners" in str(told)
    assert told.to_pandas().empty
    assert "A march" in told.to_html()
