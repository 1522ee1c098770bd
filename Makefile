# The contributor's menu. Every target sets up what it needs by itself.
PYTHON ?= python3
ARGS ?= count 8x8
MINUTES ?= 30
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src cpp -type f -not -name '*.pyi' -not -path '*/__pycache__/*') CMakeLists.txt pyproject.toml
CPP_FILES := $(shell find cpp -name '*.cpp' -o -name '*.hpp')

.PHONY: help run test lint format cpp-test sanitize bench records soak docs wheel clean

help:
	@echo "make run     build, install into $(VENV) and run: babieca $(ARGS)   (make run ARGS='info 5x5')"
	@echo "make test    lint, all Python tests, all C++ tests"
	@echo "make lint    ruff, mypy --strict, clang-format"
	@echo "make format  rewrite the sources as lint wants them"
	@echo "make sanitize  the C++ tests under the address and undefined-behaviour sanitizers"
	@echo "make bench   how fast counting and searching are, with a calibration loop"
	@echo "make records   the heavy known counts and the tables of Bañón, again"
	@echo "make soak    random questions by every engine, kills, damage, budgets (make soak MINUTES=30)"
	@echo "make docs    the documentation in site/"
	@echo "make wheel   a portable wheel in dist/"
	@echo "make clean   remove everything that was built"

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet scikit-build-core nanobind cmake ninja

# `run` needs the package with all its extras; `test` adds the tools. The build tools above are used as they are
# (no isolated build), so that a second build compiles only what changed.
$(VENV)/.installed: $(BIN)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --no-build-isolation '.[all]'
	@touch $@

$(VENV)/.tools: $(BIN)/python $(SOURCES)
	$(BIN)/python -m pip install --quiet --no-build-isolation '.[dev]'
	@touch $@ $(VENV)/.installed

run: $(VENV)/.installed
	$(BIN)/babieca $(ARGS)

test: lint cpp-test
	$(BIN)/python -m pytest

lint: $(VENV)/.tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)

format: $(VENV)/.tools
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP_FILES)

cpp-test: $(VENV)/.tools
	$(BIN)/cmake -S . -B build/cpp -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -DBABIECA_PYTHON=OFF -DBABIECA_TESTS=ON
	$(BIN)/cmake --build build/cpp
	$(BIN)/ctest --test-dir build/cpp --output-on-failure

sanitize: $(VENV)/.tools
	$(BIN)/cmake -S . -B build/sanitize -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -DCMAKE_BUILD_TYPE=Debug \
		-DBABIECA_PYTHON=OFF -DBABIECA_TESTS=ON -DBABIECA_SANITIZE=ON
	$(BIN)/cmake --build build/sanitize
	$(BIN)/ctest --test-dir build/sanitize --output-on-failure

bench: $(VENV)/.tools
	$(BIN)/python benchmarks/counting.py
	$(BIN)/python benchmarks/searching.py

records: $(VENV)/.tools
	$(BIN)/python benchmarks/counting.py --records

soak: $(VENV)/.tools
	$(BIN)/python -m tests.soak --minutes $(MINUTES)

docs: $(BIN)/python
	$(BIN)/python -m pip install --quiet 'mkdocs-material>=9.5'
	$(BIN)/mkdocs build --quiet

wheel: $(BIN)/python
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist \
		--config-settings=cmake.define.BABIECA_NATIVE=OFF --config-settings=build-dir=build/portable .

clean:
	rm -rf $(VENV) build dist site .pytest_cache .hypothesis .mypy_cache .ruff_cache
