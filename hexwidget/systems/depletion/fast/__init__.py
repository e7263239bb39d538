"""Rules restated for speed: lists of actions, samples, and dangers.

Property tests in ``tests/depletion`` compare each of them with the rules, on positions that hypothesis draws:

- ``test_enumeration.py``: the searches (everything listed is legal, and every legal maneuver comes to a listed position)
- ``test_picking.py``: the walks at random, the actions that they come to, and the samples
- ``test_kept.py``: the things that positions and maps cache
- ``test_danger.py``: the counts
- ``test_lookahead.py``: the odds of exchanges

The modules:

- `enumeration`: the legal actions, lazily, by `search` and, where vessels may ferry, by `ferry`, on `ground`
- `corps`: several groups, each on the board that the ones before it leave
- `picking`: one maneuver or corps at random
- `danger`: the hexes that armies can reach or attack next
- `lookahead`: rules of thumb for searches
"""
