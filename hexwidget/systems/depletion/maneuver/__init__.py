"""A maneuver laid against a position. Nothing is judged here: see `legality`.

- `costs`: prices of hexes and switches
- `crossing`, `seating`: how units get over water, and with which vessels (`packing`: the best numbers)
- `plan`: a maneuver followed hex by hex, and several at once
- `end`: the result of a maneuver, and the board that it leaves
- `reach`, with `voyage` where vessels are near: how far a maneuver comes, and the path on that a person would mean
"""
