"""Write the files that follow from Python dataclasses: schemas of messages and positions, and the front end's types. The table
of hosts in docs/hosts.md follows from the marks of tests, the contents of docs/reference from docstrings, the lists in docs/writing-a-system.md from the code, the bill of
materials from pyproject.toml, the sums in docs/reliability.md from docs/tried.json.

``python tools/generate.py`` writes them. ``--check`` writes nothing and fails if a file is not what it would write.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from generating.assistants import tools_schema  # noqa: E402  (the path above finds it)
from generating.authors import authors_page  # noqa: E402  (as above)
from generating.hosts import hosts_page  # noqa: E402  (as above)
from generating.json_schema import Schema, json_text  # noqa: E402  (as above)
from generating.materials import bill_of_materials  # noqa: E402  (as above)
from generating.messages import message_schema, server_schema  # noqa: E402  (as above)
from generating.positions import position_schema  # noqa: E402  (as above)
from generating.reference import pages  # noqa: E402  (as above)
from generating.sums import reliability_page  # noqa: E402  (as above)
from generating.typescript import message_types, server_types  # noqa: E402  (as above)

from examples.toy.system import TOY  # noqa: E402  (as above)
from hexwidget.systems.registry import system, system_names  # noqa: E402  (as above)


def schema_file(make: Callable[[], Schema]) -> Callable[[], str]:
    """The function that writes the text of a schema's file."""
    return lambda: json_text(make()) + "\n"


def position_files() -> Mapping[str, Callable[[], str]]:
    """The files of the bundled systems and the toy, as far as they declare their descriptions."""
    systems = [*(system(name) for name in system_names()), TOY]
    return {
        str((each.folder / "position.schema.json").relative_to(ROOT)): schema_file(
            lambda each=each: position_schema(each)
        )
        for each in systems
        if each.description is not None
    }


FILES: Mapping[str, Callable[[], str]] = {
    "hexwidget/widget/connections/messages.schema.json": schema_file(message_schema),
    "hexwidget/serving/messages.schema.json": schema_file(server_schema),
    "hexwidget/assistants/tools.schema.json": schema_file(tools_schema),
    "js/src/kernel/types.gen.ts": lambda: message_types(message_schema()),
    "js/src/pages/table/types.gen.ts": lambda: server_types(server_schema(), message_schema()),
    "docs/hosts.md": hosts_page,
    "hexwidget/materials.cdx.json": bill_of_materials,
    "docs/reliability.md": reliability_page,
    "docs/writing-a-system.md": authors_page,
    **position_files(),
    **pages(),
}
"""The generated files, each with the function that writes its text."""


def stale() -> list[str]:
    """The files that are not what the generator would write."""
    return [
        name
        for name, written in FILES.items()
        if not (ROOT / name).is_file() or (ROOT / name).read_text(encoding="utf-8") != written()
    ]


def main() -> int:
    """Write the files, or check them."""
    found = stale()
    if "--check" not in sys.argv[1:]:
        for name in found:
            (ROOT / name).write_text(FILES[name](), encoding="utf-8")
        print("\n".join(f"written: {name}" for name in found) or "nothing has changed")
        return 0
    for name in found:
        print(f"{name} is stale: run python tools/generate.py", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
