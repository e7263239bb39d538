"""Reviews of games: `review` names the moments that mattered most to a player, with sentences that are proven.

`decisions` has what the player could know, `missed` the rules that said no, `unseen` the better actions, `balance` the
units that choices cost, `patterns` the misconceptions. `since` says where the truth was another.
`moments` holds what they find, `reviewing` puts it together, `retrying` makes a course of it, and `card` shows it.

May import the rest of `hexwidget.lessons`, and all that that imports.
"""

from hexwidget.lessons.review.moments import Moment, Sentence
from hexwidget.lessons.review.patterns import Misconception
from hexwidget.lessons.review.reviewing import Review, Reviewing, review

__all__ = ["Misconception", "Moment", "Review", "Reviewing", "Sentence", "review"]
