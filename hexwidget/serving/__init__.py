"""The server of tables and classes. It knows channels, which viewers are in, and what has many of them, and nothing of their content.

- `channels` (the two protocols), `app` (the web sockets and the pages), `server` (uvicorn, and the options of a command).
- `admission` (limits of viewers, and of wrong links and codes), `entry_codes` (short codes of entrances), `links` (tokens and
  places), `cookies` (a browser keeps its place), `viewer` (the messages that wait for a viewer), `compression`, `forwarding` (a viewer is passed
  on to another worker).
- `background` (tasks that are done again and again, and processes that are started again), `pool` (processes that do slow work).
- `metrics` and `status` (how the server is), `pages` (and QR codes), `hub` (people who log in with a JupyterHub).
- `messages` (those to pages), `close_codes` (the reasons for the end of a connection).

All but `links`, `admission`, `entry_codes`, `viewer`, `background`, `channels`, `pool`, `messages` and `close_codes` need the extra ``hexwidget[serve]``.
"""
