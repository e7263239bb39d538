"""What travels to the browser: plain dicts and bytes, made of scenes, choices and verdicts.

A set of hexes travels as ``[first_byte, bytes]``: the plane in the map's numbering, little-endian, without the zero bytes
before and behind. Never a dict per hex.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import pairwise
from typing import Any

from hexwidget.geometry import HexMap, MatMap, Point, SpaceMap
from hexwidget.play import Session, Step
from hexwidget.rules import Choice, Choices, Draft, Event, Field, Finding, Position, Preview, Rulebook, Table, Verdict
from hexwidget.rules.editing import settings_of
from hexwidget.scene import Arrow, Card, Note, Overlay, Row, Scene, Token, Wheel

Wire = dict[str, Any]

PREFETCH_BYTES = 256_000
"""How much of choices is sent ahead with a revision; the rest is answered when asked for."""
MOST_FORESEEN = 3
"""How many outcomes are told that are known from steps taken back."""
LOG_STEPS = 200
"""How many steps of the current line the timeline holds, about the present one."""


def plane(bits: int) -> list[Any]:
    """A plane for the wire.

    >>> plane(0b1_0000_0000_0000)
    [1, b'\\x10']
    """
    skip = ((bits & -bits).bit_length() - 1) // 8 if bits else 0
    bits >>= 8 * skip
    return [skip, bits.to_bytes((bits.bit_length() + 7) // 8, "little")]


def static_scene(scene: Scene, rulebook: str = "") -> Wire:
    """The part of a scene that does not change in a game: the map and how everything looks.

    :param rulebook: the address of the system's rulebook as a page, up to the clause; empty: there is none
    """
    return {
        "title": scene.title,
        "rulebook": rulebook,
        "spent": scene.spent,
        **space_map(scene.map),
        "borders": [{"key": b.key, "label": b.label, "hue": b.hue, "stroke": b.stroke} for b in scene.borders],
        "grounds": [{"key": g.key, "label": g.label, "hue": g.hue, "pattern": g.pattern} for g in scene.grounds],
        "players": [{"name": p.name, "hue": p.hue, "shape": p.shape} for p in scene.players],
    }


def other_map(one: Wire, other: Wire) -> bool:
    """Whether the spaces of two static scenes are numbered differently: planes mean other spaces then."""
    kinds = ("offset", "columns", "rows")
    return any(one[key] != other[key] for key in kinds) or _names(one) != _names(other)


def _names(scene: Wire) -> list[str]:
    return [] if scene["provinces"] is None else [province["name"] for province in scene["provinces"]["provinces"]]


def space_map(m: SpaceMap) -> Wire:
    """A map: hexes as columns, rows and grounds; provinces, and the places of a mat, each with its outline."""
    if isinstance(m, HexMap):
        hexes = {"offset": m.offset.value, "columns": m.columns, "rows": m.rows, "cells": m.cells}
        return {**hexes, "provinces": None}
    outlines = [m.outline(n) for n in range(len(m))]
    left, top = (min(p[axis] for outline in outlines for p in outline) for axis in (0, 1))

    def moved(point: Point) -> list[float]:
        return [round(point[0] - left, 4), round(point[1] - top, 4)]

    corners = [moved(p) for outline in outlines for p in outline]
    provinces = {
        "mat": isinstance(m, MatMap),
        "nameUp": m.name_up,
        "size": [max(x for x, _ in corners), max(y for _, y in corners)],
        "provinces": [
            {
                "name": m.name(n),
                "label": m.label(n),
                "ground": m.terrains.index(m.terrain(n)),
                "at": moved(m.centre(n)),
                "outline": [moved(p) for p in outlines[n]],
                "room": round(min(m.label_room(n), 1000.0), 4),
                "beyond": [-1 if there is None else there for there in m.beyond(n)],
            }
            for n in range(len(m))
        ],
        "borders": [{"kind": kind, "line": [moved(p) for p in line]} for kind, line in m.border_lines()],
    }
    return {"offset": "odd-r", "columns": 0, "rows": 0, "cells": b"", "provinces": provinces}


def changing_scene(scene: Scene) -> Wire:
    """The part of a scene that changes: pieces, tokens, overlays, arrows, and all of it in words."""
    return {
        "pieces": [
            {
                "id": p.id,
                "space": p.space,
                "owner": p.owner,
                "symbol": p.symbol,
                "kind": p.kind,
                "label": p.label,
                "count": p.count,
                "layer": p.layer,
                "spent": p.spent,
                "turned": p.turned,
                "facing": p.facing,
                "pips": p.pips,
            }
            for p in scene.pieces
        ],
        "tokens": [token(t) for t in scene.tokens],
        "cards": [card(c) for c in scene.cards],
        "overlays": [overlay(o) for o in scene.overlays],
        "arrows": arrows(scene.arrows),
        "notes": [note(n) for n in scene.notes],
        "wheel": None if scene.wheel is None else wheel(scene.wheel),
        "regions": [{"label": r.label, "plane": plane(r.plane)} for r in scene.regions],
        "row": None if scene.row is None else row(scene.row),
        "description": scene.description,
    }


def card(c: Card) -> Wire:
    """A card, or a pile of cards."""
    return {
        "space": c.space,
        "owner": c.owner,
        "title": c.title,
        "kind": c.kind,
        "symbol": c.symbol,
        "cost": c.cost,
        "figures": [list(figure) for figure in c.figures],
        "count": c.count,
        "face": c.face,
        "exerted": c.exerted,
        "hurt": c.hurt,
        "pile": c.pile,
        "details": list(c.details),
    }


def wheel(w: Wheel) -> Wire:
    """A wheel beside the board."""
    markers = [list(marker) for marker in w.markers]
    return {"title": w.title, "wedges": list(w.wedges), "markers": markers, "slot": w.slot, "values": list(w.values)}


def row(r: Row) -> Wire:
    """Cards beside the board."""
    cards = [{"title": title, "marks": list(seats)} for title, seats in r.cards]
    return {"title": r.title, "cards": cards, "length": r.length, "notes": list(r.notes)}


def token(t: Token) -> Wire:
    """Small markers of one kind on a space."""
    return {"space": t.space, "kind": t.kind, "name": t.name, "label": t.label, "count": t.count, "shape": t.shape}


def arrows(found: Iterable[Arrow]) -> list[Wire]:
    """Ways from space to space."""
    return [{"spaces": list(a.spaces), "label": a.label, "hue": a.hue, "trail": a.trail} for a in found]


def note(n: Note) -> Wire:
    """A few words at a space."""
    return {"space": n.space, "text": n.text, "hue": n.hue}


def overlay(o: Overlay) -> Wire:
    """An overlay of the user's."""
    return {
        "name": o.name,
        "label": o.label,
        "hue": o.hue,
        "fill": o.fill,
        "darkening": o.darkening,
        "border": o.border,
        "numbers": o.numbers,
        "hatch": o.hatch,
        "levels": [[value, *plane(bits)] for value, bits in o.levels],
    }


def finding(f: Finding, rulebook: Rulebook) -> Wire:
    """A finding with the clause that it cites."""
    clause, remedy = rulebook[f.clause], f.remedy
    return {
        "clause": f.clause,
        "title": clause.title,
        "rule": clause.text,
        "code": f.code,
        "text": f.text,
        "subjects": list(f.subjects),
        "remedy": None if remedy is None else {"text": remedy.text, "clause": remedy.clause, "action": remedy.action},
    }


def verdict(v: Verdict, rulebook: Rulebook) -> Wire:
    """A verdict with all its findings."""
    return {"status": v.status.value, "subject": v.subject, "findings": [finding(f, rulebook) for f in v.findings]}


def field(f: Field, rulebook: Rulebook) -> Wire:
    """A slot to be filled with a space: level sets, a route to each, and what bars the rim."""
    reach = f.reach
    levels, before = [], 0
    for cost, bits in enumerate(reach.levels()):
        if bits & ~before:
            levels.append([cost, *plane(reach.frame.to_map(bits & ~before))])
        before = bits
    barred = [
        {"clause": clause, "title": rulebook[clause].title, "plane": plane(reach.frame.to_map(bits))}
        for clause, bits in reach.rim_planes.items()
    ]
    return {
        "slot": f.slot,
        "label": f.label,
        "unit": list(f.unit),
        "here": f.here,
        "completes": f.completes,
        "onward": f.onward,
        "numbers": f.numbers,
        "origin": reach.map.name(reach.origin),
        "lead": list(f.lead[:-1]),
        "budget": reach.budget,
        "levels": levels,
        "routes": ",".join(reach.routes()),
        "barred": barred,
    }


def choice(c: Choice, rulebook: Rulebook) -> Wire:
    """One option."""
    return {
        "slot": c.slot,
        "value": c.value,
        "label": c.label,
        "kind": c.kind,
        "clause": c.clause,
        "space": c.space,
        "chosen": c.chosen,
        "leadsTo": dict(c.leads_to),
        "shortcut": c.shortcut,
        "fewer": None if c.fewer is None else dict(c.fewer),
        "more": None if c.more is None else dict(c.more),
        "findings": [finding(f, rulebook) for f in c.findings],
    }


def choices(c: Choices, rulebook: Rulebook) -> Wire:
    """What may be chosen, given a draft."""
    return {
        "player": c.player,
        "draft": dict(c.draft),
        "prompt": c.prompt,
        "options": [choice(o, rulebook) for o in c.options],
        "field": None if c.field is None else field(c.field, rulebook),
        "action": None if c.action is None else str(c.action),
        "verdict": verdict(c.verdict, rulebook),
        "arrows": arrows(c.arrows),
        "back": dict(c.back),
        "preview": None if c.preview is None else preview(c.preview),
        "table": None if c.table is None else table(c.table),
    }


def preview(p: Preview) -> Wire:
    """How the board would look."""
    return {"grounds": [list(pair) for pair in p.grounds], "tokens": [token(t) for t in p.tokens]}


def table(t: Table) -> Wire:
    """Figures to choose by."""
    return {"title": t.title, "header": list(t.header), "rows": [list(cells) for cells in t.rows]}


def choices_state(root: Choices, ask: Callable[[Draft], Choices], rulebook: Rulebook, most: int | None = None) -> Wire:
    """What may be chosen first, and what follows from it as far as there is room."""
    return {"root": choices(root, rulebook), "branches": branches(root, ask, rulebook, most)}


def status(
    seen: Position,
    player: str | None,
    *,
    any_view: bool,
    recorded: bool = False,
    kept: Wire | None = None,
    thinking: tuple[str, ...] = (),
) -> Wire:
    """Where the game stands, for whom, whether it can be played on, whether it is kept (see `kept`), and which opponents are
    about to act."""
    return {
        "text": seen.system.status(seen),
        "thinking": list(thinking),
        "toAct": sorted(seen.to_act),
        "seenBy": player,
        "anyView": any_view,
        "recorded": recorded,
        "said": [],
        "kept": kept or {"file": "", "problem": ""},
    }


def kept(session: Session, player: str | None) -> Wire:
    """The name of the file that a game is kept in, and why its last step could not be saved; a player is told no more than
    that it could not."""
    problem = session.unsaved
    if player is not None:
        return {"file": "", "problem": problem and "the game could not be saved; the referee can see why"}
    return {"file": session.journal.name if session.journal else "", "problem": problem}


def said(heading: str, tone: str, lines: Iterable[Any]) -> Wire:
    """What is said beside the board: a heading, and lines with a text, a clause and spaces.

    :param tone: "question", "right" or "wrong"
    """
    listed = [{"text": line.text, "clause": line.clause, "subjects": list(line.spaces)} for line in lines]
    return {"heading": heading, "tone": tone, "lines": listed}


def branches(root: Choices, ask: Callable[[Draft], Choices], rulebook: Rulebook, most: int | None = None) -> list[Wire]:
    """The choices behind each piece that can be picked up, plain and with each switch: sent ahead of the click."""
    found: list[Wire] = []
    spent = 0
    for draft in _drafts_ahead(root, ask):
        encoded = choices(ask(draft), rulebook)
        # The pieces are the same in every branch; the front end takes them from the root.
        encoded["options"] = [o for o in encoded["options"] if o["kind"] != "piece"]
        spent += _size(encoded)
        if spent > (PREFETCH_BYTES if most is None else most):
            break
        found.append(encoded)
    return found


def _drafts_ahead(root: Choices, ask: Callable[[Draft], Choices]) -> Iterator[Draft]:
    pieces = [o.leads_to for o in root.options if o.kind == "piece" and o.legal and not o.chosen]
    yield from pieces
    for draft in pieces:
        yield from (o.leads_to for o in ask(draft).options if o.kind == "switch" and o.legal)


def _size(encoded: object) -> int:
    """About how many bytes something takes on the wire."""
    if isinstance(encoded, dict):
        return sum(len(key) + 4 + _size(value) for key, value in encoded.items())
    if isinstance(encoded, list):
        return sum(map(_size, encoded)) + 2
    return len(encoded) + 3 if isinstance(encoded, (str, bytes)) else 6


def timeline(session: Session, player: str | None, opponents: Collection[str] = ()) -> Wire:
    """The course of the game and where we are in it: for the referee the whole line of play with its branches, for a player
    what they were told up to now, counted on its own, so that no number says what they were not told. What opponents who are
    no persons have done belongs to what happened since somebody decided."""
    if player is None:
        return _timeline_of_referee(session, opponents)
    return _timeline_of_player(session, player, opponents)


def _timeline_of_referee(session: Session, opponents: Collection[str]) -> Wire:
    line = session.line
    place = session.step.depth
    # A long game travels as what lies about the present: as much of it ahead as there is, then what came before.
    first = max(0, min(place - LOG_STEPS // 2, len(line) - LOG_STEPS))
    shown = line[first : first + LOG_STEPS]
    branches = _branches(session, {step.number for step in line})
    return {
        "current": session.step.number,
        "depth": place,
        "length": len(line) - 1,
        "canUndo": session.can_undo,
        "canRedo": session.can_redo,
        "canGoto": True,
        "rolls": session.rolls if session.position.system.chancy else None,
        "notice": "; ".join(filter(None, [session.notice, _taken_back(session), _broken(session)])),
        "steps": [
            {"number": s.number, "depth": s.depth, "text": s.text, "branches": branches.get(s.number, [])}
            for s in shown
        ],
        "events": [event for step in _since_the_decision(session, opponents) for event in events(step, None)],
    }


def _branches(session: Session, on_line: set[int]) -> dict[int, list[Wire]]:
    """The other ways that have been gone from each step, each with what followed in it; the newest as far as there is room."""
    made: dict[int, Wire] = {}
    roots: dict[int, list[Wire]] = {}
    others = [step for step in session.steps if step.number not in on_line][-LOG_STEPS:]
    for step in others:
        made[step.number] = {"number": step.number, "text": step.text, "next": []}
        if step.parent in on_line:
            roots.setdefault(step.parent, []).append(made[step.number])
        elif step.parent in made:
            made[step.parent]["next"].append(made[step.number])
    return roots


def _broken(session: Session) -> str:
    """That a position set by hand breaks clauses, and what first."""
    if session.step.done is not None or session.step.parent is None:
        return ""
    findings = session.position.system.check_position(session.position).findings
    return f"the position as it was set breaks {findings[0].clause}: {findings[0].text}" if findings else ""


def _taken_back(session: Session) -> str:
    """That steps were taken back past what chance decided, which is known now."""
    known = session.foreseen
    if not known:
        return ""
    more = f" and {len(known) - MOST_FORESEEN} more" if len(known) > MOST_FORESEEN else ""
    told = ", ".join(map(str, known[:MOST_FORESEEN]))
    return f"taken back past what chance has shown ({told}{more}): it is known, and comes again"


def _timeline_of_player(session: Session, player: str, opponents: Collection[str]) -> Wire:
    known, happened = [(0, "start")], list[Wire]()
    for before, step in pairwise(session.line[: session.step.depth + 1]):
        told = "the referee set the position" if step.done is None else None
        if step.done is not None:
            told = before.position.system.told(before.position, step.done, player)
        if told is not None:
            known.append((len(known), told))
        here = events(step, player)
        happened = [*happened, *here] if _follows(step, opponents) else here or happened
    shown = known[-LOG_STEPS:]
    return {
        "current": known[-1][0],
        "depth": known[-1][0],
        "length": known[-1][0],
        "canUndo": False,
        "canRedo": False,
        "canGoto": False,
        "rolls": None,
        "notice": "",
        "steps": [{"number": n, "depth": n, "text": text, "branches": []} for n, text in shown],
        "events": happened,
    }


def _follows(step: Step, opponents: Collection[str]) -> bool:
    """Whether a step followed from another by itself: dice, or an opponent who is no person."""
    return step.chance is not None or (step.action is not None and step.action.player in opponents)


def _since_the_decision(session: Session, opponents: Collection[str]) -> list[Step]:
    """The present step, and before it those that led there since somebody decided last: dice that follow from it belong to
    what happened."""
    steps = [session.step]
    while _follows(steps[0], opponents) and steps[0].parent is not None:
        steps.insert(0, session.steps[steps[0].parent])
    return steps


def events(step: Step, player: str | None) -> list[Wire]:
    """What happened at a step, as far as a player (None: the referee) sees it."""
    return [event(e) for e in step.events if player is None or e.visible_to is None or player in e.visible_to]


def editing(position: Position) -> Wire:
    """What an editor can put and set, and what is wrong with the position as it is."""
    system = position.system
    found: Verdict = system.check_position(position)
    return {
        "brushes": [
            {"key": b.key, "label": b.label, "group": b.group, "symbol": b.symbol, "owned": b.owned}
            for b in system.brushes(position)
        ],
        "settings": [
            {
                "name": s.name,
                "values": list(s.values),
                "now": s.now,
                "clause": s.clause,
                "least": s.least,
                "most": s.most,
            }
            for s in settings_of(position)
        ],
        "findings": [finding(f, system.rulebook) for f in found.findings],
    }


def event(e: Event) -> Wire:
    """One thing that happened."""
    return {"text": e.text, "clause": e.clause, "subjects": list(e.subjects)}


def clause(wanted: str, position: Position) -> Wire:
    """A clause to be read: its text, what it leaves open and how that is read in this game, and the examples of its section.

    :raises UnknownName: if the rulebook has no such clause
    """
    rulebook: Rulebook = position.system.rulebook
    found, settings = rulebook[wanted], position.settings
    section = wanted.partition(".")[0]
    return {
        "id": found.id,
        "kind": found.kind,
        "title": found.title,
        "text": found.text,
        "open": found.open,
        "readings": [
            {"name": option.name, "values": list(option.values), "now": str(settings.get(option.name, ""))}
            for option in rulebook.options.values()
            if option.clause == wanted
        ],
        "examples": [
            {"id": other.id, "title": other.title, "text": other.text}
            for other in rulebook.values()
            if other.kind == "example" and other.id != wanted and other.id.partition(".")[0] == section
        ],
    }
