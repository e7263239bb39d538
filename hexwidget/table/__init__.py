"""Tables: several people play one game in their browsers, each place at a board of its own.

- `keeping` (the journals of a table, the agreements of its people, the digests of its links, the links; in files, or elsewhere).
- `table` (a game, a board for each place, and those who are there), `viewer` (the limits of a viewer).
- `wishes` (the messages to a table), `agreements` (what its people agree on), `records` (the game as each place knows it), `presence` (who
  is there).
- `tables` (all tables of a server, which sleep and wake), `storage` (where they are kept), `folder` (its files), `admission` (limits of viewers and of wrong links), `choosing`
  (what a new table can be made of).
- `database` and `rows` (tables in a PostgreSQL), `shared` (the tables of one of several workers), `workers` (these processes), `copying`
  (between folders and databases). They alone need the extra ``hexwidget[postgres]``.
- `pool` (processes that do slow work), `thinking` (opponents who think there).
- `app` (the page and the web socket), `cookies` (a browser keeps its place), `forwarding` (a viewer is passed on to another worker), `lobby` (the owner's page), `serving` (the servers of the
  command). They alone need the extra ``hexwidget[serve]``.
- `jupyter` (the extension of the Jupyter server), `behind` (how it finds tables of kernels).
- `cell` (a table of a notebook), `single` (a board for one person). They use the server.

May import every floor below.
"""
