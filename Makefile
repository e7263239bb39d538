# Two commands matter: `make lab` opens the start notebook, `make test` runs every check. Both set up what is missing.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:

PORT ?= 8888
BROWSER ?= 1
BIN := .venv/bin
STATIC := hexwidget/widget/static
NPM := npm --prefix js --no-fund --no-audit --loglevel=error
SOURCES := $(shell find js/src) hexwidget/scene/palette.json hexwidget/scene/symbols.json js/build.mjs

.PHONY: help lab test build check check-python check-js test-python test-browser soak bench clean

help:
	@echo "make lab [PORT=8888] [BROWSER=0]  open JupyterLab on the start notebook"
	@echo "make test                         run every check and test"
	@echo "make soak                         random games by the thousand"
	@echo "make build | bench | clean        the front end | the benchmarks | start afresh"

# ---------------------------------------------------------------- set-up, each step once
js/node_modules/.package-lock.json: js/package.json js/package-lock.json
	@node -e 'process.exit(+(parseInt(process.versions.node) < 20))' 2>/dev/null && command -v npm >/dev/null || \
	  { echo "Building the front end needs Node.js 20 or newer with npm: https://nodejs.org" >&2; exit 1; }
	$(NPM) ci
	@touch $@

$(STATIC)/board.js $(STATIC)/board.css &: js/node_modules/.package-lock.json $(SOURCES)
	$(NPM) run --silent build
	@touch $(STATIC)/board.js $(STATIC)/board.css

build: $(STATIC)/board.js $(STATIC)/board.css

# Stamps lie in the environment itself, so that they go when it goes.
.venv/ready-for-%: pyproject.toml | $(STATIC)/board.js
	tools/ensure-venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[$*]"
	@# JupyterLab asks whether to show news, over whatever is there; not in our environment.
	$(BIN)/jupyter labextension disable --level=sys_prefix @jupyterlab/apputils-extension:announcements >/dev/null 2>&1
	@touch $@

# ---------------------------------------------------------------- the notebook
# A token of our own lets us print the notebook's address.
lab: .venv/ready-for-lab build
	@token="$$($(BIN)/python -c 'import secrets; print(secrets.token_hex(16))')"; \
	printf '\nThe start notebook: http://127.0.0.1:$(PORT)/lab/tree/notebooks/00-start-here.ipynb?token=%s\n\n' "$$token"; \
	exec $(BIN)/jupyter lab notebooks/00-start-here.ipynb --port=$(PORT) --ServerApp.port_retries=0 \
	  --IdentityProvider.token="$$token" --ServerApp.root_dir="$$PWD" \
	  $(if $(filter 0,$(BROWSER)),--no-browser) $(if $(filter 0,$(shell id -u)),--allow-root)

# ---------------------------------------------------------------- checks
# The two side by side: one works in Python, the other mostly waits for a browser.
test: check .venv/ready-for-tests build
	+$(MAKE) --no-print-directory --output-sync=target -j2 test-python test-browser

check: check-python check-js

check-python: .venv/ready-for-tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check-js: js/node_modules/.package-lock.json
	$(NPM) run --silent types
	$(NPM) run --silent lint
	$(NPM) test --silent

test-python: .venv/ready-for-tests build
	$(BIN)/python -m pytest --ignore=tests/browser

test-browser: .venv/ready-for-tests build
	browser="$$(tools/ensure-browser)"; HEXWIDGET_CHROMIUM="$$browser" $(BIN)/python -m pytest tests/browser

# Thousands of random games, where `make test` plays a hundred.
soak: .venv/ready-for-tests build
	HEXWIDGET_SOAK_GAMES=5000 $(BIN)/python -m pytest tests/frontiers/test_games.py

bench: .venv/ready-for-bench build
	browser="$$(tools/ensure-browser)"; HEXWIDGET_CHROMIUM="$$browser" $(BIN)/python -m bench

clean:
	rm -rf .venv js/node_modules $(STATIC) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
