"""The command line, ``hexwidget``.

`cli` has the parser and most commands. The others have modules of their own: `play`, `serve`, `class_command`, `report` and `review`. Options stand
beside them, and load nothing else.

May import every floor below.
"""
