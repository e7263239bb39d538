"""The messages of servers to pages: each is sent, and each has a page that takes it. `tests.serving.pages` checks all that other tests hear."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from jsonschema import Draft202012Validator, ValidationError

import hexwidget
from hexwidget.serving import messages
from hexwidget.serving.messages import PageMessage
from tests.serving.pages import SCHEMA, check

PACKAGE = Path(hexwidget.__file__).parent
FRONT_END = PACKAGE.parent / "js" / "src"


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_message_is_sent_and_has_a_page() -> None:
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in PACKAGE.rglob("*.py")
        if path.parent.name in ("serving", "table", "classroom") and path.name != "messages.py"  # it defines them
    )
    pages = {name: get_args(getattr(messages, name)) for name in messages.PAGES}
    every_page = {each for union in pages.values() for each in union}
    for each in PageMessage.__subclasses__():
        assert re.search(rf"\b{each.__name__}\(", code), f"nothing sends {each.__name__}"
        assert each in every_page, f"no page takes {each.__name__}"


def test_no_two_messages_to_a_page_have_one_method() -> None:
    for name in messages.PAGES[1:]:
        methods = [each.method for each in (*get_args(messages.LineMessage), *get_args(getattr(messages, name)))]
        assert len({*methods}) == len(methods), name


def test_the_front_end_takes_the_generated_unions() -> None:
    """TypeScript checks then that a page takes each message of its union."""
    code = "".join(path.read_text(encoding="utf-8") for path in FRONT_END.rglob("*.ts") if "gen" not in path.name)
    types = (FRONT_END / "pages" / "table" / "types.gen.ts").read_text(encoding="utf-8")
    for name in (*messages.PAGES, "TableWish", "CourseWish", "WallWish", "CloseCode"):
        assert re.search(rf"^export (type|const) {name}\b", types, re.MULTILINE)
        assert re.search(rf"\b{name}\b", code), name


@pytest.mark.parametrize(
    ("message", "page"),
    [
        ({"method": "said"}, "TableMessage"),
        ({"method": "said", "text": "a", "more": 1}, "TableMessage"),
        ({"method": "link", "token": "a"}, "WallMessage"),
        ({"method": "said", "text": True}, "WallMessage"),
    ],
)
def test_the_check_refuses_what_no_class_declares(message: dict[str, object], page: str) -> None:
    with pytest.raises(ValidationError):
        check(json.dumps(message), page)
    with pytest.raises(AssertionError, match="no page"):
        check('{"method":"class"}', "TableMessage")
