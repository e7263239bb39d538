#!/bin/sh
# quickjs-ng 0.17.0.2: `set_time_limit` counts the processor time of the whole process, and not of the code that it limits. Beside threads that are
# busy with something else, code is interrupted that takes less than half of its limit, and more so the more processors there are: a limit of
# 5 seconds is over after a fraction of a second beside a computation on all of them. So code that always ends in time is interrupted now and then, and
# the message, "interrupted", is that of an endless loop. Code that runs alone has its whole limit.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check quickjs-ng==0.17.0.2
cat >try.py <<'PY'
import hashlib
import threading
import time
from importlib.metadata import version

import quickjs

LIMIT, NEEDED = 1.5, 0.6  # seconds
LOOP = "(n) => { let x = 0; for (let i = 0; i < n; i++) x = (x * 31 + i) % 1000003; return x; }"


def run(rounds, limit):
    """How the loop ends, and the seconds of a processor that its own thread takes."""
    context = quickjs.Context()
    loop = context.eval(LOOP)
    context.set_time_limit(limit)
    since = time.thread_time()
    try:
        loop(rounds)
        ended = "done"
    except quickjs.JSException as error:
        ended = str(error).splitlines()[0]
    return ended, time.thread_time() - since


def keep_busy():
    while not ended.is_set():
        hashlib.sha256(bytes(1_000_000)).digest()


print("quickjs-ng", version("quickjs-ng"))
rounds = int(2_000_000 * NEEDED / run(2_000_000, 60)[1])
ended = threading.Event()
others = [threading.Thread(target=keep_busy) for _ in range(3)]
for name in ("alone", "beside three busy threads", "alone again"):
    if "beside" in name:
        for other in others:
            other.start()
    said, seconds = run(rounds, LIMIT)
    if "beside" in name:
        ended.set()
        for other in others:
            other.join()
    print(f"{name}: {said}; its own thread took less than {LIMIT} seconds: {seconds < LIMIT}")
PY
env/bin/python try.py | tee said
test "$(cat said)" = "quickjs-ng 0.17.0.2
alone: done; its own thread took less than 1.5 seconds: True
beside three busy threads: InternalError: interrupted; its own thread took less than 1.5 seconds: True
alone again: done; its own thread took less than 1.5 seconds: True"
# seen on 2026-11-30:
#   quickjs-ng 0.17.0.2
#   alone: done; its own thread took less than 1.5 seconds: True
#   beside three busy threads: InternalError: interrupted; its own thread took less than 1.5 seconds: True
#   alone again: done; its own thread took less than 1.5 seconds: True
