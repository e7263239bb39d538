"""Connections of a board with its views: state and messages travel down, intents come up, in a notebook or from a server."""
