"""Sentences for those at a table: who is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hexwidget.english import agree, capital, counted, verb
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
    name = names.get(place)
    you = you_are(place) + (f" ({name})" if name else "")
    if place != SPECTATORS and here[place] > 1:
        you += f", on {here[place]} screens" + ("" if name else ": if the others are not yours, ask for a new link")
    said = [you]
    for player in filter(None, at):
        if player in computers:
            said.append(computers[player])
        elif player != place:
            said.append(capital(is_(player, names)) + (" here" if here[player] else " not here"))
    others = here[SPECTATORS] - (place == SPECTATORS)
    if others:
        who = "other spectator" if place == SPECTATORS else "spectator"
        said.append(f"{counted(others, who)} {verb('looks', others)} on")
    if place is not None and here[None]:
        said.append("The referee is here")
    return ". ".join(said) + "."


def is_(player: str, names: Names) -> str:
    """Return a player with their name and a verb.

    >>> is_("blue", {"blue": "grace"}), is_("romans", {})
    ('blue (grace) is', 'romans are')
    """
    return f"{player} ({names[player]}) is" if player in names else agree(player, "is")


def you_are(place: Place) -> str:
    """Return the place of somebody, as they are told."""
    return f"You are {called(place)}" if place != SPECTATORS else "You look on"


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
            name = capital(called(each)) if each != SPECTATORS else counted(here[each], "spectator")
            plays = each in computers
            name += ", the computer" if plays else f": {names[each]}" if each in names else ""
            found.append(Occupancy(name, each, max(here[each], int(plays)), each == place))
    return tuple(found)
