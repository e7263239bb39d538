# Two commands matter: `make lab` opens the start notebook, `make test` runs every check. Both set up what is missing.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:

PORT ?= 8888
BROWSER ?= 1
BIN := .venv/bin
STATIC := hexwidget/widget/static
NPM := npm --prefix js --no-fund --no-audit --loglevel=error
SOURCES := $(shell find js/src -type f) hexwidget/scene/palette.json hexwidget/scene/symbols.json js/build.mjs

.PHONY: help lab test build check check-python check-js test-python test-browser bench clean

help:
	@echo "make lab [PORT=8888] [BROWSER=0]  open JupyterLab on the start notebook"
	@echo "make test                         run every check and test"
	@echo "make build | bench | clean        the front end | the benchmarks | start afresh"

# ---------------------------------------------------------------- set-up, each step once
js/node_modules/.package-lock.json: js/package.json js/package-lock.json
	@command -v npm >/dev/null || { echo "Node.js 20 or newer with npm is needed to build the front end: https://nodejs.org" >&2; exit 1; }
	$(NPM) ci
	@touch $@

$(STATIC)/board.js: js/node_modules/.package-lock.json $(SOURCES)
	$(NPM) run --silent build
	@touch $@

build: $(STATIC)/board.js

.make/%: pyproject.toml | $(STATIC)/board.js
	tools/ensure-venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[$*]"
	@mkdir -p .make && touch $@

# ---------------------------------------------------------------- the notebook
lab: .make/lab build
	$(BIN)/jupyter lab notebooks/00-start-here.ipynb --port=$(PORT) \
	  $(if $(filter 0,$(BROWSER)),--no-browser) $(if $(filter 0,$(shell id -u)),--allow-root)

# ---------------------------------------------------------------- checks
test: check test-python test-browser

check: check-python check-js

check-python: .make/test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check-js: js/node_modules/.package-lock.json
	$(NPM) run --silent types
	$(NPM) run --silent lint
	$(NPM) test --silent

test-python: .make/test build
	$(BIN)/python -m pytest --ignore=tests/browser

test-browser: .make/test build
	HEXWIDGET_CHROMIUM="$$(tools/ensure-browser)" $(BIN)/python -m pytest tests/browser

bench: .make/bench build
	HEXWIDGET_CHROMIUM="$$(tools/ensure-browser)" $(BIN)/python -m bench

clean:
	rm -rf .venv .make js/node_modules $(STATIC) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
