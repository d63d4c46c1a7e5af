# Does `event` give the crossings of gates.txt? Reads it, and for each scene what SIM makes of it. Times, places and
# velocities agree to 1e-12 in the first six rows of the log, and to ten times as much for every six rows more, as hits
# amplify; kinds, balls, gates and counts are the same. Prints what does not.
use strict;
use warnings;

my ($sim, $file) = @ARGV;
my ($title, $scene, $hits, $gates, $end, @rows, @balls) = ('', '');
open my $in, '<', $file or die "$file: $!\n";
while (my $line = <$in>) {
    chomp $line;
    if ($line =~ /^# (.*)/) {
        compare() if $end;
        ($title, $end, @rows, @balls) = ($1);
    }
    $scene = $1 if $line =~ /^scene (.*)/;
    push @rows, [$line =~ /[^\s(),]+/g] if $line =~ /^  [0-9.]+ gate/;
    ($hits, $gates, $end) = ($1, $2, $3) if $line =~ /^  hits (\d+), gates (\S.*) at t (\S+)/;
    push @balls, [split ' ', $1] if $line =~ /^   x y vx vy (.*)/;
}
compare();

sub rows_of {
    open my $table, '<', $_[0] or die "$_[0]: $!\n";
    my ($names, @all) = <$table>;
    chomp @all;
    return map { [split /,/] } @all;
}

# True if all numbers of two lists agree to a bound.
sub agree {
    my ($wanted, $got, $most) = @_;
    return @$wanted == @$got && !grep { abs($wanted->[$_] - $got->[$_]) > $most } 0 .. $#$wanted;
}

sub compare {
    open my $out, '>', 'scene.json' or die "scene.json: $!\n";
    print $out $scene =~ s/\}$/, "dt": $end, "steps": 1}/r;
    close $out or die "scene.json: $!\n";
    system($sim, qw(-q -o frames.csv --events events.csv --summary summary.json scene.json)) == 0
        or return print "$title: failed\n";
    my @log = rows_of('events.csv');
    my @found = map { [@{$log[$_]}, $_] } grep { $log[$_][2] eq 'gate' } 0 .. $#log;
    my $others = grep { $_->[2] ne 'gate' && $_->[2] ne 'roll' } @log;
    my $most = 1e-12;
    print "$title: ", scalar @found, " rows of gates, not ", scalar @rows, "\n" if @found != @rows;
    print "$title: $others hits, not $hits\n" if $others != $hits;
    for my $k (0 .. $#rows) {
        my ($t, $kind, $a, $b, $at, $x, $y, $n, $nx, $ny, $of_u, $u, $of_j, $j, $of_v, $vx, $vy) = @{$rows[$k]};
        my $field = $found[$k] or return;
        $most = 1e-12 * 10**int(pop(@$field) / 6);
        my $same = "@{$field}[2, 3, 4]" eq "gate $a $b";
        $same &&= agree([$t, $x, $y, $nx, $ny, $u, $j, $vx, $vy], [@{$field}[0, 5 .. 10, -2, -1]], $most);
        return print "$title: row $k is @$field, not @{$rows[$k]}\n" if !$same;
    }
    my @last = rows_of('frames.csv');
    @last = @last[-@balls .. -1];
    for my $ball (0 .. $#balls) {
        my @got = @{$last[$ball]}[3 .. 6];
        print "$title: ball $ball ends at @got\n" if !agree($balls[$ball], \@got, 10 * $most);
    }
    open my $summary, '<', 'summary.json' or die "summary.json: $!\n";
    $gates =~ s/ //g;
    my ($counts) = <$summary> =~ /"gates":(\[\[.*?\]\])/;
    print "$title: gates ", $counts // 'none', ", not $gates\n" if ($counts // '') ne $gates;
}
