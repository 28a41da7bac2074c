# What there is to do here. `make` alone lists it; every target sets up what it needs and does so only once.

VENV := .venv
BIN := $(VENV)/bin
PACKAGES := companion vision hardware calibration

.DEFAULT_GOAL := help
.PHONY: help run test lint quick test-slow erring test-opencv4 test-oldest bench bench-eye bench-night budget strangers turns screens rehearsals train playthroughs voice release hooks wheel lock audit pi pi-wheels reliability clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: ## set up and start: robots at a painted table, the page at http://127.0.0.1:8080 (ARGS="--help" for more)
	@.ci/set-up run
	@$(BIN)/companion run $(ARGS)

test: ## set up and check everything: style, types, import directions, the quick tests
	@.ci/set-up test
	@$(MAKE) --no-print-directory lint quick

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict $(addprefix -p ,$(PACKAGES))
	$(BIN)/mypy --strict tests
	$(BIN)/lint-imports

# The rulebook tests take every branch of rules and games; the other tests run without the burden of counting.
# Each core runs whole files, so that what a file sets up is set up once; what hangs is ended and named.
EACH_CORE := -n auto --dist loadfile --timeout=300
RULES := tests/rulebook
COUNTED := --cov=companion.rules --cov=companion.games --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100

quick:
	$(BIN)/pytest $(EACH_CORE) -m "not slow and not pi" $(RULES) $(COUNTED)
	$(BIN)/pytest $(EACH_CORE) -m "not slow and not pi" --ignore=$(RULES)

test-slow: ## the long soaks, killings and rehearsals
	@.ci/set-up test
	$(BIN)/pytest -m slow

erring: ## games by the hundred with an eye that errs on purpose, counted (GAMES=1000 takes hours)
	@.ci/set-up test
	GAMES=$(or $(GAMES),40) $(BIN)/pytest -m slow -s tests/rehearsals/test_an_erring_eye.py

test-opencv4: ## repeat the vision tests with the newest OpenCV 4
	@.ci/set-up opencv4
	.venv-opencv4/bin/pytest -m "not slow and not pi" tests/vision

test-oldest: ## repeat them, the contracts and the parts with the oldest packages that pyproject.toml lets in
	@.ci/set-up oldest
	.venv-oldest/bin/pytest -m "not slow and not pi" tests/vision tests/contracts tests/hardware tests/kiosk/test_server.py

bench: ## how fast the rules, the painter, the eye and the whole loop run here
	@.ci/set-up test
	PYTHONPATH=tests/support $(BIN)/python tests/bench/bench_rules.py
	PYTHONPATH=tests/support $(BIN)/python tests/bench/bench_odds.py
	PYTHONPATH=tests/support $(BIN)/python tests/bench/bench_painter.py
	PYTHONPATH=tests/support $(BIN)/python tests/bench/bench_kiosk.py
	$(BIN)/companion rehearse heckmeck --seed 1..2 --fast --json

bench-eye: ## teach, look and score against the rendered tables of ../shared, with plots
	@.ci/set-up run
	$(BIN)/python tests/bench/bench_eye.py
	$(BIN)/python tests/bench/bench_teach.py

bench-night: ## a game night of twelve tables with everything killed, of two hundred tables, and under a flood
	@.ci/set-up test
	PYTHONPATH=tests/support $(BIN)/python tests/bench/bench_night.py $(PARTS)

SEEDS := 1 2
strangers: ## render benches of other art, dice, tables and light (20 minutes each), read and score them (SEEDS="1 2")
	@.ci/set-up render
	@.ci/set-up run
	@for seed in $(SEEDS); do .venv-render/bin/python -m vision.training.strangers out/training/strangers/$$seed $$seed || exit 1; done
	$(BIN)/python tests/bench/bench_strangers.py $(addprefix out/training/strangers/,$(SEEDS))

SEQUENCES := 6
turns: ## script and render games with hands and trouble (15 minutes each), referee and count them (SEQUENCES=40)
	@.ci/set-up render
	@.ci/set-up test
	@mkdir -p out
	PYTHONPATH=tests/support $(BIN)/python tests/bench/bench_turns.py --write out/turns --count $(SEQUENCES) >out/turns.txt
	.venv-render/bin/python -m vision.training.turns $$(cat out/turns.txt)
	PYTHONPATH=tests/support $(BIN)/python tests/bench/bench_turns.py $$(cat out/turns.txt)

screens: ## photograph every page into docs/screens, at three widths, dark and light
	@.ci/set-up test
	$(BIN)/python tests/support/screens.py

rehearsals: ## 15 seeded games of each kind through painter, eye and referee; then every mistake, with a truthful eye
	@.ci/set-up test
	@for game in $$($(BIN)/python -c 'from companion.games import GAMES; print(*GAMES)'); do \
		$(BIN)/companion rehearse $$game --seed 1..15 --lively 0.1 --fast --json || exit 1; \
	done
	$(BIN)/pytest -m slow -s tests/referee tests/rehearsals/test_soak.py

train: ## train the eye again (hours, needs the renders)
	@.ci/set-up train
	$(BIN)/python -m vision.training

playthroughs: ## write the readable whole games of tests/playthroughs anew
	@.ci/set-up test
	$(BIN)/pytest tests/playthroughs --rewrite

wheel: ## build the wheel into dist, and try it in a fresh environment of its own
	@.ci/set-up run
	rm -rf dist build out/wheel
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .
	python3 -m venv out/wheel
	out/wheel/bin/python -m pip install --quiet --disable-pip-version-check dist/*.whl
	cd out && wheel/bin/companion --version && wheel/bin/companion games && wheel/bin/companion rehearse heckmeck --seed 1 --fast

voice: ## say every sentence without a name anew, for the voices that come with the program
	@.ci/set-up test
	$(BIN)/python -m companion.announcements.render_pack

release: ## build the archives of this version into dist/, and say how to tag it
	@.ci/release

hooks: ## have the linters look at every commit before it is made
	@.ci/set-up test
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check pre-commit
	@$(BIN)/pre-commit install

pi: ## an emulated Raspberry Pi, built of Debian's packages, set up and played on as an owner would (40 minutes, root)
	@.ci/set-up emulator
	PYTHONPATH=tests/support:. $(BIN)/python -m emulated_pi $(ARGS)

pi-wheels: ## whether each package has a wheel for a Pi, for the Pythons of bookworm and trixie
	@.ci/set-up test
	PYTHONPATH=tests/support $(BIN)/python -m emulated_pi.wheels

budget: ## what looks cost in instructions, and how long a Pi 4, Pi 5 and Zero 2 W would take for them (needs valgrind)
	@.ci/set-up test
	PYTHONPATH=tests/support:tests/bench $(BIN)/python tests/bench/bench_budget.py

reliability: ## kill it, cut its power, damage its files, break its parts, send it nonsense: the table (an hour)
	@.ci/set-up test
	RELIABILITY=1 $(BIN)/pytest tests/reliability tests/appliance/test_fault_switches.py tests/appliance/test_minder.py tests/kiosk/test_server.py

lock: ## write anew what the appliance installs, with the hashes of every file
	@.ci/set-up test
	$(BIN)/pip install --quiet uv
	{ echo '# What the appliance installs: every package with its version and the hashes of its files. Written by `make lock`.'; \
	$(BIN)/uv pip compile pyproject.toml --extra pi --universal --python-version 3.11 --generate-hashes --no-header --quiet; } >.ci/appliance.lock.new
	mv .ci/appliance.lock.new .ci/appliance.lock

audit: ## ask whether a package of the appliance has a known hole (needs the network)
	@.ci/set-up test
	$(BIN)/pip install --quiet pip-audit
	$(BIN)/pip-audit --require-hashes --disable-pip -r .ci/appliance.lock

clean: ## remove what set-up made inside this checkout
	rm -rf .venv .venv-opencv4 .venv-oldest .venv-render *.egg-info build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis out
