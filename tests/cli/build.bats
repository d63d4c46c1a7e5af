#!/usr/bin/env bats
# The Makefile keeps its promises: names, installation, the same bytes from every compiler.
#
# Promise: make builds, installs, uninstalls and packs. Measured: the tarball passes its own tests.
#
# Promise: a version says what may differ. Measured: a patch has the golden hash of its minor version, a released version keeps
# it; the build is named by its commit. Also kept by golden/check_golden.sh.

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
    wanted=$(sed -n 's/^\.PHONY: //p' "$root/Makefile" "$root/tests/tests.mk" | tr ' ' '\n' | grep -v FORCE | sort)
    equal "$(build help | awk '{ print $1 }' | sort)" "$wanted"
    equal "$(tr '\n' ' ' <<<"$wanted")" \
        "all analyze asan bench clean coverage deb debug deps dist format fuzz help html install lint mutants pictures test test-bare test-full tsan uninstall valgrind wasm "
}

# stage: links to what an installation to the prefix / leaves in an empty folder, which no test changes.
stage() {
    [ -d "$BATS_FILE_TMPDIR/stage" ] || build install DESTDIR="$BATS_FILE_TMPDIR/stage" PREFIX=
    ln -s "$BATS_FILE_TMPDIR/stage" stage
}

# tree FOLDER: the files below it.
tree() {
    (cd "$1" && find . -type f | LC_ALL=C sort)
}

@test "make install and uninstall honour DESTDIR and PREFIX, with blanks too" {
    build install DESTDIR="$PWD/a stage" PREFIX="/opt/x y"
    { echo ./opt/x y/bin/billiard-sim
      echo ./opt/x y/share/fish/vendor_completions.d/billiard-sim.fish
      echo ./opt/x y/share/bash-completion/completions/billiard-sim
      (cd "$root" && find scenes -type f ! -name Makefile ! -path '*/__pycache__/*' | sed 's|^|./opt/x y/share/billiard-sim/|')
      for page in "$root"/man/*.[1-9]; do echo "./opt/x y/share/man/man${page##*.}/${page##*/}"; done; } | LC_ALL=C sort >wanted
    equal "$(tree "a stage")" "$(cat wanted)"
    equal "$("a stage/opt/x y/bin/billiard-sim" --version)" "$("$sim" --version)"
    [ -x "a stage/opt/x y/share/billiard-sim/scenes/sweep/laws.sh" ]
    for script in player picture; do
        equal "$(env -u BILLIARD_SIM "a stage/opt/x y/bin/billiard-$script" --version)" "$("$sim" --version)"
        like "$("a stage/opt/x y/bin/billiard-$script" --help)" "usage: billiard-$script P* SCENE *"
    done
    env -u BILLIARD_SIM "a stage/opt/x y/bin/billiard-player" a.html "$root/scenes/kickoff.json" </dev/null
    [ -s a.html ]
    [ ! -x "a stage/opt/x y/share/man/man1/billiard-sim.1" ]
    touch "a stage/opt/x" "a stage/opt/x y/bin/other"
    build uninstall DESTDIR="$PWD/a stage" PREFIX="/opt/x y"
    equal "$(tree "a stage")" $'./opt/x\n./opt/x y/bin/other'
    [ ! -e "a stage/opt/x y/share/billiard-sim" ]
}

# bats test_tags=full
@test "they honour bindir, mandir, datadir and completiondir, and uninstall leaves what others put beside the scenes" {
    folders=(bindir="$PWD/b" mandir="$PWD/m" datadir="$PWD/d" completiondir="$PWD/c" fishdir="$PWD/it's f")
    build install "${folders[@]}"
    [ -x b/billiard-sim ]
    [ -f m/man5/billiard-scene.5 ]
    [ -f d/scenes/break.json ]
    [ -f c/billiard-sim ]
    for name in sim picture player; do [ -f "it's f/billiard-$name.fish" ] && [ -f "c/billiard-$name" ]; done
    b/billiard-picture --help >/dev/null
    touch d/scenes/mine.json
    build uninstall "${folders[@]}"
    equal "$(tree .; find . -type l)" ./d/scenes/mine.json
}

# bats test_tags=full
@test "what the installed texts link to is installed" {
    stage
    cd stage/share/billiard-sim/scenes
    links=$(grep -oh '](\([^)]*\))' ./*.md | sed 's/](\(.*\))/\1/' | grep -v '^http\|^#' | sort -u)
    [ "$(grep -c . <<<"$links")" -gt 10 ]
    for link in $links; do [ -e "${link%%#*}" ] || { echo "no $link"; false; }; done
}

# bats test_tags=full
@test "installed sweeps find the program installed with them, on no PATH" {
    stage
    unset BILLIARD_SIM
    sweep=stage/share/billiard-sim/scenes/sweep
    equal "$(PATH=/usr/bin:/bin $sweep/stiffness.sh | tail -n 1)" "hooke -0.1303 0.1502 0.9800"
}

# imports FOLDER SCENES: the module in FOLDER finds the program and the tables installed with it, and so does fit/derive.py of SCENES.
imports() {
    equal "$(env -u BILLIARD_SIM PATH=/usr/bin:/bin PYTHONPATH="$1" python3 -c '
import billiard_sim
print(billiard_sim.Table().rack("9ball").strike(2).first)')" 1
    equal "$(env -u BILLIARD_SIM PATH=/usr/bin:/bin python3 "$2/fit/derive.py" "$2/kickoff.json" balls.0.x | head -n 1)" "step,t,path,ball,x,y,vx,vy,smooth"
}

# bats test_tags=full
@test "the installed module of Python works, and nothing stays of it" {
    command -v python3 >/dev/null || skip "no python3"
    build install PREFIX="$PWD/a b"
    imports "$PWD/a b/share/billiard-sim/scenes/python" "$PWD/a b/share/billiard-sim/scenes"
    build uninstall PREFIX="$PWD/a b"
    equal "$(tree "a b")" ""
}

@test "the installed program, pictures and sweeps work together" {
    stage
    PATH=$PWD/stage/bin:$PATH
    unset BILLIARD_SIM
    equal "$(stage/share/billiard-sim/scenes/sweep/laws.sh | grep -c '')" 645
    command -v gnuplot >/dev/null || skip "no gnuplot"
    scene=stage/share/billiard-sim/scenes/kickoff.json
    billiard-sim -f gnuplot -n 9 $scene | gnuplot -c stage/share/billiard-sim/scenes/plot/trajectories.gnuplot a.png $scene
    [ -s a.png ]
}

# dist: makes $packed, for all tests once.
dist() {
    name=billiard-sim-$("$sim" --version | awk 'NR == 1 { print $2 }')
    packed=$BATS_FILE_TMPDIR/$name.tar.gz
    [ -e "$packed" ] || build dist BUILD="$BATS_FILE_TMPDIR"
}

@test "make dist: the files of the source, and no others" {
    git -C "$root" rev-parse --is-inside-work-tree >/dev/null 2>&1 || skip "no git, or no git work tree"
    tar --version 2>/dev/null | grep -q GNU || skip "no GNU tar"
    dist
    tar -tzf "$packed" | grep -v '/$' | LC_ALL=C sort >packed
    { git -C "$root" ls-files; echo .ci/name; } | sed "s|^|$name/|" | LC_ALL=C sort >wanted
    diff wanted packed
}

@test "make dist: the same bytes from every copy of the source, whatever its dates and modes" {
    tar --version 2>/dev/null | grep -q GNU || skip "no GNU tar"
    dist
    tar -xzf "$packed"
    find "$name" -type f -exec touch -d 2001-01-01 {} + -exec chmod go-rwx {} +
    (umask 077 && make -C "$name" -s dist)
    cmp "$packed" "$name/build/$name.tar.gz"
}

# bats test_tags=full
@test "make dist: the source out of the tarball passes its tests" {
    tar --version 2>/dev/null | grep -q GNU || skip "no GNU tar"
    dist
    tar -xzf "$packed"
    # the bats that a user calls, not the part of it that stands first in PATH here and needs functions of its shell
    env -u TEST_FULL -u BUILD -u PROGRAM -u BILLIARD_SIM PATH="${PATH#"${BATS_LIBEXEC-}:"}" make -C "$name" test >log || { tail -n 40 log; false; }
    equal "$("$name/billiard-sim" -V | tail -n 1)" "build $(head -n 1 "$name/.ci/name")"
}

# bats test_tags=full
@test "make deb: what it needs is named, nothing is run, and two builds have the same bytes" {
    command -v dpkg-shlibdeps >/dev/null || skip "no dpkg-dev"
    dist
    for folder in here there; do
        mkdir -p $folder
        tar -xzf "$packed" -C $folder
        (umask 027 && cd "$folder/$name" && env -u BUILD -u PROGRAM -u CFLAGS make -s deb >/dev/null)
    done
    cmp here/$name/build/*.deb there/$name/build/*.deb
    package=$(echo here/$name/build/*.deb)
    if command -v lintian >/dev/null; then equal "$(lintian --allow-root "$package" 2>&1)" ""; fi
    like "$(dpkg-deb -f "$package" Depends)" "libc6 (>= *), libcjson1*"
    equal "$(dpkg-deb -f "$package" Version)" "${name#*-sim-}"
    dpkg-deb --fsys-tarfile "$package" | tar -xO ./usr/share/doc/billiard-sim/changelog.gz | gzip -d >changelog
    equal "$(dpkg-parsechangelog -l changelog -S Version)" "${name#*-sim-}"
    equal "$(sed -n 3p changelog | cut -c1-4)" "  * "
    dpkg-deb --fsys-tarfile "$package" | tar -xO ./usr/share/doc/billiard-sim/README.md | cmp - "$root/README.md"
    mkdir control files
    dpkg-deb -e "$package" control
    equal "$(ls control | tr '\n' ' ')" "control md5sums "
    dpkg-deb -x "$package" files
    (cd files && md5sum --quiet -c ../control/md5sums)
    equal "$(files/usr/bin/billiard-sim -V)" "billiard-sim ${name#*-sim-}"$'\n'"build $(head -n 1 "here/$name/.ci/name")"
    [ -s files/usr/share/man/man1/billiard-sim.1.gz ]
    if command -v python3 >/dev/null; then imports files/usr/lib/python3/dist-packages files/usr/share/billiard-sim/scenes; fi
    equal "$(dpkg-deb -c "$package" | awk '$2 != "root/root" || /^-/ && !/^-rw(-r--|xr-x)r(--|-x)/ { print }')" ""
    env -u BILLIARD_SIM files/usr/share/billiard-sim/scenes/plot/player.sh a.html files/usr/share/billiard-sim/scenes/break.json </dev/null
    [ -s a.html ]
}

@test "make deb says what it lacks, and makes no package that needs nothing" {
    mkdir silent
    # one that finds no libraries; the rest of the recipe does nothing here
    for program in dpkg-shlibdeps make strip find xargs md5sum dpkg dpkg-deb gzip; do printf '#!/bin/sh\n' >silent/$program; done
    chmod +x silent/*
    mkdir -p deb/root/usr/bin
    (cd "$root" && PATH=$BATS_TEST_TMPDIR/here/silent:$PATH MAKE=make .ci/publish deb "$BATS_TEST_TMPDIR/here") >message 2>&1 && false
    grep -qx 'dpkg-shlibdeps names nothing that the program needs' message
    [ "$(ls ./*.deb 2>/dev/null)" = "" ]
    mkdir bare
    for program in sh sed date cut sort cksum git awk env basename expr getconf cat dirname tr grep head; do
        where=$(type -P $program) || continue # of these a machine may lack git
        ln -s "$where" bare
    done
    run env PATH="$PWD/bare" "$(type -P make)" -C "$root" -s deb BUILD="$BUILD" PROGRAM="$PROGRAM"
    [ "$status" -ne 0 ]
    like "$output" "*dpkg-shlibdeps not found; install it first*"
}

# bats test_tags=full
@test "make html: links and pictures of all pages lead somewhere" {
    for program in mandoc cmark; do command -v $program >/dev/null || skip "no $program"; done
    # not by make, which would link the program anew for another BUILD while other tests run it
    (cd "$root" && BILLIARD_SIM=$sim .ci/publish html "$BATS_TEST_TMPDIR/here")
    [ "$(find html/man -name 'billiard-*.html' | wc -l)" -eq "$(ls "$root"/man/*.[1-9] | wc -l)" ]
    run perl -e '
        my ($links, %ids, @links);
        for my $page (split /\n/, `find html -name "*.html"`) {
            local $/;
            open my $in, "<", $page or die;
            my $text = <$in>;
            $ids{$page}{$1} = 1 while $text =~ / id="([^"]*)"/g;
            push @links, [$page, $1] while $text =~ / (?:href|src)="([^"]*)"/g;
            print "$page: $&\n" if $text =~ /^\|.*/m || $text !~ /name="viewport"/;
        }
        for (grep { $_->[1] !~ m{^https://} } @links) {
            my ($page, $link) = @$_;
            my ($file, $id) = split /#/, $link;
            $file = $file eq "" ? $page : ($page =~ s{[^/]*$}{}r) . $file;
            1 while $file =~ s{[^/.]+/\.\./}{};
            print "$page: $link\n" if !-e $file || defined $id && !$ids{$file}{$id};
        }
        exit(@links < 300)'
    equal "$status $output" "0 "
    grep -q '<table>' html/scenes/README.html
    for manual in sim.1 scene.5 limits.7; do grep -q 'TABLE OF CONTENTS' "html/man/billiard-$manual.html"; done
    like "$(sed -n '/<h1/,/<p>/p' html/scenes/COOKBOOK.html)" '*<li><a href="#1-plot-the-paths">1. Plot the paths</a></li>*'
    # the gallery: pages that play, need nothing else, and are listed by their titles
    equal "$(cd html/play && ls)" "$(printf '%s.html\n' break carom cloth cradle draw drum galton gas gates index masse piston pool)"
    equal "$(sed -n 's,^<li><a href="\(.*\)\.html">..*</a>: ..*</li>$,\1,p' html/play/index.html | sort | tr '\n' ' ')" "break carom cloth cradle draw drum galton gas gates masse piston pool "
    equal "$(find html/play -size +1200k)" ""
    [ "$(cat html/play/*.html | wc -c)" -lt 2400000 ]
    equal "$(grep -ciE 'src *=|url\(|@import|https?:' html/play/*.html | grep -v ':0$')" ""
    grep -q '<td>' html/tests/README.html
}

# git_here COMMAND: by somebody.
git_here() {
    GIT_CONFIG_GLOBAL=/dev/null git -c user.name=me -c user.email=me@localhost -c init.defaultBranch=main "$@"
}

@test "the build's name: commit, tag, and what differs from it; also out of a tarball" {
    command -v git >/dev/null || skip "no git"
    small_tree
    cp -r "$root/.ci" tree
    rm -f tree/.ci/name
    cd tree
    without=$(.ci/publish name)
    like "$without" 'no commit, source [1-9]*'
    echo >>src/main.c
    run ! equal "$(.ci/publish name)" "$without"
    sed -i '$d' src/main.c
    equal "$(.ci/publish name)" "$without"
    git_here init -q .
    git_here add .
    git_here commit -qm 'Add all'
    commit=$(git rev-parse --short=12 HEAD)
    equal "$(.ci/publish name)" "$commit, untagged"
    echo >>README.md
    git_here tag v7.0.0
    equal "$(.ci/publish name)" "$commit, v7.0.0"
    echo 'extern const int more; const int more = 0;' >src/more.c
    equal "$(.ci/publish name)" "$commit, v7.0.0, modified"
    rm src/more.c
    .ci/publish dist >.ci/name
    rm -rf .git
    equal "$(.ci/publish name)" "$commit, v7.0.0"
    echo >>src/main.c
    equal "$(.ci/publish name)" "$commit, v7.0.0, modified"
    # the program has it, and is built anew when it changes
    mkdir -p src/base
    printf '#include <stdio.h>\nint main(void) { return puts(BILLIARD_SIM_BUILD) < 0; }\n' >src/base/version.c
    rm src/main.c
    make -s CJSON_LIBS= HARDEN= build/src/base/version.o
    grep -qF "$commit, v7.0.0, modified" build/src/base/version.o
    rm .ci/name
    make -s CJSON_LIBS= HARDEN= build/src/base/version.o
    run ! grep -qF "$commit" build/src/base/version.o
}

@test "versions: a patch keeps the golden hash of its minor version, a released version keeps its own" {
    command -v git >/dev/null || skip "no git"
    mkdir -p src/base tests/golden
    cp "$root/tests/golden/check_golden.sh" tests/golden
    echo bytes >tests/golden/a.txt
    hash=$(sha256sum tests/golden/a.txt | cut -d' ' -f1)
    check() { sh tests/golden/check_golden.sh --versions; }
    # versions VERSION LINE...: that version, and the lines of versions.txt
    versions() { echo "#define BILLIARD_SIM_VERSION \"$1\"" >src/base/version.h; printf '%s\n' '# head' "${@:2}" >tests/golden/versions.txt; }
    versions 1.0.0 "1.0.0 $hash"
    equal "$(check)" $'ok 1 - versions.txt\n1..1'
    versions 1.0.0 "1.0.0 other"
    like "$(check)" "not ok 1 - versions.txt*the last line should be 1.0.0 $hash*"
    versions 1.0.2 "1.0.0 $hash" "1.0.2 $hash"
    equal "$(check)" $'ok 1 - versions.txt\n1..1'
    versions 1.0.2 "1.0.0 other" "1.0.2 $hash"
    like "$(check)" "not ok *1.0.2: a patch changes no byte; raise the minor version*"
    versions 1.1.0 "1.0.0 other" "1.1.0 $hash"
    equal "$(check)" $'ok 1 - versions.txt\n1..1'
    versions 1.10.0 "1.10.0 $hash" "1.9.0 $hash"
    like "$(check)" "not ok *1.9.0 comes too late*"
    versions 1.0.0 "1.0.0 $hash"
    git_here init -q .
    git_here add .
    git_here commit -qm 'Add all'
    git_here tag v1.0.0
    versions 1.0.0 "1.0.0 other"
    like "$(check)" "not ok *1.0.0 $hash was released*"
    versions 1.1.0 "1.0.0 $hash" "1.1.0 $hash"
    equal "$(check)" $'ok 1 - versions.txt\n1..1'
}

@test "HISTORY in billiard-sim(1) tells of every version, and of no other" {
    equal "$(sed '1,/^\.Sh HISTORY/d' "$root/man/billiard-sim.1" | sed -n 's/^\.It //p')" \
        "$(sed -n 's/^\([0-9.]*\) .*/\1/p' "$root/tests/golden/versions.txt")"
}

@test "nothing to do after a build" {
    build -q all
}

# small_tree: a source of two files in tree/, and the Makefile.
small_tree() {
    mkdir -p tree/src/base
    cp "$root/Makefile" tree
    echo 'int main(void) { return 0; }' >tree/src/main.c
    echo 'extern const int nothing; const int nothing = 0;' >tree/src/base/nothing.c
}

@test "a change of flags rebuilds, the same flags do not" {
    small_tree
    compiled() {
        make -C tree CJSON_LIBS= HARDEN= "$@" | grep -c '^  CC '
    }
    equal "$(compiled CFLAGS=-O0)" 2
    equal "$(compiled CFLAGS=-O0)" 0
    equal "$(compiled CFLAGS=-O1)" 2
    equal "$(compiled CFLAGS=-O1 CPPFLAGS=-DX)" 2
    equal "$(compiled CFLAGS=-O1 CPPFLAGS=-DX -j2)" 0
    touch tree/src/main.c
    equal "$(compiled CFLAGS=-O1 CPPFLAGS=-DX)" 1
}

@test "the same program from two folders" {
    small_tree
    mkdir -p "elsewhere/deeper and"
    cp -r tree "elsewhere/deeper and/other"
    for folder in tree "elsewhere/deeper and/other"; do
        printf '#include <assert.h>\nint main(int n, char **words) { assert(n && words); return 0; }\n' >"$folder/src/main.c"
        make -C "$folder" -s CC="$CC" CFLAGS='-O1 -g' CJSON_LIBS= HARDEN=
    done
    cmp tree/billiard-sim "elsewhere/deeper and/other/billiard-sim"
}

# bats test_tags=full
@test "make clean all builds anew, with any number of jobs" {
    small_tree
    for jobs in '' -j1 -j3; do
        equal "$(make -C tree CJSON_LIBS= HARDEN= $jobs clean all | grep -c '^  [CAL][CRD] ')" 4
        [ -x tree/billiard-sim ]
    done
}

@test "make prints a word per file, make V=1 the commands, make -s nothing" {
    small_tree
    cd tree
    equal "$(make -j1 CJSON_LIBS= HARDEN=)" "  CC  build/src/main.o
  CC  build/src/base/nothing.o
  AR  build/libbilliard.a
  LD  billiard-sim"
    make clean
    equal "$(make CJSON_LIBS= HARDEN= V=1 | grep -c -- ' -o \| -rcs ')" 4
    make clean
    equal "$(make -s CJSON_LIBS= HARDEN=)" ""
    [ -x billiard-sim ]
}

@test "flags that leave results unrounded are refused, with the reason" {
    [ "$(uname -m)" = x86_64 ] || skip "only the x87 does so"
    small_tree
    for flags in -mfpmath=387 -m32; do
        run make -C tree CC=gcc CJSON_LIBS= HARDEN= CFLAGS="-O0 $flags"
        [ "$status" -ne 0 ]
        like "$output" *"needs a 64-bit processor, and each result rounded to its type"*
        [ ! -e tree/build/src ]
    done
}

@test "a build without cJSON names the packages" {
    small_tree
    run make -C tree PKG_CONFIG=false
    [ "$status" -ne 0 ]
    like "$output" *"make deps"*libcjson-dev*
    [ ! -e tree/build/src ]
}

@test "a target whose program is missing says so, and builds nothing" {
    run --separate-stderr make -s -C "$root" needs-nothing-of-this-name
    equal "$status $output" "2 "
    like "$stderr" "nothing-of-this-name not found; install it first"*
    for target in fuzz coverage; do
        equal "$(make -s -n -C "$root" "$target" | head -n 1 | cut -d' ' -f1-3)" "command -v clang"
    done
}

@test "make html names all that it lacks at once" {
    mkdir bin
    for program in make sh sed uname git dirname tr cut; do program=$(type -P $program) && ln -s "$program" bin; done  # git not everywhere
    run --separate-stderr env PATH="$PWD/bin" make -s -C "$root" --no-print-directory -o "$PROGRAM" PROGRAM="$PROGRAM" BUILD="$BUILD" html
    equal "$status" 2
    like "$stderr" *"make html lacks: mandoc cmark; .ci/deps html installs what is missing"*
}

# deps [ARGUMENT]...: .ci/deps on a machine with apt-get and nothing else but what bin/ has, for a user who is not root.
deps() {
    mkdir -p bin
    printf '#!/bin/sh\necho 1000\n' >bin/id
    printf "#!/bin/sh\necho called >>called\n" >bin/apt-get
    chmod +x bin/id bin/apt-get
    run --separate-stderr env PATH="$PWD/bin" /bin/sh "$root/.ci/deps" "$@"
}

@test "deps without root: the command for root, and clang for the tests only" {
    deps
    equal "$status $output" "1 missing: cc make pkg-config libcjson"
    like "$stderr" 'needs root; please run: apt-get update -q && apt-get install *gcc*libcjson-dev'
    build_only=$stderr
    deps test
    equal "$status" 1
    like "$stderr" 'needs root; please run: apt-get update -q && apt-get install *gcc*libcjson-dev *bats *clang *cmocka*'
    like "$stderr" "$build_only*"
    # with a sudo that asks for a password, which cannot be answered here: the line that is printed is to be run as it stands
    printf '#!/bin/sh\n[ "$1" != -n ] || exit 1\n"$@"\n' >bin/sudo
    ln -s /bin/sh bin
    chmod +x bin/sudo
    rm -f called
    deps
    like "$stderr" "needs root; please run: sudo sh -c 'apt-get update -q && apt-get install *gcc*libcjson-dev'"
    [ ! -e called ]
    env PATH="$PWD/bin" /bin/sh -c "${stderr#*please run: }"
    equal "$(grep -c called called)" 2
    rm bin/sudo bin/sh
    deps nonsense
    equal "$status $stderr" "2 usage: .ci/deps [test | html | wasm]"
    deps html
    equal "$status $output" "1 missing: mandoc cmark"
    like "$stderr" 'needs root; please run: apt-get update -q && apt-get install * mandoc cmark'
}

@test "make wasm without a compiler: one line that names what it lacks" {
    mkdir bin
    ln -s "$(type -P dirname)" "$(type -P tr)" bin
    run --separate-stderr env PATH="$PWD/bin" /bin/sh "$root/.ci/wasm" check nowhere
    equal "$status $output$stderr" "1 make wasm lacks: lld clang wasi-libc libclang-rt-dev-wasm32 cJSON's source (CJSON_SOURCE=FOLDER); .ci/deps wasm installs it"
}

@test "tests that are skipped are counted by what they lack" {
    command -v prove >/dev/null || skip "no prove"
    printf 'echo 1..4; echo "ok 1 a # skip no gnuplot"; echo "ok 2 - b # SKIP no node"; echo ok 3 c; echo "ok 4 d # skip no gnuplot"\n' >some.sh
    printf 'echo "1..0 # SKIP no node"\n' >none.sh
    run sh "$root/tests/count_tests.sh" prove --directives --exec sh some.sh none.sh
    equal "$status" 0
    like "$output" "*"$'\n'"4 skipped:"$'\n'"    2  no gnuplot"$'\n'"    2  no node"$'\n'"1 passed, 0 failed"
}

@test "tools of others are hidden, and a program that is found twice is the second one, too" {
    mkdir one two
    printf '#!/bin/sh\necho one\n' >one/tool
    cp one/tool two/tool
    cp one/tool two/gnuplot
    cp one/tool one/python3.11
    chmod +x one/* two/*
    run env PATH="$PWD/one:$PWD/two:/usr/bin:/bin" sh "$root/tests/tools/bare.sh" sh -c 'tool; command -v gnuplot jq python3.11; type tool; IFS=:; for folder in $PATH; do [ ! -e "$folder/tool" ] || echo there; done'
    equal "${lines[0]}" one
    equal "$(grep -cx there <<<"$output")" 2
    unlike "$output" "*gnuplot*"
    unlike "$output" "*python3*"
}

@test "of a test that fails, make test names the file and the command that shows why" {
    command -v prove >/dev/null || skip "no prove"
    printf 'echo 1..2; echo ok 1; echo not ok 2\n' >bad.sh
    printf 'echo 1..1; echo ok 1\n' >good.sh
    run sh "$root/tests/count_tests.sh" prove --exec sh bad.sh good.sh
    equal "$status" 1
    like "$output" "*"$'\n'"what failed, and why: make test PROVE='prove -v' QUICK_TESTS='bad.sh'"$'\n'"2 passed, 1 failed"
}

@test "the client in session.h, built as it says there, runs a scene" {
    header=$root/src/session/session.h
    {
        printf '#include "session/session.h"\n#include <stdio.h>\n#include <string.h>\nint main(int n, char **word) {\nconst char *text = word[n - 1];\n'
        sed -n '/^ \*     struct session \*session;$/,/^ \*     session_free/s/^ \*     //p' "$header"
        echo 'return 0; }'
    } >client.c
    command=$(sed -n 's/^ \*     cc -std/-std/p' "$header" | sed "s,client.c,$PWD/&,; s,build/libbilliard.a,$BUILD/libbilliard.a,")
    (cd "$root" && eval "$CC $CFLAGS $CPPFLAGS $LDFLAGS -o $OLDPWD/client $command $LDLIBS")
    equal "$(./client '{"table":{"width":9,"height":9},"dt":0.01,"steps":100,"balls":[{"x":1,"y":4,"vx":2,"r":0.5}]}')" 3
    equal "$(./client '{"table":{"width":9,"height":9}}' 2>/dev/null)" ""
}
