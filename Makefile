# What a person types. Every target makes the environment it needs first (scripts/environment).
.PHONY: help run test e2e prove bench check crash race-ratings format schema lock clean
.DEFAULT_GOAL := help

PORT = 8000
BIN = .venv/bin
# SIM=1 adds numba, which makes simulation many times faster and is not needed to play
SIM =
# the processes pytest spreads the tests over
TEST_JOBS = 2
# more of pytest's arguments
PYTEST =

help:
	@echo "make run      play at http://127.0.0.1:8000 (PORT=8080 for another port, SIM=1 for fast simulation)"
	@echo "make test     every test that needs no outside service"
	@echo "make prove    the long proofs by play: minutes, not seconds"
	@echo "make bench    measurements, each beside its anchor and with a last line of JSON;"
	@echo "              benchmarks.standings and benchmarks.deviations are run by themselves"
	@echo "make check    all that continuous integration checks; on PostgreSQL and Redis where"
	@echo "              DATABASE_URL and REDIS_URL are set"
	@echo "make e2e      the tests that drive a browser or a real server"
	@echo "make crash    kill server and worker at random moments of 20 games; lose nothing"
	@echo "make race-ratings  500 games, each rated by six at once, on the PostgreSQL of DATABASE_URL"
	@echo "make format   format the code and sort the imports"
	@echo "make schema   write docs/openapi.yaml from the code"
	@echo "make lock     recompile requirements/*.txt from pyproject.toml"
	@echo "make clean    remove the environment and the caches; var/, with your data, stays"

run:
	@scripts/environment $(if $(SIM),sim,run)
	@$(BIN)/python manage.py platform --port $(PORT)

test:
	@scripts/environment dev
	@scripts/run-tests --without-services -n $(TEST_JOBS) $(PYTEST)

e2e:
	@scripts/environment dev
	@scripts/run-tests --without-services -m e2e

check:
	@scripts/environment dev
	@scripts/check -n $(TEST_JOBS) $(PYTEST)

prove:
	@scripts/environment dev
	@$(BIN)/python -m pytest -q tests/bots/strategies/long_run.py

crash:
	@scripts/environment dev
	@$(BIN)/python -m tests.reliability.crash

race-ratings:
	@scripts/environment dev
	@$(BIN)/python -m tests.reliability.rated_games --games 500

format:
	@scripts/environment dev
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

schema:
	@scripts/environment dev
	@scripts/openapi write

bench:
	@scripts/environment dev
	@$(BIN)/python -m benchmarks.live_move
	@$(BIN)/python -m benchmarks.random_hands
	@$(BIN)/python -m benchmarks.bot_strength rules random
	@$(BIN)/python -m benchmarks.bot_strength rules r1
	@$(BIN)/python -m benchmarks.queue
	@$(BIN)/python -m benchmarks.ratings --seeds 1 --bot-games 150 --people 80 --games 200000

lock:
	@scripts/environment dev
	@scripts/lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
