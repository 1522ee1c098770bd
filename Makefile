# The contributor's menu. Every target sets up what it needs by itself.
PYTHON ?= python3
ARGS ?= count 8x8
MINUTES ?= 30
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src cpp -type f -not -name '*.pyi' -not -path '*/__pycache__/*') CMakeLists.txt pyproject.toml
CPP_FILES := $(shell find cpp -name '*.cpp' -o -name '*.hpp')

.PHONY: help run serve test python-test lint format browser cpp-test sanitize soak-cluster bench peers records soak docs wheel clean

help:
	@echo "make run     build, install into $(VENV) and run: babieca $(ARGS)   (make run ARGS='info 5x5')"
	@echo "make serve   build, install into $(VENV) and serve the page"
	@echo "make test    lint, all Python tests, all C++ tests, the wheel"
	@echo "make lint    ruff, mypy --strict, clang-format; tsc and prettier where npm is there"
	@echo "make format  rewrite the sources as lint wants them"
	@echo "make sanitize  the C++ tests under the address and undefined-behaviour sanitizers"
	@echo "make soak-cluster  kill workers, schedulers and clients twenty times each"
	@echo "make bench   how fast counting, searching and the page are (make bench BEFORE=DIR: against a version there)"
	@echo "make peers   other ways to the same answers, side by side; the tables of docs/peers.md"
	@echo "make records   the heavy known counts and the tables of Bañón, again"
	@echo "make soak    random questions by every engine, kills, damage, budgets (make soak MINUTES=30)"
	@echo "make docs    the documentation in site/"
	@echo "make wheel   the archive of the sources in dist/, and the wheel built from it"
	@echo "make clean   remove everything that was built"

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet scikit-build-core nanobind cmake ninja

# `run` needs the package with all its extras; `test` adds the tools, and builds the C++ tests with the extension. The
# build tools above are used as they are (no isolated build), so that a second build compiles only what changed.
$(VENV)/.installed: $(BIN)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --no-build-isolation '.[all]'
	@touch $@

$(VENV)/.tools: $(BIN)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --no-build-isolation '.[dev]' \
		--config-settings=build-dir=build/test --config-settings=cmake.define.BABIECA_TESTS=ON
	@touch $@ $(VENV)/.installed

run: $(VENV)/.installed
	$(BIN)/babieca $(ARGS)

serve: $(VENV)/.installed
	$(BIN)/babieca serve

# The wheel is built on a processor that the tests leave idle, and tested last.
test: lint cpp-test browser
	$(MAKE) --no-print-directory --jobs=2 wheel python-test
	$(BIN)/python -m pytest tests/test_release.py

python-test: $(VENV)/.tools
	$(BIN)/python -m pytest --ignore=tests/test_release.py

# The tests of the page click through it in a real browser, and are skipped where none can be had.
browser:
	@command -v chromium || command -v google-chrome || ( \
		as_root=; test "$$(id -u)" = 0 || as_root='sudo -n'; \
		export DEBIAN_FRONTEND=noninteractive; \
		( $$as_root apt-get update -qq; $$as_root apt-get install -qq -y --no-install-recommends chromium ) > /dev/null 2>&1; \
		command -v chromium > /dev/null || echo "no chromium here and none to install: the tests of the page are skipped" )

lint: $(VENV)/.tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)
	@if command -v npm > /dev/null && $(MAKE) --no-print-directory node_modules; then npm run --silent lint; \
		else echo "no npm that can install here: the page's scripts are not checked"; fi

# What checks the page: types and form of its scripts, and in its tests who can use it.
node_modules: package.json package-lock.json
	npm ci --silent --fetch-retries=1 --fetch-timeout=30000
	@touch $@

format: $(VENV)/.tools
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP_FILES)
	@if command -v npm > /dev/null; then $(MAKE) --no-print-directory node_modules && npm run --silent format; fi

cpp-test: $(VENV)/.tools
	$(BIN)/ctest --test-dir build/test --output-on-failure

sanitize: $(VENV)/.tools
	$(BIN)/cmake -S . -B build/sanitize -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -DCMAKE_BUILD_TYPE=Debug \
		-DBABIECA_PYTHON=OFF -DBABIECA_TESTS=ON -DBABIECA_SANITIZE=ON
	$(BIN)/cmake --build build/sanitize
	$(BIN)/ctest --test-dir build/sanitize --output-on-failure

soak-cluster: $(VENV)/.tools
	BABIECA_DEATHS=20 $(BIN)/python -m pytest tests/test_cluster_deaths.py

bench: $(VENV)/.tools
	$(BIN)/python benchmarks/counting.py
	$(BIN)/python benchmarks/counting.py --targets
	$(BIN)/python benchmarks/searching.py
	$(BIN)/python benchmarks/serving.py
	$(if $(BEFORE),$(BIN)/python benchmarks/compare.py $(BEFORE) \
		"$$($(BIN)/python -c 'import babieca; print(babieca.__path__[0])')/.." --only count)

# The peers have an environment of their own; one that cannot be installed is a cell of the table that says so.
PEERS := graphillion networkx passagemath-graphs ortools elkai matplotlib
peers: dist/.made
	$(PYTHON) -m venv build/peers/env
	build/peers/env/bin/python -m pip install --quiet --force-reinstall dist/*.whl
	for peer in $(PEERS); do build/peers/env/bin/python -m pip install --quiet $$peer || true; done
	build/peers/env/bin/python -m benchmarks.peers.measuring
	build/peers/env/bin/python -m benchmarks.peers.page

records: $(VENV)/.tools
	$(BIN)/python benchmarks/counting.py --records

soak: $(VENV)/.tools
	$(BIN)/python -m tests.soak --minutes $(MINUTES)

docs: $(VENV)/.tools
	$(BIN)/python -m sphinx --quiet --fresh-env --fail-on-warning --keep-going docs site

# The archive of the sources, and the wheel that is built from it as pip does at a user's: in an environment of its own.
wheel: dist/.made

dist/.made: $(VENV)/.tools README.md LICENSE
	rm -rf dist
	$(BIN)/python -m build --outdir dist . > build/wheel.log || { cat build/wheel.log; false; }
	@touch $@

clean:
	rm -rf $(VENV) node_modules build dist site .pytest_cache .hypothesis .mypy_cache .ruff_cache
