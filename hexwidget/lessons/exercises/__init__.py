"""Exercises: questions about a position, answered by clicks, and the pages, paper and desks that ask them.

`exercise` is one of them, `loading` reads them from data, `generator` makes new ones about a clause. `hexwidget.lessons.kinds` are the ways
to ask. `goals` are the conditions that an action may lead to, `feedback` is the reply to an answer.

`desk` puts exercises on a board: `activity` asks and judges there, `answer_choices` are the clicks, `drawings` the marks. `offline_answers`
judges all answers beforehand for pages without a kernel, `page` and `handouts` write pages and paper, `question_editor` makes exercises by
clicks.
"""
