"""Courses: stages and exercises with one tutor, on one board.

`course` puts the `parts` together. A `stage` is a position with an aim, `play` the play of stages, with an `opponent` for learners and `hints`,
which `hint_steps` tells in steps. `tutor` introduces clauses. `activity` is the course at its board, `page` the course as a page, and
`walkthrough` follows the hints to the end.
"""
