# Two commands do everything: `make run` and `make test`. Both install what they need into .venv.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
TOOLS := $(VENV)/tools
# One more than there are cores, since a test now and then waits; each costs its own imports and start.
WORKERS = $(shell $(PY) -c "import os; print(1 + (os.cpu_count() or 1))")
# What was compiled is kept also where the environment says otherwise: each worker, and each program
# that a test starts, would compile everything again.
PYTEST = MAKEFLAGS= MFLAGS= PYTHONDONTWRITEBYTECODE= $(PY) -m pytest
# A process without tests left takes some of the others', so that none is busy alone at the end.
TESTS = $(PYTEST) -n $(WORKERS) --dist worksteal --ignore tests/browser

.PHONY: help install run practice play lint test short-tests test-all all-tests test-postgres test-browser bench pictures site messages check-messages lock upgrade package sbom audit container release clean

help:
	@echo "make run           start the bot; without a DISCORD_TOKEN, the practice channel in your browser"
	@echo "make install       only install what the bot needs"
	@echo "make practice      start the practice channel, token or not"
	@echo "make play          play a game in the terminal, e.g. make play GAME=ringo"
	@echo "make lint          only lint and type-check"
	@echo "make test          lint, type-check and test, in some minutes"
	@echo "make test-all      … and try all that the tests can; what must pass before a change lands"
	@echo "make test-postgres  run the tests of what is stored on PostgreSQL, where it is installed"
	@echo "make test-browser  play in the practice channel with a real browser (Chromium)"
	@echo "make bench         measure speed"
	@echo "make pictures      draw anew the boards that the papers show"
	@echo "make site          make the site of static pages, in build/site; its address: SITE_URL=https://…"
	@echo "make messages      add new sentences to the catalogues of all languages, remove unused ones"
	@echo "make check-messages  list what is untranslated in a language, unused or broken"
	@echo "make lock          pin, with hashes, what the requirements files ask for anew; all else stays"
	@echo "make upgrade       … and pin the newest of all that they leave open"
	@echo "make package       build the games as a library, parlour-rules, in dist/"
	@echo "make sbom          list all parts of the bot (CycloneDX), in dist/"
	@echo "make audit         look for known weaknesses in the pinned packages"
	@echo "make container     lint the container, and build and check it where an engine runs"
	@echo "make release       check that version, changes, database and languages agree, and what is built"
	@echo "make clean         remove the environment and every cache"

# Ctrl-C, and what was told in a sentence because only the host can mend it (78), are no errors of make.
STOPPABLE := trap : INT; tools/stoppable
UNLESS_STOPPED = || test $$? -eq 130
UNLESS_TOLD = || case $$? in 78|130) ;; *) exit 1 ;; esac

# One environment; a stamp per lock file says what it holds.
define install-lock
	@$(STOPPABLE) $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Parlour needs Python 3.11 or newer; name one with: make PYTHON=python3.11 …")' $(UNLESS_STOPPED)
	@$(STOPPABLE) $(PYTHON) tools/environment.py $@ $< $(UNLESS_STOPPED)
endef

# A stamp says nothing where the system has replaced the Python that it is of.
gone = $(shell test -x $(1)/bin/python || echo FORCE)
FORCE:

$(VENV)/bot.installed: requirements.lock $(call gone,$(VENV))
	$(install-lock)

$(VENV)/%.installed: requirements/%.lock $(call gone,$(VENV))
	$(install-lock)

# What makes the site and a release brings packages with it that change how others behave and are typed.
$(TOOLS)/%.installed: requirements/%.lock $(call gone,$(TOOLS))
	$(install-lock)

# axe-core, which looks for what keeps people from a page; its hash stands here.
AXE := 4.14.1
AXE_HASH := 29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c
$(TOOLS)/axe.min.js:
	@mkdir -p $(@D)
	cd $(@D) && npm pack --silent axe-core@$(AXE) && tar -xzf axe-core-$(AXE).tgz && mv package/axe.min.js $(@F).part && rm -r package axe-core-$(AXE).tgz
	echo "$(AXE_HASH)  $@.part" | sha256sum --check --quiet
	mv $@.part $@

# TypeScript, which checks the types that the comments of the board's page name; as above.
TSC := 5.9.3
TSC_HASH := 10e108c9cf7d5f2879053dff18515fb405abf2ccef63eaaf017d9c571687a1d3
$(TOOLS)/typescript/bin/tsc:
	@mkdir -p $(@D)
	cd $(TOOLS) && npm pack --silent typescript@$(TSC)
	echo "$(TSC_HASH)  $(TOOLS)/typescript-$(TSC).tgz" | sha256sum --check --quiet
	cd $(TOOLS) && tar -xzf typescript-$(TSC).tgz --strip-components 1 -C typescript && rm typescript-$(TSC).tgz
	touch $@

# Python for browsers, with which a page of the site plays; as above.
PYODIDE := 314.0.7
PYODIDE_HASH := 66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0
$(TOOLS)/pyodide:
	@mkdir -p $(@D)
	cd $(TOOLS) && npm pack --silent pyodide@$(PYODIDE)
	echo "$(PYODIDE_HASH)  $(TOOLS)/pyodide-$(PYODIDE).tgz" | sha256sum --check --quiet
	cd $(TOOLS) && tar -xzf pyodide-$(PYODIDE).tgz && rm pyodide-$(PYODIDE).tgz && mv package pyodide

install: $(VENV)/bot.installed

run: $(VENV)/bot.installed
	@$(STOPPABLE) $(PY) -m hosting.settings; case $$? in \
		0) $(STOPPABLE) $(PY) bot.py $(UNLESS_TOLD) ;; \
		3) $(MAKE) --no-print-directory practice $(UNLESS_TOLD) ;; \
		78|130) ;; \
		*) exit 1 ;; \
	esac

practice: $(VENV)/practice.installed
	@$(STOPPABLE) $(PY) -m practice $(UNLESS_TOLD)

play:
	@$(PYTHON) -m rules play $(or $(GAME),bizingo)

lint: $(VENV)/dev.installed
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy

# As many tests as say in some minutes whether something is broken; `test-all` tries more of the same.
# Types are checked, by one core, while the tests run; these start `make` themselves, with no flags.
test: $(VENV)/dev.installed
	@$(MAKE) --no-print-directory -j 2 lint short-tests

test-all: $(VENV)/dev.installed
	@$(MAKE) --no-print-directory -j 2 lint all-tests

short-tests:
	$(TESTS) -m "not thorough"

all-tests:
	$(TESTS)

# The store and what cuts through all once more, on the other engine.
test-postgres: $(VENV)/dev.installed
	$(PY) -m tools.with_postgres env $(TESTS) tests/data tests/flows -m "not thorough"

test-browser: $(VENV)/dev.installed
	$(PYTEST) tests/browser

bench: $(VENV)/dev.installed
	$(PY) -m tools.bench

pictures: $(VENV)/dev.installed
	$(PY) -m rendering --papers -o docs/pictures
	$(PY) -m tests.browser.moves_picture -o docs/pictures/moves.gif

site: $(TOOLS)/site.installed $(TOOLS)/pyodide
	$(TOOLS)/bin/python -m tools.website -o build/site $(if $(SITE_URL),--url $(SITE_URL)) $(if $(APPLICATION_ID),--application $(APPLICATION_ID))

messages: $(VENV)/dev.installed
	$(PY) -m languages update

check-messages: $(VENV)/dev.installed
	$(PY) -m languages check

lock: $(VENV)/dev.installed
	$(PY) -m tools.lock_requirements

upgrade: $(VENV)/dev.installed
	$(PY) -m tools.lock_requirements --upgrade

package: $(TOOLS)/release.installed
	$(TOOLS)/bin/python -m tools.release.package

sbom: $(TOOLS)/release.installed
	$(TOOLS)/bin/python -m tools.release.sbom

audit: $(TOOLS)/release.installed
	$(TOOLS)/bin/python -m tools.release.audit

container: $(TOOLS)/release.installed
	$(TOOLS)/bin/python -m tools.release.container

release: $(VENV)/dev.installed
	@if $(MAKE) --no-print-directory $(TOOLS)/release.installed; then \
		$(MAKE) --no-print-directory package sbom audit container; \
	else echo "SKIPPED, nothing was built or audited: what that takes can't be installed here."; fi
	$(PY) -m tools.release.check

clean:
	rm -rf build dist $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis test-pictures
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
