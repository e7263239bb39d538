"""Tables: several people play one game in their browsers, each place at a board of its own.

- `keeping` (a table's files in a folder: the journals, what was agreed on, the digests of its links, the links).
- `table` (a game, a board for each place, and those who are there), `viewer` (the limits of a viewer).
- `wishes` (the messages to a table), `agreements` (what its people agree on), `records` (the game as each place knows it).
- `app` (the page and the web socket), `cookies` (a browser keeps its place), `serving` (the server of the command). They alone need the extra ``hexwidget[serve]``.

May import every floor below.
"""
