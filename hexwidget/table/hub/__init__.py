"""Tables as a service of JupyterHub: people log in with the hub, and their hub names give them their seats.

`hexwidget.serving.hub` has the login. `seats` keeps the names, `tables` lets people in with them, `pages` shows each person their tables, and
`serving` is ``hexwidget serve --hub``.
"""
