"""A game in progress: its tree, its journal on disk, what it saves and loads."""
