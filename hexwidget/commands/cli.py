"""The command line, for shells and other programs' checks: ``hexwidget --help``.

Exit codes: 0 all is well; 1 the action is illegal, or the replay is inconsistent; 2 the input cannot be read, or the command
is wrong. With ``--json``, every command writes one JSON document to standard output, also for errors in its input. A
wrong command prints its usage.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from hexwidget import __version__
from hexwidget.asking.answer_data import clauses_data, clauses_of, verdict_data
from hexwidget.asking.game_files import near, open_game
from hexwidget.commands import play, publish, report, review
from hexwidget.commands.answers import NOT_WELL, WELL, WRONG, Answer, file_name, open_position
from hexwidget.commands.serve import copy_tables, serve_tables, status
from hexwidget.extras import extra
from hexwidget.files import Scenario, read_map, scenarios, write_map, write_whole
from hexwidget.files.annotations import write_annotations
from hexwidget.files.links import PREFIX
from hexwidget.geometry import HexMap
from hexwidget.geometry.places import write_places
from hexwidget.languages import languages, set_language
from hexwidget.play import Session, load, verify
from hexwidget.play.links import link_or_nothing
from hexwidget.problems import InputError, unknown, visible
from hexwidget.rules import IllegalPosition, Verdict
from hexwidget.systems.registry import system, system_names
from hexwidget.table.game_choice import load_systems

if TYPE_CHECKING:
    from hexwidget.lessons import Course

_CODES = """exit codes: 0 all is well; 1 the action is illegal, or the replay is
inconsistent; 2 the file or the command is wrong"""
_DECLARED: dict[str, Any] = tomllib.loads(Path(__file__).with_name("commands.toml").read_text(encoding="utf-8"))
_VALUES = {"int": int, "Path": Path, "yes or no": argparse.BooleanOptionalAction, "languages": languages()}
"""The Python values that the commands' declarations name."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Return its exit code."""
    parser = command_parser()
    if not (sys.argv[1:] if arguments is None else arguments):
        parser.print_help(sys.stderr)
        return WRONG
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # characters that an output cannot encode are escaped
            stream.reconfigure(errors="backslashreplace")
    given = parser.parse_args(arguments)
    try:
        if getattr(given, "language", None):
            set_language(given.language)
        if getattr(given, "modules", None):
            load_systems(given.modules)
        code, data, text = given.run(given)
    except (InputError, IllegalPosition, ImportError, OSError) as error:
        problems = [{"place": p.place, "message": p.message} for p in getattr(error, "problems", ())]
        code, data, text = WRONG, {"error": str(error), "problems": problems}, str(error)
    try:
        if given.json and data is not None:
            print(json.dumps(data, indent=2), flush=True)
        elif text:
            print(visible(text), file=sys.stderr if code == WRONG else sys.stdout, flush=True)
    except BrokenPipeError:  # the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"the answer cannot be written: {error.strerror}", file=sys.stderr)
        return WRONG
    return int(code)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors control no terminal: they repeat what was typed."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit."""
        super().error(visible(message))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(None, unknown("command", value, action.choices))


def command_parser() -> argparse.ArgumentParser:
    parser = _Parser("hexwidget", description="Ask a rulebook that you can click, from a shell.", epilog=_CODES)
    parser.add_argument("--version", action="version", version=f"hexwidget {__version__}")
    as_json: dict[str, Any] = {"action": "store_true", "help": "answer as one JSON document"}
    parser.add_argument("--json", **as_json)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    style = argparse.RawDescriptionHelpFormatter
    for name, about in _DECLARED["commands"].items():
        examples = (f"  hexwidget {name} {each}".rstrip() for each in about["examples"])
        epilog, does = "\n".join(["examples:", *examples, "", _CODES]), about["does"]
        made = commands.add_parser(name, help=does, description=does, epilog=epilog, formatter_class=style)
        made.add_argument("--json", **as_json, default=argparse.SUPPRESS)  # as it was given before the command
        made.set_defaults(run=_RUN[name])
        for option in _options(about["options"], {**_DECLARED["words"], **about.get("words", {})}):
            made.add_argument(option.pop("name"), **option)
    return parser


def _options(declared: Iterable[Mapping[str, Any]], words: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for option in declared:
        if "group" in option:
            yield from _options(_DECLARED["groups"][option["group"]], words)
        else:
            named = {key for key in ("type", "action", "choices") if str(option.get(key)) in _VALUES}
            read = {key: _VALUES[option[key]] for key in named}
            yield {**option, **read, "help": option.get("help", "").format(**words)}


# ---------------------------------------------------------------------- commands
def _systems(_: argparse.Namespace) -> Answer:
    found: list[dict[str, Any]] = []
    lines = []
    for name, known in ((name, system(name)) for name in system_names()):
        listed = [each for each in scenarios() if each.startswith(f"{name}/")]
        found.append({"name": name, "title": known.title, "clauses": len(known.rulebook), "scenarios": listed})
        lines += [f"{name}: {known.title} ({len(known.rulebook)} clauses)", *(f"  {each}" for each in listed)]
    return WELL, found, "\n".join(lines)


def _rulebook(given: argparse.Namespace) -> Answer:
    rulebook = system(given.name).rulebook
    wanted = [clause for name in given.clause for clause in clauses_of(rulebook, name)] or list(rulebook.values())
    data = {"name": rulebook.name, "title": rulebook.title, "clauses": clauses_data(wanted)}
    return WELL, data, "\n".join(map(str, wanted))


def _show(given: argparse.Namespace) -> Answer:
    from hexwidget.files.gallery import scene_of
    from hexwidget.scene.drawing import draw
    from hexwidget.scene.png import to_png

    found = open_game(given.file)
    if not isinstance(found, (Scenario, Session)):
        return _course(given, found)
    if given.step is not None:
        if not isinstance(found, Session):
            raise InputError("no such step", f"{given.file!r} is no replay", "--step")
        found.goto(given.step)
    position, name = found.position, found.position.system.name
    shown = found if isinstance(found, Scenario) else Scenario(name, "", "", position)
    picture = draw(scene_of(shown), theme=given.theme) if given.svg or given.png else ""
    # All contents are made before the first file is written.
    made: list[tuple[Path, str | bytes]] = []
    if given.svg:
        made.append((given.svg, picture))
    if given.png:
        made.append((given.png, to_png(picture)))
    if given.html:
        from hexwidget.widget import Board

        made.append((given.html, Board(found).to_html()))
    written = [str(write_whole(path, content)) for path, content in made]
    data = {"system": name, "status": position.system.status(position), "text": str(position)}
    data |= {"notation": position.notation, "link": link_or_nothing(position), "written": written}
    data |= {**write_annotations(shown.annotations, position.map), "places": write_places(position.map.places)}
    return WELL, data, "\n".join(written or [str(position), *_drawing_lines(data)])


def _course(given: argparse.Namespace, course: Course) -> Answer:
    for option in ("step", "svg", "png"):
        if getattr(given, option) is not None:
            what = "a course has many positions; --html writes it as a page"
            raise InputError("this course cannot be shown so", what, f"--{option}")
    written = [str(course.to_html(given.html))] if given.html else []
    parts = [{"id": part.id, "name": part.name} for part in course.parts]
    data = {"system": course.system.name, "title": course.title, "parts": parts, "written": written}
    return WELL, data, "\n".join(written or [str(course)])


def _drawing_lines(data: dict[str, Any]) -> list[str]:
    """Return the author's drawings, a line for each."""
    overlays = [
        (f"overlay {o['label']}", ", ".join(f"{name} ({value:g})" for name, value in o["spaces"].items()))
        for o in data.get("overlays", ())
    ]
    places = [(f"place {name}", what) for name, what in data["places"].items()]
    notes = [(f"note on {n['space']}", n["text"]) for n in data.get("notes", ())]
    arrows = [(f"arrow {'-'.join(a['spaces'])}", a["label"]) for a in data.get("arrows", ())]
    return [f"{what}: {text}" if text else what for what, text in [*places, *notes, *arrows, *overlays]]


def _check(given: argparse.Namespace) -> Answer:
    position = open_position(given.file).position
    verdict: Verdict = position.check(given.action)
    return WELL if verdict else NOT_WELL, verdict_data(given.action, verdict, position.system.rulebook), str(verdict)


def _replay(given: argparse.Namespace) -> Answer:
    if given.verify:
        found = verify(given.file)
        data = {"steps": found.steps, "problem": found.problem, "torn": found.torn is not None}
        return WELL if found else NOT_WELL, data, str(found)
    session = load(given.file)
    if not isinstance(session, Session):
        what = "a scenario" if isinstance(session, Scenario) else "a course"
        raise InputError("this is no replay", f"it is {what}; see 'hexwidget show'", given.file)
    line = {step.number for step in session.line}
    parts = [(s, [str(event) for event in s.events]) for s in session.steps]
    steps = [{"number": s.number, "parent": s.parent, "text": s.text, "events": events} for s, events in parts]
    marks = {session.step.number: ">"}
    rows = [f"{marks.get(s.number, ' ' if s.number in line else '|')} {s.number:>4}  {s.text}" for s in session.steps]
    return WELL, {"current": session.step.number, "steps": steps}, "\n".join(rows)


def _convert(given: argparse.Namespace) -> Answer:
    rules = system(given.system)
    table = {}
    for entry in given.table:
        code, equals, terrain = entry.rpartition("=")
        if not equals or not code:
            raise InputError("this table cannot be read", f"expected CODE=TERRAIN, not {entry!r}", "--table")
        table[code] = terrain
    path = Path(given.map)
    like, missing = None, {}
    # A link is not a path, and may be too long for one.
    if PREFIX not in given.map and os.path.isdir(path):
        raise InputError("this map cannot be converted", "it is a folder", given.map)
    if PREFIX not in given.map and os.path.isfile(path) and not _is_ours(path):
        like = read_map(path)
        missing = dict(like.unknown(rules, table))
        if missing and given.other is None:
            listed = "\n".join(f"  {code}: {many} hexes" for code, many in missing.items())
            text = f"no table knows these codes; say what they are with --table CODE=TERRAIN, or --other TERRAIN:\n{listed}"
            return NOT_WELL, {"unknown": missing}, text
        found = like.to_map(rules, table, other=given.other)
    else:
        opened = open_position(given.map)
        found, rules = opened.position.map, opened.position.system
        if not isinstance(found, HexMap):
            raise InputError("this map cannot be converted", "it has no hexes", given.map)
    text = found.to_text(rules.terrains)
    data: dict[str, Any] = {"columns": found.columns, "rows": found.rows, "offset": found.offset.value}
    data |= {"map": text.splitlines(), "unknown": missing, "notes": list(like.notes) if like is not None else []}
    if given.out is None:
        return WELL, data, text.rstrip("\n")
    if given.out.suffix == ".txt":
        written = write_whole(given.out, text)
    else:
        again = like is not None and like.format == "wesnoth" and given.out.suffix == ".map"
        kept: dict[str, Any] = {"like": like, "table": table, "other": given.other} if again else {}
        written = write_map(found, given.out, **kept)
    return WELL, {**data, "written": str(written)}, str(written)


def _serve(given: argparse.Namespace) -> Answer:
    if given.status:
        return WELL, *status(given, _scenario_to_serve)
    serve_tables(given, _scenario_to_serve)
    return WELL, None, ""


def _tables(given: argparse.Namespace) -> Answer:
    if given.name is None:
        return WELL, *copy_tables(given)
    from hexwidget.classroom.storage import copy_class

    return WELL, {"copied": [given.name]}, copy_class(given.source, given.target, given.name)


def _class(given: argparse.Namespace) -> Answer:
    with extra("serve", "a class"):
        from hexwidget.commands.class_command import run
    run(given)
    return WELL, None, ""


def _scenario_to_serve(what: str) -> tuple[Scenario, str]:
    """Return a scenario, and the beginning of its table's files' names."""
    if not (PREFIX in what or os.path.exists(what) or what.partition("/")[0] in system_names()) and not near(what):
        hint = "name a scenario, or a folder of tables; a new folder is made with --folder"
        raise InputError(f"{visible(what)!r} is no file, no folder and no bundled scenario", hint)
    found = open_game(what)
    if not isinstance(found, Scenario):
        raise InputError("this cannot be served", "it is a game; give a scenario, or a folder of tables", what)
    return found, file_name(what, found.title) or "table"


def _due(given: argparse.Namespace) -> Answer:
    from hexwidget.lessons import due

    found = due(given.progress, on=given.on)
    return WELL, found.data, str(found)


def _jupyter(given: argparse.Namespace) -> Answer:
    from hexwidget.widget.pages.notebook_recording import overrides, saves_boards, set_saves_boards

    path, wanted = overrides(), given.save_boards
    saves = saves_boards(path)
    words = {True: "saves boards in notebooks", False: "saves no boards in notebooks"}
    if wanted is None or wanted == saves:
        return WELL, {"settings": str(path), "saves_boards": saves}, f"JupyterLab {words[saves]} ({path})"
    if not given.yes:
        if not sys.stdin.isatty():
            raise InputError("nothing is changed", "nobody can be asked here; add --yes to agree", "--yes")
        will = "will" if wanted else "will no longer"
        question = f"JupyterLab and Notebook in {sys.prefix} {will} save the state of all widgets with notebooks.\nChange {path}? [y/N] "
        if input(question).strip().lower() not in ("y", "yes"):
            return NOT_WELL, {"settings": str(path), "saves_boards": saves}, "nothing is changed"
    set_saves_boards(path, wanted)
    text = f"JupyterLab {words[wanted]} from now on; reload its page ({path})"
    return WELL, {"settings": str(path), "saves_boards": wanted}, text


def _new(given: argparse.Namespace) -> Answer:
    from hexwidget.scaffold import make, make_lesson, make_one_file

    if given.course is not None and not given.binder:
        raise InputError("this game cannot be made", "only a lesson has a course: add --binder", "--course")
    one_file = given.one_file or given.wargame
    if given.binder and one_file:
        raise InputError("this lesson cannot be made", "a lesson is a folder: leave it out", "--one-file")
    if given.binder:
        files = make_lesson(given.folder, given.course)
    else:
        files = [make_one_file(given.folder, wargame=given.wargame)] if one_file else make(given.folder)
    steps = [
        f"cd {given.folder}",
        "jupyter lab start.ipynb    # run its cell, and click a rider",
        'pip install -e ".[test]"   # once: hexwidget then knows the system in every process',
        "python -m pytest           # the promises of every rule system",
    ]
    if given.binder:
        steps = [
            f"cd {given.folder}",
            "jupyter lab lesson.ipynb   # try it",
            "README.md says how to push it and fill in the badge",
        ]
    if one_file:
        steps = [f"python {files[0]}   # play it; or copy it into a notebook's cell, and click"]
    scripts = Path(sys.executable).parent
    if (scripts / "activate").exists() and str(scripts) not in os.environ.get("PATH", "").split(os.pathsep):
        steps.insert(0, f"source {scripts / 'activate'}   # the environment of this hexwidget")
    text = "\n".join([*map(str, files), "", *steps])
    return WELL, {"files": list(map(str, files)), "next": [step.partition("  ")[0] for step in steps]}, text


def _is_ours(path: Path) -> bool:
    """True if a file is a scenario or replay. False for a map of another program."""
    with path.open("rb") as file:
        return b'"hexwidget.' in file.read(4096)


_RUN: dict[str, Callable[[argparse.Namespace], Answer]] = {
    "systems": _systems, "rulebook": _rulebook, "show": _show, "publish": publish.run, "check": _check, "replay": _replay,
    "convert": _convert, "new": _new, "play": play.run, "mcp": play.serve_assistant, "serve": _serve, "tables": _tables,
    "class": _class, "report": report.run, "review": review.run, "due": _due, "jupyter": _jupyter,
}  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
