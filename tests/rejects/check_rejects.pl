# Is every bad scene of *.txt refused with exactly the exit status, the place and the words that stand there, by a run and
# by --check alike, with nothing else on either stream? Prints TAP. In `make test` an eighth of the scenes is run, and checked
# with blanks behind it, by which it is a long text and read in another way; the others are checked only. Run from the top
# of the tree. With the argument `first` it stops at the first case that fails, and tries --check only; those whose words
# have a second argument in them come first. With a FOLDER it writes the scenes there as files instead.
#
# A case is one or more lines of a scene, with ^ at the place of the fault (it is removed), and a line "! WORDS". After a
# line "= FRAME" the cases stand in that frame, in place of its @; "=" ends that. In a frame without @ a case is an option,
# and the frame the scene. \xHH is a byte: those that are not ASCII, ^ itself, and a newline at the end. \*N(TEXT) is
# TEXT N times. Cases are separated by empty lines; lines that start with # say what follows. WORDS that end with " ..." go on:
# a list of names stands once in full.
#
# Promise: every bad scene is refused, with its words, place and status. Measured: some 540 scenes; each of more than
# 220 rules, when removed, is missed by a case. Also kept by rejects/check_rules_full.pl.
use strict;
use warnings;
use File::Temp 'tempdir';

my ($mode, $likely) = ($ARGV[0] // 'all', $ARGV[1] // '');
my $every  = $ENV{TEST_FULL} ? 1 : 8;
my $sim    = $ENV{BILLIARD_SIM} // "$ENV{PWD}/billiard-sim";
my $folder = $mode =~ /^(?:all|first)$/ ? tempdir(CLEANUP => 1) : $mode;
my $long   = 1 << 18; # JSON_TREE_LONG
my $tests  = 0;
my $failures = 0;

sub tell_result {
    my ($name, $found, $wanted) = @_;
    $tests++;
    return print "ok $tests - $name\n" if $found eq $wanted;
    $failures++;
    print "not ok $tests - $name\n# found:  $found\n# wanted: $wanted\n";
    exit 1 if $mode eq 'first';
}

sub write_file {
    my ($name, $text) = @_;
    open my $file, '>:raw', "$folder/$name" or die "$folder/$name: $!\n";
    print $file $text;
    close $file or die "$folder/$name: $!\n";
}

# The exit status and all that is said.
sub said_by {
    my $pid = open(my $out, '-|') // die "fork: $!\n";
    if ($pid == 0) {
        chdir $folder and open STDERR, '>&', \*STDOUT and exec $sim, @_;
        die "$sim: $!\n";
    }
    local $/;
    my $said = <$out> // '';
    close $out;
    return ($? & 127 ? "signal $? " : ($? >> 8) . ' ') . $said;
}

# A line with " ..." in place of what the words leave out.
sub shortened {
    my ($said, $words) = @_;
    my ($begin) = $words =~ /(.*) \.\.\.$/ or return $said;
    return $said =~ s/^(\d+ .*?error: \Q$begin\E ).+$/$1.../r;
}

# LINE:COLUMN of what comes after the text; columns count characters, or bytes that are none, but no byte order mark.
sub place_after {
    my ($text) = @_;
    $text =~ s/^\xef\xbb\xbf//;
    my $line = 1 + ($text =~ tr/\n//);
    $text =~ s/.*\n//s;
    return $line . ':' . (1 + ($text =~ tr/\x80-\xbf//c));
}

# Only what --check refuses is also run: a scene that is accepted by mistake may take for ever.
sub try_case {
    my ($name, $case, $frame, $words) = @_;
    my ($scene, $ends, $place, @arguments) = ($frame, 0);
    if ($frame eq '' || $frame =~ /@/) {
        my ($before, $after) = split /\^/, $frame eq '' ? $case : $frame =~ s/@/$case/r, 2;
        die "$name: no ^ in $case\n" if !defined $after;
        s/\\x([0-9a-f]{2})/chr hex $1/ge, s/\\\*(\d+)\(([^)]*)\)/$2 x $1/ge for $before, $after;
        ($scene, $place, @arguments) = ($before . $after, 'scene.json:' . place_after($before), 'scene.json');
        $ends = $after eq '';
    } else {
        ($place, @arguments) = ($case, split(/ /, $case, 2), 'scene.json');
    }
    return write_file("$name.json", $scene) if $folder eq $mode;
    write_file('scene.json', $scene);
    my $wanted = "3 $place: error: $words\n";
    my $found  = shortened(said_by('--check', @arguments), $words);
    $found = shortened(said_by(@arguments), $words) if $found eq $wanted && $mode ne 'first' && $tests % $every == 0;
    if ($found eq $wanted && $mode ne 'first' && $tests % $every == 0 && !$ends) {
        write_file('scene.json', $scene . ' ' x $long);
        $found = shortened(said_by('--check', @arguments), $words);
    }
    tell_result("$name: $words", $found, $wanted);
}

# Tries the cases of a file: all; or, where some are likelier to fail, only these, or only the others.
sub try_cases {
    my ($path, $takes) = @_;
    my ($topic) = $path =~ m{(\w+)\.txt};
    my ($frame, @case) = ('');
    open my $in, '<', $path or die "$path: $!\n";
    while (my $line = <$in>) {
        chomp $line;
        if ($line =~ /^! (.*)/) {
            try_case("$topic-$.", join("\n", @case), $frame, $1) if $takes->($1);
            @case = ();
        } elsif ($line =~ /^= ?(.*)/) {
            $frame = $1;
            write_file('scene.json', $frame) if $frame ne '' && $frame !~ /@/;
            tell_result("$topic-$.: the frame is accepted", said_by('--check', 'scene.json'), '0 ')
                if $frame ne '' && $frame !~ /@/ && $folder ne $mode;
        } elsif ($line !~ /^#|^$/) {
            push @case, $line;
        }
    }
    die "$path: a case without \"! \" at the end\n" if @case;
}

my @paths = glob 'tests/rejects/*.txt';
if ($likely ne '') {
    try_cases($_, sub { index($_[0], $likely) >= 0 }) for @paths;
}
try_cases($_, sub { $likely eq '' || index($_[0], $likely) < 0 }) for @paths;
print "1..$tests\n" if $folder ne $mode;
exit($failures > 0);
