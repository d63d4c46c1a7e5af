# Is every rule of the scene reader kept by some case of expected.txt? Removes each in turn: patches a copy of the one
# source file, links it in front of the library and runs check_rejects.sh, which must then fail. Prints TAP.
#
# usage: remove_rules.pl, from the top of the tree, after make; CC, CFLAGS, CPPFLAGS, LDFLAGS, LDLIBS, BUILD as in make
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
    fail => 'true', fail_expected => 'true', refuse => 'STATUS_OK', refuse_index => 'STATUS_OK',
    scene_errors_add => '(void)0', scene_errors_add_missing => '(void)0',
);

my @conditions = (
    ['json_scan.c', 'isfinite(strtod(s->text + start, NULL))', 'true'],
    ['json_scan.c', 'repeated_among_few(s, keys, n);', 'NULL;'],
    ['json_scan.c', 'repeated_in_order(s, keys, n);', 'NULL;'],
    ['json_string.c', 'code < 0xdc00 &&', ''],
    ['json_string.c', '&& memcmp(r->text + r->at + 6, "\\\\u", 2) == 0', ''],
    ['json_string.c', 'low < 0xdc00 ||', 'low < 0 ||'],
    ['json_string.c', '|| low > 0xdfff', ''],
    ['json_string.c', 'byte[0] < 0xc2', 'byte[0] < 0xc0'],
    ['json_string.c', 'byte[0] > 0xf4', 'byte[0] > 0xff'],
    ['json_string.c', '[0xe0 - 0xc0] = 0xa0, ', ''],
    ['json_string.c', '[0xf0 - 0xc0] = 0x90, ', ''],
    ['json_string.c', 'byte[0] == 0xed ? 0x9f :', ''],
    ['json_string.c', 'byte[0] == 0xf4 ? 0x8f :', ''],
    ['json_string.c', 'byte[1] < least', 'false'],
    ['json_string.c', 'byte[1] > most', 'false'],
    ['json_string.c', '(byte[i] & 0xc0) != 0x80', 'false'],
    ['scene_read.c', 'value == (double)(int64_t)value', 'true'],
    ['scene_head.c', 'last > 0x1p53', 'false'],
    ['scene_head.c', '!isfinite(last * head->dt)', 'false'],
    ['scene_balls.c', 'entry->m > 0 &&', ''],
    ['scene_balls.c', '&& isfinite(entry->m)', ''],
    ['scene_generator.c', 'if (i == 4 || scene', 'if (i == 4) break; if (scene'],
    ['scene_generator.c', '|| scene_json_kind(c) != SCENE_NUMBER', ''],
    ['scene_generator.c', 'i == 4 && corner[0] < corner[2]', 'corner[0] < corner[2]'],
    ['scene_generator.c', 'corner[0] < corner[2] &&', ''],
    ['scene_generator.c', 'corner[1] < corner[3] &&', ''],
    ['scene_generator.c', 'isfinite(corner[2] - corner[0])', 'true'],
    ['scene_generator.c', 'isfinite(corner[3] - corner[1])', 'true'],
    (map { ['scene_generator.c', "all_finite(world->$_ + first, n)", 'true'] } qw(x y vx vy)),
    ['scene_check.c', '{r - c.x, ', '{-1, '],
    ['scene_check.c', 'c.x + r - scene->width', '-1'],
    ['scene_check.c', ' r - c.y, ', ' -1, '],
    ['scene_check.c', 'c.y + r - scene->height', '-1'],
    ['scene_check.c', 'c.x += world->vx[i] * passed;', ''],
    ['scene_stability.c', 'e < 1 ? DAMPED : ELASTIC', 'ELASTIC'],
    ['scene_stability.c', 'pair.bound <= wall.bound ? pair', 'false ? pair'],
    ['scene_set.c', '|| strspn(segment, "0123456789") != length', ''],
    ['scene_set.c', q{|| (segment[0] == '0' && length > 1)}, ''],
);

sub slurp {
    open my $file, '<', $_[0] or die "$_[0]: $!\n";
    local $/;
    return <$file>;
}

my %source = map { s{.*/}{}r => slurp($_) } glob 'src/model/*.c';

# changes: [name, file, new text]
my @changes;

sub change {
    my ($file, $from, $length, $to, $name) = @_;
    my $line = 1 + (substr($source{$file}, 0, $from) =~ tr/\n//);
    my $text = $source{$file};
    substr($text, $from, $length) = $to;
    push @changes, ["$file:$line: $name", $file, $text];
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
            change($file, $from, $length, $instead, "no \"$said\"");
        }
    }
}

# Each row of the table of keys: borders, what it is required in, its type.
sub find_keys {
    my %shapes = (PLACED => ['BALL', 'RACK'], ENTRIES => ['BALL', 'RACK', 'FILL']);
    my $file = 'scene_keys.c';
    while ($source{$file} =~ /\{"(\w+)", [\w |]+, ([\w |]+), TYPE_(\w+), ([-\w.]+), ([-\w.]+), (true|false),/g) {
        my ($key, $required, $type, $low, $high, $above) = ($1, $2, $3, $4, $5, $6);
        my @at = @-;
        if ($type =~ /NUMBER|INTEGER|NODE/) {
            change($file, $at[4], length $low, $above eq 'true' ? '-1e9' : '-HUGE_VAL', "$key: no lower border")
                if $low ne '-HUGE_VAL';
            change($file, $at[6], length $above, 'false', "$key: border included") if $above eq 'true';
            change($file, $at[5], length $high, 'HUGE_VAL', "$key: no upper border") if $high ne 'HUGE_VAL';
        }
        for my $shape (@{$shapes{$required} // [$required =~ /OBJECT_(\w+)/g]}) {
            next if $key eq lc $shape; # a rack is what has the key "rack"
            change($file, $at[2], length $required, "($required) & ~OBJECT_$shape", "$key: not required in $shape");
        }
        my $check = '!kind_fits(kind, key->type)';
        change('scene_read.c', index($source{'scene_read.c'}, $check), length $check,
            qq{strcmp(key->name, "$key") != 0 && $check}, "$key: of any type");
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

# The first case that fails without the rule; undef: none. Dies when the patched source cannot be built.
sub killer {
    my ($file, $text) = @_;
    open my $patched, '>', "$work/$file" or die "$work/$file: $!\n";
    print $patched $text;
    close $patched or die "$work/$file: $!\n";
    system("$compile -c -o $work/rule.o $work/$file && " . ($ENV{CC} // 'cc') . ' ' . ($ENV{CFLAGS} // '') . ' ' .
        ($ENV{LDFLAGS} // '') . " -o $work/sim $work/rule.o $build/src/main.o $build/libbilliard.a $libraries") == 0
        or die "cannot be built\n";
    my $tap = `BILLIARD_SIM="\$PWD/$work/sim" timeout 30 sh tests/rejects/check_rejects.sh first 2>&1`;
    return $? == 0 ? undef : $tap =~ /^not ok \d+ - (.*)/m ? $1 : 'no end within half a minute';
}

mkdir $work;
find_reports();
find_keys();
find_conditions();
print '1..', scalar @changes, "\n";
my $survivors = 0;
for my $i (0 .. $#changes) {
    my ($name, $file, $text) = @{$changes[$i]};
    my $killer = killer($file, $text);
    $survivors += !defined $killer;
    printf "%s %d - %s%s\n", defined $killer ? 'ok' : 'not ok', $i + 1, $name =~ s/#/\\#/gr,
        defined $killer ? ", seen by $killer" : ', seen by no case';
}
print "# ", scalar @changes, " rules removed, $survivors of them without a case that fails\n";
exit($survivors > 0);
