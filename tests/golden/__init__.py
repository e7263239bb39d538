"""Golden records: questions to the rules engine, and the answers that are known to be right.

``<system>.txt`` holds questions about the positions of random games: texts of actions, errors, verdicts, drafts, listings,
events. ``<system>-descriptions.txt`` holds descriptions of positions with the answers of the schema and of the reader.
``games/`` holds replays. The questions are stored, so a change of one answer leaves all others as they are.

- `records`: the format of the files
- `answers`: asks one question and writes the answer as text
- `questions`, `descriptions`, `games`: draw the questions and play the games
- `choosing`: keeps the questions whose answers differ most

``python -m tests.golden`` writes the answers anew after an intended change; read the difference before committing it.
``python -m tests.golden --draw orders`` also draws new questions for a system, for instance after it has gained an action.
"""
