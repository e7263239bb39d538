"""Sentences for those at a table: who is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hexwidget.english import as_name, capital, phrase, translated, worded
from hexwidget.serving.links import Place
from hexwidget.serving.messages import Occupancy
from hexwidget.table.storage import called
from hexwidget.widget.audience import SPECTATORS

Names = Mapping[Place, str]
"""The names of people by their seats, or by the places of their links."""
NOBODY: Names = {}


def present(
    at: tuple[Place, ...], here: Counter[Place], place: Place, computers: Mapping[str, str] = {}, names: Names = NOBODY
) -> str:
    """Return the sentence about the people there, for one place.

    :param computers: the sentences about the players that policies play
    :param names: of people, by their seats

    >>> present(("red", "blue", "", None), Counter({"red": 2, "": 1}), "red")
    'You are red, on 2 screens: if the others are not yours, ask for a new link. Blue is not here. 1 spectator looks on.'
    >>> present(("red", "blue"), Counter({"red": 2}), "red", names={"red": "ada", "blue": "grace"})
    'You are red (ada), on 2 screens. Blue (grace) is not here.'
    """
    said = [you_are(place, here[place], names)]
    for player in filter(None, at):
        if player in computers:
            said.append(computers[player])
        elif player != place:
            said.append(is_here(player, here[player], names))
    others = here[SPECTATORS] - (place == SPECTATORS)
    if others:
        noun = "{n:other spectator}" if place == SPECTATORS else "{n:spectator}"
        said.append(worded("{who:looks} on.", who=phrase(noun, n=others)))
    if place is not None and here[None]:
        said.append(translated("The referee is here."))
    return " ".join(said)


def is_here(player: str, screens: int, names: Names, *, counts: bool = False) -> str:
    """Return the sentence about a player who is there, or is not.

    :param counts: True: it says at how many screens

    >>> is_here("blue", 2, {"blue": "grace"}), is_here("romans", 0, {}), is_here("red", 2, {}, counts=True)
    ('Blue (grace) is here.', 'Romans are not here.', 'Red is here on 2 screens.')
    """
    there = "{who:is} here on {n} screens." if counts and screens > 1 else "{who:is} here."
    return capital(worded(there if screens else "{who:is} not here.", who=_named(player, names), n=screens))


def you_are(place: Place, screens: int = 1, names: Names = NOBODY) -> str:
    """Return the sentence about somebody's own place."""
    if place == SPECTATORS:
        return translated("You look on.")
    wording = "You are {place}, on {n} screens: if the others are not yours, ask for a new link."
    if screens < 2 or place in names:
        wording = "You are {place}." if screens < 2 else "You are {place}, on {n} screens."
    return worded(wording, place=_named(place, names), n=screens)


def _named(place: Place, names: Names) -> str:
    """Return a place with the name of the person who has it."""
    who = called(place)
    return phrase("{place} ({name})", place=who, name=as_name(names[place])) if place in names else who


def persons(
    at: tuple[Place, ...], here: Counter[Place], place: Place, computers: Mapping[str, str] = {}, names: Names = NOBODY
) -> tuple[Occupancy, ...]:
    """Return the places one by one, as one of them is told: the players, and others who are there. A computer is always there.

    >>> persons(("red", "blue", "", None), Counter({"red": 1, "": 2}), "red")[2]
    Occupancy(name='2 spectators', seat='', here=2, you=False)
    """
    found = []
    for each in at:
        if each or here[each]:
            name = capital(translated(called(each))) if each != SPECTATORS else worded("{n:spectator}", n=here[each])
            plays = each in computers
            if plays:
                name = worded("{player}, the computer", player=name)
            elif each in names:
                name = f"{name}: {names[each]}"
            found.append(Occupancy(name, each, max(here[each], int(plays)), each == place))
    return tuple(found)
