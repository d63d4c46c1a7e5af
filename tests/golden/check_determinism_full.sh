#!/bin/sh
# One set of bytes for each golden scene, from every compiler and optimisation, under the sanitizers, with 1 to 4 threads,
# in other locales, on processors without this or that, on emulated ones of other makes, with memory that starts out
# filled: the whole of check_golden.sh each time. TAP, one line per build or setting; run from the top of the tree by
# `make test-full`.
#
# Promise: the bytes do not depend on compiler, optimisation, sanitizers, threads, locale, processor. Measured: 47
# scenes under every integrator that can run them; with gcc 14 for aarch64, ppc64le, riscv64 and s390x (big-endian)
# under qemu 10, and with musl, too. Also kept by golden/check_golden.sh, cli/same_bytes.bats, cli/bytes.bats.
set -u
program=${BILLIARD_SIM:-$PWD/billiard-sim}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
count=0
failures=0

# golden NAME COMMAND...: all golden texts, from the program that COMMAND starts.
golden() {
    name=$1
    shift
    { echo '#!/bin/sh'; echo "exec $* \"\$@\""; } >"$scratch/sim"
    chmod +x "$scratch/sim"
    count=$((count + 1))
    if BILLIARD_SIM=$scratch/sim sh tests/golden/check_golden.sh >"$scratch/tap" 2>&1; then
        echo "ok $count - $name: $(grep -c '^ok' "$scratch/tap") texts"
    else
        failures=$((failures + 1))
        echo "not ok $count - $name"
        grep -A 3 '^not ok' "$scratch/tap" | head -n 20 | sed 's/^/# /'
    fi
}

skip() {
    count=$((count + 1))
    echo "ok $count - $1 # skip $2"
}

# build CC CFLAGS [EMULATOR]: the same from a program built so.
build() {
    name="$1 $2"
    emulator=${3-}
    folder=$(echo "build/determinism/$name" | tr ' =,' '---')
    command -v "$1" >/dev/null || { skip "$name" "no $1"; return; }
    echo 'const char *cJSON_Version(void); int main(void) { return !cJSON_Version(); }' >"$scratch/tiny.c"
    # shellcheck disable=SC2046,SC2086
    { "$1" $2 -o "$scratch/tiny" "$scratch/tiny.c" $(pkg-config --libs libcjson) && $emulator "$scratch/tiny"; } \
        2>/dev/null || { skip "$name" "not with this $1${emulator:+, its cJSON and $emulator}"; return; }
    "${MAKE:-make}" -s -j2 BUILD="$folder" PROGRAM="$folder/billiard-sim" CC="$1" CFLAGS="$2" CPPFLAGS= LDFLAGS= \
        LDLIBS= all >"$scratch/log" 2>&1
    golden "$name" "$emulator $PWD/$folder/billiard-sim"
}

for compiler in gcc clang; do
    for flags in -O0 -O2 '-O3 -march=native' '-Ofast -march=native -funroll-loops'; do
        build $compiler "$flags"
    done
    build $compiler '-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all'
done
build gcc '-O2 -g -fsanitize=thread'

# On Debian: dpkg --add-architecture arm64; apt-get install qemu-user gcc-aarch64-linux-gnu libcjson-dev:arm64
build aarch64-linux-gnu-gcc -O2 qemu-aarch64
build powerpc64le-linux-gnu-gcc -O2 qemu-ppc64le
build riscv64-linux-gnu-gcc -O2 qemu-riscv64
build s390x-linux-gnu-gcc -O2 qemu-s390x # big-endian

golden "as built" "$program"
for threads in 2 3 4; do
    golden "--threads $threads" "$program --threads $threads"
done

for locale in $(locale -a 2>/dev/null | grep -iE '^(de_DE|fr_FR|tr_TR|fa_IR|ps_AF)\.utf-?8'); do
    golden "locale $locale" "env LC_ALL=$locale $program"
done
# Where none is installed one is made: German, with a decimal comma.
if localedef -i de_DE -f UTF-8 "$scratch/de_DE.UTF-8" 2>/dev/null; then
    golden "a locale made here" "env LOCPATH=$scratch LC_ALL=de_DE.UTF-8 $program"
else
    skip "a locale made here" "no localedef, or no sources of locales"
fi

for features in -AVX512F,-AVX512VL -AVX2 -AVX2,-FMA,-BMI2 -AVX2,-AVX,-SSE4_2,-SSSE3,-ERMS; do
    golden "processor $features" "env GLIBC_TUNABLES=glibc.cpu.hwcaps=$features $program"
done
golden "memory filled" "env MALLOC_PERTURB_=165 $program"
golden "memory mapped" "env MALLOC_MMAP_THRESHOLD_=64 MALLOC_TOP_PAD_=0 $program"
if setarch -R true 2>/dev/null; then
    golden "addresses not random" "setarch -R $program"
else
    skip "addresses not random" "no setarch, or not allowed"
fi

echo "1..$count"
[ "$failures" -eq 0 ]
