# Units: where lengths, times and masses are multiplied by powers of two (masses of four), a run with walls, lines and arcs that
# move, and with walls that have a temperature, is the same to the last bit. Prints what differs. Usage: perl walls_units.pl SIM
use strict;
use warnings;

my ($sim) = @ARGV;
my %dimension = ( # powers of length, time and mass
    t => [0, 1, 0], x => [1, 0, 0], y => [1, 0, 0], vx => [1, -1, 0], vy => [1, -1, 0], wx => [0, -1, 0], wy => [0, -1, 0], wz => [0, -1, 0],
    u => [1, -1, 0], (map { $_ => [1, -1, 1] } qw(j jt jz px py jleft jright jbottom jtop)), lz => [2, -1, 1], virial => [2, -1, 1],
    (map { $_ => [2, -2, 1] } qw(kinetic potential lost total rotation work qleft qright qbottom qtop)),
);

sub scaled { my ($value, $powers, $by) = @_; return $value * $by->[0]**$powers->[0] * $by->[1]**$powers->[1] * $by->[2]**$powers->[2] }
sub text { my ($key, $value, $by) = @_; return sprintf('"%s": %.17g', $key, scaled($value, $dimension{$key}, $by)) }

sub motion { my ($by, @list) = @_; return '[' . join(', ', map { sprintf '[%.17g, %.17g, %.17g]', $_->[0] * $by->[1], map { $_ * $by->[0] / $by->[1] } @$_[1, 2] } @list) . ']' }

sub scene {
    my ($integrator, $rubs, $hot, $by) = @_;
    my ($l, $t, $m) = @$by;
    my $g = sub { sprintf '%.17g', $_[0] };
    my $walls = '"motion": {"right": ' . motion($by, [0.1, -0.3, 0.2], [0.6, 0.3, -0.2], [1.1, 0, 0]) . ', "bottom": ' . motion($by, [0.25, 0.5, 0.25], [0.5, -0.5, -0.25], [0.75, 0, 0])
        . '}, "motion_period": ' . $g->(1.25 * $t);
    my $thermal = $hot ? ', "thermal": {"left": ' . $g->(1.5 * $m * $l**2 / $t**2) . ', "seed": 5}' : '';
    my @obstacles = ('{"line": [' . join(', ', map { $g->($_ * $l) } 1, 2, 2, 2.2) . '], "motion": ' . motion($by, [0.2, 0.3, 0.1], [2, -0.3, 0]) . '}',
        '{"arc": [' . join(', ', map { $g->($_ * $l) } 2.5, 1.2, 0.3) . ', 0, 360], "motion": ' . motion($by, [0.25, 0, 0.3], [0.75, 0, -0.3], [1.25, 0, 0]) . ', "motion_period": ' . $g->(2 * $t) . '}');
    my @balls = map { my $b = $_; '{' . join(', ', '"r": ' . $g->($b->[0] * $l), '"m": ' . $g->($b->[1] * $m), map { text((qw(x y vx vy))[$_], $b->[2 + $_], $by) } 0 .. 3) . '}' }
        [0.2, 1, 0.5, 0.6, 1, 0.3], [0.25, 2, 1.2, 0.7, -0.5, 0.8], [0.15, 0.5, 2, 0.4, 0.2, -0.7], [0.3, 3, 0.6, 1.4, 0.1, 0];
    my $dt = $integrator eq 'event' ? 0.125 : $integrator eq 'impulse' ? 1 / 256 : 1 / 4096;
    my $steps = 4 / $dt;
    return "{\"integrator\": \"$integrator\", \"table\": {\"width\": " . $g->(3 * $l) . ', "height": ' . $g->(2.5 * $l) . ", $walls$thermal}, \"gravity\": [" . $g->(0.1 * $l / $t**2) . ', '
        . $g->(-0.5 * $l / $t**2) . '], "restitution": {"ball": 0.95, "wall": 0.9}, ' . ($rubs ? '"mu": 0.2, ' : '') . '"k": ' . $g->(4000 * $m / $t**2) . ', "dt": ' . $g->($dt * $t)
        . ", \"steps\": $steps, \"every\": " . $steps / 32 . ', "obstacles": [' . join(', ', @obstacles) . '], "balls": [' . join(', ', @balls) . ']}';
}

sub run {
    my ($name, $scene) = @_;
    open my $out, '>', "$name.json" or die "$name.json: $!\n";
    print $out "$scene\n";
    close $out or die "$name.json: $!\n";
    system("$sim -q -o $name.csv --events $name.events --energy $name.energy $name.json") == 0 or return print "$name: failed\n";
}

sub rows { my ($name) = @_; open my $in, '<', $name or die "$name: $!\n"; return map { chomp; [split /,/] } <$in> }

my $n = 0; # `make test` tries three of five of these, others with each case
for my $case (['event', 0, 0], ['event', 1, 0], ['event', 0, 1], ['event', 1, 1], map { ([$_, 0, 0], [$_, 1, 0]) } qw(impulse spring-verlet spring-rk4)) {
    run('plain', scene(@$case, [1, 1, 1]));
    for my $by ([1024, 1, 1], [1, 1 / 64, 1], [2**-20, 2**7, 4**5], [2**40, 2**-30, 4**-20]) {
        next if $n++ % 5 % 2 && !exists $ENV{TEST_FULL};
        run('scaled', scene(@$case, $by));
        for my $table (qw(csv events energy)) {
            my @plain = rows("plain.$table");
            my @scaled = rows("scaled.$table");
            my $differs = @plain != @scaled ? 'number of rows' : '';
            my @names = @{$plain[0]};
            for my $k (1 .. $#plain) {
                last if $differs;
                for my $i (0 .. $#names) {
                    my $wanted = $dimension{$names[$i]} ? scaled($plain[$k][$i], $dimension{$names[$i]}, $by) : $plain[$k][$i];
                    $differs = "row $k, $names[$i]: $scaled[$k][$i], not $wanted" if $differs eq '' && $wanted ne $scaled[$k][$i] && $wanted != $scaled[$k][$i];
                }
            }
            print "@$case, units @$by: $table: $differs\n" if $differs;
        }
    }
    print "@$case: no hits\n" if rows('plain.events') < 10;
}
