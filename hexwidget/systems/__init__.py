"""The rule systems: one package each, all with the same rooms.

May import `hexwidget.rules` and the floors below it; no system imports another. `hexwidget.systems.registry` lists them.
"""
