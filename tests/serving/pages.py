"""A check of what servers send to pages against the published schema of their messages."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, get_args

from jsonschema import Draft202012Validator

from hexwidget import serving
from hexwidget.serving import messages
from hexwidget.widget.connections.messages import BoardState

SCHEMA = json.loads((Path(serving.__file__).parent / "messages.schema.json").read_text(encoding="utf-8"))


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


@cache
def check(text: str, *pages: str) -> None:
    """Check a message, once, against the classes of its method that a page of these kinds may get.

    :param pages: of `hexwidget.serving.messages.PAGES`
    """
    message: dict[str, Any] = json.loads(text)
    if message["method"] == "update":  # tests/widget/test_messages.py checks the values
        assert message.keys() == {"method", "state"}
        assert message["state"].keys() <= {*BoardState.__annotations__, "theme"}
        return
    known = {each for page in ("LineMessage", *pages) for each in get_args(getattr(messages, page))}
    found = [each.__name__ for each in known if each.method == message["method"]]
    assert found, f"no page of {pages} gets {message['method']!r}"
    if not any(validator(name).is_valid(message) for name in found):
        validator(found[0]).validate(message)
