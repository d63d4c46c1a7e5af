# billiard-sim: the build. `make help` lists the targets; those for tests and developers are in tests/tests.mk.
#
# The variables are those of the GNU Coding Standards: CC, CFLAGS, CPPFLAGS, LDFLAGS, LDLIBS, PKG_CONFIG, INSTALL,
# PREFIX, DESTDIR, bindir, mandir, datadir, completiondir, fishdir. V=1 prints every command in full. Objects go to $(BUILD); a change of
# compiler or flags rebuilds them.

CFLAGS     ?= -O3 -g
PREFIX     ?= /usr/local
PKG_CONFIG ?= pkg-config
INSTALL    ?= install
bindir      = $(PREFIX)/bin
mandir      = $(PREFIX)/share/man
datadir     = $(PREFIX)/share/billiard-sim
completiondir = $(PREFIX)/share/bash-completion/completions
fishdir     = $(PREFIX)/share/fish/vendor_completions.d

BUILD   = build
PROGRAM = billiard-sim
LIBRARY = $(BUILD)/libbilliard.a

# As many jobs at a time as there are processors, unless -j says otherwise.
JOBS := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += --jobs=$(JOBS)
endif

# One after another where one of several goals removes what others make, as in `make clean all`.
ifneq ($(and $(filter clean uninstall,$(MAKECMDGOALS)),$(word 2,$(MAKECMDGOALS))),)
.NOTPARALLEL:
endif

# The rules that make comes with: not one serves here, and to look for them takes longer than all else of a build up to date.
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:

SOURCES = $(sort $(filter-out src/host/wasm/%,$(wildcard src/*.c src/*/*.c src/*/*/*.c)))
OBJECTS = $(SOURCES:%.c=$(BUILD)/%.o)

# Enumerators name whole numbers; newer versions of clang warn where they meet doubles or each other.
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wundef -Wvla -Wstrict-prototypes \
           -Wmissing-prototypes -Wwrite-strings -Wformat=2 -Wcast-qual -Wpointer-arith \
           -Wno-psabi -Wno-enum-float-conversion -Wno-enum-enum-conversion

# The bytes of a trajectory must not depend on compiler and optimisation: whatever CFLAGS says, no fused multiply-add,
# no reordered sums; and no linking with flags that make the start-up code flush denormal numbers to zero.
EXACT = -fno-fast-math -ffp-contract=off -fno-math-errno -fno-trapping-math

# The same program from every folder: debuggers are told names relative to the top of the source.
ANYWHERE = "-ffile-prefix-map=$$PWD=."

# Checked string functions, guarded return addresses, position-independent code, read-only tables. Flags that the compiler
# accepts are kept in $(BUILD)/harden and harden.link and read from there; the user's own flags come later and win.
# `make HARDEN=` does without; sanitizers find more without.
ifeq ($(findstring -fsanitize,$(CFLAGS)),)
HARDEN = -D_FORTIFY_SOURCE=3 -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE -pie -Wl,-z,relro -Wl,-z,now
endif

# Steps and collisions handle no foreign bytes; guards there would cost 3 to 5 % of a small scene (tests/bench/README.md).
UNGUARDED = $(foreach folder,motion surfaces contact impact near events steps springs measure integrators session,$(BUILD)/src/$(folder)/%.o)
$(UNGUARDED): private GUARD = -fno-stack-protector

COMPILE = $(CC) -std=c17 -D_DEFAULT_SOURCE -Isrc $(WARNINGS) @$(BUILD)/harden $(GUARD) $(CPPFLAGS) $(CFLAGS) $(EXACT) $(ANYWHERE)
LINK    = $(CC) -Wno-psabi @$(BUILD)/harden.link \
          $(filter-out -Ofast -ffast-math -funsafe-math-optimizations -mdaz-ftz,$(CFLAGS)) $(LDFLAGS)

# Evaluated when needed, not when this file is read: `make deps all` installs pkg-config first.
CJSON_CFLAGS = $(shell $(PKG_CONFIG) --cflags libcjson)
CJSON_LIBS   = $(shell $(PKG_CONFIG) --libs libcjson)
LIBRARIES    = $(CJSON_LIBS) -lm -pthread $(LDLIBS)

# $(call brief,CC) prints "CC" and the target where `make V=1` prints the command; `make -s` prints neither.
brief = $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),,@printf '  %-3s %s\n' $(1) '$@')
QUIET = $(if $(V),,@)

# What is installed of scenes/. A folder comes after those it holds, so that they can be removed.
SCENE_FOLDERS = scenes/fit scenes/page scenes/pictures scenes/plot scenes/problems scenes/python scenes/schema scenes/sweep scenes/tables scenes
SCENE_FILES   = $(wildcard $(SCENE_FOLDERS:%=%/*.*))
MANUALS       = $(sort $(wildcard man/*.[1-9]))
PAGES         = $(foreach page,$(MANUALS),man$(subst .,,$(suffix $(page)))/$(notdir $(page)))

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all debug deps install uninstall clean help FORCE

all: $(PROGRAM)  ## build ./billiard-sim (the default)

debug:           ## build build/debug/billiard-sim: no optimisation, expensive checks
	@$(MAKE) BUILD=build/debug PROGRAM=build/debug/billiard-sim CFLAGS='-O0 -g -DDEBUG_CHECKS' all

deps:            ## install what the build needs, or print the command that would
	@.ci/deps

# As a word of the shell. Names of folders may have blanks and apostrophes.
quoted = '$(subst ','\'',$(1))'
there = $(call quoted,$(DESTDIR)$(1))

install: all     ## install programs, manuals, completion and scenes below $(DESTDIR)$(PREFIX)
	$(INSTALL) -d $(call there,$(bindir)) $(call there,$(completiondir)) $(call there,$(fishdir)) \
	    $(foreach folder,$(sort $(dir $(PAGES))),$(call there,$(mandir)/$(folder))) \
	    $(foreach folder,$(SCENE_FOLDERS),$(call there,$(datadir)/$(folder)))
	$(INSTALL) -m 755 $(PROGRAM) $(call there,$(bindir)/billiard-sim)
	@case $(call quoted,$(bindir) $(datadir)) in $(call quoted,$(PREFIX)/bin $(PREFIX)/share/billiard-sim)) to=../share/billiard-sim ;; \
	*) to=$(call quoted,$(datadir)) ;; esac; \
	for script in picture player; do \
	    ln -sf "$$to/scenes/plot/$$script.sh" $(call there,$(bindir))/billiard-$$script || exit; \
	done
	$(INSTALL) -m 644 man/billiard-sim.bash $(call there,$(completiondir)/billiard-sim)
	$(INSTALL) -m 644 man/billiard-sim.fish $(call there,$(fishdir)/billiard-sim.fish)
	@for script in picture player; do \
	    ln -sf billiard-sim $(call there,$(completiondir))/billiard-$$script && \
	    ln -sf billiard-sim.fish $(call there,$(fishdir))/billiard-$$script.fish || exit; \
	done
	@for page in $(MANUALS); do \
	    $(INSTALL) -m 644 $$page $(call there,$(mandir))/man$${page##*.}/ || exit; \
	done
	@for file in $(SCENE_FILES); do \
	    case $$file in */common.sh) mode=644 ;; *.sh) mode=755 ;; *) mode=644 ;; esac; \
	    $(INSTALL) -m $$mode $$file $(call there,$(datadir))/$$file || exit; \
	done

uninstall:       ## remove what install put there
	rm -f $(foreach name,sim picture player,$(call there,$(bindir)/billiard-$(name)) \
	    $(call there,$(completiondir)/billiard-$(name)) $(call there,$(fishdir)/billiard-$(name).fish)) \
	    $(foreach page,$(PAGES),$(call there,$(mandir)/$(page))) $(foreach file,$(SCENE_FILES),$(call there,$(datadir)/$(file)))
	rm -rf $(call there,$(datadir)/scenes/python/__pycache__)
	@rmdir $(foreach folder,$(SCENE_FOLDERS),$(call there,$(datadir)/$(folder))) $(call there,$(datadir)) 2>/dev/null || :

clean:           ## remove everything that was built
	rm -rf build $(PROGRAM)

help:            ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(wildcard Makefile tests/tests.mk) | expand -t 12

$(PROGRAM): $(BUILD)/src/main.o $(LIBRARY)
	$(call brief,LD)
	$(QUIET)$(LINK) -o $@ $^ $(LIBRARIES)

$(LIBRARY): $(filter-out %/main.o,$(OBJECTS))
	$(call brief,AR)
	$(QUIET)rm -f $@ && $(AR) -rcs $@ $^

$(BUILD)/%.o: %.c $(BUILD)/harden
	$(call brief,CC)
	$(QUIET)mkdir -p $(@D) && $(COMPILE) $(EXTRA_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/src/json/json_tree.o $(BUILD)/src/reading/scene_schema.o: EXTRA_CFLAGS = $(CJSON_CFLAGS)

# The second line of --version: the commit of the source, without dates and folders.
BUILD_NAME := $(shell .ci/publish name 2>/dev/null || echo unknown)
$(BUILD)/src/base/version.o: EXTRA_CFLAGS = -DBILLIARD_SIM_BUILD='"$(BUILD_NAME)"'
$(BUILD)/src/base/version.o: $(BUILD)/name
ifneq ($(BUILD_NAME),$(shell cat $(BUILD)/name 2>/dev/null))
$(BUILD)/name: FORCE
endif
$(BUILD)/name:
	@mkdir -p $(@D) && echo '$(BUILD_NAME)' >$@

# Rewritten when the commands differ from those of the last build; everything depends on it. With `deps` among the goals
# nothing is compiled before the packages are there, also under -j.
SETTINGS = $(strip $(COMPILE) : $(LINK) $(LDLIBS) : $(HARDEN) : $(UNGUARDED))
ifneq ($(SETTINGS),$(strip $(shell cat $(BUILD)/flags 2>/dev/null)))
$(BUILD)/flags: FORCE
endif
$(BUILD)/flags: | $(filter deps,$(MAKECMDGOALS))
	@[ '$(origin CJSON_LIBS)' != file ] || $(PKG_CONFIG) --exists libcjson || { echo 'cJSON not found by $(PKG_CONFIG):' \
	    'run `make deps`, or install libcjson-dev (Debian), cjson-devel (Fedora), cjson (Arch, Homebrew)' >&2; exit 1; }
	@mkdir -p $(@D)
	@printf '%s\n' '$(SETTINGS)' >$@

# Doubles must be computed as such, which the x87 does not do, and floats as floats; counts and sizes need 64 bits.
MACHINE = _Static_assert(sizeof(void *) == 8 && __FLT_EVAL_METHOD__ == 0, \
              "billiard-sim needs a 64-bit processor, and each result rounded to its type (no -mfpmath=387)");

# Tries each flag together with those accepted before. One that makes the compiler print anything is not taken.
$(BUILD)/harden: $(BUILD)/flags
	@: >$@; : >$@.link; printf '%s\n' '$(MACHINE)' 'int main(void) { return 0; }' >$@.c
	@$(CC) -std=c17 $(CPPFLAGS) $(CFLAGS) -c -o $@.out $@.c
	@try() { $(CC) @$@ @$@.link "$$@" $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@.out $@.c 2>&1; }; usual=$$(try); \
	for flag in $(HARDEN); do \
	    case $$flag in -pie | -Wl*) list=$@.link ;; *) list=$@ ;; esac; \
	    said=$$(try -include string.h $$flag) && [ "$$said" = "$$usual" ] && echo "$$flag" >>$$list; \
	done; rm -f $@.c $@.out

-include $(OBJECTS:.o=.d) tests/tests.mk
