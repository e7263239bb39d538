"""Games as environments for learning: `aec` and `parallel` with PettingZoo's interfaces, and `text` for agents that read and write.

With PettingZoo's interfaces an action is a click on a draft (see `hexwidget.environments.encoding`). Legality is a mask. Observations
come from `observe`.

May import `hexwidget.asking`, and all that that imports; the only package that imports PettingZoo and Gymnasium.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexwidget.problems import no_name

if TYPE_CHECKING:
    from hexwidget.environments.texts import TextEnvironment
    from hexwidget.environments.turns import DraftEnvironment, ParallelDraftEnvironment
    from hexwidget.files import Scenario
    from hexwidget.rules import Position

__all__ = ["aec", "parallel", "text"]


def aec(start: str | Scenario | Position, **settings: Any) -> DraftEnvironment:
    """Return an environment in which the players act in turn (PettingZoo's AEC).

    :param start: the name of a bundled scenario, a scenario, or a position that is not over
    :param settings: those of `hexwidget.environments.turns.DraftEnvironment`: ``max_steps``, ``buttons``, ``objective``,
        ``illegal``, ``encode``, ``render_mode``

    :raises ImportError: if PettingZoo is missing: ``pip install "hexwidget[environments]"``
    :raises InputError: if there is no such scenario, or nothing to decide in it

    >>> import hexwidget as hw
    >>> env = hw.environments.aec("rondel/two-ways-to-pay", max_steps=500)
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> env.agent_selection, int(observation["action_mask"].sum()), reward
    ('romans', 2, 0.0)
    """
    _look_for_pettingzoo()
    from hexwidget.environments.turns import DraftEnvironment

    return DraftEnvironment(start, **settings)


def parallel(start: str | Scenario | Position, **settings: Any) -> ParallelDraftEnvironment:
    """Return an environment in which all players act at once (PettingZoo's parallel API): for `plotted`, with sealed orders.

    A player with nothing to decide waits, which is action 0. Start, settings and errors are those of `aec`.
    """
    _look_for_pettingzoo()
    from hexwidget.environments.turns import ParallelDraftEnvironment

    return ParallelDraftEnvironment(start, **settings)


def text(start: str | Scenario | Position, *, player: str, **settings: Any) -> TextEnvironment:
    """Return an environment in text, for agents that read and write: a refusal cites its clauses and offers remedies. It needs no
    other package.

    :param start: the name of a bundled scenario, a scenario, or a position that is not over
    :param player: the player who reads and writes; policies play the others
    :param settings: those of `hexwidget.environments.texts.TextEnvironment`: ``opponents``, ``max_tries``, ``objective``, ``price``
    :raises InputError: if there is no such scenario or player, or a setting is wrong

    >>> import hexwidget as hw
    >>> env = hw.environments.text("orders/two-on-one", player="red")
    >>> observation = env.reset(seed=7)
    >>> reply = env.step("0402 move 0404")
    >>> reply.played, reply.verdict.clauses, reply.remedies
    (False, ('O8.1',), ('0402 move 0503',))
    >>> env.step(reply.remedies[0]).played
    True
    """
    from hexwidget.environments.texts import TextEnvironment

    return TextEnvironment(start, player, **settings)


def _look_for_pettingzoo() -> None:
    try:
        import gymnasium  # noqa: F401
        import pettingzoo  # noqa: F401
    except ImportError:
        raise ImportError('environments need PettingZoo: pip install "hexwidget[environments]"') from None


if not TYPE_CHECKING:

    def __getattr__(name: str) -> None:
        raise no_name(__name__, name, __all__)
