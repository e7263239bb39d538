"""``python -m bench``: measures all questions, or those that are named, and writes the page anew.

``--quick``: small sizes and few rounds, to see that everything works; nothing is written.
``--page``: writes the page and its pictures from the stored results, without measuring.
"""

from __future__ import annotations

import argparse
import sys
import traceback

from bench import every, pictures, report, results


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", help="questions or whole files; all, if none is named")
    parser.add_argument("--quick", action="store_true", help="small and short; nothing is written")
    parser.add_argument("--page", action="store_true", help="write the page from bench/results.json only")
    chosen = parser.parse_args()
    try:
        names = every.chosen(chosen.names)
    except KeyError as error:
        sys.exit(f"unknown benchmark {error.args[0]!r}; there are: {', '.join([*every.FILES, *every.names()])}")
    failed = [] if chosen.page else [name for name in names if not put(name, chosen.quick)]
    if not chosen.quick:
        write_page()
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def put(name: str, quick: bool) -> bool:
    """Measure one question, print its section and store it; one with targets is measured twice. True if it went well; a
    failure does not stop the others."""
    print(f"... {name}", file=sys.stderr, flush=True)
    try:
        section = every.run(name, quick)
        if section.targets and not quick:
            section = results.worse(section, every.run(name))
    except Exception:
        traceback.print_exc()
        return False
    print("\n".join(report.written(section)), flush=True)
    if not quick:  # after each question, so that an interrupted run keeps its results
        results.save(results.merged(results.load(), [section], every.names()))
    return True


def write_page() -> None:
    """Write the pages and their pictures from the stored results."""
    sections = [every.worded(section) for section in results.load()]
    results.save(sections)
    for section in sections:
        pictures.draw(section, report.PICTURES)
    report.PAGE.write_text(report.page(sections), encoding="utf-8")
    report.FULL.write_text(report.in_full(sections), encoding="utf-8")


if __name__ == "__main__":
    main()
