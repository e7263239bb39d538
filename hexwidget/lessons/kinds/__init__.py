"""The kinds of exercises: what each asks, how the engine finds the answer, and what is said to one.

- ``mark``: mark every space that a piece can reach (``piece``, and what a reach may be told: ``march``, ``order``, ...), or
  with ``what: "pieces"`` every space whose piece may do something.
- ``legal``: may this be done (``action``), and if not, which clause says no?
- ``do``: do something that leads to a ``goal``, in one action or ``steps`` of them; ``others``: what the others do then.
- ``predict``: these are done (``after``); where does ``piece`` end, who stands ``at`` a space, or how likely is a ``goal``?
- ``best``: the action that has the ``most`` or ``least`` of something: of events by a clause, or the likelihood of a goal.
"""

from hexwidget.lessons.kinds.best import Best
from hexwidget.lessons.kinds.do import Do
from hexwidget.lessons.kinds.kind import LEGAL, NOBODY, NOWHERE, Kind
from hexwidget.lessons.kinds.legal import Legal
from hexwidget.lessons.kinds.mark import Mark
from hexwidget.lessons.kinds.predict import Predict

__all__ = ["KINDS", "LEGAL", "NOBODY", "NOWHERE", "Best", "Do", "Kind", "Legal", "Mark", "Predict"]

KINDS: dict[str, type[Kind]] = {"mark": Mark, "legal": Legal, "do": Do, "predict": Predict, "best": Best}
"""By their names in data."""
