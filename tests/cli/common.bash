# What the command line tests share. Each test runs in an empty folder of its own.

bats_require_minimum_version 1.5.0

root=${BATS_TEST_DIRNAME%/*/*}
sim=${BILLIARD_SIM:-$root/billiard-sim}

unset POSIXLY_CORRECT

# A folder apart from the files that bats itself makes. From here on bats follows the test's own lines only, to say which one
# failed; it takes more time to follow each command of each helper and subshell than to execute most of them.
enter_empty_folder() {
    set +T
    declare -ft "$BATS_TEST_NAME"
    mkdir "$BATS_TEST_TMPDIR/here"
    cd "$BATS_TEST_TMPDIR/here"
}

setup() {
    enter_empty_folder
}

# scene [MEMBERS]: a small scene; MEMBERS (JSON text with a final comma) come first.
scene() {
    echo '{
  '"$1"'
  "table": {"width": 10, "height": 5},
  "restitution": {"ball": 0.9, "wall": 0.8},
  "k": 6e1, "dt": 0.01, "steps": 20,
  "balls": [
    {"x": 2, "y": 2, "vx": 3, "vy": 0.5, "r": 0.5},
    {"x": 4, "y": 2.3, "r": 0.5, "name": "target"}
  ]
}'
}

# runs QUICK FULL: how often a test repeats itself, in `make test` and in `make test-full`.
runs() {
    if [ -n "${TEST_FULL-}" ]; then echo "$2"; else echo "$1"; fi
}

integrators() {
    "$sim" --list | awk '$1 == "integrator" { print $2 }'
}

formats() {
    "$sim" --list | awk '$1 == "format" { print $2 }'
}

# contents VARIABLE FILE: sets it to what $(<FILE) gives, without a process more.
contents() {
    IFS= read -rd '' "$1" <"$2" || true
    printf -v "$1" %s "${!1%"${!1##*[!$'\n']}"}"
}

# simulate ARGUMENT...: sets $status, $output (standard output), $stderr, ${lines[@]} and ${stderr_lines[@]}, as
# `run --separate-stderr` does in twice the time.
# shellcheck disable=SC2034 # the tests use them
simulate() {
    status=0
    "$sim" "$@" >"$BATS_TEST_TMPDIR/output" 2>"$BATS_TEST_TMPDIR/stderr" || status=$?
    contents output "$BATS_TEST_TMPDIR/output"
    contents stderr "$BATS_TEST_TMPDIR/stderr"
    IFS=$'\n' read -rd '' -a lines <"$BATS_TEST_TMPDIR/output" || true
    IFS=$'\n' read -rd '' -a stderr_lines <"$BATS_TEST_TMPDIR/stderr" || true
}

# killed SIGNAL SECONDS ARGUMENT...: runs the program, sends the signal after SECONDS, when it watches for signals and has
# had so much processor time since (where /proc tells; on a busy machine that may take a while; with sanitizers the start alone
# takes some of it), prints how it ended: 20 seconds later at the latest.
killed() {
    perl -e '
        my ($name, $delay, @command) = @ARGV;
        sub watches {
            open my $status, "<", "/proc/$_[0]/status" or return 1;
            my ($caught) = map { /^SigCgt:\s*([0-9a-f]+)/ } <$status>;
            return !defined $caught || hex(substr $caught, -8) & 2;
        }
        sub spent {
            open my $stat, "<", "/proc/$_[0]/stat" or return undef;
            my @numbers = split " ", <$stat> =~ s/.*\)//sr;
            return ($numbers[11] + $numbers[12]) / 100;
        }
        $SIG{$_} = "DEFAULT" for qw(INT TERM HUP);
        my $child = fork() // die "fork: $!";
        if (!$child) { exec @command or die "exec: $!" }
        select undef, undef, undef, $delay;
        my $start;
        for (1 .. $ENV{TRIES} // 1000) {
            my $now = spent($child) // last;
            $start //= $now if watches($child);
            last if defined $start && $now >= $start + $delay;
            select undef, undef, undef, 0.01;
        }
        kill $name, $child;
        $SIG{ALRM} = sub { kill "KILL", $child };
        alarm 20;
        waitpid $child, 0;
        print STDERR $? & 127 ? "signal " . ($? & 127) . "\n" : "exit " . ($? >> 8) . "\n"' "$1" "$2" "$sim" "${@:3}"
}

# fails STATUS PATTERN ARGUMENT...: the program ends with STATUS, says one thing that matches the glob PATTERN on
# standard error, nothing on standard output, and leaves no new file behind.
fails() {
    local wanted=$1 pattern=$2 before=(.* *) after
    shift 2
    simulate "$@"
    after=(.* *)
    equal "$status" "$wanted"
    like "$stderr" "$pattern"
    equal "$output" ""
    equal "${after[*]}" "${before[*]}"
}

# rejects PATTERN JSON: the scene gives exit status 3 and exactly one line, which matches PATTERN.
rejects() {
    printf '%s' "$2" >bad.json
    fails 3 "$1" bad.json
    unlike "$stderr" *$'\n'*
}

# Skips where script(1) cannot make a terminal to run programs on.
need_terminal() {
    script -qec true /dev/null >/dev/null 2>&1 || skip "no terminals here"
}

# Sets `module` to the program for WebAssembly, and skips where there is none of this source. (make test-full makes it, where it can.)
need_module() {
    module=$root/${BUILD:-build}/billiard-sim.wasm
    command -v node >/dev/null || skip "no node"
    [ -e "$module" ] || skip "no billiard-sim.wasm, which make wasm makes"
    [ -z "$(find "$root/src" -name '*.[ch]' -newer "$module" | head -n 1)" ] || skip "billiard-sim.wasm is older than the source: make wasm"
}

# equal FOUND WANTED
equal() {
    [ "$1" = "$2" ] && return
    printf 'found:  %s\nwanted: %s\n' "$1" "$2"
    return 1
}

# like TEXT GLOB
like() {
    # shellcheck disable=SC2053
    [[ $1 == $2 ]] && return
    printf 'found:   %s\npattern: %s\n' "$1" "$2"
    return 1
}

# unlike TEXT GLOB
unlike() {
    # shellcheck disable=SC2053
    [[ $1 != $2 ]] && return
    printf 'found:   %s\nunwanted pattern: %s\n' "$1" "$2"
    return 1
}

# strict_json FILE...: succeeds if each FILE is one valid JSON text in UTF-8. To load the module takes as long as to run a scene.
strict_json() {
    perl -MJSON::PP -0777 -e 'for (@ARGV) { open my $file, "<", $_ or die "$_: $!"; JSON::PP->new->utf8->decode(<$file>) }' "$@"
}

# json_value FILE EXPRESSION: a number or string out of a document: evaluates the Perl expression with $_ set to the decoded
# document. What is valid JSON (strict_json asks) differs little from Perl, and a module that knows it takes long to load.
json_value() {
    perl -e 'local $/; $_ = <STDIN>;
        my %perl = (":" => "=>", true => 1, false => 0, null => "undef");
        s/("(?:[^"\\]++|\\.)*")|(:|true|false|null)/ my $text = $1; $2 ? $perl{$2} : $text =~ s{\\u(....)|(\\.)|([\$\@])}{$1 ? "\\x{$1}" : $2 \/\/ "\\$3"}ger /ge;
        $_ = eval $_; die $@ if $@; print eval($ARGV[0]) // die $@' "$2" <"$1"
}

# decimal_comma COMMAND [ARGUMENT]...: in a locale with a decimal comma, which some awks follow in what they read and write. Here
# an awk fails that is not told otherwise.
decimal_comma() {
    mkdir -p comma
    printf '#!/bin/sh\n[ "$LC_ALL" = C ] || exit 9\nexec %s "$@"\n' "$(type -P awk)" >comma/awk
    chmod +x comma/awk
    env LC_ALL=de_DE.UTF-8 PATH="$PWD/comma:$PATH" "$@"
}

# The keys of scenes that the JSON Schema knows, one a line.
schema_keys() {
    perl -MJSON::PP -e '
        local $/;
        my %keys;
        sub walk {
            my $node = shift;
            if (ref $node eq "HASH") {
                $keys{$_} = 1 for keys %{$node->{properties} // {}};
                walk($_) for values %$node;
            }
            walk($_) for ref $node eq "ARRAY" ? @$node : ();
        }
        walk(JSON::PP->new->decode(<STDIN>));
        print "$_\n" for keys %keys' <"$root/scenes/schema/billiard-scene.schema.json"
}

# numbers_near LIMIT WORD...: each of the numbers read is the word, to that.
numbers_near() {
    awk -v limit="$1" -v words="${*:2}" '
        { for (i = 1; i <= NF; i++) found[++n] = $i }
        END {
            m = split(words, wanted)
            for (i = 1; i <= m; i++) { d = found[i] - wanted[i]; if (d < 0) d = -d; if (!(d <= limit)) bad = bad " " found[i] " for " wanted[i] }
            if (n != m || bad) { print n, m, bad >"/dev/stderr"; exit 1 }
        }'
}
