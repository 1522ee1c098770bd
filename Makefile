# The contributor's menu. Every target sets up its own needs.
PYTHON ?= python3
ARGS ?= count 8x8
MINUTES ?= 30
SECONDS := 30
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
UV := $(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python
SOURCES := $(shell find src cpp -type f -not -name '_core.*' -not -path '*/__pycache__/*') CMakeLists.txt pyproject.toml
CMAKE := $(if $(shell command -v cmake),,$(BIN)/)
CPP_FILES := $(shell find cpp -name '*.cpp' -o -name '*.hpp')
# Python stores compiled modules: the tests start hundreds of processes, and otherwise each would compile its modules again.
unexport PYTHONDONTWRITEBYTECODE
# Each of these processes would start threads of numpy's linear algebra, which Babieca never uses.
export OPENBLAS_NUM_THREADS := 1

.PHONY: help run serve test release-test python-test release-python-test lint lint-and-cpp-test format browser page-tools module module-threads module-if-possible module-tools module-test cpp-test sanitize soak-cluster bench portable peers records soak docs site wheel clean

help:
	@echo "make run     build, install into $(VENV) and run: babieca $(ARGS)   (make run ARGS='info 5x5')"
	@echo "make serve   build, install into $(VENV) and serve the page"
	@echo "make test    build the wheel, lint, C++ tests, Python tests"
	@echo "make release-test  the slow tests: the core under Node, the page without a server, deaths of clusters, other versions, an empty environment, the site"
	@echo "make lint    ruff, mypy --strict, clang-format; tsc and prettier if npm is installed"
	@echo "make format  rewrite the sources as lint wants them"
	@echo "make sanitize  the C++ tests under the address and undefined-behaviour sanitizers"
	@echo "make soak-cluster  kill workers, schedulers and clients twenty times each"
	@echo "make bench   measure counting, searching and the page (make bench BEFORE=DIR: against the version installed in DIR)"
	@echo "make portable  compare the portable build with the native one"
	@echo "make peers   compare with other software: the tables of docs/peers.md (SECONDS=30 per answer)"
	@echo "make records   count the heavy known boards and Bañón's tables again"
	@echo "make soak    random questions to every engine, kills, damaged files, tight budgets (make soak MINUTES=30)"
	@echo "make module  the core as WebAssembly for browsers, in build/wasm"
	@echo "make docs    build the documentation in site/"
	@echo "make site    the documentation with the page in it, which needs no server, in site/"
	@echo "make wheel   the source archive in dist/, and the wheel built from it"
	@echo "make clean   remove everything that was built"

# Installs the build tools that pyproject.toml requires, except cmake and ninja if the system has them.
$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(PIP) scikit-build-core nanobind build $(if $(CMAKE),cmake) $(if $(shell command -v ninja),,ninja)

# uv installs the packages of the tests while the core is compiled, in a tenth of the time of pip. If uv fails, pip installs
# them after the wheel is made.
$(VENV)/.needs: $(BIN)/python pyproject.toml
	-$(PIP) uv && $(UV) -r pyproject.toml --extra dev
	@touch $@

# `make run` installs the package without extras, built for this processor. A second build compiles only changed files.
NATIVE := --no-build-isolation --config-settings=build-dir=build/native --config-settings=cmake.define.BABIECA_NATIVE=ON
$(VENV)/.installed: $(BIN)/python $(SOURCES)
	$(PIP) $(NATIVE) .
	@touch $@

run: $(VENV)/.installed
	$(BIN)/babieca $(ARGS)

serve: $(VENV)/.installed
	$(BIN)/python -c 'import fastapi, uvicorn, segno, PIL' 2> /dev/null || $(PIP) $(NATIVE) '.[web]'
	$(BIN)/babieca serve

# The tests compile the core once, for the wheel and the C++ tests together, from the source archive. The archive keeps the
# times of the files, so that a second build compiles only changed files.
wheel: dist/.made

dist/.made: $(BIN)/python $(SOURCES) README.md LICENSE
	rm -rf dist build/source
	mkdir -p dist build/source
	$(BIN)/python -m build --no-isolation --sdist --config-setting=sdist.reproducible=false . > build/wheel.log || { cat build/wheel.log; false; }
	tar -xzf dist/*.tar.gz -C build/source --strip-components=1
	$(BIN)/python -m build --no-isolation --wheel --outdir dist build/source --config-setting=build-dir=$(abspath build/release) \
		--config-setting=cmake.define.BABIECA_TESTS=ON > build/wheel.log || { cat build/wheel.log; false; }
	@touch $@

$(VENV)/.tools: dist/.made $(VENV)/.needs
	wheel=$$(ls dist/*.whl); $(UV) --reinstall-package babieca "$$wheel[dev]" || \
		{ $(PIP) "$$wheel[dev]" && $(PIP) --force-reinstall --no-deps "$$wheel"; }
	@touch $@ $(VENV)/.installed

# Lint and the C++ tests run beside the Python tests. Many Python tests wait for other processes, so three run at a time.
test:
	$(MAKE) --no-print-directory module-tools
	$(MAKE) --no-print-directory --jobs=2 browser page-tools module-if-possible $(VENV)/.tools
	$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint-and-cpp-test python-test

lint-and-cpp-test:
	$(MAKE) --no-print-directory lint
	$(MAKE) --no-print-directory cpp-test

PYTEST := $(BIN)/python -m pytest --numprocesses=3 --dist=loadgroup -p no:schemathesis
python-test: $(VENV)/.tools
	$(PYTEST) -m 'not release'

# The tests that repeat others in another place: the C++ tests under Node, and the Python tests with the mark `release`.
release-test: module-tools
	$(MAKE) --no-print-directory --jobs=2 browser module-if-possible $(VENV)/.tools
	$(MAKE) --no-print-directory --jobs=2 --output-sync=target module-test release-python-test

release-python-test: $(VENV)/.tools
	$(PYTEST) -m release

# The tests of the page click through it in a real browser. They are skipped where none can be installed.
browser:
	@command -v chromium-headless-shell || command -v chromium || command -v google-chrome || ( \
		as_root=; test "$$(id -u)" = 0 || as_root='sudo -n'; \
		export DEBIAN_FRONTEND=noninteractive; \
		( $$as_root apt-get update -qq; $$as_root apt-get install -qq -y --no-install-recommends chromium-headless-shell ) > /dev/null 2>&1; \
		command -v chromium-headless-shell > /dev/null || echo "no chromium here and none to install: the tests of the page are skipped" )

lint: $(VENV)/.tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)
	@if $(MAKE) --no-print-directory page-tools && test -d node_modules; \
		then $(BIN)/python docs/page_types.py && npm run --silent lint; \
		else echo "no npm that can install here: the page's scripts are not checked"; fi

# The tools that check the page: types and format of its scripts, and its accessibility. Python tests use them too.
page-tools:
	@! command -v npm > /dev/null || $(MAKE) --no-print-directory node_modules || true

node_modules: package.json package-lock.json
	npm ci --silent --fetch-retries=1 --fetch-timeout=30000
	@touch $@

format: $(VENV)/.tools
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP_FILES)
	@if command -v npm > /dev/null; then $(MAKE) --no-print-directory node_modules && npm run --silent format; fi

cpp-test: $(VENV)/.tools
	$(CMAKE)ctest --test-dir build/release --output-on-failure

# The core as WebAssembly, by Debian's Emscripten. Its linker needs the package acorn, which Debian installs beside it.
WASM := NODE_PATH=/usr/share/nodejs emcmake $(CMAKE)cmake -S . -DCMAKE_BUILD_TYPE=Release -DBABIECA_PYTHON=OFF -DCMAKE_CROSSCOMPILING_EMULATOR=node
WASM_BUILD := NODE_PATH=/usr/share/nodejs $(CMAKE)cmake --build
module: $(BIN)/python module-tools
	@mkdir -p build
	$(WASM) -B build/wasm -DBABIECA_TESTS=ON > build/wasm.log 2>&1 || { cat build/wasm.log; false; }
	$(WASM_BUILD) build/wasm --parallel 2 --target babieca_module

# For hosts that send isolation headers.
module-threads: $(BIN)/python module-tools
	@mkdir -p build
	$(WASM) -B build/wasm-threads -DBABIECA_WASM_THREADS=ON > build/wasm-threads.log 2>&1 || { cat build/wasm-threads.log; false; }
	$(WASM_BUILD) build/wasm-threads --parallel 2 --target babieca_module

# The tests of the page without a server need the module; without emcc they are skipped.
module-if-possible: $(BIN)/python
	@! command -v emcc > /dev/null || $(MAKE) --no-print-directory module

module-test: $(BIN)/python
	@if ! command -v emcc > /dev/null; then echo "no emcc here and none to install: the module for browsers is not tested"; \
		else $(MAKE) --no-print-directory module && $(WASM_BUILD) build/wasm --parallel 2 && $(CMAKE)ctest --test-dir build/wasm --output-on-failure; fi

module-tools:
	@command -v emcc > /dev/null || ( \
		as_root=; test "$$(id -u)" = 0 || as_root='sudo -n'; \
		export DEBIAN_FRONTEND=noninteractive; \
		( $$as_root apt-get update -qq; $$as_root apt-get install -qq -y --no-install-recommends emscripten ) > /dev/null 2>&1; \
		command -v emcc > /dev/null || echo "no emcc here and none to install: the module for browsers is not built" )

sanitize: $(VENV)/.tools
	$(CMAKE)cmake -S . -B build/sanitize -DCMAKE_BUILD_TYPE=Debug -DBABIECA_PYTHON=OFF -DBABIECA_TESTS=ON -DBABIECA_SANITIZE=ON
	$(CMAKE)cmake --build build/sanitize --parallel
	$(CMAKE)ctest --test-dir build/sanitize --output-on-failure

soak-cluster: $(VENV)/.tools
	BABIECA_DEATHS=20 $(BIN)/python -m pytest tests/test_cluster_deaths.py

INSTALLED := $(BIN)/python -c 'import pathlib, babieca; print(pathlib.Path(babieca.__file__).parents[1])'
bench: $(VENV)/.tools
	$(BIN)/python benchmarks/counting.py
	$(BIN)/python benchmarks/counting.py --targets
	$(BIN)/python benchmarks/searching.py
	$(BIN)/python benchmarks/serving.py
	$(if $(BEFORE),$(BIN)/python benchmarks/compare.py $(BEFORE) "$$($(INSTALLED))" --only count)

JOBS := '7x8 closed' '8x8 closed' sparse 'search count' 'find 8x8' 'edges 40x40'
portable: $(VENV)/.tools
	$(PIP) $(NATIVE) --no-deps --upgrade --target build/native-package .
	$(BIN)/python benchmarks/compare.py build/native-package "$$($(INSTALLED))" --names native portable \
		--only $(JOBS) --repetitions 9

# The peers have an environment of their own. If a peer cannot be installed, its cell of the table says so.
PEERS := graphillion networkx passagemath-graphs ortools elkai matplotlib
peers: dist/.made
	$(PYTHON) -m venv build/peers/env
	build/peers/env/bin/python -m pip install --quiet --force-reinstall dist/*.whl
	for peer in $(PEERS); do build/peers/env/bin/python -m pip install --quiet $$peer || true; done
	build/peers/env/bin/python -m benchmarks.peers.measuring --seconds $(SECONDS)
	build/peers/env/bin/python -m benchmarks.peers.page

records: $(VENV)/.tools
	$(BIN)/python benchmarks/counting.py --records

soak: $(VENV)/.tools
	$(BIN)/python -m tests.soak --minutes $(MINUTES)

SPHINX := $(BIN)/python -m sphinx --quiet --fresh-env --fail-on-warning --keep-going
docs: $(VENV)/.tools
	$(SPHINX) docs site

# Static files for any web host: the documentation, and the page with the module in it.
site: $(VENV)/.tools module module-threads
	$(SPHINX) -t page docs site
	$(BIN)/python docs/static_page.py site/page build/wasm

clean:
	rm -rf $(VENV) node_modules build dist site .pytest_cache .hypothesis .mypy_cache .ruff_cache
