"""Find phrases that a reader must read twice, in everything that people read: ``python tools/plain_english.py [FILE ...]``.

Each line of the output names the file, the line, the phrase and the remedy. The exit code is 1 if there is any. How we write,
and why: docs/style.md.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
READ = (
    "*.md",
    "docs/**/*.md",
    "notebooks/*.ipynb",
    "hexwidget/**/*.py",
    "hexwidget/**/rulebook.toml",
    "hexwidget/commands/commands.toml",
    "examples/**/*.py",
    "examples/**/*.md",
    "examples/**/*.toml",
    "tools/**/*.py",
    "js/src/**/*.ts",
)
"""The files that are read if none are named."""
LEFT_OUT = ("docs/style.md", "tools/plain_english.py")
"""The files that quote the phrases."""
OPENING = r"(?:(?<=\A)|(?<=[.!?:] ))"
"""The place where a sentence begins."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A kind of phrase, and what to write in its place.

    :param docstrings: True for the openings of docstrings; others are looked for everywhere
    :param rules: False if a rule may well speak so ("What happens in one cannot change the result in another.")
    """

    pattern: re.Pattern[str]
    remedy: str
    docstrings: bool = False
    rules: bool = True


def _phrase(pattern: str, remedy: str, *, docstrings: bool = False, rules: bool = True) -> Phrase:
    return Phrase(re.compile(pattern), remedy, docstrings, rules)


PHRASES = (
    _phrase(r"\A(?:What|Whether|Whose|Who|Where|How|Of what)\b", "open with a noun or a verb", docstrings=True),
    _phrase(
        r"\A(?:[A-Z]\d+\.\d+: )?(?:Return|Yield|Do|Take|Note|Send|Show|Say|Tell|Keep|Write|Put) (?:what|who|where)\b",
        'name the thing: "the changes", "the errors"',
        docstrings=True,
    ),
    _phrase(r"\b[Ww]hoever\b", 'name the person: "a player who", "the sender"'),
    _phrase(r"\b[Ww]hom\b", 'name the person: "the opponents", "the player that"', rules=False),
    _phrase(r"\b[Nn]obody in\b", "say what is protected, and from whom"),
    _phrase(
        r"\b[Aa] word (?:of|about) (?:what|that|it)\b|\b[Ww]ithout a word\b", 'write "by default", or name the text'
    ),
    _phrase(r"\b[Aa]lso (?:what|who|whoever|where|when|if)\b", 'write "even if" or "including"'),
    _phrase(r"\b[Oo]f what\b", "name the thing", rules=False),
    _phrase(r"\b(?:is|are|was|were) to be\b", 'write "must be", "will be", or use the active voice'),
    _phrase(r"\b[Ww]hat there is\b(?! no)", "name the thing"),
    _phrase(
        r"\b(?:is|are|was|were|be) none\b|\b[Nn]one of an? ",
        'write "is not a ...", or name the missing thing',
        rules=False,
    ),
    _phrase(r"\b(?:[Nn]one )?if none\b", 'write "without a ...", or "if no ... is"'),
    _phrase(r"\bin by\b", 'name the link, the credential, the door: "the link that lets them in"'),
    _phrase(r"\bor no more\b", 'write "start or stop"'),
    _phrase(r"\bmanieth\b", 'write "each third", or say how they are spread'),
    _phrase(
        r"\b(?:[Aa]fter|[Ff]or|[Ff]rom|[Ww]ithin|[Bb]elow|up to) so (?:many|much|few|long)\b(?! (?:as|that))",
        'write "the number of", "the time after which"',
        rules=False,
    ),
    _phrase(
        OPENING + r"(?:(?:One|Those) (?:that|who|whose|which|with|under|left|given)|Those (?:in|of|after|among))\b",
        "give the sentence a noun as its subject",
        rules=False,
    ),
    _phrase(r"\b[Aa]ll else\b", 'write "everything else" or "the rest"'),
    _phrase(r"\b[Ww]ho (?:does|says|asks|sends) (?:it|so)\b", "name the person"),
    # A sentence whose subject is a clause. A question ends with "?", a heading and an emphasised name with no full stop.
    _phrase(
        OPENING + r"(?:What|Who|Whose) [a-z'-]+ (?:[^.?!*`]|\.(?! |\Z))*\.(?= |\Z)",
        "give the sentence a noun as its subject",
        rules=False,
    ),
)


STRING_OR_COMMENT = re.compile(
    r"""(\"{3}|'{3})(?:\\.|[^\\])*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\#[^\n]*""", re.DOTALL
)
"""Of Python. It finds comments in a tenth of the time that the tokenizer takes."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, a docstring or a comment, on one line, and the line of the file where it begins.

    :param breaks: the places in ``text`` where a line of the file ends
    """

    text: str
    line: int
    docstring: bool = False
    breaks: tuple[int, ...] = ()

    def line_of(self, place: int) -> int:
        """The line of the file in which a place of the text stands."""
        return self.line + sum(end < place for end in self.breaks)


def found(path: Path) -> Iterator[str]:
    """Describe the phrases of a file, in the order of its lines."""
    hits: list[tuple[int, str, str]] = []
    for passage in passages(path):
        for phrase in PHRASES:
            if (phrase.docstrings and not passage.docstring) or (path.suffix == ".toml" and not phrase.rules):
                continue
            for match in phrase.pattern.finditer(passage.text):
                words = match[0] if len(match[0]) < 60 else match[0][:56] + " ..."
                hits.append((passage.line_of(match.start()), words, phrase.remedy))
    for line, words, remedy in sorted(hits):
        yield f'{_name(path)}:{line}: "{words}": {remedy}'


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


# ---------------------------------------------------------------------- passages of each kind of file
def passages(path: Path) -> Iterator[Passage]:
    """The passages of a file that people read."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield from _paragraphs(text.splitlines(), 1)
    elif path.suffix == ".ipynb":
        for cell in json.loads(text)["cells"]:
            if cell["cell_type"] == "markdown":
                lines = "".join(cell["source"]).splitlines()
                yield from _paragraphs(lines, _line_of_cell(text, cell["source"]))
    elif path.suffix == ".toml":
        for number, line in enumerate(text.splitlines(), 1):
            for words in re.findall(r'"((?:[^"\\]|\\.)+ (?:[^"\\]|\\.)+)"', line):
                yield Passage(words, number)
    elif path.suffix == ".ts":
        yield from _typescript(text)
    else:
        yield from _docstrings(ast.parse(text))
        yield from _comments(text)


def _paragraphs(lines: Sequence[str], first: int) -> Iterator[Passage]:
    """The paragraphs of a text in Markdown, without code and without comments."""
    kept: list[str] = []
    start = first
    fence = ""
    for number, line in enumerate([*lines, ""], first):
        opening = re.match(r"\s*(`{3,}|:{3,}|~{3,})", line)
        if fence or opening:
            begins = not fence and opening is not None and not opening[1].startswith(":")
            ends = bool(fence) and line.strip().startswith(fence)
            fence = opening[1] if begins and opening else "" if ends else fence
            words = ""
        else:
            words = line.strip()
        new_item = bool(re.match(r"[-*|#>]|\d+\. ", words))
        if kept and (not words or new_item):
            yield _joined(kept, start)
            kept = []
        if words:
            start = start if kept else number
            kept.append(_plain(words))


def _plain(words: str) -> str:
    """A line without marks of lists and links; code becomes one letter, so that its words are not read."""
    words = re.sub(r"``[^`]+``|`[^`]*`", "`", re.sub(r"<!--.*?-->", "", words))
    return re.sub(r"^(?:[-*>|]|#+|\d+\.)\s+", "", words).replace("**", "")


def _joined(lines: Sequence[str], first: int, *, docstring: bool = False) -> Passage:
    breaks: list[int] = []
    length = 0
    for line in lines:
        length += len(line) + 1
        breaks.append(length - 1)
    return Passage(" ".join(lines), first, docstring, tuple(breaks))


def _line_of_cell(text: str, source: Sequence[str] | str) -> int:
    opening = json.dumps(source if isinstance(source, str) else (source or [""])[0], ensure_ascii=False)
    return text[: max(0, text.find(opening))].count("\n") + 1


def _docstrings(tree: ast.Module) -> Iterator[Passage]:
    """Docstrings, strings below names, and the texts of ``--help``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from _parts(node.value.value, node.lineno, docstring=True)
        if isinstance(node, ast.keyword) and node.arg in ("help", "description", "epilog"):
            for part in ast.walk(node.value):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield from _parts(part.value, part.lineno)


def _parts(text: str, line: int, *, docstring: bool = False) -> Iterator[Passage]:
    for number, paragraph in enumerate(_split(text)):
        offset, lines = paragraph
        yield _joined([_plain(each.strip()) for each in lines], line + offset, docstring=docstring and number == 0)


def _split(text: str) -> Iterator[tuple[int, list[str]]]:
    kept: list[str] = []
    start = 0
    for number, line in enumerate([*text.splitlines(), ""]):
        if kept and (not line.strip() or re.match(r"\s*(?:[-*|]|:\w+|@\w+|>>>)", line)):
            yield start, kept
            kept = []
        if line.strip() and not line.strip().startswith((">>>", "...")):
            start = start if kept else number
            kept.append(line)


def _comments(text: str) -> Iterator[Passage]:
    """Comments; comments on lines that follow each other are one passage."""
    kept: list[str] = []
    start = last = 0
    for match in STRING_OR_COMMENT.finditer(text):
        if match[0][0] != "#":
            continue
        line = text.count("\n", 0, match.start()) + 1
        if kept and line != last + 1:
            yield _joined(kept, start)
            kept = []
        start = start if kept else line
        kept.append(match[0].lstrip("#: "))
        last = line
    if kept:
        yield _joined(kept, start)


def _typescript(text: str) -> Iterator[Passage]:
    """Comments in TypeScript, without their marks."""
    for comment in re.finditer(r"/\*[\s\S]*?\*/|(?:^[ \t]*//.*\n)+|(?<=\s)//.*", text, re.MULTILINE):
        words = re.sub(r"^[ \t]*(?:/\*\*?|\*/|\*|//) ?|\*/", "", comment[0], flags=re.MULTILINE)
        yield from _parts(words, text[: comment.start()].count("\n") + 1, docstring=comment[0].startswith("/**"))


def main(names: Sequence[str]) -> int:
    """Print the phrases of some files, by default of all that people read. Returns the exit code."""
    paths = [Path(name).resolve() for name in names] or sorted({path for each in READ for path in ROOT.glob(each)})
    lines = [line for path in paths if _name(path) not in LEFT_OUT for line in found(path)]
    for line in lines:
        print(line)
    if lines:
        print(f"{len(lines)} phrases; docs/style.md says how to write them")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
