#!/bin/sh
# A file's exported symbols carry its name, and no file keeps mutable state. Looks at the objects in $BUILD.
# Prints TAP; run from the top of the tree, after a build.
set -u
objects=${BUILD:-build}/src

if find "$objects" -name '*.o' -exec nm {} + 2>/dev/null | grep -q '__asan_init'; then
    echo "1..0 # SKIP the sanitizers add symbols of their own"
    exit 0
fi

# The one allowed exception: a signal handler can reach nothing but a global.
allowed='main.o stop_signal'

# Symbols of the given nm types, as "object symbol"; numbered copies of static variables lose their number.
symbols() {
    for source in $(cd src && ls *.c */*.c); do
        nm --defined-only "$objects/${source%.c}.o" |
            awk -v object="${source##*/}" -v types="$1" '
                BEGIN { sub(/\.c$/, ".o", object) }
                index(types, $2) { sub(/\.[0-9]+$/, "", $3); print object, $3 }'
    done
}

misnamed() {
    symbols TDRBCVW | while read -r object symbol; do
        name=${object%.o}
        case $symbol in
            "$name"* | main) ;;
            *) echo "$object exports $symbol" ;;
        esac
    done
}

# Constants that hold addresses lie in .data.rel.ro when position-independent code is made; nm calls them d or D.
mutable() {
    for source in $(cd src && ls *.c */*.c); do
        objdump -t "$objects/${source%.c}.o" |
            awk -v object="$(basename "${source%.c}").o" '
                $(NF - 2) ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && $(NF - 2) !~ /^\.data\.rel\.ro/ &&
                $NF !~ /^\./ { sub(/\.[0-9]+$/, "", $NF); print object, $NF }'
    done | grep -vxF "$allowed"
}

count=0
result() {
    count=$((count + 1))
    if [ -z "$2" ]; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
        printf '%s\n' "$2" | sed 's/^/# /'
    fi
}

echo "1..2"
result "exported symbols start with their file's name" "$(misnamed)"
result "no mutable globals" "$(mutable)"
[ -z "$(misnamed)$(mutable)" ]
