#!/bin/sh
# quickjs-ng 0.17.0.2: a text that JavaScript has put together with `+` cannot be handed to Python once it is long: "Unknown quickjs tag: -6". Two halves
# of 1,000 letters are long enough. The same letters as a result of `join`, or of any method that copies, are handed over. A function of Python
# that is given such a text says "could not convert args". QuickJS keeps the two halves of a long sum until somebody reads it, and the
# package knows no such value. So code that was tested with short texts fails when a text grows.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check quickjs-ng==0.17.0.2
cat >try.py <<'PY'
from importlib.metadata import version

import quickjs

context = quickjs.Context()
context.add_callable("taken", lambda text: len(text))
FORMS = {
    "added": "(n) => { let all = ''; for (let i = 0; i < n; i += 8) all += 'abcdefgh'; return all; }",
    "added, then joined": "(n) => { let all = ''; for (let i = 0; i < n; i += 8) all += 'abcdefgh'; return [all].join(''); }",
    "two halves": "(n) => 'x'.repeat(n / 2) + 'y'.repeat(n / 2)",
    "repeated": "(n) => 'abcdefgh'.repeat(n / 8)",
    "given to Python": "(n) => { let all = ''; for (let i = 0; i < n; i += 8) all += 'abcdefgh'; return 'x'.repeat(taken(all)); }",
}
print("quickjs-ng", version("quickjs-ng"))
for name, code in FORMS.items():
    for letters in (800, 2_000, 80_000):
        try:
            print(f"{name}: {letters}: {len(context.eval(code)(letters))} letters")
        except (TypeError, quickjs.JSException) as error:
            print(f"{name}: {letters}: {type(error).__name__}: {str(error).splitlines()[0]}")
PY
env/bin/python try.py | tee said
test "$(cat said)" = "quickjs-ng 0.17.0.2
added: 800: 800 letters
added: 2000: 2000 letters
added: 80000: TypeError: Unknown quickjs tag: -6
added, then joined: 800: 800 letters
added, then joined: 2000: 2000 letters
added, then joined: 80000: 80000 letters
two halves: 800: 800 letters
two halves: 2000: TypeError: Unknown quickjs tag: -6
two halves: 80000: TypeError: Unknown quickjs tag: -6
repeated: 800: 800 letters
repeated: 2000: 2000 letters
repeated: 80000: 80000 letters
given to Python: 800: 800 letters
given to Python: 2000: 2000 letters
given to Python: 80000: JSException: InternalError: Internal error: could not convert args."
# seen on 2026-11-30:
#   quickjs-ng 0.17.0.2
#   added: 800: 800 letters
#   added: 2000: 2000 letters
#   added: 80000: TypeError: Unknown quickjs tag: -6
#   added, then joined: 800: 800 letters
#   added, then joined: 2000: 2000 letters
#   added, then joined: 80000: 80000 letters
#   two halves: 800: 800 letters
#   two halves: 2000: TypeError: Unknown quickjs tag: -6
#   two halves: 80000: TypeError: Unknown quickjs tag: -6
#   repeated: 800: 800 letters
#   repeated: 2000: 2000 letters
#   repeated: 80000: 80000 letters
#   given to Python: 800: 800 letters
#   given to Python: 2000: 2000 letters
#   given to Python: 80000: JSException: InternalError: Internal error: could not convert args.
