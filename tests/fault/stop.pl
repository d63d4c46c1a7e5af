#!/usr/bin/perl
# stop.pl STOPS SEED LONGEST PROGRAM SCENE FORMAT BALLS [TURN]: runs the scene with all streams, sends SIGTERM or SIGINT, in
# turn, after a random time of up to LONGEST seconds, STOPS times. TURN: its balls turn. A stopped run must die of the signal
# and leave either no file at all (it had not begun) or whole ones, tables with .partial behind their names: lines that end,
# frames of all BALLS, valid JSON, and no temporary file. A run that was faster must end with 0: its files, of some 400 MB,
# are not looked at. Works in an empty folder.
use strict;
use warnings;
use JSON::PP;
use Time::HiRes 'sleep';

my ($stops, $seed, $longest, $program, $scene, $format, $balls, $turn) = @ARGV;
my $spins = $turn ? 3 : 0; # columns of a ball
my ($stopped, $whole) = (0, 0);
srand $seed;

sub content {
    my ($path) = @_;
    local $/;
    open my $file, '<', $path or die "$path: $!\n";
    return <$file> // '';
}

# Dies unless the text has a header, and then only rows of so many cells.
sub check_table {
    my ($text, $cells) = @_;
    my ($header, @rows) = split /\n/, $text;
    for my $row ($header, @rows) {
        my @cells = split /,/, $row, -1;
        die "a row of another length: $row\n" if @cells != $cells || grep { $_ eq '' } @cells;
    }
    return scalar @rows;
}

sub check_frames {
    for my $frame (@_) {
        die "a frame of another length\n" if @{$frame->{balls}} != $balls;
    }
}

my %check = (
    'csv' => sub { die "half a frame\n" if check_table($_[0], 7 + $spins) % $balls },
    'csv-wide' => sub { check_table($_[0], 2 + (4 + $spins) * $balls) },
    'gnuplot' => sub {
        my ($header, @rest) = split /^/, $_[0];
        my @blocks = split /\n\n\n/, join('', @rest) . 'end';
        die "the end is no end\n" if pop @blocks ne 'end';
        my $cells = 7 + $spins;
        my @halves = grep { $_ !~ /\A(?:(?:\S+ ){$cells}\S+(?:\n|\z)){$balls}\z/ } @blocks;
        die "half a block\n" if @halves;
    },
    'ndjson' => sub { # what is cut is cut at the end
        my @lines = split /\n/, $_[0];
        check_frames(map { JSON::PP->new->decode($_) } splice @lines, @lines > 100 ? -100 : 0);
    },
    'json' => sub { check_frames(@{JSON::PP->new->decode($_[0])->{frames}}) },
    'binary' => sub { die "half a row\n" if length($_[0]) % (8 * (7 + $spins)) },
    'xyz' => sub { die "half a frame\n" if $_[0] !~ /\A(?:$balls\nLattice=[^\n]*\n(?:(?:\S+ ){8}\S+\n){$balls})*+\z/ },
);

sub check_files {
    my ($suffix) = @_;
    for my $name ($format eq 'binary' ? () : "out$suffix", "events.csv$suffix", "energy.csv$suffix", 'summary.json') {
        die "$name does not end in a line feed\n" if content($name) !~ /\n\z/;
    }
    $check{$format}->(content("out$suffix"));
    check_table(content("events.csv$suffix"), $turn ? 13 : 11);
    check_table(content("energy.csv$suffix"), $turn ? 15 : 14);
    JSON::PP->new->decode(content('summary.json'));
    JSON::PP->new->decode(content('saved.json')) if -e 'saved.json';
}

for (1 .. 10 * $stops) { # a busy machine stops many before they begin or after they end
    last if $_ > $stops && $whole;
    my ($signal, $number) = $_ % 2 ? ('TERM', 15) : ('INT', 2);
    my $child = fork() // die "fork: $!\n";
    if (!$child) {
        $SIG{$_} = 'DEFAULT' for 'TERM', 'INT'; # a job in the background has INT ignored
        exec $program, '-q', '-f', $format, '-o', 'out', '--events', 'events.csv', '--energy', 'energy.csv', '--summary',
            'summary.json', '--save', 'saved.json', $scene or die "exec: $!\n";
    }
    sleep rand $longest;
    kill $signal, $child;
    waitpid $child, 0;
    die "ended with $?, seed $seed\n" if $? != $number && $? != 0;
    $stopped++ if $?;
    my @files = glob '* .output*';
    if (@files) {
        $whole++ if $?;
        die "temporary files stayed: @files\n" if grep { /^\.output/ } @files;
        check_files(-e 'out.partial' ? '.partial' : '') if $?;
    }
    die "no files after a complete run\n" if $? == 0 && !@files;
    $longest *= 1.1 if !@files; # a slow machine
    unlink @files;
}
die "no run was stopped while it wrote\n" if !$whole;
print "$stopped runs stopped, $whole of them while they wrote\n";
