# Would the tests notice a fault? Makes small faults in src/, one at a time, builds each in a copy of the tree and runs the
# quick tests until one fails (DeMillo, Lipton and Sayward, Computer 11(4), 34, 1978). Lists those that none saw.
#
# usage: mutate.pl TEST..., from the top of the tree; the tests as the Makefile names them. Environment:
#
#   SEED  another draw of mutants (default 1)
#   EACH  how many from each area, in equal parts of each kind (default 30)
#   ONLY  run only those whose file:line, old or new line this Perl pattern matches
#
# A mutant is drawn by a hash of the seed, its file, its line's text and its change, so that an edit elsewhere leaves the
# draw as it is. One that does not compile, or compiles to the same bytes (Papadakis et al., ICSE 2015, 936), does not
# count and is replaced by the next. First all mutants meet the short tests, those of a few seconds in all; then those
# that survive meet the long ones. A test that takes ten times as long as without a mutant fails. Programs whose bytes
# are those without the mutant are not run.
use strict;
use warnings;
use Cwd 'getcwd';
use Digest::MD5 'md5_hex';
use Time::HiRes qw(time alarm);

my $seed = $ENV{SEED} || 1;
my $each = $ENV{EACH} || 30;
my $only = $ENV{ONLY} // '';

my @areas = (
    ['base', glob 'src/base/*.[ch]'], ['scene', glob 'src/{json,state,given,reading}/*.[ch]'],
    ['physics', glob 'src/{motion,surfaces,contact,impact,impact/compliant,measure}/*.[ch]'], ['near', glob 'src/near/*.[ch]'],
    ['integrators', glob 'src/{integrators,steps,springs,events}/*.[ch]'], ['out', glob 'src/out/*.[ch]'],
    ['command', glob 'src/*.[ch] src/app/*.[ch]'],
);

# Texts and what takes their place, by kind. Operators of two operands have spaces around them, thanks to clang-format.
my %swaps = (
    arithmetic => {' + ' => ' - ', ' - ' => ' + ', ' * ' => ' / ', ' / ' => ' * ', ' += ' => ' -= ', ' -= ' => ' += ',
                   ' << ' => ' >> ', ' >> ' => ' << ', ' % ' => ' / '},
    bound      => {' < ' => ' <= ', ' <= ' => ' < ', ' > ' => ' >= ', ' >= ' => ' > '},
    logic      => {' && ' => ' || ', ' || ' => ' && ', ' == ' => ' != ', ' != ' => ' == ', ' & ' => ' | ',
                   ' | ' => ' & ', 'true' => 'false', 'false' => 'true'},
);
my @kinds = (sort(keys %swaps), qw(condition constant statement));

# Tests that build the sources again or only read them see no mutant. What is far from an area is left out, too, because
# the time goes into those that survive.
my $no_use = qr{/(same_bytes|build|hardening)\.bats$|^tests/check_};
my $words = qr{cli/(?:completion|cookbook|manual|pictures|readme|signals|sweep|usage)};
my $streams = qr{cli/(?:bad_scene|bytes|options|outputs)|fault/output|fuzz|rejects|schema};
my $springs = qr{laws/test_(?:spring|stepped|impulse|orders)};
my $events = qr{laws/test_(?:event|collapse|simultaneous|impulse)};
my @far = (
    [qr{^src/(?!app/)\w+/}, $words], [qr{/(?:motion|surfaces|contact|impact|measure|near|integrators|steps|springs|events)/}, $streams],
    [qr{/(?:json|world|scene)/}, qr{fault/output}], [qr{/out/}, qr{cli/bad_scene|rejects|schema|laws}],
    [qr{/(?:events/|integrator_event|motion|event_pair|event_bounce|simultaneous_collision|contact_cluster|prediction|impact_kernel|impact_law|contact_lcp|cells|nnl|neighbours)}, $springs],
    [qr{/(?:spring|integrator_spring|touching|verlet_list|grid|pairs_simd)}, $events],
);

my $tree = getcwd . '/build/mutation';
my $make = 'make -s -C ' . quotemeta($tree) . q{ CFLAGS=-O1 CPPFLAGS=-w};

sub slurp {
    open my $file, '<', $_[0] or die "$_[0]: $!\n";
    local $/;
    return <$file>;
}

sub spew {
    my ($name, $text) = @_;
    open my $file, '>', $name or die "$name: $!\n";
    print $file $text;
    close $file or die "$name: $!\n";
}

# ---- which mutants there are ----

# The text with everything blanked that is no code: comments, literals, directives (but for constants), assertions,
# tables of numbers. Each character stays in its place.
sub code_only {
    my ($text) = @_;
    my $blank = sub { $_[0] =~ s/[^\n]/ /gr };
    $text =~ s{(/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')}{$blank->($1)}gse;
    $text =~ s{^(#(?!define \w+\s+[-\d.ex]+\s*$)(?:\\\n|[^\n])*)}{$blank->($1)}gme;
    $text =~ s{^(\s*(?:static_)?assert\(.*)}{$blank->($1)}gme;
    $text =~ s{^(\s*\{?\{?0x[0-9a-f]+, .*)}{$blank->($1)}gme;
    return $text;
}

my %source = map { $_ => slurp($_) } map { @$_[1 .. $#$_] } @areas;

# mutants: {file, from, length, to, kind}
sub find_mutants {
    my ($file) = @_;
    my $code = code_only($source{$file});
    my @found;
    my $add = sub {
        my ($kind, $from, $length, $to) = @_;
        push @found, {file => $file, kind => $kind, from => $from, length => $length, to => $to};
    };
    for my $kind (keys %swaps) {
        for my $text (keys %{$swaps{$kind}}) {
            my $quoted = $text =~ /\w/ ? qr/\b$text\b/ : qr/(?<=[\w)\]])\Q$text\E(?=[\w(!&*.-])/;
            $add->($kind, $-[0], length $text, $swaps{$kind}{$text}) while $code =~ /$quoted/g;
        }
    }
    while ($code =~ /\b(?:if|while) (\((?:[^()]|(?1))*\))/g) {
        $add->('condition', $-[1], 0, '(!'), $found[-1]{closing} = $+[1];
    }
    while ($code =~ /(?<![\w.])(\d+\.?\d*(?:e-?\d+)?|0x[\da-f.]+(?:p-?\d+)?)(u?)(?![\w.])/g) {
        my ($number, $from, $length) = ($1, $-[1], $+[1] - $-[1]);
        next if substr($code, 0, $from) =~ /\n *(?:static |const )*(?:struct |enum )?\w+ \**\w+\[[^\n;=]*\z/; # a size
        $add->('constant', $from, $length, $number =~ /^0$/ ? '1' : $number =~ /[.p]|e-/ ? "(1.5 * $number)" : "($number + 1)");
        $add->('constant', $from, $length, "($number - 1)") if $number !~ /[.p]|e-|^0$/;
    }
    while ($code =~ /^ +((?:[\w>.\[\]-]+(?:\+\+|--)|[\w>.\[\]-]+ [-+*|&]?= [^;{}]+|(?!return|sizeof)\w[\w>.-]*\([^;{}]*\));)$/gm) {
        $add->('statement', $-[1], $+[1] - $-[1], ';');
    }
    return @found;
}

# What a mutant makes of its file; sets its line number, the lines before and after, and its name.
sub mutate {
    my ($mutant) = @_;
    my $before = $source{$mutant->{file}};
    my $text = $before;
    substr($text, $mutant->{closing}, 0) = ')' if $mutant->{closing};
    substr($text, $mutant->{from}, $mutant->{length}) = $mutant->{to};
    my $start = rindex($before, "\n", $mutant->{from}) + 1;
    my $tail = length($before) - index($before, "\n", ($mutant->{closing} || $mutant->{from} + $mutant->{length}) - 1);
    $mutant->{line} = 1 + (substr($before, 0, $start) =~ tr/\n//);
    $_ = join ' ', split for $mutant->{old} = substr($before, $start, -$tail), $mutant->{new} = substr($text, $start, -$tail);
    $mutant->{name} = "$mutant->{file}:$mutant->{line}";
    return $text;
}

# The mutants of an area in the order of their draw: kinds in turn, one to a line.
sub draw {
    my @mutants = map { find_mutants($_) } @_;
    my (%by_kind, @order, %taken);
    for my $mutant (@mutants) {
        mutate($mutant);
        $mutant->{hash} = md5_hex("$seed $mutant->{file} $mutant->{old} $mutant->{new}");
        push @{$by_kind{$mutant->{kind}}}, $mutant;
    }
    $_ = [sort { $a->{hash} cmp $b->{hash} || $a->{from} <=> $b->{from} } @$_] for values %by_kind;
    while (grep { @{$by_kind{$_} // []} } @kinds) {
        for my $kind (@kinds) {
            my $mutant = shift @{$by_kind{$kind} // []} // next;
            push @order, $mutant if !$taken{$mutant->{name}}++;
        }
    }
    return @order;
}

# ---- whether the tests see one ----

sub checksum {
    return -e $_[0] ? md5_hex(slurp($_[0])) : '';
}

# Why a test fails, or nothing. What depends on moments, as signals do, must fail twice.
sub failure {
    my ($test, $seconds) = @_;
    my $why = first_failure($test, $seconds);
    return $why && $test =~ /\.bats$/ ? first_failure($test, $seconds) : $why;
}

my $child; # the test that is running
$SIG{INT} = $SIG{TERM} = sub { kill 'KILL', -$child if $child; exit 1 };

# Runs a test until its end, its first failure or its deadline.
sub first_failure {
    my ($test, $seconds) = @_;
    $child = open(my $tap, '-|') // die "fork: $!\n";
    if (!$child) {
        setpgrp;
        chdir $tree;
        exec 'sh', '-c', 'ulimit -f 1000000; ulimit -c 0; ulimit -t 100; ' .
            'exec sh tests/run_test.sh "$0" 2>/dev/null </dev/null', $test;
    }
    my $why = '';
    eval {
        local $SIG{ALRM} = sub { die "time\n" };
        alarm $seconds;
        while (!$why && defined(my $line = <$tap>)) {
            $why = $1 if $line =~ /^not ok \d+ (?:- )?(.*)/;
        }
        alarm 0;
    };
    $why = "no end within $seconds s" if $@;
    kill 'KILL', -$child if $why;
    close $tap;
    $why ||= "exit status $?" if $?;
    system 'rm', '-rf', "$tree/tmp";
    mkdir "$tree/tmp";
    return $why;
}

# What make is told to build for a test, and by what it is seen that it differs.
sub file_of {
    return $_[0] =~ m{^tests/(\w+)/test_\w+\.c$} ? "build/tests/run_$1" : $_[0] =~ m{^build/} ? $_[0] : 'billiard-sim';
}

# Checksum of each program without a mutant; of each test the time and that of its processors, in seconds.
my (%usual, %seconds, %work);

# A copy of the tree, built, its tests run and timed.
sub prepare {
    my @tests = @_;
    system("rm -rf '$tree' && mkdir -p '$tree/tmp' && cp -Rp .clang-format .ci Makefile README.md man scenes src tests '$tree'") == 0
        or die "cannot copy the tree\n";
    system("$make billiard-sim " . join ' ', map { file_of($_) } @tests) == 0 or die "cannot build\n";
    system("cp -Rp '$tree/build' '$tree/objects' && mkdir '$tree/pristine' && cp -Rp '$tree/src' '$tree/pristine'");
    for my $test (@tests) {
        my ($start, $work) = (time, (times)[2]);
        my $why = failure($test, 300);
        die "$test fails without a mutant: $why\n" if $why;
        ($seconds{$test}, $work{$test}) = (time - $start, (times)[2] - $work);
    }
    $usual{$_} = checksum("$tree/$_") for map { file_of($_) } @tests;
    $usual{library} = checksum("$tree/build/libbilliard.a") . checksum("$tree/build/src/main.o");
}

# Is it a test that all mutants of the file meet?
sub is_short {
    my ($file, $test) = @_;
    my ($stem) = $file =~ m{(\w+)\.[ch]$};
    return $work{$test} < 0.7 || $test =~ m{/golden/|/test_$stem\.c$} || ($file !~ m{/.*/} && $test =~ m{cli/(?:options|usage)});
}

# The short or the long tests of a file in the order in which they are run: those of its name, then the quickest; bytes
# see a lot. Without those that are far from the file.
sub tests_of {
    my ($file, $short, @tests) = @_;
    my ($stem) = $file =~ m{(\w+)\.[ch]$};
    for my $far (map { $_->[1] } grep { $file =~ $_->[0] } @far) {
        @tests = grep { !/$far/ } @tests;
    }
    my %rank = map { $_ => m{/test_$stem\.c$} ? 0 : m{/golden/} ? $work{$_} / 3 : $work{$_} } @tests;
    return sort { $rank{$a} <=> $rank{$b} || $a cmp $b } grep { $short == !!is_short($file, $_) } @tests;
}

# 'killed by ...', 'survived', 'same' (bytes), 'broken' (does not compile).
sub judge {
    my ($mutant, @tests) = @_;
    spew("$tree/$mutant->{file}", mutate($mutant));
    my $verdict = system("timeout 300 $make billiard-sim 2>/dev/null") != 0 ? 'broken'
        : $usual{library} eq checksum("$tree/build/libbilliard.a") . checksum("$tree/build/src/main.o") ? 'same'
        : try_tests(@tests);
    system("cp -p '$tree/pristine/$mutant->{file}' '$tree/$mutant->{file}' && cp -Rp '$tree/objects/.' '$tree/build'");
    return $verdict;
}

# Links the first program alone, because it often is enough, then all others.
sub try_tests {
    my @tests = @_;
    my @programs = grep { $_ ne 'billiard-sim' } map { file_of($_) } @tests;
    for my $test (@tests) {
        my @needed = !@programs || file_of($test) eq 'billiard-sim' ? () : $test eq $programs[0] ? shift @programs : splice @programs;
        return "killed by $test: cannot be linked" if @needed && system("$make -k @needed 2>/dev/null") != 0;
        next if checksum("$tree/" . file_of($test)) eq $usual{file_of($test)};
        my $why = failure($test, 10 + 10 * $seconds{$test});
        return "killed by $test: $why" if $why;
    }
    return 'survived';
}

# ---- all of them ----

sub report {
    my ($mutant) = @_;
    printf "%s %s\n- %s\n+ %s\n  %s\n\n", @$mutant{qw(name kind old new verdict)} if $mutant->{verdict} !~ /^(same|broken)$/;
}

my @tests = grep { !/$no_use/ } @ARGV;
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES)};
@ENV{qw(CC CFLAGS MAKE BUILD PROGRAM BILLIARD_SIM TMPDIR)} =
    ($ENV{CC} || 'cc', '-O1', 'make', 'build', 'billiard-sim', "$tree/billiard-sim", "$tree/tmp");
$| = 1;
prepare(@tests);
my (@drawn, %count);
for my $part (@areas) {
    my ($area, @files) = @$part;
    my $wanted = $each;
    for my $mutant (draw(@files)) {
        last if !$wanted;
        next if "$mutant->{name} $mutant->{old} $mutant->{new}" !~ /$only/;
        $mutant->{verdict} = judge($mutant, tests_of($mutant->{file}, 1, @tests));
        report($mutant);
        $count{$mutant->{verdict}}++, next if $mutant->{verdict} =~ /^(same|broken)$/;
        $mutant->{area} = $area;
        push @drawn, $mutant;
        $wanted--;
    }
}

for my $mutant (grep { $_->{verdict} eq 'survived' } @drawn) {
    $mutant->{verdict} = judge($mutant, tests_of($mutant->{file}, 0, @tests));
    report($mutant);
}

my %by_area;
for my $mutant (@drawn) {
    my ($word) = $mutant->{verdict} =~ /(\w+)/;
    $count{$word}++;
    $by_area{$mutant->{area}}{$word}++;
}
$count{$_} //= 0 for qw(killed survived same broken);
my $all = $count{killed} + $count{survived} || 1;
for (map { $_->[0] } @areas) {
    printf "# %-12s %3d killed, %3d survived\n", "$_:", map { $_ // 0 } @{$by_area{$_}}{qw(killed survived)};
}
print "# survived: $_->{name}: $_->{old} => $_->{new}\n" for grep { $_->{verdict} eq 'survived' } @drawn;
printf "# %d mutants: %d killed (%.1f %%), %d survived; %d more have the same bytes, %d do not compile\n",
    $all, $count{killed}, 100 * $count{killed} / $all, $count{survived}, $count{same}, $count{broken};
exit($count{killed} < 0.9 * $all);
