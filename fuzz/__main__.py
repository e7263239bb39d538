"""Fuzz the readers and report the inputs on which one fails.

``python -m fuzz [reader ...] --runs 2000`` or ``--seconds 60``. With atheris (``pip install atheris``) the fuzzer is guided
by coverage; without it, or with ``--plain``, inputs are mutated at random. An input on which a reader fails is saved in
``fuzz/crashes``; ``--again FILE ...`` runs it again. Inputs that failed once and are mended lie in ``fuzz/found``; every test
run tries them. Exit code: 0 if all readers passed, 1 if one failed.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fuzz.running import BREEDS, Judge, run_bred, run_plain
from fuzz.tally import tried

# Each process imports the readers itself, as atheris instruments modules while they are imported.
NAMES = (
    *("scenario", "notation", "action", "maptext", "provinces", "tiled", "tmx", "named", "layer", "wesnoth", "mapfile"),
    *("hexsides", "replay", "intent", "board", "link", "progress", "exercise", "course", "edits", "settings"),
)
CRASHES = Path(__file__).parent / "crashes"


def main() -> int:
    given = _parser().parse_args()
    if given.again:
        return _again(given.again, given.crashes)
    if given.one:
        Judge.patience = given.patience
        run = run_plain if given.plain or not BREEDS else run_bred
        return run(given.one, given.runs, given.seconds, given.seed, given.crashes)
    wrong = [name for name in given.readers if name not in NAMES]
    if wrong:
        print(f"no such reader: {', '.join(wrong)}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    if given.together:
        Judge.patience = given.patience
        chosen = given.readers or NAMES
        much = given.runs, given.seconds, given.seed, given.crashes, given.stride
        return max(run_plain(name, *much) for name in chosen)
    lines, clean = [], True
    print(f"{'reader':<10} {'runs':>9} {'runs/s':>8} {'branches':>9} {'seconds':>8}  findings", flush=True)
    for name in given.readers or NAMES:
        line, stood = _in_a_process(name, given)
        clean &= stood
        lines.append(line)
        print(line, flush=True)
    return 0 if clean else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fuzz", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("readers", nargs="*", metavar="reader", help=f"by default all: {', '.join(NAMES)}")
    parser.add_argument("--runs", type=int, default=0, help="inputs for each reader (0: as many as the time allows)")
    parser.add_argument("--seconds", type=int, default=0, help="for each reader (0: as long as the runs take)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same inputs")
    parser.add_argument("--plain", action="store_true", help="without atheris, even if it is there")
    parser.add_argument("--together", action="store_true", help="plain, all in this process: a little of each")
    parser.add_argument("--stride", type=int, default=1, help="with --together: one seed in so many is tried as it is")
    parser.add_argument("--patience", type=float, default=1, help="times as long as usual is not yet too slow")
    parser.add_argument("--crashes", type=Path, default=CRASHES, help="where findings are saved")
    parser.add_argument(
        "--again", nargs="+", type=Path, metavar="FILE", help="give saved findings to their readers again"
    )
    parser.add_argument("--one", choices=NAMES, help=argparse.SUPPRESS)
    return parser


def _in_a_process(name: str, given: argparse.Namespace) -> tuple[str, bool]:
    """Run a reader in a process of its own, so that a crash or a full memory ends only that process."""
    runs = given.runs or (0 if given.seconds else 2000)
    command = [sys.executable, "-m", "fuzz", "--one", name, "--runs", str(runs), "--seconds", str(given.seconds)]
    command += [
        "--seed",
        str(given.seed),
        "--crashes",
        str(given.crashes),
        "--patience",
        str(given.patience),
        *(["--plain"] if given.plain else []),
    ]
    began = time.perf_counter()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        code = subprocess.run(command, stdout=said, stderr=subprocess.STDOUT, check=False).returncode  # noqa: S603
        took = time.perf_counter() - began
        said.seek(0)
        text = said.read()
    number = _last(r"stat::number_of_executed_units:\s*(\d+)", text) or _last(r"#(\d+)", text)
    speed = _last(r"stat::average_exec_per_sec:\s*(\d+)", text)
    found = sorted(set(re.findall(r"^FOUND (.*)$", text, re.MULTILINE)))
    if code not in (0, 1):
        found.append(f"the process ended with {code}: {' / '.join(text.strip().splitlines()[-3:])[:300]}")
    tried(f"inputs: {name}", int(number or 0))
    branches = _last(r"ft: (\d+)", text)
    line = f"{name:<10} {number:>9} {speed:>8} {branches:>9} {took:>8.1f}  {len(found)}"
    return "\n".join([line, *(f"    {each}" for each in found)]), not found


def _last(pattern: str, text: str) -> str:
    return next(iter(re.findall(pattern, text)[::-1]), "")


def _again(files: list[Path], crashes: Path) -> int:
    from fuzz.readers import READERS

    clean = True
    for file in files:
        reader = READERS[file.name.split("-")[0]]
        judge = Judge(reader, None)
        judge(file.read_bytes())
        clean &= not judge.found
        print(f"{file.name}: {'; '.join(judge.found) or 'stood'}")
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
