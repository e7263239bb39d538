"""The examples in the pages of the documentation run as they stand."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = re.compile(r"^```python\n(>>> .*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = {page.name: EXAMPLES.findall(page.read_text(encoding="utf-8")) for page in sorted(DOCS.glob("*.md"))}


def test_pages_have_examples() -> None:
    assert {name for name, examples in PAGES.items() if len(examples) >= 6} >= {"exploring.md", "environments.md"}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, examples in PAGES.items() if examples])
def test_the_examples_of_a_page_run(name: str) -> None:
    """The examples of a page run in their order, as one session."""
    example = doctest.DocTestParser().get_doctest("\n".join(PAGES[name]), {}, name, str(DOCS / name), 0)
    assert example.examples
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=said.append)
    assert not said, "".join(said)
