"""Learners: what a learner, and a class, has tried, solved, met, used and missed.

`records` keeps it, `counts` defines each count, `knowledge_map` draws it on the rulebook. `spaced_repetition` asks about the missed clauses that
come back. `class_progress` reads the progress of a class, `report` and `report_page` report on it, `grading` gives
points, `xapi` writes statements, and `xapi_client` sends them.
"""
