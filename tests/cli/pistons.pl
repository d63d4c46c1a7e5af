# Does the program give the numbers of pistons.txt? Reads it, and for each scene what SIM makes of it, to 1e-11. Prints
# what does not agree.
use strict;
use warnings;

my ($sim, $file) = @ARGV;
my $most = 1e-11;
my ($title, $scene, $lost, $energy, $walls, @rows, @balls) = ('', '');
open my $in, '<', $file or die "$file: $!\n";
while (my $line = <$in>) {
    chomp $line;
    if ($line =~ /^# (.*)/) {
        compare() if @balls;
        ($title, $lost, @rows, @balls) = ($1);
    }
    $scene = $1 if $line =~ /^scene (.*)/;
    push @rows, [$line =~ /[^\s(),]+/g] if $line =~ /^  [0-9.]+ [a-z]/ && $line =~ / at /;
    ($lost, $energy, $walls) = ($1, $2, $3) if $line =~ /^  lost (\S+) energy (\S+)\s+(.*)/;
    push @balls, [split ' ', $1] if $line =~ /^   x y vx vy (.*)/;
    law($1, $2, $3) if $line =~ /^  ([0-9.]+) (\w+): (.*)/;
    springs($1, $2, $3, $4) if $line =~ /^  at the end: ball x (\S+) vx (\S+), wall x (\S+) v (\S+)/;
}
compare() if @balls;

sub rows_of {
    open my $table, '<', $_[0] or die "$_[0]: $!\n";
    my ($names, @all) = <$table>;
    chomp @all;
    return map { [split /,/] } @all;
}

# True if all numbers of two lists agree.
sub agree {
    my ($wanted, $got, $bound) = @_;
    return @$wanted == @$got && !grep { abs($wanted->[$_] - $got->[$_]) > ($bound // $most) } 0 .. $#$wanted;
}

# Runs a scene. False: it failed, which is told.
sub simulate {
    my ($text) = @_;
    open my $out, '>', 'scene.json' or die "scene.json: $!\n";
    print $out $text;
    close $out or die "scene.json: $!\n";
    my $done = system($sim, qw(-q -o frames.csv --events events.csv --energy energy.csv scene.json)) == 0;
    print "$title: failed\n" if !$done;
    return $done;
}

sub compare {
    my $end = $rows[-1][0] * (1 + 1e-14); # not before the last hit, however its time is rounded
    simulate($scene =~ s/\}$/, "dt": $end, "steps": 1}/r) or return;
    my @log = rows_of('events.csv');
    print "$title: ", scalar @log, " hits, not ", scalar @rows, "\n" if @log != @rows;
    for my $k (0 .. $#rows) {
        my ($t, $kind, $a, $b, $at, $x, $y, $u, $j) = @{$rows[$k]};
        my $field = $log[$k] or return;
        my $same = "@{$field}[2, 3, 4]" eq "$kind $a $b";
        $same &&= agree([$t, $x, $y, $u, $j], [@{$field}[0, 5, 6, 9, 10]]);
        return print "$title: row $k is @$field, not @{$rows[$k]}\n" if !$same;
    }
    my @last = (rows_of('frames.csv'))[-@balls .. -1];
    for my $ball (0 .. $#balls) {
        my @got = @{$last[$ball]}[3 .. 6];
        print "$title: ball $ball ends at @got\n" if !agree($balls[$ball], \@got, 10 * $most);
    }
    my ($first, $row) = rows_of('energy.csv');
    my @of_walls = $walls =~ /[XV] (\S+)/g;
    my @got = @{$row}[14 .. $#$row];
    print "$title: walls end at @got\n" if !agree(\@of_walls, \@got, 10 * $most);
    print "$title: lost $row->[4], energy ", $row->[2] + $row->[3], "\n"
        if !agree([$lost, $energy], [$row->[4], $row->[2] + $row->[3]]);
    print "$title: the total goes from $first->[5] to $row->[5]\n" if abs($first->[5] - $row->[5]) > $most;
}

# Several hits at one instant: j of ball 0-2, ball 1-2, right-0, right-1; V of the wall; vx of the balls; lost.
sub law {
    my ($e, $law, $rest) = @_;
    my ($impulses, $v, $vx, $lost) = map { [split] } split /;/, $rest;
    simulate($scene =~ s/LAW/"$law"/r =~ s/: e,/: $e,/r =~ s/\}$/, "dt": 1e-9, "steps": 1}/r) or return;
    my %found;
    $found{"$_->[2] $_->[3] $_->[4]"} = $_->[10] for rows_of('events.csv');
    my @j = map { $found{$_} // 0 } 'ball 0 2', 'ball 1 2', 'right 0 -1', 'right 1 -1';
    my ($first, $row) = rows_of('energy.csv');
    my @balls = map { $_->[5] } (rows_of('frames.csv'))[3 .. 5];
    print "$title: e $e $law: j @j, wall $row->[15], balls @balls, lost $row->[4]\n"
        if !agree([@$impulses, @$v, @$vx, @$lost], [@j, $row->[15], @balls, $row->[4]]);
}

sub springs {
    my @wanted = @_;
    simulate($scene) or return;
    my ($ball, $wall) = ((rows_of('frames.csv'))[-1], (rows_of('energy.csv'))[-1]);
    my @got = (@{$ball}[3, 5], @{$wall}[14, 15]);
    print "$title: @got, not @wanted\n" if !agree(\@wanted, \@got);
}
