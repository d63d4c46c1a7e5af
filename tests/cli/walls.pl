# Does `event` give the hits of walls.txt? Reads it, and for each scene what SIM makes of it. Times, places, velocities
# and impulses agree to 1e-12 for the first three hits, and to ten times as much for every three hits more; work and lost
# to as much. Prints what does not.
use strict;
use warnings;

my ($sim, $file) = @ARGV;
my ($title, $scene, @rows) = ('', '');
open my $in, '<', $file or die "$file: $!\n";
while (my $line = <$in>) {
    chomp $line;
    $title = $1 if $line =~ /^# (.*)/;
    ($scene, @rows) = ($1) if $line =~ /^scene (.*)/;
    push @rows, [$line =~ /[^\s(),]+/g] if $line =~ /^  [0-9]/;
    compare($1, $2) if $line =~ /^  work (\S+) lost (\S+)/;
}

# The fields of the last row of a table, by their names.
sub last_row {
    open my $table, '<', $_[0] or die "$_[0]: $!\n";
    my ($names, @all) = <$table>;
    chomp($names, @all);
    my %row;
    @row{split /,/, $names} = split /,/, $all[-1];
    return (\%row, scalar @all);
}

sub compare {
    my ($work, $lost) = @_;
    my $end = $rows[-1][0] * (1 + 1e-7);
    open my $out, '>', 'scene.json' or die "scene.json: $!\n";
    print $out $scene =~ s/\}$/, "dt": $end, "steps": 1}/r;
    close $out or die "scene.json: $!\n";
    system($sim, qw(-q -o /dev/null --events events.csv --energy energy.csv scene.json)) == 0
        or return print "$title: failed\n";
    open my $log, '<', 'events.csv' or die "events.csv: $!\n";
    my ($names, @found) = <$log>;
    print "$title: ", scalar @found, " hits, not ", scalar @rows, "\n" if @found != @rows;
    my $most;
    for my $k (0 .. $#rows) {
        $most = 1e-12 * 10**int($k / 3);
        my ($t, $kind, $a, $b, $at, $x, $y, $u, $j, $jt) = @{$rows[$k]};
        my @field = split /[,\n]/, $found[$k] // '';
        my @wanted = ($t, $x, $y, $u, $j, defined $jt ? $jt : ());
        my @got = @field[0, 5, 6, 9, 10, defined $jt ? 11 : ()];
        my $same = "@field[2, 3, 4]" eq "$kind $a $b";
        $same &&= abs($wanted[$_] - $got[$_]) <= $most for 0 .. $#wanted;
        return print "$title: hit $k is $found[$k], not @wanted\n" if !$same;
    }
    my ($energy) = last_row('energy.csv');
    print "$title: work $energy->{work}, not $work\n" if abs($energy->{work} - $work) > $most;
    print "$title: lost $energy->{lost}, not $lost\n" if abs($energy->{lost} - $lost) > $most;
}
