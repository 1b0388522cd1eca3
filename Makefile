# Two commands do everything: `make run` and `make test`. Both install what they need into .venv.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python

# Whether the host has set a token, in the environment or in .env: then there is a bot to run.
HAS_TOKEN := [ -n "$$DISCORD_TOKEN" ] || grep -Eiqs '^[[:space:]]*(export[[:space:]]+)?DISCORD_TOKEN[[:space:]]*=[[:space:]]*["'\'']?[^[:space:]"'\''\#]' .env

.PHONY: help run practice play test test-browser bench lock clean

help:
	@echo "make run           start the bot; without a DISCORD_TOKEN, the practice channel in your browser"
	@echo "make practice      start the practice channel, token or not"
	@echo "make play          play a game in the terminal, e.g. make play GAME=ringo"
	@echo "make test          lint, type-check and test"
	@echo "make test-browser  play in the practice channel with a real browser (Chromium)"
	@echo "make bench         measure speed"
	@echo "make lock          pin anew, with hashes, all that the requirements files ask for"
	@echo "make clean         remove the environment and every cache"

# One environment; a stamp per lock file says what it holds. Only files with the hashes that stand in
# the lock are installed, and wheels only: what builds a package from source would not be pinned.
$(VENV)/%.installed: %.lock
	@test -x $(PY) || $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Parlour needs Python 3.11 or newer; name one with: make PYTHON=python3.11 …")'
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@echo "installing what is in $< into $(VENV) …"
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r $<
	@touch $@

run: $(VENV)/requirements.installed
	@if $(HAS_TOKEN); then exec $(PY) bot.py; else exec $(MAKE) --no-print-directory practice; fi

practice: $(VENV)/requirements-practice.installed
	@exec $(PY) practice.py

play:
	@$(PYTHON) -m rules play $(or $(GAME),bizingo)

test: $(VENV)/requirements-dev.installed
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(PY) -m pytest -n auto --ignore tests/browser

test-browser: $(VENV)/requirements-dev.installed
	$(PY) -m pytest tests/browser

bench: $(VENV)/requirements-dev.installed
	$(PY) -m bench

lock: $(VENV)/requirements-dev.installed
	$(PY) locking.py

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis test-pictures
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
