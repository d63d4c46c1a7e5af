# Is every rule of the scene reader kept by some case of *.txt? Removes each in turn: patches a copy of the one
# source file, links it in front of the library and runs check_rejects.pl, which must then fail. Prints TAP.
#
# usage: check_rules_full.pl [find], from the top of the tree, after make; CC, CFLAGS, CPPFLAGS, LDFLAGS, LDLIBS, BUILD as
# in make. find: only finds the rules (check_rules_found.sh).
#
# The rules are found in the source, so that a new one without a case is found too: each place that reports a fault,
# each row of the table of keys (its type, its lower and upper border, what it is required in). Conditions within the
# rules are listed below, as text to replace; it is an error when such a text is not there exactly once.
use strict;
use warnings;

my $build = $ENV{BUILD} // 'build';
my $work  = "$build/rules";
my $compile = join ' ', $ENV{CC} // 'cc', '-std=c17 -D_DEFAULT_SOURCE -Isrc -w', $ENV{CPPFLAGS} // '',
    $ENV{CFLAGS} // '', '-O0 -ffp-contract=off', `pkg-config --cflags libcjson` =~ s/\n//r;
my $libraries = join ' ', `pkg-config --libs libcjson` =~ s/\n//r, '-lm -pthread', $ENV{LDLIBS} // '';

# What to put in place of a call that reports a fault, by function.
my %without = (
    fail => 'true', report_ball => 'true', fail_expected => 'true', refuse => 'STATUS_OK', report_value => 'false',
    scene_errors_add => 'false',
);

my @conditions = (
    ['json_scan.c', '!isfinite(value.number)', 'false'],
    ['json_string.c', 'code < 0xdc00 &&', ''],
    ['json_string.c', '&& memcmp(text + 6, "\\\\u", 2) == 0', ''],
    ['json_string.c', 'low < 0xdc00 ||', 'low < 0 ||'],
    ['json_string.c', '|| low > 0xdfff', ''],
    ['json_string.c', 'code >= least[n] && ', ''],
    ['json_string.c', '&& code <= 0x10ffff', ''],
    ['json_string.c', '&& !is_surrogate', ''],
    ['json_string.c', '((unsigned char)text[i] & 0xc0) != 0x80', 'false'],
    ['scene_read.c', 'bool repeated = scene_keys_has(&seen, row);', 'bool repeated = false;'],
    ['scene_read_value.c', 'return number == (double)(int64_t)number', 'return true'],
    ['scene_read_value.c', 'valid && (!integer', '(!integer'],
    ['scene_read_value.c', 'fabs(*number) <= element->key->largest && ', ''],
    ['scene_read_value.c', 'json_tree_size(value->node) != value->key->count', 'false'],
    ['scene_generator.c', 'entry->fill.area.x0 < entry->fill.area.x1 &&', ''],
    ['scene_generator.c', '&& entry->fill.area.y0 < entry->fill.area.y1', ''],
    ['scene_read_value.c', 'in_range(pair[0], value->key) &&', ''],
    ['scene_read_value.c', 'pair[0] <= pair[1]', 'true'],
    ['scene_read_value.c', 'bool large = size > largest;', 'bool large = false;'],
    ['scene_read_value.c', 'value->key->above || value->key->accelerates ? 1 / largest : 0', '0'],
    ['scene_read_value.c', ' || value->key->accelerates', ''],
    ['scene_clock.c', 'step <= (uint64_t)MOST_STEPS &&', ''],
    ['scene_clock.c', '&& (double)step * dt <= SCENE_LARGEST', ''],
    ['scene_clock.c', 'last > (uint64_t)MOST_STEPS', 'false'],
    ['scene_clock.c', 'scene->start_step > 0', 'false'],
    ['scene_clock.c', 'if (scene->frame <= scene->duration)', 'if (true)'],
    ['scene_clock.c', 'stop->hits > 0', 'true'],
    ['scene_clock.c', 'words->n == 2 && scene->stop.a == scene->stop.b', 'false'],
    ['scene_clock.c', '&text, (uint64_t)MOST_STEPS', '&text, UINT64_MAX - 1'],
    ['scene_clock.c', '!(steps <= MOST_STEPS)', 'false'],
    ['scene.c', 'return number < scene->n', 'return true'],
    ['spring_stability.c', '(is_damped(scene, a, b) ? DAMPED', '(false ? DAMPED'],
    ['spring_stability.c', 'pair.bound <= wall.bound ? pair', 'false ? pair'],
    ['scene_set.c', '&& !*rest', ''],
    ['scene_set.c', '&& !leading_zero', ''],
);

sub slurp {
    open my $file, '<', $_[0] or die "$_[0]: $!\n";
    local $/;
    return <$file>;
}

my %source = map { s{.*/}{}r => slurp($_) } glob 'src/reading/*.c src/json/*.c src/state/*.c src/given/*.c src/springs/spring_stability.c';

# changes: [name, file, new text, words that a case has which misses the rule: a guess, which saves most of the time]
my @changes;

sub change {
    my ($file, $from, $length, $to, $name, $words) = @_;
    my $line = 1 + (substr($source{$file}, 0, $from) =~ tr/\n//);
    my $text = $source{$file};
    substr($text, $from, $length) = $to;
    push @changes, ["$file:$line: $name", $file, $text, $words // ''];
}

# Every call that reports a fault; a definition is followed by a brace.
sub find_reports {
    for my $file (sort keys %source) {
        next if $file eq 'scene_errors.c';
        my $names = join '|', sort keys %without;
        while ($source{$file} =~ /(?<!\w)($names)(\((?:[^()"']|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?2))*\))/g) {
            my ($name, $arguments, $from, $length) = ($1, $2, $-[0], $+[0] - $-[0]);
            next if substr($source{$file}, $+[0], 2) =~ /^\s*\{/;
            my $said = $arguments =~ /"([^"]{0,40})/ ? $1 : '';
            my $instead = $without{$name};
            $instead = "(++($1)->at, true)" if $file eq 'json_string.c' && $arguments =~ /^\(([^,]+),/; # or it never ends
            my ($words) = sort { length $b <=> length $a } split /%[.*]*\w+|\\./, $said;
            change($file, $from, $length, $instead, "no \"$said\"", $words);
        }
    }
}

# Each row of the table of keys: borders, what it is required in, its rivals, its type.
sub find_keys {
    my %objects = (PLACED => ['BALL', 'RACK'], ENTRIES => ['BALL', 'RACK', 'FILL']);
    my $file = 'scene_keys.c';
    while ($source{$file} =~ /^    (?:\[\w+\] = )?\{"(\w+)", (\w+)(?:, (\w+)(?=,))?((?:[^"{}]|"[^"]*")*?)\.doc/mg) {
        my ($key, $holder, $required, $rest) = ($1, $2, $3, $4);
        my ($at, $end) = ($-[4], $+[4]);
        $required //= $rest =~ /\.required = (\w+)/ ? $1 : '';
        my $append = sub { change($file, $end, 0, $_[0], $_[1], $key) };
        $append->('.low = -1e9, .above = false, ', "$key: no lower border")
            if $rest =~ /POSITIVE|NOT_NEGATIVE|UNIT_INTERVAL|\bINTEGER\b|BALL_COUNT|DEGREES/;
        $append->('.above = false, ', "$key: border included") if $rest =~ /POSITIVE/;
        $append->('.high = HUGE_VAL, ', "$key: no upper border") if $rest =~ /UNIT_INTERVAL|\bINTEGER\b|BALL_COUNT|DEGREES/;
        $append->('.form = FORM_ANY, ', "$key: may stand beside its rivals") if $rest =~ /\.form = FORM_/;
        for my $object (@{$objects{$required} // [$required =~ /OBJECT_(\w+)/g]}) {
            next if $key eq lc $object; # a rack is what has the key "rack"
            $append->(".required = ($required) & ~OBJECT_$object, ", "$key: not required in $object");
        }
        my $body = 'static bool add_type_error(const struct scene_value *value)' . "\n{";
        change('scene_read_value.c', index($source{'scene_read_value.c'}, $body) + length $body, 0,
            qq{if (strcmp(value->key->name, "$key") == 0) return false;}, "$key: a wrong type goes unreported", $key);
    }
}

sub find_conditions {
    for (@conditions) {
        my ($file, $text, $to) = @$_;
        my $at = index $source{$file}, $text;
        die "$file does not have once: $text\n" if $at < 0 || index($source{$file}, $text, $at + 1) >= 0;
        change($file, $at, length $text, $to, "no $text");
    }
}

# The first case that fails without the rule; undef: none. A reader that comes to no end is stopped by a limit of processor
# time, which is the same on a busy machine. Dies when the patched source cannot be built, or nothing is said of a failure.
sub killer {
    my ($file, $text, $words) = @_;
    open my $patched, '>', "$work/$file" or die "$work/$file: $!\n";
    print $patched $text;
    close $patched or die "$work/$file: $!\n";
    system("$compile -c -o $work/rule.o $work/$file && " . ($ENV{CC} // 'cc') . ' ' . ($ENV{CFLAGS} // '') . ' ' .
        ($ENV{LDFLAGS} // '') . " -o $work/sim $work/rule.o $build/src/main.o $build/libbilliard.a $libraries") == 0
        or die "cannot be built\n";
    local $ENV{LIKELY} = $words;
    my $tap = `ulimit -t 10; BILLIARD_SIM="\$PWD/$work/sim" perl tests/rejects/check_rejects.pl first "\$LIKELY" 2>&1`;
    return $? == 0 ? undef : $tap =~ /^not ok \d+ - (.*)/m ? $1 : die "no verdict: $tap\n";
}

find_reports();
find_keys();
find_conditions();
if (@ARGV && $ARGV[0] eq 'find') {
    print "1..1\nok 1 - each of ", scalar @changes, " rules is found in the source\n";
    exit 0;
}
mkdir $work;
print '1..', scalar @changes, "\n";
my $survivors = 0;
for my $i (0 .. $#changes) {
    my ($name, $file, $text, $words) = @{$changes[$i]};
    my $killer = killer($file, $text, $words);
    $survivors += !defined $killer;
    printf "%s %d - %s%s\n", defined $killer ? 'ok' : 'not ok', $i + 1, $name =~ s/#/\\#/gr,
        defined $killer ? ", seen by $killer" : ', seen by no case';
}
print "# ", scalar @changes, " rules removed, $survivors of them without a case that fails\n";
exit($survivors > 0);
