# The three commands of the README: make demo, make test, make bench.
# Environments: $(VENV) is light for `make test` and `make check`; `make test-all` and `make bench` put
# into it what takes gigabytes.
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
# The newest release and the two before it, and the oldest that is read (for Pythons up to 3.12).
NUMBA_VERSIONS ?= 0.60 0.66 0.67 0.68
NUMBA_VENVS    := $(NUMBA_VERSIONS:%=.venv-numba-%)

# PyTorch's own index has builds without CUDA, and may be named here; otherwise pip finds what it can.
TORCH_INDEX ?=

# What the programs of tests/real need (crashes: pinned packages, in its folder pins), and how they
# are run: --ci, --only NAME, --jobs N …
REAL_VENV ?= .venv-real
DOCS_VENV ?= .venv-docs
REAL_ARGS ?=

# What `make mutants` changes: by itself what is not as on the branch main; IN="src/atfault/decode …" NUMBER=100
# SEED=7 draws from folders. More is said in tools/mutants.py.
IN           ?=
SEED         ?= 1
NUMBER       ?= 40
MUTANTS_ARGS ?=
MUTANT_SECONDS ?= 180

.PHONY: demo test test-all test-newest test-numba test-real mutants arm-cores test-arm check bench docs clean

demo: $(VENV)/.demo
	@$(BIN)/atfault run $(BIN)/python examples/demo.py || test $$? -eq 139

# A test that looks at running programs may fail because of those beside it: what fails is done again,
# alone, and has failed when it fails again. Both are shown.
PYTEST = $(BIN)/python -m pytest $(PYTEST_ARGS) || \
	$(BIN)/python -m pytest $(PYTEST_ARGS) -n 0 --dist no --last-failed --last-failed-no-failures none

# Which tests these are: tests/support/parts.py.
test: export ATFAULT_TESTS = first
test: $(VENV)/.test
	@$(BIN)/python -m compileall -q src
	$(PYTEST)

# All others: what `make test` has passed with the same files is not done again. Then hangs and crashes
# that people reported, as far as these need no packages, or small ones; then mutants of what is new,
# for MUTANT_SECONDS (0: none): told, and not held against it, as half of what `decode` does is not
# noticed yet.
test-all: export ATFAULT_TESTS = all
test-all: $(VENV)/.test-all
	@$(BIN)/python -m compileall -q src
	@failed=; { $(PYTEST); } || failed=1; \
		$(BIN)/python tests/real/run.py --ci || failed=1; \
		test $(MUTANT_SECONDS) -eq 0 || \
			timeout 900 $(BIN)/python tools/mutants.py --seconds $(MUTANT_SECONDS) || true; \
		test -z "$$failed"

# The tests of torch, numpy and numba with their newest releases: 5 GB are installed for it.
test-newest: $(NEWEST_VENV)/.test
	$(NEWEST_VENV)/bin/python -m pytest $(PYTEST_ARGS) -m newest

# What Numba's compiler tells, with each of NUMBA_VERSIONS.
test-numba: $(NUMBA_VENVS:%=%/.test)
	@for venv in $(NUMBA_VENVS); do \
		$$venv/bin/python -m pytest -p no:cacheprovider tests/integration/test_numba_errors.py \
			tests/integration/test_numba_command.py tests/integration/test_jit_variables.py \
			tests/integration/test_numba_gdb.py || exit 1; \
	done

# Hangs that people reported to other projects, and healthy programs: how often is the answer right?
test-real: $(VENV)/.test $(REAL_VENV)/.done
	ATFAULT_REAL_PYTHON=$(REAL_VENV)/bin/python $(BIN)/python tests/real/run.py $(REAL_ARGS)

# Small changes of the source that no unit test notices.
mutants: $(VENV)/.mutants
	$(BIN)/python tools/mutants.py $(if $(IN),--in $(IN)) --seed $(SEED) --number $(NUMBER) $(MUTANTS_ARGS)

# The cores of aarch64 that the tests read, made anew in an emulator: tools/arm_cores.py says what it needs.
arm-cores: $(VENV)/.test
	$(BIN)/python tools/arm_cores.py $(NAMES)

# Ten programs on AArch64, watched there, in the same emulator: some ten minutes of CPU. Skipped, with what is
# missing, where its packages are not installed (tools/arm_machine.py).
test-arm: $(VENV)/.test
	ATFAULT_TEST_ARM=1 $(BIN)/python -m pytest -n 0 -rs -s tests/integration/test_arm_programs.py

check: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tools/gen_cause_docs.py --check
	$(BIN)/python tools/gen_json_docs.py --check
	$(BIN)/python tools/gen_shell_files.py --check

bench: $(VENV)/.bench
	$(BIN)/python -m bench

# The pages that are made from the sources, then the site: build/site/index.html.
docs: $(VENV)/.test $(DOCS_VENV)/.done
	$(BIN)/python tools/gen_cause_docs.py
	$(BIN)/python tools/gen_json_docs.py
	$(BIN)/python tools/gen_shell_files.py
	NO_MKDOCS_2_WARNING=1 $(DOCS_VENV)/bin/mkdocs build --strict

clean:
	rm -rf $(VENV) $(NEWEST_VENV) $(NUMBA_VENVS) $(REAL_VENV) $(DOCS_VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

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

$(DOCS_VENV)/.done: pyproject.toml
	@test -x $(DOCS_VENV)/bin/python || $(PYTHON) -m venv $(DOCS_VENV)
	@$(DOCS_VENV)/bin/python -m pip install --quiet --upgrade pip
	$(DOCS_VENV)/bin/python -m pip install --quiet --editable '.[docs]'
	@touch $@

$(VENV)/.demo: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[test,build]'
	@touch $@

$(VENV)/.test-all: $(VENV)/.test
	$(BIN)/python -m pip install --quiet $(if $(TORCH_INDEX),--extra-index-url $(TORCH_INDEX)) \
		--editable '.[test-all]'
	@touch $@

$(VENV)/.mutants: $(VENV)/.test
	$(BIN)/python -m pip install --quiet --editable '.[mutants]'
	@touch $@

$(VENV)/.bench: $(VENV)/.test-all
	@touch $@
