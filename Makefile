# The ways in.  `make play` and `make test` work on a bare Debian with python3 and make; docs/contributing.md says more.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
PIP := $(RUN)/python -m pip --disable-pip-version-check install --quiet
GATED := rules/*,protocol/*,store/*,actors/*,scheduler/*,server/*,arena/*
ASYNC := actors scheduler server strikerank
# A top-level package that is new must be installed anew, or only the checkout's root finds it.
PACKAGES := $(filter-out tests/% bench/%,$(wildcard */__init__.py))

.DELETE_ON_ERROR:
.PHONY: play setup test measured beside soak bench maybe-browser maybe-compiled compiled lock clean

play: $(VENV)/run.stamp
	@trap : INT; $(RUN)/strikerank serve ford $(if $(PORT),--port $(PORT)) || test $$? -eq 130

setup: $(VENV)/dev.stamp

$(RUN)/python:
	sh tools/venv.sh "$(PYTHON)" $(VENV)

$(VENV)/run.stamp: requirements.lock pyproject.toml setup.py $(PACKAGES) | $(RUN)/python
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock $(VENV)/run.stamp
	$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

# Every check, the fast ones first; the first failure ends it.  The long ones go in two lanes side by side: the tests that
# coverage is measured by and then the compiled rules; those of many fights and then the page in Chromium.
test: $(VENV)/dev.stamp
	@echo "== format: ruff format --check"
	@$(RUN)/ruff format --quiet --check
	@echo "== lint: ruff check"
	@$(RUN)/ruff check --quiet
	@echo "== layers: lint-imports"
	@$(RUN)/lint-imports --no-logo > $(VENV)/layers.txt || { cat $(VENV)/layers.txt; exit 1; }
	@echo "== async: flake8-async over $(ASYNC)"
	@find $(ASYNC) -name '*.py' -exec $(RUN)/flake8-async --enable=ASYNC --startable-in-context-manager=_collect {} +
	@echo "== types: basedpyright"
	@$(RUN)/basedpyright > $(VENV)/types.txt || { cat $(VENV)/types.txt; exit 1; }
	@echo "== tests: pytest, and beside it (its words come last) those of many fights and the page in Chromium"
	@rm -f $(VENV)/red
	@$(MAKE) --no-print-directory beside > $(VENV)/beside.txt 2>&1 & beside=$$!; \
	$(MAKE) --no-print-directory measured; measured=$$?; \
	test $$measured -eq 0 || touch $(VENV)/red; \
	wait $$beside; beside=$$?; cat $(VENV)/beside.txt; test $$measured -eq 0 && exit $$beside

measured: $(VENV)/dev.stamp
	@$(RUN)/pytest --quiet --cov --cov-report= -m 'not many and not soak and not browser'
	@echo "== coverage: of the lines and branches of $(GATED)"
	@$(RUN)/coverage report --include='$(GATED)' --fail-under=100
	@nice $(MAKE) --no-print-directory maybe-compiled

# What both lanes need is installed first, one thing after the other, for so does Debian.  No page is looked at for a run
# that has failed already.
beside: $(VENV)/dev.stamp
	@sh tools/chromium.sh > $(VENV)/chromium.txt; sh tools/compiler.sh $(RUN)/python > $(VENV)/compiler.txt; true
	@echo "== many: the tests of many fights, every sixth of them"
	@$(RUN)/pytest --quiet -m 'many and not soak' --every 6
	@test ! -e $(VENV)/red
	@echo "== browser: the page in Chromium"
	@$(MAKE) --no-print-directory maybe-browser

# What needs more than Python, checked where it can be: always in CI.
maybe-browser:
	@if why=$$(sh tools/chromium.sh); then $(RUN)/pytest --quiet -m browser; \
	elif [ -n "$${CI:-}" ]; then echo "== browser: cannot be checked: $$why"; exit 1; \
	else echo "== browser: left out: $$why"; fi

maybe-compiled:
	@if why=$$(sh tools/compiler.sh $(RUN)/python); then $(MAKE) --no-print-directory compiled; \
	elif [ -n "$${CI:-}" ]; then echo "== compiled: cannot be checked: $$why"; exit 1; \
	else echo "== compiled: left out: $$why"; fi

# The long tests, which `make test` leaves out, and all of the many fights, of which it plays every sixth.
soak: $(VENV)/dev.stamp
	$(RUN)/pytest -m 'soak or many' --timeout=1800 -o faulthandler_timeout=0

bench: $(VENV)/dev.stamp
	$(RUN)/python -m bench

# The same rules compiled, in another folder; then the same fights must give the same logs.  Libraries whose C has not
# changed stay in build/, which saves most of a minute; whatever else lies there is old.
compiled: $(VENV)/dev.stamp build/kept
	@echo "== compiled: the rules through mypyc, and the logs of the same fights"
	@sh tools/compiler.sh $(RUN)/python
	@rm -rf build-compiled
	@find build -path '*/lib.*' -type f ! -name '*.so' -delete
	@STRIKERANK_COMPILE=1 STRIKERANK_OPTIMIZE=0 $(PIP) --no-deps --no-build-isolation --target build-compiled/site .
	@cd / && PYTHONPATH="$(CURDIR)/build-compiled/site" "$(CURDIR)/$(RUN)/python" -P "$(CURDIR)/tests/compiled.py"

build/kept: setup.py requirements-dev.lock
	@rm -rf build
	@mkdir build
	@touch $@

# Pins with hashes and no address, for every platform and Python from 3.11 on.  UPGRADE=--upgrade takes newer ones.
LOCK = $(RUN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
lock: $(VENV)/dev.stamp
	$(LOCK) $(UPGRADE) --extra build -o requirements.lock pyproject.toml
	$(LOCK) $(UPGRADE) --extra build --extra dev -c requirements.lock -o requirements-dev.lock pyproject.toml
	echo pip | $(LOCK) $(UPGRADE) -o tools/pip.lock -
	@! grep -nE '://|^--' requirements.lock requirements-dev.lock tools/pip.lock

clean:
	rm -rf $(VENV) build build-compiled dist *.egg-info .coverage .coverage.*
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
