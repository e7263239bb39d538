"""Golden files: what the engine says, known to be right, for people to read when it changes.

``<system>.txt`` is a game: positions, choices, verdicts, refused texts, events. ``<system>-descriptions.txt`` holds
descriptions of positions with the answers of the schema and of the reader; its questions are stored, so a change of one answer
leaves all others as they are. ``games/`` holds replays.

- `playthroughs`: plays a game and tells it
- `descriptions`, `choosing`, `records`: draw the questions, keep those whose answers differ most, write the file
- `games`: plays the games of the replays

``python -m tests.golden`` writes the answers anew after an intended change; read the difference before committing it.
``python -m tests.golden --draw orders`` also draws new questions for a system, for instance after it has gained an action.
"""
