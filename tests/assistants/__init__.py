"""The tools of assistants, and their server."""
