"""Classes: one link for all, a course for each learner in the browser, and a wall where the teacher sees all of them.

- `kept` (a class that is kept: its links, its learners, and their texts), `folder` (keeps it in a folder), `logbook` (what a learner has done, line by line), `rows` (keeps it in a
  PostgreSQL), `databases` (loads it).
- `pupil` (the course of a learner), `desks` (the courses of the learners of one process, and the messages to and from them).
- `crew` (the processes), `room` (the class as its server sees it: who comes in, what they may ask), `wall` (the teacher's view).
- `games` (learners play each other, or the teacher plays all, at tables).
- `app` (pages and sockets, on Starlette), `serving` (the server), `options` and `command` (``hexwidget class``), `cell` (a class of a notebook),
  `hub` (a class as a service of JupyterHub).

May import every floor below: `hexwidget.table` serves the boards, `hexwidget.lessons` are what is played there.
"""
