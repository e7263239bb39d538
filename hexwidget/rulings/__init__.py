"""500 rulings: questions of all five systems with positions and answers, to measure an assistant with (``python -m hexwidget.rulings``).

`rulings.json` holds them, DATASHEET.md says how they were made, `scoring` counts what is right, `baselines` answers them in plain ways.
The answers come from the tests' own reading of the rulebooks, which imports nothing of the engine's judging.
"""

from hexwidget.rulings.scoring import Ruling, RulingsScore, rulings, score

__all__ = ["Ruling", "RulingsScore", "rulings", "score"]
