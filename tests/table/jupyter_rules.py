"""An extension of a Jupyter server under test: it writes down the addresses of all handlers, as patterns."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from tornado.ioloop import IOLoop


def _load_jupyter_server_extension(app: Any) -> None:
    def patterns(router: Any) -> list[str]:
        found = []
        for rule in router.rules:
            pattern = getattr(getattr(rule.matcher, "regex", None), "pattern", "")
            found += patterns(rule.target) if hasattr(rule.target, "rules") else [pattern]
        return found

    def write() -> None:
        Path(os.environ["RULES"]).write_text(json.dumps(patterns(app.web_app.default_router)), encoding="utf-8")

    IOLoop.current().add_callback(write)  # once all extensions are loaded


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "tests.table.jupyter_rules"}]
