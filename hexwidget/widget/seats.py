"""The beginning of a board: its opponents take their seats, and the board shows the first step."""

from __future__ import annotations

from collections.abc import Mapping

from hexwidget.explore.opponents import Opponents
from hexwidget.explore.policies import Policy, PolicyError
from hexwidget.problems import InputError, Problem
from hexwidget.widget.audience import policy_error_for_players
from hexwidget.widget.showing import Showing


def begin(showing: Showing, opponents: Mapping[str, str | Policy] | None, pause: float) -> None:
    """Show the present step, and let opponents act if it is their turn.

    :param opponents: the policy of each player that a policy plays
    :param pause: seconds before they answer a person at a view
    :raises InputError: if there cannot be such opponents
    :raises PolicyError: if a policy fails
    """
    audience, failed = showing.audience, ""
    showing.watch()  # before its opponents do: the board shows each action before they think about it
    try:
        if opponents is not None:
            if isinstance(opponents, Mapping) and audience.player in opponents:
                what = f"this is {audience.player}'s own board: a person plays there"
                raise InputError("no such opponents", [Problem(f"opponents/{audience.player}", what)])
            showing.seat(Opponents(audience.session, opponents, pause=pause))
        showing.follow()
        if showing.opponents is not None:
            showing.opponents.act()
    except PolicyError as error:
        if not audience.bound:
            raise
        failed = error.player
    if failed:  # raised here: the context of the error would hold what the policy saw
        raise policy_error_for_players(failed)
