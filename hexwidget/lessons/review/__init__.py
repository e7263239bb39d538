"""Reviews of games: `review` names the moments that mattered most to a player, with sentences that are proven.

`decisions` has what the player could know, `missed_rules` the rules that said no,
`better_actions` the actions that were there, `unit_balance` the units that choices cost, `misconceptions` the patterns.
`revealed_truth` says where the truth was another. `moments` holds what they find, `reviewer` puts it together, `retry_course` makes a course of
it, and `card` shows it.

May import the rest of `hexwidget.lessons`, and all that that imports.
"""

from hexwidget.lessons.review.misconceptions import Misconception
from hexwidget.lessons.review.moments import Moment, Sentence
from hexwidget.lessons.review.reviewer import Review, Reviewing, review

__all__ = ["Misconception", "Moment", "Review", "Reviewing", "Sentence", "review"]
