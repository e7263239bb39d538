"""Rules restated for speed: lists of actions, samples, dangers, and many games at once.

Property tests hold each of them to the rules, on positions drawn by hypothesis: ``test_enumeration.py`` the searches
(everything listed is legal, and every legal maneuver comes to a position that is listed), ``test_picking.py`` the walks at
random, what they come to, and the samples, ``test_kept.py`` what positions and maps keep, ``test_danger.py`` the counts, ``test_lockstep.py`` the games on arrays, and ``test_lookahead.py`` the odds of
exchanges. They lie in ``tests/depletion``.

- `enumeration`: the legal actions, lazily, by `search` and, where vessels may ferry, by `ferry`, on `ground`
- `corps`: several groups, each on the board that the ones before it leave
- `picking`: one maneuver or corps at random
- `danger`, `danger_arrays`: the hexes that armies can reach or attack next
- `lockstep`, `lockstep_reach`, `lockstep_covered`: many games at once, on arrays
- `lookahead`: rules of thumb for searches
"""
