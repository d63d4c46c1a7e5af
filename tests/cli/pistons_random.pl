# What walls with a mass must keep in COUNT random scenes; SIM runs them, SEED chooses them. Prints what does not.
#   - In a channel a wall without a load is a ball of its mass on the line of the others: the same hits at the same times with
#     the same impulses, also where several meet at one instant, by all laws but hertz.
#   - Seen in a mirror, or with its balls in another order, a scene with loads goes on as before.
# To 1e-9: hits magnify rounding. A few scenes end early, by a collapse; then both do.
use strict;
use warnings;

my ($sim, $count, $seed) = @ARGV;
my $most = 1e-9;
my $hits = 0;
srand $seed;
sub pick { return $_[rand @_] }
sub between { my ($low, $high) = @_; return 0 + sprintf '%.4f', $low + rand($high - $low) }

# The text of a scene.
sub scene {
    my ($table, $rest, @balls) = @_;
    my @texts = map { my $ball = $_; '{' . join(', ', map { "\"$_\": $ball->{$_}" } sort keys %$ball) . '}' } @balls;
    return "{\"table\": {$table}, $rest, \"balls\": [" . join(', ', @texts) . "]}\n";
}

sub wall { my ($m, $force, $v, $x) = @_; return "{\"m\": $m, \"force\": $force, \"v\": $v, \"x\": $x}" }

# Runs a scene; its hits as [t, bodies, u, j], those of one instant in the order of their bodies, by these other names.
sub hits {
    my ($text, %name) = @_;
    open my $out, '>', 'scene.json' or die "scene.json: $!\n";
    print $out $text;
    close $out or die "scene.json: $!\n";
    system("$sim -q -o /dev/null --events log.csv scene.json 2>errors");
    open my $log, '<', 'log.csv' or die "log.csv: $!\n";
    my ($names, @rows) = map { [split /,/] } <$log>;
    my ($instant, $last, @hits) = (0, 0);
    for my $row (@rows) {
        my ($t, $kind, $a, $b, $u, $j) = @$row[0, 2 .. 4, 9, 10];
        my @bodies = sort map { $name{$_} // $_ } $a, $kind eq 'ball' ? $b : $kind;
        $instant++ if $t > $last + 1e-12;
        $last = $t;
        push @hits, [$t, "@bodies", $u, $j, $instant];
    }
    return sort { $a->[4] <=> $b->[4] || $a->[1] cmp $b->[1] } @hits;
}

sub compare {
    my ($what, $one, $other) = @_;
    $hits += @$one;
    return print "$what: ", scalar @$one, ' and ', scalar @$other, " hits\n" if @$one != @$other;
    for my $k (0 .. $#$one) {
        my ($first, $second) = ($one->[$k], $other->[$k]);
        my $same = $first->[1] eq $second->[1];
        $same &&= abs($first->[$_] - $second->[$_]) <= $most * (1 + abs $first->[$_]) for 0, 2, 3;
        return print "$what: hit $k is @$first, not @$second\n" if !$same;
    }
    return;
}

# Balls on a line; walls with a mass on one or both sides. Some touch, but not where the order of contacts counts (pairwise);
# and where gravity keeps up bounces, of a pair it is another than of a ball at a wall: so not with e < 1.
sub channel {
    my ($number) = @_;
    my ($law, $e) = (pick(qw(pairwise newton lcp gr hooke)), pick(1, 1, 0.9, '{"ball": 0.8, "wall": 0.8}'));
    my @touching = $law eq 'pairwise' ? () : (0);
    my ($x, @balls) = (1);
    for my $k (0 .. int rand 4) {
        my $r = between(0.1, 0.4);
        $x += $r + pick(@touching, between(0.01, 0.5));
        push @balls, {x => $x, y => 1, vx => between(-1, 1), r => $r, m => between(0.5, 3)};
        $x += $r;
    }
    my ($m, $v, $big, $two) = (between(0.5, 9), between(-1, 0), between(0.5, 0.9), pick(0, 1));
    my $place = $x + pick(@touching, @touching, between(0.1, 1));
    my $rest = "\"impact\": \"$law\", \"restitution\": $e, \"gravity\": [" . ($e eq '1' ? pick(0, between(-0.2, 0.2)) : 0) . ', 0], "dt": ' . between(2, 5) . ', "steps": 1';
    my $last = @balls;
    my $left = wall($m, 0, -$v, 1 - pick(@touching, 0.3));
    my @far = $two ? {x => $left =~ /"x": ([\d.]+)/ ? $1 - $big : 0, y => 1, vx => -$v, r => $big, m => $m} : ();
    my $walls = '"right": ' . wall($m, 0, $v, $place) . ($two ? ", \"left\": $left" : '');
    my $width = '"width": 50, "height": 2';
    my ($from, @shifted) = (20); # away from the walls of the table, if balls are to be outside
    for my $ball (@balls) { push @shifted, {%$ball, x => $ball->{x} + ($two ? $from : 0)} }
    my @heavy = ({x => $place + $big, y => 1, vx => $v, r => $big, m => $m}, @far);
    $_->{x} += $two ? $from : 0 for @heavy;
    if ($two) {
        $walls =~ s/"x": ([\d.]+)/'"x": ' . ($1 + $from)/ge;
    }
    my @one = hits(scene("$width, \"piston\": {$walls}", $rest, @shifted), right => 'W', left => $two ? 'V' : 'left');
    my @other = hits(scene($width, $rest, @shifted, @heavy), $last => 'W', $two ? ($last + 1 => 'V') : ());
    compare("channel $number ($law)", \@one, \@other);
}

# Balls anywhere, loads, gravity.
sub symmetric {
    my ($number) = @_;
    my ($w, $h, @balls) = (4, 3);
    for my $k (0 .. 3) {
        push @balls, {x => 0.5 + $k + between(-0.2, 0.2), y => between(0.4, 2.6), vx => between(-1, 1), vy => between(-1, 1), r => between(0.1, 0.28), m => between(0.5, 3)};
    }
    my ($m, $force, $v) = (between(0.5, 9), between(-2, 0), between(-0.5, 0.5));
    my ($m_top, $g) = (between(0.5, 9), pick(0, between(-0.5, 0)));
    my $e = pick(1, 0.9);
    my $rest = sub { "\"restitution\": $e, \"mu\": 0.1, \"dt\": 3, \"steps\": 1, \"gravity\": [$_[0], $_[1]]" };
    my $top = wall($m_top, -1, 0, $h);
    my @one = hits(scene("\"width\": $w, \"height\": $h, \"piston\": {\"right\": " . wall($m, $force, $v, $w) . ", \"top\": $top}", $rest->(0.1, $g), @balls));
    my @mirrored = map { {%$_, x => $w - $_->{x}, vx => -$_->{vx}} } @balls;
    my @other = hits(scene("\"width\": $w, \"height\": $h, \"piston\": {\"left\": " . wall($m, -$force, -$v, 0) . ", \"top\": $top}", $rest->(-0.1, $g), @mirrored),
        left => 'right', right => 'left');
    compare("mirror $number", \@one, \@other);
    my @turned = map { {%$_, x => $_->{y}, y => $_->{x}, vx => $_->{vy}, vy => $_->{vx}} } @balls;
    @other = hits(scene("\"width\": $h, \"height\": $w, \"piston\": {\"top\": " . wall($m, $force, $v, $w) . ", \"right\": $top}", $rest->($g, 0.1), @turned),
        left => 'bottom', bottom => 'left', right => 'top', top => 'right');
    compare("diagonal $number", \@one, \@other);
    @other = hits(scene("\"width\": $w, \"height\": $h, \"piston\": {\"right\": " . wall($m, $force, $v, $w) . ", \"top\": $top}", $rest->(0.1, $g), reverse @balls), map { $_ => 3 - $_ } 0 .. 3);
    compare("other order $number", \@one, \@other);
}

for my $number (1 .. $count) {
    channel($number);
    symmetric($number);
}
print "there are only $hits hits\n" if $hits < 10 * $count;
