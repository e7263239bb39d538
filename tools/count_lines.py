"""Count the lines of code of the example systems by what they do: the rules, the board, the search, or plumbing.

``python tools/count_lines.py`` prints the table that stands in docs/writing-a-system.md. ``python tools/count_lines.py --rooms``
prints the lines of code of each room of the package, ``--rooms 2`` also of the rooms in them. ``python tools/count_lines.py
my_game.py`` prints the table of your own files, or folders.

Blank lines, comments and docstrings do not count. A definition is of the kind that its protocol name says (`BY_NAME`), or that of
the class or the call that makes it (`BY_MAKER`). Imports, names that a system gives to the protocol, and methods that only hand a
question on are plumbing. A helper that serves one kind only is of that kind. Everything else is rules.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXAMPLES = {
    "counters": ROOT / "examples" / "counters" / "counters",
    "the toy": ROOT / "examples" / "toy",
    "Kuhn poker": ROOT / "examples" / "kuhn_poker.py",
    "`hexwidget new --one-file`": ROOT / "hexwidget" / "scaffold" / "one_file" / "my_game.py",
    "a pursuit in one file": ROOT / "examples" / "pursuit.py",
    "a tafl in one file": ROOT / "examples" / "tafl.py",
}
KINDS = ("rules", "board", "search", "plumbing")
RULES, BOARD, SEARCH, PLUMBING = KINDS
BY_NAME = {
    **dict.fromkeys(("system", "position", "__hash__", "__all__"), PLUMBING),
    **dict.fromkeys(("from_json", "to_json", "read", "notation", "key", "parse", "build", "describe"), PLUMBING),
    **dict.fromkeys(("legal_actions", "candidates", "batches"), PLUMBING),
    **dict.fromkeys(("scene", "choices", "forecasts", "reach", "explain", "brushes", "paint"), BOARD),
    **dict.fromkeys(("under_way", "status", "in_words", "told", "__str__"), BOARD),
    **dict.fromkeys(("lookahead", "resample"), SEARCH),
}
"""The kind of a name, at the top of a module or in a class."""
BY_MAKER = {
    **dict.fromkeys(("Grammar", "Form", "Kind", "OneOf", "SpaceName", "Whole"), PLUMBING),
    **dict.fromkeys(("ListedByChecking", "Listing", "LegalActions"), PLUMBING),
    **dict.fromkeys(("Desk", "DefaultDesk", "Ground", "BorderLook", "Player"), BOARD),
    **dict.fromkeys(("Lookahead", "Estimates"), SEARCH),
}
"""The kind of a class derived from such a class, and of a value made by such a call."""
SYSTEM = "RuleSystem"


@dataclass
class Piece:
    """A part of a module: its name if it has one, its lines, the names that it uses, and its kind as far as it is known."""

    name: str
    lines: set[int]
    uses: set[str] = field(default_factory=set)
    kind: str | None = None
    helper: bool = False
    """True if it is of the kind that it serves."""


def code_lines(text: str, tree: ast.Module) -> set[int]:
    """Return the numbers of the lines that hold code: no blanks, comments and docstrings."""
    lines = enumerate(text.splitlines(), 1)
    found = {n for n, line in lines if line.strip() and not line.strip().startswith("#")}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


def spelt(node: ast.AST | None) -> str:
    """Return the last name of an expression: ``Grammar`` of ``rules.Grammar[Action]``."""
    while isinstance(node, (ast.Subscript, ast.Call)):
        node = node.value if isinstance(node, ast.Subscript) else node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def span(node: ast.stmt) -> set[int]:
    """Return the lines of a statement with its decorators."""
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
    return set(range(first, (node.end_lineno or node.lineno) + 1))


def used(node: ast.AST) -> set[str]:
    """Return the names that a part of a module uses."""
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return names | {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}


def hands_on(node: ast.stmt) -> bool:
    """True for a method that only hands its parameters on to a function elsewhere."""
    if not isinstance(node, ast.FunctionDef):
        return False
    body = [each for each in node.body if not isinstance(each, ast.Expr)]
    if len(body) != 1 or not isinstance(body[0], ast.Return) or not isinstance(body[0].value, ast.Call):
        return False
    call = body[0].value
    given = {each.arg for each in node.args.args}
    return not isinstance(call.func, ast.Call) and all(isinstance(a, ast.Name) and a.id in given for a in call.args)


def pieces(tree: ast.Module, systems: set[str]) -> Iterator[Piece]:
    """Yield the parts of a module: its statements, and those of its classes.

    :param systems: the names of the classes that are rule systems
    """
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name not in BY_NAME and not _made_by(node.bases):
            inner = list(node.body)
            yield Piece(node.name, span(node).difference(*map(span, inner)), kind=RULES)
            for each in inner:
                yield _piece(each, of_system=node.name in systems, top=False, systems=systems)
        else:
            yield _piece(node, of_system=False, top=True, systems=systems)


def _made_by(bases: Iterable[ast.expr]) -> str | None:
    return next((BY_MAKER[spelt(base)] for base in bases if spelt(base) in BY_MAKER), None)


def _piece(node: ast.stmt, *, of_system: bool, top: bool, systems: set[str]) -> Piece:
    lines, uses, kind, helper = span(node), used(node), None, False
    name = getattr(node, "name", "")
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.If)):
        kind = PLUMBING
    elif isinstance(node, (ast.Assign, ast.AnnAssign)):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        made = node.value.elts[0] if isinstance(node.value, ast.Tuple) and node.value.elts else node.value
        name, maker = spelt(target), spelt(made) if isinstance(made, ast.Call) else ""
        plumbing = of_system or maker in systems
        kind = PLUMBING if plumbing else BY_MAKER.get(maker) or BY_NAME.get(name)
        helper = top
    elif isinstance(node, ast.ClassDef):
        kind = _made_by(node.bases)
    elif isinstance(node, ast.FunctionDef):
        kind, helper = BY_NAME.get(name), top
        if kind is None and of_system and hands_on(node):
            kind, uses = PLUMBING, set()  # what it hands on to is no plumbing
    return Piece(name, lines, uses, kind, helper and kind is None)


def count(path: Path) -> Counter[str]:
    """Return the lines of code of a module or package, by kind."""
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    texts = {file: file.read_text(encoding="utf-8") for file in files if "tests" not in file.relative_to(path).parts}
    trees = {file: ast.parse(text) for file, text in texts.items()}
    classes = [node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    systems = {node.name for node in classes if SYSTEM in map(spelt, node.bases)}
    code = {file: code_lines(text, trees[file]) for file, text in texts.items()}
    found = [(file, piece) for file, tree in trees.items() for piece in pieces(tree, systems)]
    _settle([piece for _, piece in found])
    counted: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
    for file, piece in found:
        counted[piece.kind or RULES] += len(piece.lines & code[file])
    return counted


def _settle(found: list[Piece]) -> None:
    """Give helpers the kind that they serve, until nothing changes. A helper that serves several kinds counts among the rules."""
    changed = True
    while changed:
        changed = False
        for piece in found:
            if not piece.helper or piece.kind is not None:
                continue
            users = [each for each in found if each is not piece and piece.name in each.uses]
            # None: a helper whose own kind is still open.
            served = {each.kind if each.helper or each.kind else RULES for each in users}
            if None not in served and len(served) == 1:
                (piece.kind,), changed = served, True


def share(counted: Counter[str]) -> float:
    """Return the part of the lines that is plumbing, 0 to 1."""
    return counted[PLUMBING] / max(1, counted.total())


def table(examples: Mapping[str, Path] = EXAMPLES) -> str:
    """Return the counts of systems, by default all examples, as a Markdown table."""
    rows = ["| | lines of code | " + " | ".join(KINDS) + " |", "|" + "---|" * (len(KINDS) + 2)]
    for name, path in examples.items():
        counted = count(path)
        cells = [f"{counted[kind]} ({counted[kind] / max(1, counted.total()):.0%})" for kind in KINDS]
        rows.append(f"| {name} | {counted.total()} | " + " | ".join(cells) + " |")
    return "\n".join(rows) + "\n"


def rooms(depth: int) -> str:
    """Return the lines of code of each room of the package, and their sum.

    :param depth: 1 for ``files``, ``rules``, ``systems`` and so on; 2 for ``systems/orders`` as well
    """
    counted: Counter[str] = Counter()
    for file in (ROOT / "hexwidget").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        room = file.relative_to(ROOT / "hexwidget").parts[:-1][:depth]
        counted["/".join(room) or "."] += len(code_lines(text, ast.parse(text)))
    lines = [f"{counted[room]:6} {room}" for room in sorted(counted)]
    return "\n".join([*lines, f"{counted.total():6} hexwidget"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rooms", type=int, nargs="?", const=1, metavar="DEPTH", help="count by rooms of the package")
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help="count these files or folders instead")
    given = parser.parse_args()
    if missing := [str(path) for path in given.files if not path.exists()]:
        parser.error(f"no such file: {', '.join(missing)}")
    examples = {path.name: path for path in given.files} or EXAMPLES
    sys.stdout.write(table(examples) if given.rooms is None else rooms(given.rooms))


if __name__ == "__main__":
    main()
