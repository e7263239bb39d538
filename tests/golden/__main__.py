"""Writes the golden files: ``python -m tests.golden [--draw] [system ...]``."""

from __future__ import annotations

import argparse

import conftest  # noqa: F401  (registers the toy)
import hexwidget as hw
from tests.golden import descriptions, games
from tests.golden.choosing import answered, chosen
from tests.golden.playthroughs import GAMES, playthrough
from tests.golden.records import FOLDER, read, write


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", default=hw.system_names(), metavar="system")
    parser.add_argument("--draw", action="store_true", help="draw new questions instead of asking those in the files")
    given = parser.parse_args()
    for system in given.systems:
        (FOLDER / f"{system}.txt").write_text(playthrough(*GAMES[system]), encoding="utf-8")
        path, answers = FOLDER / f"{system}-descriptions.txt", descriptions.DescriptionAnswers(system)
        asked = list(descriptions.questions(system)) if given.draw else [record.question for record in read(path)]
        records, left_out = answered(asked, answers)
        if given.draw:
            records = chosen(records)
            games.write(system)
        write(path, records)
        print(f"{system}: a game, {len(records)} descriptions")
        for line in left_out:
            print(f"  left out: {line}")


if __name__ == "__main__":
    main()
