# Two commands do everything: `make run` and `make test`. Both install what they need into .venv.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python

.PHONY: help run test check bench clean

help:
	@echo "make run    start Parlour (not there yet: the rules can be played with 'make play')"
	@echo "make play   play a game in the terminal, e.g. make play GAME=ringo"
	@echo "make test   lint, type-check and test"
	@echo "make bench  measure speed"
	@echo "make clean  remove the environment and every cache"

# One environment; a stamp per requirements file says what it holds.
$(VENV)/%.installed: %.txt requirements.txt
	@test -x $(PY) || $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Parlour needs Python 3.11 or newer; name one with: make PYTHON=python3.11 …")'
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@$(PY) -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

$(VENV)/requirements-dev.installed: requirements-practice.txt

run:
	@echo "There is no bot to run yet: so far Parlour is its rules. Try: make play GAME=bizingo"

play:
	@$(PYTHON) -m rules play $(or $(GAME),bizingo)

test: $(VENV)/requirements-dev.installed
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(PY) -m pytest -n auto

bench: $(VENV)/requirements-dev.installed
	$(PY) -m bench

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
