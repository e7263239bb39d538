"""Positions from and to descriptions: Python keywords, or the same structure as JSON. An error lists all problems at once.

`entries`: the entries of a description; `reading`: reading them; `consistency`: entries that do not go together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hexwidget.rules import Rulebook
from hexwidget.rules.description import Given
from hexwidget.systems.frontiers.cards import DECKS, MOST, bundled, read_cards, write_cards
from hexwidget.systems.frontiers.description.consistency import note_inconsistent
from hexwidget.systems.frontiers.description.entries import FrontiersDescription
from hexwidget.systems.frontiers.description.reading import MatReader
from hexwidget.systems.frontiers.position import PHASES, FrontiersPosition

__all__ = ["FrontiersDescription", "build", "describe"]

MOST_ROUNDS = 1_000_000


def build(rulebook: Rulebook, description: Mapping[str, Any]) -> FrontiersPosition:
    """A position from its description. It may break clauses.

    :raises InputError: listing everything that cannot be read
    """
    given = Given(FrontiersDescription, description, rulebook)
    problems, players = given.problems, given.players()
    cards = read_cards(given["cards"], problems, "cards", bundled())
    settings = given.settings()
    frontiers = settings["frontiers"] if type(settings["frontiers"]) is int else 9
    read = MatReader(players, problems, cards, frontiers)
    if len(players) != 2:
        given.raise_any()
    made: dict[str, Any] = {
        "life": read.life(given["life_now"], settings["life"]),
        "civic": read.heaps("civic", given["civic"], cards.deck("civic"), "civic"),
        "army": read.heaps("army", given["army"], cards.deck("army"), "army"),
        "vaults": read.heaps("vaults", given["vaults"]),
        "graveyards": read.heaps("graveyards", given["graveyards"]),
        "villagers": read.villagers(given["villagers"]),
        "settlements": read.settlements(given["settlements"]),
        "spent": read.by_player("spent", given["spent"], 0, MOST),
        "units": read.units(given["units"]),
        "tactics": read.heaps("tactics", given["tactics"], type_="tactic"),
        "done": read.done(given["done"]),
        "phase": read.word("phase", given["phase"], PHASES),
        "initiative": read.player("initiative", description.get("initiative", players[0])),
        "passed": read.truth("passed", given["passed"]),
        "wins": read.wins(given["wins"]),
        "triggers": read.triggers(given["triggers"]),
        "chosen": read.chosen(given["chosen"]),
        "round": read.whole("round", given["round"], 1, MOST_ROUNDS),
        "title": given.title(),
    }
    made["acting"] = read.player("acting", description.get("acting", players[made["initiative"]]))
    made["hands"] = read.heaps("hands", given["hands"])
    made["sealed"] = read.sealed(given["sealed"])
    made["draws"] = read.draws(given["draws"])
    given.raise_any()
    position = FrontiersPosition(players=players, settings=settings, cards=cards, **made)
    if "hands" not in description:
        position = replace(position, draws=(*_opening(position), *position.draws))
    note_inconsistent(position, problems)
    given.raise_any()
    return position


def _opening(position: FrontiersPosition) -> list[tuple[int, str]]:
    """F1.3: the draws of the opening hands, as far as the decks go."""
    found = []
    for seat in (position.initiative, 1 - position.initiative):
        for deck in DECKS:
            count = min(position.settings[f"{deck}_hand"], len(position.deck(seat, deck)))
            found += [(seat, deck)] * count
    return found


def describe(position: FrontiersPosition) -> dict[str, Any]:
    """The description of a position, as plain data in canonical order: building it gives an equal position."""
    players = position.players

    def by_player(values: tuple[Any, ...], *, all_of_it: bool = False) -> dict[str, Any]:
        return {player: value for player, value in zip(players, values, strict=True) if value or all_of_it}

    def heaps(values: tuple[tuple[str, ...], ...], *, all_of_it: bool = False) -> dict[str, Any]:
        return by_player(tuple(dict(sorted(Counter(each).items())) for each in values), all_of_it=all_of_it)

    units: dict[str, dict[str, Any]] = {player: {} for player in players}
    for unit in position.units:
        at = "heartland" if not unit.frontier else f"{'occupying' if unit.occupying else 'advancing'} {unit.frontier}"
        described: dict[str, Any] = {"card": unit.kind, "at": at}
        described |= {"ready": True} if unit.ready else {}
        units[players[unit.owner]][unit.id] = described | ({"damage": unit.damage} if unit.damage else {})
    villagers = tuple({v.kind: {"ready": v.ready, "exerted": v.exerted} for v in own} for own in position.villagers)
    settlements = tuple({str(s.frontier): s.kind for s in own} for own in position.settlements)
    sealed = tuple({str(frontier): dict(damage) for frontier, damage in own} for own in position.sealed)
    own_cards = write_cards(position.cards, bundled())
    return {
        **({"title": position.title} if position.title else {}),
        "players": list(players),
        **({"cards": own_cards} if own_cards else {}),
        "life_now": by_player(position.life, all_of_it=True),
        "hands": heaps(position.hands),
        "civic": heaps(position.civic, all_of_it=True),
        "army": heaps(position.army, all_of_it=True),
        "vaults": heaps(position.vaults),
        "graveyards": heaps(position.graveyards),
        "villagers": by_player(villagers),
        "settlements": by_player(settlements),
        "spent": by_player(position.spent),
        "units": {player: own for player, own in units.items() if own},
        "tactics": heaps(position.tactics),
        "done": by_player(tuple(list(own) for own in position.done)),
        "phase": position.phase,
        "acting": players[position.acting],
        "initiative": players[position.initiative],
        "passed": position.passed,
        "sealed": by_player(sealed),
        "wins": [{"player": players[seat], "frontier": frontier} for seat, frontier in position.wins],
        "triggers": [{"player": players[t.seat], "source": t.source, "card": t.kind} for t in position.triggers],
        "chosen": by_player(position.chosen),
        "draws": [{"player": players[seat], "deck": deck} for seat, deck in position.draws],
        "round": position.round,
        **position.settings,
    }
