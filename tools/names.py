"""Check that a name means one thing: ``python tools/names.py``.

Four checks, the first two outside the rule systems, whose names are those of their rulebooks:

- a public class has a name of its own;
- a class, function or alias that is named like a word of docs/about/words.md has its meaning;
- a test imports no private name, and replaces none: tests/inside.py alone reaches into private attributes, with at most 60 names.
  (ruff's SLF001 finds those that a test reads.)
- few functions and methods are named by a participle alone, such as `told` or `kept_at`: it says neither the thing nor the deed.

tools/names.toml lists the modules that deviate, and those that define each word. A name in a further module is an error. So is an
entry that no module needs any more: the lists of deviations only shrink.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORDS, LISTS = "docs/about/words.md", "tools/names.toml"
INSIDE, MOST_PRIVATE = "tests/inside.py", 60
PRIVATE = re.compile(r"(?:^|\.)_[a-zA-Z]\w*$")
LEFT_OUT = ("systems/", "scaffold/")
IRREGULAR = (
    "begun bought broken brought built caught chosen done drawn driven fallen felt fought found frozen given gone got grown heard held hidden "
    "kept known laid learnt led lent lost made meant met paid proven risen said seen sent shown sold sought spent spoken stood struck "
    "stuck sunk swept taken taught told torn understood undone won worn written"
)
PARTICIPLE = re.compile(
    rf"(?!speed|seed|feed|embed|need|unknown)_*([a-z]+ed|(un|re)?({'|'.join(IRREGULAR.split())}))"
    "(_(at|by|in|of|on|to|for|from|with|out|up|off|over|apart|again|anew))?"
)
Modules = Mapping[str, set[str]]
"""The modules, as paths below hexwidget/, by the names that they define."""


Trees = Mapping[str, ast.Module]
"""The syntax trees of the modules, as paths below hexwidget/."""


def trees(package: Path) -> Trees:
    """Read the modules."""
    paths = sorted(package.rglob("*.py"))
    return {path.relative_to(package).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements of a tree, and of those in it. To look into their expressions takes ten times as long."""
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, ast.expr):
            yield inner
            yield from statements(inner)


def definitions(modules: Trees) -> tuple[Modules, Modules]:
    """Return the modules of the public classes, and those of all public definitions by their names in words."""
    classes, everything = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for module, tree in modules.items():
        if module.startswith(LEFT_OUT):
            continue
        for node in statements(tree):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.name[0] != "_":
                everything[in_words(node.name)].add(module)
                if isinstance(node, ast.ClassDef):
                    classes[node.name].add(module)
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                if name[0].isupper() and not name.isupper():  # the alias of a type
                    everything[in_words(name)].add(module)
    return classes, everything


def in_words(name: str) -> str:
    """Return a name as words.

    >>> in_words("NamedPlace"), in_words("named_place")
    ('named place', 'named place')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").lower()


def words(text: str) -> list[str]:
    """Return the words of the table in docs/about/words.md."""
    return re.findall(r"^\| ([a-z ]+) \|", text, re.MULTILINE)


def faults(
    classes: Modules, everything: Modules, known: list[str], lists: Mapping[str, Mapping[str, list[str]]]
) -> Iterator[str]:
    """Describe each deviation that tools/names.toml does not list, and each entry of it that is not needed."""
    twice = {name: modules for name, modules in classes.items() if len(modules) > 1}
    for name in sorted({*twice, *lists["twice"]}):
        now, listed = twice.get(name, set()), set(lists["twice"].get(name, ()))
        for module in sorted(now - listed):
            others = ", ".join(sorted(now - {module}))
            yield f"hexwidget/{module}: class {name} has the name of another class ({others}): give it a name of its own"
        for module in sorted(listed - now):
            yield f"{LISTS}: {module} shares the name {name} no more: remove it from [twice]"
    for unknown in sorted({*lists["means"], *lists["differs"]} - {*known}):
        yield f"{LISTS}: {WORDS} has no word {unknown!r}"
    for word in known:
        means, differs = (set(lists[each].get(word, ())) for each in ("means", "differs"))
        now = everything.get(word, set())
        for module in sorted(now - means - differs):
            yield f"hexwidget/{module}: it defines {word!r}. {WORDS} says what that means: list the module in [means] of {LISTS}, or take another name"
        for module in sorted((means | differs) - now):
            yield f"{LISTS}: {module} defines {word!r} no more: remove it"


def private_names(root: Path) -> Iterator[str]:
    """Describe each private name that a test imports or replaces, and too many names in tests/inside.py."""
    for path in sorted((root / "tests").rglob("*.py")):
        module, reached = path.relative_to(root).as_posix(), set[str]()
        text = path.read_text(encoding="utf-8")
        looked_into = ast.walk if module == INSIDE or "setattr" in text else statements
        for node in looked_into(ast.parse(text)):
            if module == INSIDE:
                reached |= {node.attr} if isinstance(node, ast.Attribute) and PRIVATE.match(node.attr) else set()
                continue
            names = [each.name for each in node.names] if isinstance(node, ast.ImportFrom) else []
            if isinstance(node, ast.Call) and "setattr" in ast.unparse(node.func):
                names = [
                    each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
                ]
            for name in filter(PRIVATE.search, names):
                yield f"{module}:{node.lineno}: {name} is private: take the public door, or a function of {INSIDE}"
        if len(reached) > MOST_PRIVATE:
            yield f"{INSIDE}: {len(reached)} private names, at most {MOST_PRIVATE}"


def participles(modules: Trees) -> Mapping[str, list[str]]:
    """Return the functions and methods that a participle alone names, by their rooms. Properties may be named so.

    >>> [bool(PARTICIPLE.fullmatch(name)) for name in ("told", "_kept_at", "unpacked", "told_apart_by", "need", "retold", "tell")]
    [True, True, True, False, False, True, False]
    """
    found = defaultdict[str, list[str]](list)
    for module, tree in modules.items():
        for owner in (tree, *(node for node in statements(tree) if isinstance(node, ast.ClassDef))):
            for node in owner.body:
                is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                if not is_function or any("property" in ast.unparse(each) for each in node.decorator_list):
                    continue
                if PARTICIPLE.fullmatch(node.name):
                    found[module.partition("/")[0].removesuffix(".py")].append(f"{module}:{node.lineno} {node.name}")
    return found


def too_many(now: Mapping[str, list[str]], most: Mapping[str, int]) -> Iterator[str]:
    """Describe each room that has other numbers of participles than tools/names.toml says."""
    for room in sorted({*now, *most}):
        names, number = now.get(room, []), most.get(room, 0)
        if len(names) > number:
            listing = "\n  ".join(names)
            yield f"hexwidget/{room}: {len(names)} functions are named by a participle alone, at most {number}; name the thing or the deed:\n  {listing}"
        elif len(names) < number:
            yield f"{LISTS}: {room} has {len(names)} participles, not {number}: write the smaller number"


def main() -> int:
    """Print the faults. Return 1 if there are any."""
    known = words((ROOT / WORDS).read_text(encoding="utf-8"))
    lists = tomllib.loads((ROOT / LISTS).read_text(encoding="utf-8"))
    modules = trees(ROOT / "hexwidget")
    found = list(faults(*definitions(modules), known, lists))
    found += private_names(ROOT)
    found += too_many(participles(modules), lists["participles"])
    print("\n".join(found), end="\n" * bool(found))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
