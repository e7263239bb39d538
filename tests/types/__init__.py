"""What type checkers find: ``right.py`` is correct, ``wrong.py`` names its mistakes."""
