# The three commands of the README: make demo, make test, make bench.
PYTHON ?= python3
VENV   ?= .venv
# One process a core; one that is done takes over half of what another still has before it.
PYTEST_ARGS ?= -n auto --dist worksteal
BIN    := $(VENV)/bin

.PHONY: demo test check bench docs clean

demo: $(VENV)/.demo
	@$(BIN)/atfault run $(BIN)/python examples/demo.py || test $$? -eq 139

test: $(VENV)/.test
	@$(BIN)/python -m compileall -q src
	$(BIN)/python -m pytest $(PYTEST_ARGS)

check: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.bench
	$(BIN)/python -m bench

docs: $(VENV)/.test
	$(BIN)/python tools/gen_cause_docs.py
	$(BIN)/python tools/gen_json_docs.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.demo: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable . numpy
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[test,peers,zoo]'
	@touch $@

$(VENV)/.bench: $(VENV)/.test
	@touch $@
