"""Games that others have too, on our protocol: what is counted here can be compared with OpenSpiel's (`bench/openspiel.py`).

They are no part of the package, and are not registered: a game of any kind is a `RuleSystem` without being a wargame.
"""
