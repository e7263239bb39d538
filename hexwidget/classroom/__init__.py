"""Classes: one link for all, a course for each learner in the browser, and a wall where the teacher sees all of them.

- `storage` (the texts of a class), `logbook` (the deeds of a learner, line by line).
- `learner_course` (the course of a learner), `courses` (the courses of the learners of one process), `messages` (those to and from the processes).
- `workers` (the processes), `channels` (the class as its server sees it: its links and requests), `wall` (the teacher's view), `stuck_learners`, `wishes`.
- `games` (learners play each other, or the teacher plays all, at tables).
- `pages`, `serving` (the server), `cell` (a class of a notebook), `hub` (a class as a service of
  JupyterHub).

May import every floor below: `hexwidget.table` serves the boards, `hexwidget.lessons` are what is played there.
"""
