"""A game asked in words: `seat` answers a player as that player's board does, `textboard` writes the board, `game_files` opens what a text names.

May import the widget's audience, and all that that imports; no Jupyter. The terminal, the server for assistants and text environments stand on it.
"""
