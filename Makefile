# `make` lists the targets; `make run` and `make test` are all a newcomer needs.
PY := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: hardware help lock setup setup-test run evening test check bench powercut damage soak touches pictures docs mutants firmware flash fuzz kiosk-check clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /  make \1\t/' | expand -t 18

setup:
	@tools/setup.sh run

setup-test:
	@tools/setup.sh test

run: setup ## open the app; without a screen: play a City evening and leave pictures
	@$(PY) -m tools.evening --or-app

evening: setup ## play a City evening on a virtual screen, pictures in build/evening
	@$(PY) -m tools.evening

test: setup-test check ## set up and run every test
	@$(PY) -m pytest -n 2 --dist loadfile -m "not alone"
	@$(PY) -m pytest -n 2 --dist loadfile -m alone

check: setup-test ## ruff and mypy --strict
	@$(PY) -m ruff check companion tests benchmarks tools hardware
	@$(PY) -m ruff format --check companion tests benchmarks tools hardware
	@$(PY) -m mypy

mutants: setup-test ## single faults all over: do the tests notice? (MUTANTS="--seconds 600")
	@$(PY) tools/mutants.py $(MUTANTS)

bench: setup-test ## the figures of docs/benchmarks.md, as ratios
	@$(PY) -m benchmarks

pictures: setup-test ## take every picture of the documents again
	@$(PY) tools/pictures.py

docs: setup-test ## build the documents as a site into build/site
	@$(PY) -m mkdocs build --strict

touches: setup-test ## 20 000 random touches in every game (hours; TOUCHES="--touches 2000 --only city_us")
	@$(PY) -m benchmarks.touches $(TOUCHES)

powercut: setup-test ## pull the plug 300 times while somebody plays (half an hour)
	@$(PY) -m benchmarks.powercut --kills 300

damage: setup-test ## spoil 4500 games' files and open them: nothing lost in silence
	@$(PY) -m benchmarks.damage

soak: setup-test ## four hours of play in fast-forward: memory, threads, handles, redraws
	@$(PY) -m benchmarks.soak

firmware: ## build the microcontroller's program
	@$(MAKE) -C firmware

flash: ## write it to the board: make flash PORT=/dev/ttyUSB0
	@$(MAKE) -C firmware flash PORT=$(PORT)

hardware: setup-test ## make the drawings, tables and printed parts of hardware/ anew
	@$(PY) -m hardware

fuzz: ## a minute of random lines into the wire reader
	@$(MAKE) -C firmware fuzz

lock: setup-test ## write down anew which packages the box installs, with their hashes
	@$(PY) tools/lock.py

kiosk-check: setup-test ## setup.sh in a fresh Debian, the box under its systemd and in an emulated PC (root)
	@$(PY) -m tests.pi.kiosk_check

clean: ## remove everything built
	rm -rf build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
