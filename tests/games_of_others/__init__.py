"""Well-known games on this package's protocol. Their sizes can be compared with those of OpenSpiel (`bench/openspiel.py`).

They are no part of the package and are not registered. They show that a `RuleSystem` need not be a wargame.
"""
