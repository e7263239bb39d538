"""Tables: several people play one game in their browsers, each place at a board of its own.

- `storage` (the texts of a table), `owner` (the link of the owner of all tables).
- `table` (a game, a board for each place, and the people there), `entrance` (the code that lets people in), `wishes` (the messages to a table),
  `agreements` (what its people agree on), `recordings` (the game as each place knows it), `presence` (who is there), `thinking` (opponents).
- `tables` (all tables of a server, which sleep and wake), `listed_table` (a table as lists show it), `game_choice` (the games of new tables),
  `shared_tables` (the tables of one of several workers), `workers` (these processes, with the extra ``hexwidget[postgres]``).
- `pages` (the page of a table), `lobby` (the owner's page), `serving` (the servers of the command).
- `kernel_server` (a server in a notebook's kernel), `cell` (a table of a notebook), `one_person` (a board for one person).
- `jupyter` (the extension of the Jupyter server), `jupyter_files` (the files by which it finds tables of kernels, and the process that serves a folder).

May import every floor below.
"""
