"""Classes: learners and their teacher at one server."""
