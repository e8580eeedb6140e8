# `make play` and `make test` do all the set-up they need; see README.md.
.POSIX:
.PHONY: play test lint bench soak coverage mutants lock examples openapi screens clean venv

PORT ?= 8000
HOST = 0.0.0.0
# More arguments for pytest: make test ARGS="tests/rules -k battle"
ARGS =

BIN = .venv/bin
MANAGE = PYTHONUTF8=1 $(BIN)/python manage.py
# Pinned, as another version may write the locks differently.
UV = uv==0.13.9

play:
	@sh docker/requirements/install base
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) play --host $(HOST) --port $(PORT)

venv:
	@sh docker/requirements/install dev

test: venv
	@$(BIN)/pytest $(ARGS)

lint: venv
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/deptry .
	@$(BIN)/hadolint docker/Dockerfile
	@$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec docker/compose.yaml

bench: venv
	@$(BIN)/python -m tests.bench

# Thousands of whole games at random, every step proved: make soak GAMES=500 SEED=7. Then state machines
# at the engine and over HTTP, so many runs of so many steps, and questions spoilt in any place.
GAMES = 10000
SEED = 1
RUNS = 200
STEPS = 100
QUESTIONS = 20000

soak: venv
	@$(BIN)/python -m tests.soak --games $(GAMES) --seed $(SEED)
	@MACHINE_RUNS=$(RUNS) MACHINE_STEPS=$(STEPS) QUESTIONS=$(QUESTIONS) $(BIN)/pytest --quiet \
	    tests/rules/test_machine.py tests/api/test_machine.py tests/api/test_any_question.py

# One small change of the rules at a time, and those that no test notices (an hour or two for all):
# make mutants MODULES="verbs/fate effects"
MODULES =

mutants: venv
	@$(BIN)/python -m tests.mutants $(MODULES)

coverage: venv
	@$(BIN)/pytest --cov --cov-report= $(ARGS)
	@$(BIN)/coverage report
	@$(BIN)/coverage report --include='games/rules/*' --fail-under=100

# Locks what the .in files ask for, keeping versions that still fit (UPGRADE=--upgrade does not).
# Each lock holds the one before it, so that one environment serves play and test.
lock:
	@test -x var/uv/bin/uv || { python3 -m venv var/uv && var/uv/bin/pip install --quiet $(UV); }
	@cd docker/requirements && asked= && for set in base prod dev; do \
	    held=$${asked:+-c $$last.txt}; asked="$$asked $$set.in"; last=$$set; \
	    ../../var/uv/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	        --no-annotate --custom-compile-command 'make lock' $(UPGRADE) $$held $$asked \
	        -o $$set.txt || exit 1; \
	done

# Records the exchanges that the API's reference shows, from the tests that make them.
examples: venv
	@RECORD_EXAMPLES=1 $(BIN)/pytest --quiet $$(grep -l "import example" tests/api/test_*.py)

openapi: venv
	@$(MANAGE) spectacular --validate --fail-on-warn --file api/openapi.yaml

# Pictures of the report in var/screens, from two recorded games; KEEP=--keep renews the README's.
KEEP =

screens: venv
	@$(BIN)/python -m tests.screens $(KEEP)

clean:
	rm -rf .venv .install.lock .coverage htmlcov .hypothesis .pytest_cache .mypy_cache .ruff_cache \
	    .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
