#!/bin/sh
# quickjs-ng 0.17.0.2: a whole number of Python from 2**31 to 2**63 - 1 is another number in JavaScript: its lowest 32 bits, with a sign. There is no
# error. Smaller numbers, larger ones (from 2**63 on) and floats arrive right. A time in milliseconds, as Date takes it, is among the wrong
# ones. It hits values that are set, arguments of functions, and what Python's functions return to JavaScript alike.
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
text = context.eval("(n) => String(n)")
print("quickjs-ng", version("quickjs-ng"))
for name in ("2**31 - 1", "2**31", "2**32 + 7", "2**53 - 1", "2**63 - 1", "2**63", "float(2**31)"):
    print(f"{name}: {text(eval(name))}")
milliseconds = 1_796_070_896_789  # on 2026-11-30
context.set("set", milliseconds)
context.add_callable("returned", lambda: milliseconds)
for name in ("set", "returned()"):
    print(f"new Date({name}):", context.eval(f"new Date({name}).toISOString()"))
print("of a float:", context.eval("(n) => new Date(n).toISOString()")(float(milliseconds)))
PY
env/bin/python try.py | tee said
test "$(cat said)" = "quickjs-ng 0.17.0.2
2**31 - 1: 2147483647
2**31: -2147483648
2**32 + 7: 7
2**53 - 1: -1
2**63 - 1: -1
2**63: 9223372036854776000
float(2**31): 2147483648
new Date(set): 1970-01-09T23:09:27.061Z
new Date(returned()): 1970-01-09T23:09:27.061Z
of a float: 2026-11-30T20:34:56.789Z"
# seen on 2026-11-30:
#   quickjs-ng 0.17.0.2
#   2**31 - 1: 2147483647
#   2**31: -2147483648
#   2**32 + 7: 7
#   2**53 - 1: -1
#   2**63 - 1: -1
#   2**63: 9223372036854776000
#   float(2**31): 2147483648
#   new Date(set): 1970-01-09T23:09:27.061Z
#   new Date(returned()): 1970-01-09T23:09:27.061Z
#   of a float: 2026-11-30T20:34:56.789Z
