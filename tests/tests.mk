# The targets for tests and developers; included by the Makefile, whose variables are used here.

# One test more at a time than there are processors: some wait, for signals or the disk.
PROVE        ?= prove -j$(shell expr $(JOBS) + 1)
CMOCKA_CFLAGS = $(shell $(PKG_CONFIG) --cflags cmocka)
CMOCKA_LIBS   = $(shell $(PKG_CONFIG) --libs cmocka)

# Found by their names: a new test needs no entry here. What has _full in its name is run by `make test-full` only.
FUZZ_TARGETS   = $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_REPLAYS   = $(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/fuzz_%)
TEST_FILES     = $(sort $(wildcard tests/*/test_*.c))
TEST_LIBRARY   = $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard tests/lib/*.c)))
BENCH_PROGRAMS = $(patsubst tests/%.c,$(BUILD)/%,$(sort $(wildcard tests/bench/*.c)))
TEST_SCRIPTS   = $(sort $(wildcard tests/check_*.sh tests/*/check_*.sh tests/*/check_*.pl tests/*/*.bats))
ALL_TESTS      = $(TEST_SCRIPTS) $(TEST_FILES) $(FUZZ_REPLAYS)
FULL_TESTS     = $(foreach test,$(ALL_TESTS),$(if $(findstring _full,$(notdir $(test))),$(test)))
QUICK_TESTS    = $(filter-out $(FULL_TESTS) $(LEFT_OUT),$(ALL_TESTS))

# The programs of these tests: the files of a folder make one, $(BUILD)/tests/run_FOLDER.
programs_of = $(sort $(filter $(BUILD)/%,$(1)) $(patsubst tests/%/,$(BUILD)/tests/run_%,$(dir $(filter tests/%.c,$(1)))))

# What the test scripts are told of the build.
TEST_ENVIRONMENT = CC='$(CC)' CFLAGS='$(CFLAGS)' CPPFLAGS='$(CPPFLAGS)' LDFLAGS='$(LDFLAGS)' LDLIBS='$(LDLIBS)' \
                   MAKE='$(MAKE)' BUILD='$(BUILD)' PROGRAM='$(PROGRAM)' \
                   BILLIARD_SIM='$(if $(filter /%,$(PROGRAM)),,$(CURDIR)/)$(PROGRAM)'

RUN   = $(PROVE) --directives --failures --exec 'sh tests/run_test.sh'
COUNT = sh tests/count_tests.sh

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
C_FILES  = $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] tests/*/*.[ch] tests/*/*.cpp)

# have PROGRAM: `if $(call have,gnuplot); then ...; fi` prints "skipped: no gnuplot" and is false where there is none.
have = { command -v $(1) >/dev/null || { echo 'skipped: no $(1)'; false; }; }

# A target that needs PROGRAM for all that it does has the prerequisite needs-PROGRAM.
needs-%:
	@command -v $* >/dev/null || { echo '$* not found; install it first' >&2; exit 1; }

.PHONY: test test-full test-bare bench pictures dist deb html wasm format lint analyze asan tsan valgrind coverage fuzz mutants

test: $(PROGRAM) $(LIBRARY) $(call programs_of,$(QUICK_TESTS))  ## build and run the tests
	@$(TEST_ENVIRONMENT) $(COUNT) $(RUN) $(QUICK_TESTS)

# The long ones first, so that none is left running alone. What a test says is kept: nobody runs this twice to read it.
test-full: $(PROGRAM) $(LIBRARY) $(call programs_of,$(ALL_TESTS))  ## the tests and those that take minutes
	+@! .ci/wasm check '$(CJSON_SOURCE)' 2>/dev/null || $(MAKE) -s --no-print-directory $(BUILD)/billiard-sim.wasm
	@TEST_FULL=1 $(TEST_ENVIRONMENT) $(COUNT) $(RUN) --comments $(FULL_TESTS) $(filter-out $(FULL_TESTS),$(ALL_TESTS))

test-bare: $(PROGRAM) $(LIBRARY) $(call programs_of,$(QUICK_TESTS))  ## the tests where only what .ci/deps installs is found
	@$(TEST_ENVIRONMENT) sh tests/tools/bare.sh $(COUNT) $(RUN) $(QUICK_TESTS)

bench: $(PROGRAM) $(BENCH_PROGRAMS)  ## build and run the benchmarks
	@for program in $(filter-out %/empty,$(BENCH_PROGRAMS)); do echo "== $$program"; $$program || exit; done
	@echo "== tests/bench/lammps.sh"; PROGRAM='./$(PROGRAM)' BUILD='$(BUILD)' sh tests/bench/lammps.sh
	@echo "== tests/bench/grains.sh"; PROGRAM='./$(PROGRAM)' sh tests/bench/grains.sh
	@echo "== tests/bench/walls.sh"; PROGRAM='./$(PROGRAM)' sh tests/bench/walls.sh
	@echo "== tests/bench/cases.sh"; PROGRAM='./$(PROGRAM)' sh tests/bench/cases.sh
	@echo "== $(BUILD)/bench/to_chars"; if $(call have,$(CXX)); \
	then $(MAKE) -s $(BUILD)/bench/to_chars && $(BUILD)/bench/to_chars; fi

# Each by itself: make -C scenes/pictures cloth.png.
PICTURES = scenes/pictures
pictures: $(PROGRAM)  ## draw the pictures of scenes/pictures/ (wants gnuplot, jq, and ffmpeg for a smooth film and small files)
	@$(MAKE) -C scenes/pictures PROGRAM='$(abspath $(PROGRAM))' DRAWN='$(abspath $(BUILD))/pictures' TO='$(abspath $(PICTURES))'

# The same source gives the same bytes, in every clone: names in order, no owner, no umask, and the date of the manual.
RELEASE = billiard-sim-$(shell sed -n 's/.*VERSION "\(.*\)"/\1/p' src/base/version.h)
dist:            ## the source as build/billiard-sim-X.Y.Z.tar.gz (wants GNU tar)
	@mkdir -p $(BUILD) && .ci/publish dist >$(BUILD)/dist.name
	LC_ALL=C tar -cf $(BUILD)/$(RELEASE).tar.gz -I 'gzip -n' --format=gnu --sort=name --owner=0 --group=0 --numeric-owner \
	    --mode=u=rwX,go=rX --mtime="$$(sed -n 's/^\.Dd //p' man/billiard-sim.1) UTC" --exclude=.ci/name \
	    --transform 's,^dist.name,.ci/name,;s,^,$(RELEASE)/,' \
	    .ci .clang-format .clang-tidy .editorconfig .gitignore Makefile README.md man scenes src tests -C $(BUILD) dist.name

deb: needs-dpkg-shlibdeps  ## a package for Debian as build/billiard-sim_X.Y.Z_ARCH.deb (wants dpkg-dev)
	+@.ci/publish deb $(BUILD)

html: $(PROGRAM)  ## README and manuals as pages in build/html/ (wants what .ci/deps html installs)
	@lacking=$$(for program in mandoc cmark; do command -v $$program >/dev/null || echo $$program; done); [ -z "$$lacking" ] || \
	    { echo "make html lacks:" $$lacking"; .ci/deps html installs what is missing" >&2; exit 1; }
	+@if .ci/wasm check '$(CJSON_SOURCE)'; then $(MAKE) --no-print-directory $(BUILD)/billiard-sim.wasm && module=$(BUILD)/billiard-sim.wasm; \
	else echo 'pages without try.html, the program in a page'; fi && \
	BILLIARD_SIM='$(if $(filter /%,$(PROGRAM)),,$(CURDIR)/)$(PROGRAM)' .ci/publish html $(BUILD) "$$module"

# The program for WebAssembly, WASI preview 1, with cJSON within. What it needs is looked for before anything is compiled.
CJSON_SOURCE ?= $(BUILD)/cjson
WASM          = $(BUILD)/wasm
WASM_SOURCES  = $(filter-out src/host/native/%,$(SOURCES)) $(wildcard src/host/wasm/*.c)
WASM_COMPILE  = clang --target=wasm32-wasi -std=c17 -D_DEFAULT_SOURCE -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_GETPID \
                -Isrc -I$(WASM)/include -O2 -msimd128 -w $(EXACT)
WASM_LINK     = clang --target=wasm32-wasi -lwasi-emulated-signal -lwasi-emulated-getpid -Wl,-z,stack-size=1048576,--strip-all
wasm:            ## the program for WebAssembly as build/billiard-sim.wasm (wants what .ci/deps wasm installs)
	@.ci/wasm check '$(CJSON_SOURCE)'
	+@$(MAKE) --no-print-directory $(BUILD)/billiard-sim.wasm

$(WASM)/include/cjson/cJSON.h: $(CJSON_SOURCE)/cJSON.h
	@mkdir -p $(@D) && cp $< $@

$(WASM)/cJSON.o: $(CJSON_SOURCE)/cJSON.c $(WASM)/include/cjson/cJSON.h
	$(call brief,CC)
	$(QUIET)$(WASM_COMPILE) -c -o $@ $<

$(WASM)/src/base/version.o: private EXTRA_CFLAGS = -DBILLIARD_SIM_BUILD='"$(BUILD_NAME)"'
$(WASM)/src/base/version.o: $(BUILD)/name
$(WASM)/%.o: %.c $(WASM)/include/cjson/cJSON.h
	$(call brief,CC)
	$(QUIET)mkdir -p $(@D) && $(WASM_COMPILE) $(EXTRA_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/billiard-sim.wasm: $(WASM_SOURCES:%.c=$(WASM)/%.o) $(WASM)/cJSON.o
	$(call brief,LD)
	$(QUIET)$(WASM_LINK) -o $@ $^

-include $(wildcard $(WASM)/src/*.d $(WASM)/src/*/*.d $(WASM)/src/*/*/*.d)

format:          ## bring the C files into the house's format
	clang-format -i $(C_FILES)

# What the Makefile defines for version.c.
NAMED = -DBILLIARD_SIM_BUILD='""'

# bats sets variables (2154) and stops at the first error (2164); lists of words are split on purpose (2046, 2010).
SHELLCHECK_BATS = -S warning -e SC2154,SC2164,SC2046,SC2010
lint: $(PROGRAM) ## check format, warnings, includes, symbols, manual pages; cppcheck and shellcheck where installed
	@if $(call have,clang-format); then clang-format --dry-run -Werror $(C_FILES); fi
	@if $(call have,mandoc); then mandoc -Tlint -Wwarning $(MANUALS); fi
	@if $(call have,shellcheck); then shellcheck -x .ci/* man/*.bash scenes/*/*.sh tests/*.sh tests/*/*.sh && \
	    shellcheck -x $(SHELLCHECK_BATS) tests/*/*.bash tests/*/*.bats; fi
	@$(COMPILE) $(TEST_CFLAGS) $(CJSON_CFLAGS) -Werror -fsyntax-only $(filter-out tests/fault/%,$(wildcard tests/*/*.c))
	@if $(call have,prove); then $(TEST_ENVIRONMENT) $(RUN) $(wildcard tests/check_*.sh); fi
	@if $(call have,cppcheck); then cppcheck --quiet --std=c11 --enable=warning,performance,portability \
	    --suppressions-list=tests/tools/cppcheck.txt --error-exitcode=1 $(NAMED) -Isrc src; fi

# gcc 12's analyzer takes the lanes of a vector for single bits when it looks at shifts, and a structure that a loop copies
# or a function returns by a pointer for uninitialised; for the latter there are clang-tidy and valgrind.
ANALYZER_ERRS = -Wno-analyzer-shift-count-overflow -Wno-analyzer-use-of-uninitialized-value
analyze:         ## look for mistakes without running: clang-tidy (.clang-tidy lists its checks), gcc -fanalyzer
	@if $(call have,clang-tidy); then mkdir -p $(BUILD); printf '%s\n' $(SOURCES) | xargs -P $(JOBS) -I FILE \
	    clang-tidy --quiet FILE -- -std=c17 -D_DEFAULT_SOURCE $(NAMED) -Isrc $(CJSON_CFLAGS) \
	    2>$(BUILD)/tidy.log || { cat $(BUILD)/tidy.log; exit 1; }; fi
	@if gcc -fanalyzer -x c -c -o /dev/null /dev/null 2>/dev/null; then printf '%s\n' $(SOURCES) | xargs -P $(JOBS) -I FILE \
	    gcc -std=c17 -D_DEFAULT_SOURCE $(NAMED) -Isrc -Wno-psabi -Werror -O2 -fanalyzer $(ANALYZER_ERRS) \
	        $(CJSON_CFLAGS) -c -o /dev/null FILE; \
	else echo 'skipped: no gcc with -fanalyzer'; fi

# Tests that build other programs or look at the sources: they find the same, however the program was built.
NOT_OF_BUILD = %/same_bytes.bats %/build.bats %/hardening.bats tests/check_%
asan:            ## build and run the tests with address and undefined-behaviour sanitizers
	@ASAN_OPTIONS=allocator_may_return_null=1 \
	    $(MAKE) BUILD=build/asan PROGRAM=build/asan/billiard-sim CFLAGS='-O1 -g -DDEBUG_CHECKS $(SANITIZE)' \
	    LEFT_OUT='$(NOT_OF_BUILD)' test

THREAD_TESTS = unit/test_thread_pool unit/test_grid laws/test_stepped_slices laws/test_event_tiles
tsan:            ## build and run the tests of threads with the thread sanitizer
	@$(MAKE) BUILD=build/tsan PROGRAM=build/tsan/billiard-sim CFLAGS='-O1 -g -fsanitize=thread' \
	    QUICK_TESTS='$(THREAD_TESTS:%=tests/%.c) tests/tools/check_threads.sh' test

valgrind: all    ## run every integrator and format, and what is printed and refused, under valgrind
	@if $(call have,valgrind); then $(TEST_ENVIRONMENT) sh tests/tools/valgrind.sh; fi

# Clang counts what is in the source: an inlined function once, each side of each condition, also when it optimises. Each
# process adds to the counts when it ends (tests/fault/write_profile.c). Assertions cannot fail and are left out. The golden
# files' second run takes the kernels that are not wide.
COVERAGE      = build/coverage
COVERED       = $(patsubst $(BUILD)/%,-object $(COVERAGE)/%,$(call programs_of,$(QUICK_TESTS)))
MAKE_COVERAGE = $(MAKE) -s BUILD=$(COVERAGE) PROGRAM=$(COVERAGE)/billiard-sim CC=clang CPPFLAGS=-DNDEBUG \
                CFLAGS='-O1 -Wno-unused -fprofile-instr-generate -fcoverage-mapping' LDFLAGS=-Wl,--wrap=raise \
                LDLIBS=$(COVERAGE)/tests/fault/write_profile.o LEFT_OUT='$(NOT_OF_BUILD)'
coverage: export LLVM_PROFILE_FILE = $(CURDIR)/$(COVERAGE)/%m.profraw
coverage: needs-clang needs-llvm-profdata needs-llvm-cov  ## which lines and branches of src/ do the tests reach? (wants clang and llvm)
	@rm -f $(COVERAGE)/*.profraw
	+@$(MAKE_COVERAGE) $(COVERAGE)/tests/fault/write_profile.o
	-+@$(MAKE_COVERAGE) test
	-@GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2 BILLIARD_SIM='$(CURDIR)/$(COVERAGE)/billiard-sim' \
	    sh tests/golden/check_golden.sh >$(COVERAGE)/plain.tap
	@llvm-profdata merge -o $(COVERAGE)/all.profdata $(COVERAGE)/*.profraw
	@llvm-cov report -instr-profile=$(COVERAGE)/all.profdata $(COVERAGE)/billiard-sim $(COVERED) \
	    -show-region-summary=0 $(SOURCES) $(wildcard src/*/*.h src/*/*/*.h) | \
	    awk '/%/ { printf "%-44s %5d lines %7s %5d branches %7s\n", $$1, $$5, $$7, $$8, $$10 }'

# libFuzzer's options, and which targets: `make fuzz FUZZ='-runs=10000000' FUZZ_TARGETS=set`.
FUZZ ?= -max_total_time=60
fuzz: needs-clang  ## fuzz each target for a minute with clang's libFuzzer and sanitizers; FUZZ='-runs=N' for other bounds
	@$(MAKE) BUILD=build/fuzz CC=clang CFLAGS='-O2 -g -DDEBUG_CHECKS -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp $(SANITIZE)' \
	    $(FUZZ_TARGETS:%=build/fuzz/%)
	@for target in $(FUZZ_TARGETS); do \
	    echo "== $$target"; \
	    mkdir -p build/fuzz/corpus/$$target build/fuzz/kept/$$target; \
	    perl tests/fuzz/corpus.pl unpack $$target build/fuzz/kept/$$target || exit; \
	    (cd build/fuzz && ./$$target -dict=../../tests/fuzz/scene.dict -max_len=1024 -timeout=10 -print_final_stats=1 $(FUZZ) \
	        corpus/$$target kept/$$target) || exit; \
	done

mutants:         ## put some 200 small faults into a copy of src/, one at a time: do the tests notice? (hours)
	@perl tests/mutation/mutate.pl $(QUICK_TESTS)

# The tests themselves are compiled with little optimisation and line numbers alone: that takes a third of the time, and what they
# test is built apart.
# Members that a test does not name are 0.
TEST_CFLAGS = -Itests -Wno-missing-field-initializers -Wno-double-promotion $(CMOCKA_CFLAGS)
$(BUILD)/tests/%.o: EXTRA_CFLAGS = $(TEST_CFLAGS) -O1 -g1
$(BUILD)/tests/bench/%.o: EXTRA_CFLAGS = -Itests -Wno-missing-field-initializers

.SECONDEXPANSION:
$(BUILD)/tests/run_%: $$(addprefix $$(BUILD)/,$$(subst .c,.o,$$(wildcard tests/$$*/test_*.c))) $(BUILD)/libtests.a $(LIBRARY)
	$(call brief,LD)
	$(QUIET)$(LINK) -o $@ $^ $(CMOCKA_LIBS) $(LIBRARIES)

$(BUILD)/libtests.a: $(TEST_LIBRARY)
	$(call brief,AR)
	$(QUIET)rm -f $@ && $(AR) -rcs $@ $^

# Fuzz targets do without files: they take some of the program's functions into their own hands, see tests/fuzz/memory.c.
# In $(BUILD) each replays its corpus; in build/fuzz libFuzzer drives it.
FUZZ_SEAMS   = -Wl,--wrap=write,--wrap=mem_array,--wrap=generate_random_place,--wrap=event_log_contact
FUZZ_SHARED  = $(patsubst %,$(BUILD)/tests/fuzz/%.o,memory reading running tables)
$(BUILD)/tests/fuzz/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/replay.o $(FUZZ_SHARED) $(LIBRARY)
	$(call brief,LD)
	$(QUIET)$(LINK) $(FUZZ_SEAMS) -o $@ $^ $(LIBRARIES)

build/fuzz/%: build/fuzz/tests/fuzz/fuzz_%.o $(FUZZ_SHARED) $(LIBRARY)
	$(call brief,LD)
	$(QUIET)$(LINK) -fsanitize=fuzzer $(FUZZ_SEAMS) -o $@ $^ $(LIBRARIES)

$(BUILD)/bench/%: $(BUILD)/tests/bench/%.o $(LIBRARY)
	$(call brief,LD)
	$(QUIET)mkdir -p $(@D) && $(LINK) -o $@ $^ $(LIBRARIES)

$(BUILD)/bench/to_chars: tests/bench/to_chars.cpp $(LIBRARY)
	$(call brief,CXX)
	$(QUIET)mkdir -p $(@D) && $(CXX) -std=c++17 -O3 $(CPPFLAGS) -Isrc -o $@ $^

# Linked to what the program is linked to (libm it names, but needs nothing of it).
$(BUILD)/bench/empty: LIBRARIES = -Wl,--no-as-needed $(CJSON_LIBS)

-include $(wildcard $(BUILD)/tests/*/*.d)
