# Needs Python 3.11 to 3.13 and make, nothing else.
#
#   make serve      run the service on http://localhost:6543 (PORT=… for another port)
#   make test       run every test                           (ARGS=… for pytest)
#   make check      linter, formatter, types, the contract
#   make bench      measure the speed
#   make lock       write requirements.lock anew
#   make clean      remove what make has made, but for var/

PORT ?= 6543
INI ?= development.ini
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
DEV_INSTALLED := $(VENV)/.installed-dev

.PHONY: serve test check bench lock clean
.DEFAULT_GOAL := serve

serve: $(INSTALLED)
	@PORT=$(PORT) exec $(BIN)/consent-app serve $(INI)

test: $(DEV_INSTALLED)
	@exec $(BIN)/pytest -n auto $(ARGS)

check: $(DEV_INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/openapi-spec-validator openapi.yaml

bench: $(DEV_INSTALLED)
	$(BIN)/python -m benchmarks

# Hashes of every file of every release, for `pip install --require-hashes -r requirements.lock`.
lock: $(DEV_INSTALLED)
	$(BIN)/python -m tests.lock

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(INSTALLED): setup.cfg pyproject.toml | $(BIN)/python
	@echo "Installing into $(VENV) (once; a minute or so) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(DEV_INSTALLED): setup.cfg pyproject.toml | $(BIN)/python
	@echo "Installing into $(VENV) what development needs (once; a few minutes) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(INSTALLED)

$(BIN)/python:
	@for candidate in python3.13 python3.12 python3.11 python3 python; do \
	    if $$candidate -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	        2>/dev/null; then python=$$candidate; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
	    echo "Python 3.11, 3.12 or 3.13 is needed and none was found. Install one (Debian:" \
	        "apt-get install python3 python3-venv) and try again." >&2; exit 1; \
	fi; \
	$$python -m venv $(VENV) || { rm -rf $(VENV); \
	    echo "$$python cannot make virtual environments. On Debian:" \
	        "apt-get install python3-venv" >&2; exit 1; }
