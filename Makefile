# billiard-sim: one Makefile for the program, its library, its tests and its manual. `make help` lists the targets.
#
# The variables are those of the GNU Coding Standards: CC, CFLAGS, CPPFLAGS, LDFLAGS, LDLIBS, PKG_CONFIG, INSTALL,
# PREFIX, DESTDIR, bindir, mandir, datadir. Objects go to $(BUILD); a change of compiler or flags rebuilds them.

CFLAGS     ?= -O3 -g
PREFIX     ?= /usr/local
PKG_CONFIG ?= pkg-config
INSTALL    ?= install
PROVE      ?= prove -j2
bindir      = $(PREFIX)/bin
mandir      = $(PREFIX)/share/man
datadir     = $(PREFIX)/share/billiard-sim
completiondir = $(PREFIX)/share/bash-completion/completions

BUILD   = build
PROGRAM = billiard-sim

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wundef -Wvla -Wstrict-prototypes \
           -Wno-psabi -Wmissing-prototypes -Wwrite-strings -Wformat=2 -Wcast-qual -Wpointer-arith

# The bytes of a trajectory must not depend on compiler and optimisation: whatever CFLAGS says, no fused multiply-add,
# no reordered sums; and no linking with flags that make the start-up code flush denormal numbers to zero.
EXACT   = -fno-fast-math -ffp-contract=off -fno-math-errno -fno-trapping-math

# Checks of buffers and of return addresses, code that can be loaded anywhere, tables of functions that nobody can write to.
# What the compiler knows of it goes to $(BUILD)/harden and $(BUILD)/harden.link, of which the commands read; the user's own
# flags come later and win. `make HARDEN=` leaves it all out; sanitizers find more without.
ifeq ($(findstring -fsanitize,$(CFLAGS)),)
HARDEN  = -D_FORTIFY_SOURCE=3 -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE -pie -Wl,-z,relro -Wl,-z,now
endif

# The code of steps and hits sees no byte from outside; guards there cost 3 to 5 % of a small scene (tests/bench/README.md).
UNGUARDED = $(foreach folder,physics broadphase integrators,$(BUILD)/src/$(folder)/%.o)
$(UNGUARDED): GUARD = -fno-stack-protector

COMPILE = $(CC) -std=c17 -D_DEFAULT_SOURCE -Isrc $(WARNINGS) @$(BUILD)/harden $(GUARD) $(CPPFLAGS) $(CFLAGS) $(EXACT)
LINK    = $(CC) @$(BUILD)/harden.link $(filter-out -Ofast -ffast-math -funsafe-math-optimizations,$(CFLAGS)) $(LDFLAGS)

# Asked when needed, not when this file is read: `make deps all` installs pkg-config first.
CJSON_CFLAGS  = $(shell $(PKG_CONFIG) --cflags libcjson)
CJSON_LIBS    = $(shell $(PKG_CONFIG) --libs libcjson)
CMOCKA_CFLAGS = $(shell $(PKG_CONFIG) --cflags cmocka)
CMOCKA_LIBS   = $(shell $(PKG_CONFIG) --libs cmocka)
LIBRARIES     = $(CJSON_LIBS) -lm -pthread $(LDLIBS)

LIBRARY = $(BUILD)/libbilliard.a
SOURCES = $(sort $(wildcard src/*.c src/*/*.c src/*/*/*.c))
OBJECTS = $(SOURCES:%.c=$(BUILD)/%.o)

FUZZ_TARGETS   = $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FUZZ_REPLAYS   = $(FUZZ_TARGETS:%=$(BUILD)/tests/fuzz/fuzz_%)
TEST_PROGRAMS  = $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard tests/*/test_*.c))) $(FUZZ_REPLAYS)
BENCH_PROGRAMS = $(patsubst tests/%.c,$(BUILD)/%,$(sort $(wildcard tests/bench/*.c)))
TEST_SCRIPTS   = $(sort $(wildcard tests/check_*.sh tests/*/check_*.sh tests/*/*.bats))
ALL_TESTS      = $(TEST_SCRIPTS) $(TEST_PROGRAMS)
FULL_TESTS     = $(foreach test,$(ALL_TESTS),$(if $(findstring _full,$(notdir $(test))),$(test)))
QUICK_TESTS    = $(filter-out $(FULL_TESTS) $(LEFT_OUT),$(ALL_TESTS))

# What the test scripts are told of the build.
TEST_ENVIRONMENT = CC='$(CC)' CFLAGS='$(CFLAGS)' CPPFLAGS='$(CPPFLAGS)' LDFLAGS='$(LDFLAGS)' LDLIBS='$(LDLIBS)' \
                   MAKE='$(MAKE)' BUILD='$(BUILD)' PROGRAM='$(PROGRAM)' BILLIARD_SIM='$(CURDIR)/$(PROGRAM)'

RUN   = $(PROVE) --directives --exec 'sh tests/run_test.sh'
COUNT = sh tests/count_tests.sh

# What is installed of scenes/: all but the pictures. A folder comes after those it holds, so that they can be removed.
SCENE_FOLDERS = scenes/plot scenes/schema scenes/sweep scenes
SCENE_FILES   = $(wildcard $(SCENE_FOLDERS:%=%/*.*))
RELEASE       = billiard-sim-$(shell sed -n 's/.*VERSION "\(.*\)"/\1/p' src/base/version.h)

SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
C_FILES  = $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] tests/*/*.[ch] tests/*/*.cpp)

# bats sets variables (2154) and stops at the first error (2164); lists of words are split on purpose (2046, 2010).
SHELLCHECK_BATS = shellcheck -x -S warning -e SC2154,SC2164,SC2046,SC2010

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all deps test test-full bench pictures debug install uninstall dist clean format help FORCE
.PHONY: lint analyze asan tsan valgrind coverage fuzz mutants

all: $(PROGRAM)  ## build ./billiard-sim (the default)

deps:            ## install what the build and the tests need, or print the command that would
	@.ci/deps

test: $(PROGRAM) $(LIBRARY) $(filter $(BUILD)/%,$(QUICK_TESTS))  ## build and run the tests
	@$(TEST_ENVIRONMENT) $(COUNT) $(RUN) $(QUICK_TESTS)

test-full: $(PROGRAM) $(LIBRARY) $(TEST_PROGRAMS)  ## the tests and those that take minutes
	@$(TEST_ENVIRONMENT) $(COUNT) $(RUN) $(ALL_TESTS)

# Clang counts what is in the source: an inlined function once, each side of each condition, also when it optimises. Each
# process adds to the counts when it ends (tests/fault/write_profile.c). Assertions cannot fail and are left out; so are
# tests that build other programs or look at the sources. The golden files' second run takes the kernels that are not wide.
COVERAGE      = build/coverage
COVERED       = $(patsubst $(BUILD)/%,-object $(COVERAGE)/%,$(filter $(BUILD)/%,$(QUICK_TESTS)))
NOT_COVERING  = %/same_bytes.bats %/build.bats %/hardening.bats tests/check_%
MAKE_COVERAGE = $(MAKE) -s BUILD=$(COVERAGE) PROGRAM=$(COVERAGE)/billiard-sim CC=clang CPPFLAGS=-DNDEBUG \
                CFLAGS='-O1 -Wno-unused -fprofile-instr-generate -fcoverage-mapping' LDFLAGS=-Wl,--wrap=raise \
                LDLIBS=$(COVERAGE)/tests/fault/write_profile.o LEFT_OUT='$(NOT_COVERING)'
coverage: export LLVM_PROFILE_FILE = $(CURDIR)/$(COVERAGE)/%m.profraw
coverage:        ## which lines and branches of src/ do the tests reach? (wants clang and llvm)
	@rm -f $(COVERAGE)/*.profraw
	@$(MAKE_COVERAGE) $(COVERAGE)/tests/fault/write_profile.o
	-@$(MAKE_COVERAGE) test
	-@GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2 BILLIARD_SIM='$(CURDIR)/$(COVERAGE)/billiard-sim' \
	    sh tests/golden/check_golden.sh >$(COVERAGE)/plain.tap
	@llvm-profdata merge -o $(COVERAGE)/all.profdata $(COVERAGE)/*.profraw
	@llvm-cov report -instr-profile=$(COVERAGE)/all.profdata $(COVERAGE)/billiard-sim $(COVERED) \
	    -show-region-summary=0 $(SOURCES) $(wildcard src/*/*.h) | \
	    awk '/%/ { printf "%-44s %5d lines %7s %5d branches %7s\n", $$1, $$5, $$7, $$8, $$10 }'

mutants:         ## put some 200 small faults into a copy of src/, one at a time: do the tests notice? (hours)
	@perl tests/mutation/mutate.pl $(QUICK_TESTS)

bench: $(PROGRAM) $(BENCH_PROGRAMS)  ## build and run the benchmarks
	@for program in $(filter-out %/empty,$(BENCH_PROGRAMS)); do echo "== $$program"; $$program || exit; done
	@echo "== tests/bench/lammps.sh"; PROGRAM='./$(PROGRAM)' BUILD='$(BUILD)' sh tests/bench/lammps.sh
	@echo "== $(BUILD)/bench/to_chars"; if command -v $(CXX) >/dev/null; \
	then $(MAKE) -s $(BUILD)/bench/to_chars && $(BUILD)/bench/to_chars; else echo "skipped: no $(CXX)"; fi

# Scene, what is drawn of it and the options that run it; in the units of the scenes.
PICTURES = scenes/pictures
DRAW = ./$(PROGRAM) -q
PLOT = gnuplot $(1) -c scenes/plot/$(2).gnuplot '$(PICTURES)/$(3)'
SI   = -e "units='SI'"
pictures: $(PROGRAM)  ## draw the pictures of scenes/pictures/ (wants gnuplot)
	@mkdir -p '$(PICTURES)'
	$(DRAW) -f gnuplot -n 75000 -e 100 scenes/break.json | $(call PLOT,$(SI),trajectories,break.png) scenes/break.json
	$(DRAW) -f gnuplot -n 100000 -e 1000 scenes/break.json | $(call PLOT,$(SI),animation,break.gif) scenes/break.json
	$(DRAW) -f gnuplot -n 300 -e 4 scenes/gas.json | $(call PLOT,,trajectories,gas.png) scenes/gas.json
	$(DRAW) -o /dev/null --energy - -e 250 scenes/break.json | $(call PLOT,$(SI),energy,energy.png)
	$(DRAW) -f gnuplot scenes/gas.json | $(call PLOT,,speeds,speeds.png)
	$(DRAW) -o /dev/null --events - -n 75000 scenes/break.json | $(call PLOT,$(SI),timeline,timeline.png) scenes/break.json
	scenes/sweep/xargs.sh $(BUILD)/sweep
	cp $(BUILD)/sweep/sweep.png '$(PICTURES)/sweep.png'

debug:           ## build build/debug/billiard-sim: no optimisation, expensive checks
	@$(MAKE) BUILD=build/debug PROGRAM=build/debug/billiard-sim CFLAGS='-O0 -g -DDEBUG_CHECKS' all

asan:            ## build and run the tests with address and undefined-behaviour sanitizers
	@ASAN_OPTIONS=allocator_may_return_null=1 \
	    $(MAKE) BUILD=build/asan PROGRAM=build/asan/billiard-sim CFLAGS='-O1 -g -DDEBUG_CHECKS $(SANITIZE)' test

# libFuzzer's options, and which targets: `make fuzz FUZZ='-runs=10000000' FUZZ_TARGETS=set`.
FUZZ ?= -max_total_time=60
fuzz:            ## fuzz each target for a minute with clang's libFuzzer and sanitizers; FUZZ='-runs=N' for other bounds
	@$(MAKE) BUILD=build/fuzz CC=clang CFLAGS='-O2 -g -DDEBUG_CHECKS -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp $(SANITIZE)' \
	    $(FUZZ_TARGETS:%=build/fuzz/%)
	@for target in $(FUZZ_TARGETS); do \
	    echo "== $$target"; \
	    mkdir -p build/fuzz/corpus/$$target; \
	    (cd build/fuzz && ./$$target -dict=../../tests/fuzz/scene.dict -max_len=1024 -timeout=10 -print_final_stats=1 $(FUZZ) \
	        corpus/$$target ../../tests/fuzz/corpus/$$target) || exit; \
	done

THREAD_TESTS = unit/test_thread_pool unit/test_grid laws/test_stepped_slices
tsan:            ## build and run the tests of threads with the thread sanitizer
	@$(MAKE) BUILD=build/tsan PROGRAM=build/tsan/billiard-sim CFLAGS='-O1 -g -fsanitize=thread' \
	    QUICK_TESTS='$(THREAD_TESTS:%=build/tsan/tests/%) tests/tools/check_threads.sh' test

valgrind: all    ## run every integrator and format, and what is printed and refused, under valgrind
	@if command -v valgrind >/dev/null; then $(TEST_ENVIRONMENT) sh tests/tools/valgrind.sh; \
	else echo 'skipped: no valgrind'; fi

analyze:         ## look for mistakes without running: clang-tidy (.clang-tidy lists its checks), gcc -fanalyzer
	@if command -v clang-tidy >/dev/null; \
	then mkdir -p $(BUILD); clang-tidy --quiet $(SOURCES) -- -std=c17 -D_DEFAULT_SOURCE -Isrc $(CJSON_CFLAGS) \
	    2>$(BUILD)/tidy.log || { cat $(BUILD)/tidy.log; exit 1; }; \
	else echo 'skipped: no clang-tidy'; fi
	@if gcc -fanalyzer -x c -c -o /dev/null /dev/null 2>/dev/null; then for file in $(SOURCES); do \
	    gcc -std=c17 -D_DEFAULT_SOURCE -Isrc -Wno-psabi -Werror -O2 -fanalyzer $(CJSON_CFLAGS) -c -o /dev/null $$file || exit; done; \
	else echo 'skipped: no gcc with -fanalyzer'; fi

install: all     ## install program, manuals, completion and scenes below $(DESTDIR)$(PREFIX)
	$(INSTALL) -d '$(DESTDIR)$(bindir)' '$(DESTDIR)$(mandir)/man1' '$(DESTDIR)$(mandir)/man5' \
	    '$(DESTDIR)$(completiondir)' $(patsubst %,'$(DESTDIR)$(datadir)/%',$(SCENE_FOLDERS))
	$(INSTALL) -m 755 $(PROGRAM) '$(DESTDIR)$(bindir)/billiard-sim'
	$(INSTALL) -m 644 man/billiard-sim.1 '$(DESTDIR)$(mandir)/man1/'
	$(INSTALL) -m 644 man/billiard-scene.5 '$(DESTDIR)$(mandir)/man5/'
	$(INSTALL) -m 644 man/billiard-sim.bash '$(DESTDIR)$(completiondir)/billiard-sim'
	@for file in $(SCENE_FILES); do \
	    case $$file in *.sh) mode=755 ;; *) mode=644 ;; esac; \
	    $(INSTALL) -m $$mode $$file '$(DESTDIR)$(datadir)'/$$file || exit; \
	done

uninstall:       ## remove what install put there
	rm -f '$(DESTDIR)$(bindir)/billiard-sim' '$(DESTDIR)$(mandir)/man1/billiard-sim.1' \
	      '$(DESTDIR)$(mandir)/man5/billiard-scene.5' '$(DESTDIR)$(completiondir)/billiard-sim' \
	      $(patsubst %,'$(DESTDIR)$(datadir)/%',$(SCENE_FILES))
	@rmdir $(patsubst %,'$(DESTDIR)$(datadir)/%',$(SCENE_FOLDERS)) '$(DESTDIR)$(datadir)' 2>/dev/null || :

dist:            ## the source as build/billiard-sim-X.Y.Z.tar.gz (wants GNU tar)
	@mkdir -p build
	tar -czf build/$(RELEASE).tar.gz --sort=name --owner=0 --group=0 --numeric-owner --transform 's,^,$(RELEASE)/,' \
	    .ci .clang-format .clang-tidy .editorconfig .gitignore Makefile README.md man scenes src tests

clean:           ## remove everything that was built
	rm -rf build $(PROGRAM)

format:          ## bring the C files into the house's format
	clang-format -i $(C_FILES)

lint: $(OBJECTS) ## check format, includes, symbols, manual pages; cppcheck and shellcheck where installed
	clang-format --dry-run -Werror $(C_FILES)
	mandoc -Tlint -Wwarning man/*.[15]
	if command -v shellcheck >/dev/null; then shellcheck .ci/deps .ci/run man/*.bash scenes/*/*.sh tests/*.sh tests/*/*.sh && \
	    $(SHELLCHECK_BATS) tests/*/*.bash tests/*/*.bats; fi
	@$(TEST_ENVIRONMENT) $(RUN) $(wildcard tests/check_*.sh)
	if command -v cppcheck >/dev/null; then cppcheck --quiet --std=c11 --enable=warning,performance,portability \
	    --suppress=arrayIndexThenCheck --suppress=uninitvar:src/physics/flight_search.c --suppress=ctuuninitvar:src/physics/flight_search.c --error-exitcode=1 -Isrc src; fi

help:            ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 12

$(PROGRAM): $(BUILD)/src/main.o $(LIBRARY)
	$(LINK) -o $@ $^ $(LIBRARIES)

$(LIBRARY): $(filter-out %/main.o,$(OBJECTS))
	rm -f $@
	$(AR) -rcs $@ $^

$(BUILD)/%.o: %.c $(BUILD)/harden
	@mkdir -p $(@D)
	$(COMPILE) $(EXTRA_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(LIBRARY)
	$(LINK) -o $@ $^ $(CMOCKA_LIBS) $(LIBRARIES)

# Fuzz targets do without files: they take some of the program's functions into their own hands, see tests/fuzz/memory.c.
# In $(BUILD) each replays its corpus; in build/fuzz libFuzzer drives it.
FUZZ_SEAMS   = -Wl,--wrap=write,--wrap=mem_array,--wrap=fill_random_place,--wrap=event_log_contact
FUZZ_SHARED  = $(patsubst %,$(BUILD)/tests/fuzz/%.o,memory reading running tables)
$(BUILD)/tests/fuzz/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/replay.o $(FUZZ_SHARED) $(LIBRARY)
	$(LINK) $(FUZZ_SEAMS) -o $@ $^ $(LIBRARIES)

build/fuzz/%: build/fuzz/tests/fuzz/fuzz_%.o $(FUZZ_SHARED) $(LIBRARY)
	$(LINK) -fsanitize=fuzzer $(FUZZ_SEAMS) -o $@ $^ $(LIBRARIES)

$(BUILD)/bench/%: $(BUILD)/tests/bench/%.o $(LIBRARY)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(LIBRARIES)

$(BUILD)/bench/to_chars: tests/bench/to_chars.cpp $(LIBRARY)
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O3 $(CPPFLAGS) -Isrc -o $@ $^

# Linked to what the program is linked to (libm it names, but needs nothing of it).
$(BUILD)/bench/empty: LIBRARIES := -Wl,--no-as-needed $(CJSON_LIBS)

$(BUILD)/src/model/scene_json.o: EXTRA_CFLAGS = $(CJSON_CFLAGS)
$(BUILD)/tests/%.o: EXTRA_CFLAGS = -Itests $(CMOCKA_CFLAGS)

# Rewritten when the commands differ from those of the last build; everything depends on it. With `deps` among the goals
# nothing is compiled before the packages are there, also under -j.
SETTINGS = $(strip $(COMPILE) : $(LINK) $(LDLIBS) : $(HARDEN) : $(UNGUARDED))
ifneq ($(SETTINGS),$(strip $(shell cat $(BUILD)/flags 2>/dev/null)))
$(BUILD)/flags: FORCE
endif
$(BUILD)/flags: | $(filter deps,$(MAKECMDGOALS))
	@mkdir -p $(@D)
	@printf '%s\n' '$(SETTINGS)' >$@

# Tries each flag together with those that went well before. One about which the compiler says a word is not taken.
$(BUILD)/harden: $(BUILD)/flags
	@: >$@; : >$@.link; echo 'int main(void) { return 0; }' >$@.c
	@try() { $(CC) @$@ @$@.link "$$@" $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@.out $@.c 2>&1; }; usual=$$(try); \
	for flag in $(HARDEN); do \
	    case $$flag in -pie | -Wl*) list=$@.link ;; *) list=$@ ;; esac; \
	    said=$$(try -include string.h $$flag) && [ "$$said" = "$$usual" ] && echo "$$flag" >>$$list; \
	done; rm -f $@.c $@.out

-include $(OBJECTS:.o=.d) $(TEST_PROGRAMS:=.d) $(BENCH_PROGRAMS:$(BUILD)/bench/%=$(BUILD)/tests/bench/%.d)
