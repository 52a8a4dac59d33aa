# Everything here works on a machine with Python 3.11 or newer (with venv), make and git.

STATE := .wonder-toys
UV_VERSION := 0.13.9
UV := $(or $(shell command -v uv 2>/dev/null),$(STATE)/uv/bin/uv)
# The first of these that runs and is new enough: pyenv's shims are on PATH even where they cannot run.
PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3.14 python3,$(shell \
	$(name) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))))
PHOENIX_URL ?=
WAIT ?= 1
# uv brings its own list of certificates; behind a company's proxy only the system's list will do.
export UV_SYSTEM_CERTS ?= true

RUN := .venv/bin/python
DEMO_OPTIONS := $(if $(PHOENIX_URL),--phoenix-url $(PHOENIX_URL)) $(if $(filter 0,$(WAIT)),--no-wait)

.DEFAULT_GOAL := help
.PHONY: help demo phoenix install test lint bench pictures lock clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: .venv/.runtime $(STATE)/phoenix-env/.installed ## Start Phoenix, check one purchase, print a link (WAIT=0: stop Phoenix and exit)
	@$(RUN) -m academy.demo $(DEMO_OPTIONS)

phoenix: .venv/.runtime $(STATE)/phoenix-env/.installed ## Run Phoenix until Ctrl-C
	@$(if $(PHOENIX_URL),PHOENIX_COLLECTOR_ENDPOINT=$(PHOENIX_URL)) $(RUN) -m academy.phoenix_server

install: .venv/.development $(STATE)/phoenix-env/.installed ## Install everything, development tools included, and start nothing

test: install ## Run the tests
	@PATH="$(abspath $(dir $(UV))):$$PATH" $(RUN) -m pytest $(TESTS)

lint: .venv/.development ## Check style (ruff) and types (mypy)
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .
	@$(RUN) -m mypy

bench: install ## Measure the bars of bench/ and print them as a table
	@$(RUN) -m bench

pictures: install ## Take the lessons' screenshots anew (needs Chromium)
	@$(RUN) -m tests.browser.pictures

lock: | $(UV) ## Compile the pins anew from pyproject.toml
	$(UV) pip compile --quiet --universal pyproject.toml -o backend/requirements.txt
	$(UV) pip compile --quiet --universal --extra dev -c backend/requirements.txt pyproject.toml \
		-o backend/requirements-dev.txt
	$(UV) pip compile --quiet --universal --python-version 3.11 backend/requirements-phoenix.in \
		-o backend/requirements-phoenix.txt

clean: ## Remove the environments and Phoenix's data
	rm -rf .venv $(STATE)

# uv from PATH needs no rule; without one this makes a private copy.
$(STATE)/uv/bin/uv:
	@$(require-python)
	@echo "Getting uv $(UV_VERSION) (about 60 MB)…"
	@$(PYTHON) -m venv $(STATE)/uv
	@$(STATE)/uv/bin/python -m pip install --disable-pip-version-check uv==$(UV_VERSION)

# Development tools that are there stay there: their file holds the runtime's pins too.
.venv/.runtime: backend/requirements.txt | $(UV)
	@$(require-python)
	@echo "Installing the application into .venv (about 340 MB)…"
	@$(UV) venv --quiet --allow-existing --python $(PYTHON) .venv
	@$(call install-pins,.venv,$(if $(wildcard .venv/.development),backend/requirements-dev.txt,$<))
	@touch $@

.venv/.development: backend/requirements-dev.txt | $(UV)
	@$(require-python)
	@echo "Installing the application and the development tools into .venv (about 610 MB)…"
	@$(UV) venv --quiet --allow-existing --python $(PYTHON) .venv
	@$(call install-pins,.venv,$<)
	@touch .venv/.runtime $@

# Phoenix's server has an environment of its own: beside the application it slows every import.
$(STATE)/phoenix-env/.installed: backend/requirements-phoenix.txt | $(UV)
	@$(require-python)
	@echo "Installing Phoenix into $(STATE)/phoenix-env (about 830 MB)…"
	@$(UV) venv --quiet --allow-existing --python $(PYTHON) $(STATE)/phoenix-env
	@$(call install-pins,$(STATE)/phoenix-env,$<)
	@touch $@

# $(call install-pins,environment,file). Compiled at once, so that the first start is no slower than
# the next; uv shows no progress while it does that.
define install-pins
$(UV) pip sync --python $(1)/bin/python $(2) \
	&& echo "Compiling it (5 to 60 seconds)…" \
	&& $(UV) pip sync --quiet --python $(1)/bin/python --compile-bytecode $(2)
endef

define require-python
$(if $(PYTHON),:,echo "Python 3.11 or newer is needed, and none was found. Install it, or name it: make demo PYTHON=/path/to/python3.11" >&2; exit 2)
endef
