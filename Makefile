# The three commands of the README: make demo, make test, make bench.
PYTHON ?= python3
VENV   ?= .venv
# Of a run of its own: the newest interpreter of the system or of pyenv.
NEWEST_VENV   ?= .venv-newest
NEWEST_PYTHON ?= $(shell ls -d /usr/bin/python3.?? $${PYENV_ROOT:-$$HOME/.pyenv}/versions/3.*/bin/python3.?? \
	2>/dev/null | awk -F/ '{ print $$NF, $$0 }' | sort -V | tail -n 1 | cut -d ' ' -f 2)
# auto: three processes for two cores (tests/conftest.py); one that is done takes over half of what
# another still has before it.
PYTEST_ARGS ?= -n auto --dist worksteal
BIN    := $(VENV)/bin
# The newest release and the two before it.
NUMBA_VERSIONS ?= 0.66 0.67 0.68
NUMBA_VENVS    := $(NUMBA_VERSIONS:%=.venv-numba-%)

# What the programs of tests/real need (crashes: pinned packages, in its folder pins), and how they
# are run: --ci, --only NAME, --jobs N …
REAL_VENV ?= .venv-real
REAL_ARGS ?=

.PHONY: demo test test-all test-newest test-numba test-real check bench docs clean

demo: $(VENV)/.demo
	@$(BIN)/atfault run $(BIN)/python examples/demo.py || test $$? -eq 139

test: $(VENV)/.test
	@$(BIN)/python -m compileall -q src
	$(BIN)/python -m pytest $(PYTEST_ARGS)

# The same, with each program of the zoo on every interpreter that it fits.
test-all: export ATFAULT_WHOLE_ZOO = 1
test-all: test

# The tests of torch, numpy and numba with their newest releases: 5 GB are installed for it.
test-newest: $(NEWEST_VENV)/.test
	$(NEWEST_VENV)/bin/python -m pytest $(PYTEST_ARGS) -m newest

# What Numba's compiler tells, with its newest release and the two before it.
test-numba: $(NUMBA_VENVS:%=%/.test)
	@for venv in $(NUMBA_VENVS); do \
		$$venv/bin/python -m pytest -p no:cacheprovider tests/integration/test_numba_errors.py \
			tests/integration/test_numba_command.py tests/integration/test_jit_variables.py \
			tests/integration/test_numba_gdb.py || exit 1; \
	done

# Hangs that people reported to other projects, and healthy programs: how often is the answer right?
test-real: $(VENV)/.test $(REAL_VENV)/.done
	ATFAULT_REAL_PYTHON=$(REAL_VENV)/bin/python $(BIN)/python tests/real/run.py $(REAL_ARGS)

check: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.bench
	$(BIN)/python -m bench

docs: $(VENV)/.test
	$(BIN)/python tools/gen_cause_docs.py
	$(BIN)/python tools/gen_json_docs.py
	$(BIN)/python tools/gen_shell_files.py

clean:
	rm -rf $(VENV) $(NEWEST_VENV) $(NUMBA_VENVS) $(REAL_VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade pip

$(NEWEST_VENV)/.test: pyproject.toml
	@test -x $(NEWEST_VENV)/bin/python || $(NEWEST_PYTHON) -m venv $(NEWEST_VENV)
	@$(NEWEST_VENV)/bin/python -m pip install --quiet --upgrade pip
	$(NEWEST_VENV)/bin/python -m pip install --quiet --upgrade --only-binary torch,numpy,numba --editable '.[test,newest]'
	@touch $@

$(NUMBA_VENVS:%=%/.test): .venv-numba-%/.test: pyproject.toml
	@test -x .venv-numba-$*/bin/python || $(PYTHON) -m venv .venv-numba-$*
	@.venv-numba-$*/bin/python -m pip install --quiet --upgrade pip
	.venv-numba-$*/bin/python -m pip install --quiet --only-binary numba,numpy --editable '.[test]' 'numba==$*.*'
	@touch $@

$(REAL_VENV)/.done: tests/real/requirements.txt
	@test -x $(REAL_VENV)/bin/python || $(PYTHON) -m venv $(REAL_VENV)
	@$(REAL_VENV)/bin/python -m pip install --quiet --only-binary :all: --no-binary curio,sqlitedict -r tests/real/requirements.txt
	@touch $@

$(VENV)/.demo: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable . numpy
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[test,peers,zoo,build]'
	@touch $@

$(VENV)/.bench: $(VENV)/.test
	@touch $@
