#!/usr/bin/env bats
# The program has what the Makefile asked of the compiler for its safety, and a compiler that knows nothing of it builds.
#
# Promise: the program is hardened where the compiler can. Measured: checked string functions, stack protector, PIE,
# full RELRO.

load common

unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

setup() {
    enter_empty_folder
    [ -n "${BUILD-}" ] || skip "needs to be called by make test"
    cd "$root"
}

# asked FLAG: skips unless the build under test took the flag.
asked() {
    grep -qx -- "$1" "$BUILD/harden" "$BUILD/harden.link" || skip "built without $1"
}

# header TEXT OPTION...: does readelf tell so of the program?
header() {
    command -v readelf >/dev/null || skip "no readelf"
    readelf -W "${@:2}" "$sim" | grep -q -- "$1"
}

@test "position-independent" {
    asked -pie
    header 'Type: *DYN' -h
    header 'Flags:.* PIE' -d
}

@test "tables read-only after start" {
    asked -Wl,-z,now
    header GNU_RELRO -l
    header BIND_NOW -d
}

@test "guarded return addresses, but in the code of steps and hits" {
    asked -fstack-protector-strong
    header __stack_chk_fail --dyn-syms
    [[ $CFLAGS == *-fstack-protector* ]] || ! find "$BUILD"/src/{physics,broadphase,integrators} -name "*.o" -exec nm {} + | grep __stack_chk_fail
}

@test "checked string functions" {
    grep -q FORTIFY "$BUILD/harden" || skip "built without"
    header __snprintf_chk --dyn-syms || [[ $CFLAGS == *-O0* ]]
}

# settings ARGUMENT...: what the build in $here/NAME takes, on one line.
settings() {
    make -s "$@" BUILD="$BATS_TEST_TMPDIR/b" CJSON_LIBS= "$BATS_TEST_TMPDIR/b/harden" >/dev/null
    cat "$BATS_TEST_TMPDIR"/b/harden "$BATS_TEST_TMPDIR"/b/harden.link | tr '\n' ' '
}

@test "a flag that the compiler does not know is left out" {
    cat >"$BATS_TEST_TMPDIR/cc" <<'SH'
#!/bin/sh
case " $* $(cat "$BATS_TEST_TMPDIR/b/harden" "$BATS_TEST_TMPDIR/b/harden.link")" in
    *stack-protector*) echo "unknown option" >&2; exit 1 ;;
    *FORTIFY_SOURCE=3*) echo "treated like 2" >&2 ;;
    *-z,relro*) exit 1 ;;
esac
SH
    chmod +x "$BATS_TEST_TMPDIR/cc"
    export BATS_TEST_TMPDIR
    equal "$(settings CC="$BATS_TEST_TMPDIR/cc" CFLAGS=-O2)" "-D_FORTIFY_SOURCE=2 -fPIE -pie -Wl,-z,now "
}

@test "the user's own flags and wishes win" {
    equal "$(settings HARDEN=)" ""
    equal "$(settings CFLAGS='-O1 -fsanitize=address')" ""
    equal "$(settings HARDEN='-fPIE -D_FORTIFY_SOURCE=2' CPPFLAGS=-D_FORTIFY_SOURCE=1)" "-fPIE "
}
