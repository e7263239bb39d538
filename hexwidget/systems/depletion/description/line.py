"""A position on one line, for cells, tests and messages.

Fields between blanks: map, stagger, players, the things of each, the player to act, then the entries that differ from
their defaults::

    ..^../.%.../...~./..^.. odd-r red,blue red:0202=1archer+2cavalry,0304=city;blue:0401=1spearman*1 red round=2

``*1`` are depletion cubes. Further entries: ``round``, ``passes``, ``landing=player:open:hex*cubes`` (or ``closed``;
the armies of a corps with ``+`` between, ``!`` behind one whose claim has failed), ``declared=from-to``,
``places``, ``exploration``, ``claim`` and ``fight`` as JSON, and every option or parameter that is not the default. Names and JSON
are percent-encoded.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote, unquote

from hexwidget.geometry.maptext import rows_to_text, write_rows
from hexwidget.jsontext import parse_json
from hexwidget.problems import InputError, Problems, shown
from hexwidget.rules.notation import LONGEST
from hexwidget.systems.depletion.description import to_json
from hexwidget.systems.depletion.position import STRUCTURE_KEYS, DepletionPosition
from hexwidget.systems.depletion.units import TERRAINS, UNITS

CANNOT_READ = "this notation cannot be read"
AS_JSON = ("places", "exploration", "claim", "fight")
_PLAIN = '{}[]",:/?*.~^&='
"""The characters that need no encoding in JSON that stands in a field."""


def write(position: DepletionPosition, defaults: dict[str, Any]) -> str:
    """The notation of a position. Reading it gives an equal position.

    :param defaults: the entries that are written by name, unless they have these values
    """
    name, players = position.map.name, position.players
    rows = write_rows(position.map, TERRAINS)
    holdings: dict[int, list[str]] = {}
    for army in position.armies:
        counted = (u.counted(n) for n, u in zip(army.units, UNITS, strict=True) if n)
        units = "+".join(words.replace(" ", "", 1).replace(" ", "_") for words in counted)
        cubes = f"*{army.cubes}" if army.cubes else ""
        holdings.setdefault(army.owner, []).append(f"{name(army.at)}={units}{cubes}")
    for structure in position.structures:
        holdings.setdefault(structure.owner, []).append(f"{name(structure.at)}={structure.kind}")
    things = (
        ";".join(f"{quote(players[seat], safe='')}:{','.join(held)}" for seat, held in sorted(holdings.items())) or "-"
    )
    described = to_json(position)
    fields = [rows, position.map.offset.value, ",".join(quote(p, safe="") for p in players), things]
    fields.append(quote(players[position.turn], safe=""))
    for key, value in described.items():
        if key in defaults and value != defaults[key]:
            fields.append(f"{key}={quote(str(value), safe='')}")
    if position.landing is not None:
        landing = position.landing
        state = "open" if landing.open else "closed"
        spots = "+".join(f"{name(s.at)}*{s.cubes_before}{'!' * s.failed}" for s in landing.spots)
        fields.append(f"landing={quote(players[landing.owner], safe='')}:{state}:{spots}")
    if position.declared is not None:
        origins = "+".join(map(name, position.declared.origins))
        fields.append(f"declared={origins}-{name(position.declared.target)}")
    for key in AS_JSON:
        if described.get(key) is not None:
            text = json.dumps(described[key], separators=(",", ":"), ensure_ascii=False)
            fields.append(f"{key}={quote(text, safe=_PLAIN)}")
    return " ".join(fields)


def read(text: str, defaults: dict[str, Any]) -> dict[str, Any]:
    """The description that a notation stands for (see `hexwidget.systems.depletion.description`).

    :raises InputError: listing every field that cannot be taken apart. `description.build` reads what is in them.
    """
    problems = Problems()
    fields = text.split() if isinstance(text, str) and len(text) <= LONGEST else []
    if len(fields) < 5:
        example = "..^/... odd-r red,blue red:0101=1archer red"
        raise InputError(CANNOT_READ, f"expected five fields or more, such as {example!r}, not {shown(text)}")
    rows, stagger, players, things, turn = fields[:5]
    found: dict[str, Any] = {"map": rows_to_text(rows, stagger), "offset": stagger}
    found |= {"players": [unquote(p) for p in players.split(",")], "turn": unquote(turn)}
    found |= {key: {} for key in ("armies", "cubes", *STRUCTURE_KEYS.values())}
    for part in things.split(";") if things != "-" else []:
        player, colon, held = part.partition(":")
        if not colon:
            problems.add("field 4", f"expected player:hex=units,..., not {shown(part)}")
            continue
        for entry in held.split(","):
            _read_holding(found, unquote(player), entry, problems)
    for field in fields[5:]:
        _read_entry(found, field, defaults, problems)
    problems.raise_any(CANNOT_READ)
    return found


def _read_holding(found: dict[str, Any], player: str, entry: str, problems: Problems) -> None:
    space, equals, what = entry.partition("=")
    if not equals or not what:
        problems.add("field 4", f"expected hex=units or hex=city, not {shown(entry)}")
    elif what in STRUCTURE_KEYS:
        found[STRUCTURE_KEYS[what]].setdefault(player, []).append(space)
    else:
        units, star, cubes = what.partition("*")
        places = found["armies"].setdefault(player, {})
        if space in places:
            problems.add("field 4", f"{player} has two armies on {shown(space)}")
        places[space] = units.replace("+", ", ")
        if star:
            found["cubes"][space] = _number(cubes)


def _read_entry(found: dict[str, Any], field: str, defaults: dict[str, Any], problems: Problems) -> None:
    key, equals, value = field.partition("=")
    parts = value.split(":")
    if key in found:
        problems.add(key, "is given twice")
    elif key == "landing" and len(parts) == 3 and parts[1] in ("open", "closed"):
        armies = [_read_spot(spot) for spot in parts[2].split("+")] if parts[2] else []
        found[key] = {"player": unquote(parts[0]), "open": parts[1] == "open", "armies": armies}
    elif key == "declared" and value.count("-") == 1:
        origins, _, target = value.partition("-")
        found[key] = {"from": origins.split("+"), "to": target}
    elif key in AS_JSON:
        try:
            found[key] = parse_json(unquote(value))
        except ValueError:
            problems.add(key, f"expected JSON, percent-encoded, not {shown(value)}")
    elif key in defaults and equals:
        found[key] = _number(value) if isinstance(defaults[key], int) else unquote(value)
    else:
        problems.unknown("", "entry", field[:60], [*defaults, "landing", "declared", *AS_JSON])


def _read_spot(text: str) -> dict[str, Any]:
    space, _, before = text.rstrip("!").partition("*")
    return {"hex": space, "cubes_before": _number(before), "claim_failed": text.endswith("!")}


def _number(text: str) -> int | str:
    """A whole number. Any other text stays, and is refused when it is read."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else unquote(text)
