#!/usr/bin/env bats
# The Makefile keeps its promises: names, installation, the same bytes from every compiler.

load common

unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

# build GOAL...: make with the settings of the build under test, so that nothing is rebuilt.
build() {
    "${MAKE:-make}" -C "$root" --no-print-directory -s CC="$CC" CFLAGS="$CFLAGS" CPPFLAGS="$CPPFLAGS" \
        LDFLAGS="$LDFLAGS" LDLIBS="$LDLIBS" BUILD="$BUILD" PROGRAM="$PROGRAM" "$@"
}

setup() {
    enter_empty_folder
    [ -n "${BUILD-}" ] || skip "needs to be called by make test"
}

@test "make help lists every target, one line each" {
    wanted=$(sed -n 's/^\.PHONY: //p' "$root/Makefile" | tr ' ' '\n' | grep -v FORCE | sort)
    equal "$(build help | awk '{ print $1 }' | sort)" "$wanted"
    equal "$(tr '\n' ' ' <<<"$wanted")" \
        "all asan bench clean debug deps format help install lint pictures test test-full uninstall "
}

@test "make install and uninstall honour DESTDIR, PREFIX, bindir and mandir" {
    build install DESTDIR="$PWD/stage" PREFIX=/opt/x
    equal "$(cd stage && find . -type f | sort | tr '\n' ' ')" \
        "./opt/x/bin/billiard-sim ./opt/x/share/man/man1/billiard-sim.1 ./opt/x/share/man/man5/billiard-scene.5 "
    equal "$(stage/opt/x/bin/billiard-sim --version)" "$("$sim" --version)"
    build uninstall DESTDIR="$PWD/stage" PREFIX=/opt/x
    equal "$(find stage -type f)" ""
    build install bindir="$PWD/b" mandir="$PWD/m"
    [ -x b/billiard-sim ] && [ -f m/man5/billiard-scene.5 ]
}

@test "nothing to do after a build" {
    build -q all
}

@test "a change of flags rebuilds, the same flags do not" {
    mkdir tree
    cp -r "$root/Makefile" tree
    mkdir -p tree/src/base
    echo 'int main(void) { return 0; }' >tree/src/main.c
    echo 'extern const int nothing; const int nothing = 0;' >tree/src/base/nothing.c
    compiled() {
        make -C tree CJSON_LIBS= "$@" | grep -c -- ' -c -o '
    }
    equal "$(compiled CFLAGS=-O0)" 2
    equal "$(compiled CFLAGS=-O0)" 0
    equal "$(compiled CFLAGS=-O1)" 2
    equal "$(compiled CFLAGS=-O1 CPPFLAGS=-DX)" 2
    equal "$(compiled CFLAGS=-O1 CPPFLAGS=-DX -j2)" 0
    touch tree/src/main.c
    equal "$(compiled CFLAGS=-O1 CPPFLAGS=-DX)" 1
}
