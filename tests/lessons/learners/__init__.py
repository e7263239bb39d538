"""The progress of learners: counts, clauses that come back, reports, statements."""
