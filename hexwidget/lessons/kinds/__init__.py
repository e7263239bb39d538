"""The kinds of exercises. Each has its way to ask, to compute the answer, and to judge one.

- ``mark``: mark every space that a piece can reach (``piece``, and conditions of the reach: ``march``, ``order``, ...), or
  with ``what: "pieces"`` every space whose piece may act.
- ``legal``: tell if an action (``action``) is legal, and if not, which clause bars it.
- ``which``: an action (``action``) is refused: name one of the clauses that bar it.
- ``find``: of several actions (``actions``) find the only one that is legal.
- ``do``: find an action, or ``steps`` of them, that leads to a ``goal``; ``others`` are the actions of other players then.
- ``predict``: tell where a ``piece`` ends after some actions (``after``), who stands ``at`` a space, or how likely a ``goal`` is.
- ``best``: find the action with the ``most`` or ``least`` events by a clause, or the highest or lowest likelihood of a goal.
- ``again``: before a decision of a game find one of the ``better`` actions than the one that was done (``did``), or tried and
  ``refused``; ``why`` has the sentences of the answer, each with its clause. Reviews of games ask so.
"""

from hexwidget.lessons.kinds.best import Best
from hexwidget.lessons.kinds.do import Do
from hexwidget.lessons.kinds.find import Find
from hexwidget.lessons.kinds.legal import Legal, Which
from hexwidget.lessons.kinds.mark import Mark
from hexwidget.lessons.kinds.missed_decisions import Again
from hexwidget.lessons.kinds.predict import Predict
from hexwidget.lessons.kinds.task import LEGAL, MOST_WRONG, NOBODY, NOWHERE, Step, Task

__all__ = ["KINDS", "LEGAL", "MOST_WRONG", "NOBODY", "NOWHERE", "Again", "Best", "Do", "Find", "Legal", "Mark"]
__all__ += ["Predict", "Step", "Task", "Which"]

KINDS: dict[str, type[Task]] = {
    "mark": Mark, "legal": Legal, "which": Which, "find": Find, "do": Do, "predict": Predict, "best": Best,
    "again": Again,
}  # fmt: skip
"""The kinds by their names in data."""
