#!/bin/sh
# A file's exported symbols carry its name and stand in its header, and no file keeps mutable state. Looks at the objects in $BUILD.
# Prints TAP; run from the top of the tree, after a build.
#
# Promise: only + - * / and sqrt feed a trajectory; what else is needed is our own. Measured: nothing of libm is
# linked but what is exact; exp, log1p, atan, directions against libm's. Also kept by unit/test_portable_math.c,
# unit/test_angle.c, unit/test_random.c.
set -u
. tests/lib/tap.sh

objects=$(find src -name '*.c' ! -path '*/wasm/*' | sort | sed "s|^|${BUILD:-build}/|; s|c\$|o|")

# "object symbol type section" for everything the objects define; static variables of functions lose their number.
# shellcheck disable=SC2086 # a list
symbols=$(nm -A -f sysv --defined-only $objects | awk -F'|' '
    NF >= 7 {
        split($1, name, ":")
        gsub(/.*\//, "", name[1])
        gsub(/ |\.[0-9]+ *$/, "", name[2])
        gsub(/ /, "", $3)
        gsub(/ /, "", $NF)
        print name[1], name[2], $3, $NF
    }')

case $symbols in
    *__asan_* | *__odr_asan*)
        tap_skip_all "the sanitizers add symbols of their own"
        ;;
esac

# Exported symbols have capital letters; clang adds resolvers of multiversioned functions to them.
misnamed=$(printf '%s\n' "$symbols" | awk '
    $3 ~ /^[A-Z]$/ && $2 != "main" && $2 !~ /\.resolver$/ {
        file = $1
        sub(/\.o$/, "", file)
        if (index($2, file) != 1)
            print $1, "exports", $2
    }')

# What a file exports is declared in the header of its name, or of what it is a part of: nnl_lists in nnl_internal.h.
# What answers an interface stands together with it: *_ops.h, methods that are a spring_step.
# shellcheck disable=SC2046 # a list
elsewhere=$(printf '%s\n' "$symbols" | awk '
    FILENAME != "-" {
        if (/^[a-z_][a-z0-9_ ]* \**[a-z0-9_]+\(/ && !/^static /) {
            sub(/\(.*/, "")
            sub(/.*[ *]/, "")
            header[$0] = FILENAME
        }
        next
    }
    $3 == "T" && ($2 in header) {
        file = $1
        sub(/\.o$/, "", file)
        where = header[$2]
        gsub(/.*\/|(_internal)?\.h$/, "", where)
        if (where !~ /_ops$/ && file != where && index(file, where "_") != 1)
            print $2, "of", file ".c is declared in", header[$2]
    }' $(find src -name '*.h') -)

# Constants that hold addresses lie in .data.rel.ro when position-independent code is made. The one exception: a signal
# handler can reach nothing but a global.
mutable=$(printf '%s\n' "$symbols" | awk '
    $4 ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && $4 !~ /^\.data\.rel\.ro/ && $2 !~ /^\./ {
        if ($1 != "main.o" || $2 != "stop_signal")
            print $1, "holds", $2
    }')

# Loading libm takes a twentieth of a short run, and its functions give other bits on other machines. (Some compilers call
# it for sqrt, floor and ceil, which are exact.)
# shellcheck disable=SC2086 # a list
libm=$(nm -A -u $objects | grep -E ' U (f(max|min|mod|dim|ma)|pow|exp.*|log.*|a?(sin|cos|tan)h?|atan2|hypot|cbrt|[ln]*round|rint|tgamma|erf|frexp|ldexp|scalbl?n|modf|i?logb|next(after|toward)|nearbyint|rem(ainder|quo))(@|$)')

tap_result "there are objects to look at" "$([ -n "$symbols" ] || echo "none below ${BUILD:-build}")"
tap_result "exported symbols start with their file's name" "$misnamed"
tap_result "a file's functions are declared in its own header" "$elsewhere"
tap_result "no mutable globals" "$mutable"
tap_result "nothing is asked of libm" "$libm"
tap_end
