# Random scenes in which every key takes part, and half of the contacts start without a gap: does a run end within ten seconds, keep balls in front of curves and on the table, and end with status 0 only if no law is broken? Each run is
# audited from its scene as --print-scene shows it, its frames, log, ledger and summary; then it is run in three pieces,
# saved in between at any step, which must give the same bytes.
# Prints TAP: one test for each scene that fails, and one for all.
#
# usage: check_random_scenes_full.pl [COUNT [SEED [FIRST [MOVING]]]], from the top of the tree; scenes that fail stay in build/random.
# MOVING is the share of scenes with walls and curves that move, or walls with a temperature: a fifth.
#
# Promise: random scenes of all features end in seconds, pass through nothing and keep the laws. Measured: the first
# 2000 scenes of seed 7, and 300 of seed 52.
use strict;
use warnings;
use JSON::PP;
use List::Util qw(first max min sum0);
use POSIX ();

my ($count, $seed, $first, $moving) = (@ARGV, (40, 1, 0, 0.2)[@ARGV .. 3]);
my $sim    = $ENV{BILLIARD_SIM} // "$ENV{PWD}/billiard-sim";
my $folder = ($ENV{BUILD} // 'build') . '/random';
my $json   = JSON::PP->new->canonical->allow_nonref;
my $pi     = atan2(0, -1);
mkdir $folder;
$| = 1;

# ---- chance ----

sub uniform { return $_[0] + rand() * ($_[1] - $_[0]) }
sub chance  { return rand() < $_[0] }
sub pick    { return $_[int rand @_] }

# Half of the numbers have few digits, so that sums of them touch exactly.
sub number { my $x = uniform(@_); return chance(0.5) ? 0 + sprintf('%.2f', $x) : $x }

# ---- geometry: what a ball is near; also of the audit ----

# Distance of a place from a line or an arc, and the unit vector towards it.
sub from_curve {
    my ($curve, $x, $y) = @_;
    my ($px, $py);
    if ($curve->{line}) {
        my ($x0, $y0, $x1, $y1) = @{$curve->{line}};
        my ($dx, $dy) = ($x1 - $x0, $y1 - $y0);
        my $part = max(0, min(1, (($x - $x0) * $dx + ($y - $y0) * $dy) / ($dx * $dx + $dy * $dy)));
        ($px, $py) = ($x0 + $part * $dx, $y0 + $part * $dy);
    } else {
        my ($cx, $cy, $r, $from, $to) = @{$curve->{arc}};
        my $angle = atan2($y - $cy, $x - $cx) * 180 / $pi;
        $angle += 360 while $angle < $from;
        $angle -= 360 while $angle - 360 >= $from;
        $angle = $angle - $to < $from + 360 - $angle ? $to : $from if $angle > $to;
        ($px, $py) = ($cx + $r * cos($angle * $pi / 180), $cy + $r * sin($angle * $pi / 180));
    }
    my $d = sqrt(($px - $x)**2 + ($py - $y)**2);
    return ($d, $d > 0 ? (($px - $x) / $d, ($py - $y) / $d) : (1, 0));
}

# The nearest image of a way on a periodic table.
sub nearest {
    my ($table, $dx, $dy) = @_;
    my $periodic = $table->{periodic} || '';
    $dx -= $table->{width} * int($dx / $table->{width} + ($dx < 0 ? -0.5 : 0.5)) if $periodic =~ /1|x/;
    $dy -= $table->{height} * int($dy / $table->{height} + ($dy < 0 ? -0.5 : 0.5)) if $periodic =~ /1|y/;
    return ($dx, $dy);
}

# The place on a periodic table.
sub wrapped {
    my ($table, $x, $y) = @_;
    my ($dx, $dy) = nearest($table, $x - $table->{width} / 2, $y - $table->{height} / 2);
    return ($table->{width} / 2 + $dx, $table->{height} / 2 + $dy);
}

# Where what moves by a list has come at a time.
sub way {
    my ($list, $period, $t) = @_;
    my ($x, $y, $since, $vx, $vy) = (0) x 5;
    $t -= $period * POSIX::floor($t / $period) if $period;
    for my $piece (@{$list // []}) {
        last if $piece->[0] > $t;
        ($x, $y) = ($x + $vx * ($piece->[0] - $since), $y + $vy * ($piece->[0] - $since));
        ($since, $vx, $vy) = @$piece;
    }
    return ($x + $vx * ($t - $since), $y + $vy * ($t - $since));
}

sub way_of { return way(@{$_[0]}{qw(motion motion_period)}, $_[1]) }

# The scene with walls and curves where they are at a time.
sub scene_at {
    my ($scene, $t) = @_;
    my %table = %{$scene->{table}};
    my ($motion, $period) = @table{qw(motion motion_period)};
    my %way = map { $_ => [way(ref $motion eq 'HASH' ? $motion->{$_} : $motion, $period, $t)] } qw(left right bottom top);
    @table{qw(left right)} = ($way{left}[0], $table{width} + $way{right}[0]);
    @table{qw(bottom top)} = ($way{bottom}[1], $table{height} + $way{top}[1]);
    $table{$_} = /left|bottom/ ? -1e300 : 1e300 for keys %{$table{piston} // {}}; # frames do not say where they are
    my @obstacles = map {
        my ($x, $y) = way_of($_, $t);
        my %moved = %$_;
        if ($moved{line}) {
            my @p = @{$moved{line}};
            $moved{line} = [$p[0] + $x, $p[1] + $y, $p[2] + $x, $p[3] + $y];
        } elsif ($moved{arc}) {
            my @p = @{$moved{arc}};
            $moved{arc} = [$p[0] + $x, $p[1] + $y, @p[2 .. 4]];
        }
        \%moved;
    } @{$scene->{obstacles}};
    return {%$scene, table => \%table, obstacles => \@obstacles};
}

# How far a ball is inside something, in units of the smaller radius: the largest overlap with walls, curves and the balls
# given, and with what.
sub overlap {
    my ($scene, $x, $y, $r, $is_fixed, @others) = @_;
    my ($table, @found) = ($scene->{table}, [-1, 'nothing']);
    my $periodic = $table->{periodic} || '';
    ($x, $y) = wrapped($table, $x, $y);
    if (!$is_fixed) {
        my ($left, $right) = ($table->{left} // 0, $table->{right} // $table->{width});
        my ($bottom, $top) = ($table->{bottom} // 0, $table->{top} // $table->{height});
        push @found, [1 - ($x - $left) / $r, 'left'], [1 - ($right - $x) / $r, 'right'] if $periodic !~ /1|x/;
        push @found, [1 - ($y - $bottom) / $r, 'bottom'], [1 - ($top - $y) / $r, 'top'] if $periodic !~ /1|y/;
        push @found, [1 - (from_curve($_, $x, $y))[0] / $r, 'a curve'] for grep { !$_->{pocket} && !$_->{gate} } @{$scene->{obstacles}};
    }
    for my $other (@others) {
        next if $is_fixed && $other->{fixed};
        my ($dx, $dy) = nearest($table, $other->{x} - $x, $other->{y} - $y);
        push @found, [($r + $other->{r} - sqrt($dx * $dx + $dy * $dy)) / min($r, $other->{r}), 'a ball'];
    }
    my $worst = $found[0];
    $_->[0] > $worst->[0] and $worst = $_ for @found;
    return @$worst;
}

# ---- scenes ----

# A number, or one for balls and one for walls.
sub maybe_split {
    my ($make) = @_;
    return chance(0.5) ? $make->() : {ball => $make->(), wall => $make->()};
}

# A number, or a table by speed; the springs know no tables, and the laws that follow an impact no small e.
sub restitution {
    my ($scene) = @_;
    my $least = ($scene->{impact} // '') =~ /^h/ ? 0.01 : 0;
    my $e = sub { return max($least, pick(1, 1, 0, 0.01, 0.5, 0.9, map { number(0.05, 1) } 1 .. 4)) };
    return $e->() if $scene->{integrator} =~ /spring/ || chance(0.8);
    return [map { [$_ * number(0.1, 1), $e->()] } 0 .. int rand 3];
}

sub friction { return pick(0, number(0, 0.5), [0.01, 0.1, 1]) }

sub obstacle {
    my ($scene, $before) = @_;
    my ($w, $h) = @{$scene->{table}}{qw(width height)};
    my ($x, $y, %extra) = (number(0.2 * $w, 0.8 * $w), number(0.2 * $h, 0.8 * $h));
    $extra{name} = 'curve' if chance(0.2);
    return {pocket => [$x, $y, number(0.1, 0.5)], %extra} if chance(0.2);
    $extra{e} = restitution($scene) if chance(0.3);
    $extra{mu} = friction() if $scene->{mu} && chance(0.3);
    return {arc => [$w - 1, 1, 1, 270, 360], %extra} if chance(0.15); # a rounded corner
    return {arc => [$x, $y, number(0.3, 1.5), map { $_, $_ + number(30, 330) } int uniform(-90, 270)], %extra} if chance(0.4);
    ($x, $y) = @{$before->{line}}[2, 3] if $before && $before->{line} && chance(0.5); # a joint
    return {line => [$x, $y, number(0.1 * $w, 0.9 * $w), number(0.1 * $h, 0.9 * $h)], %extra};
}

# A place for a ball: half of them touch a ball, a wall or a curve, some two at once. Returns the normal, too.
sub place {
    my ($scene, $r, @balls) = @_;
    my ($w, $h) = @{$scene->{table}}{qw(width height)};
    my ($x, $y, $nx, $ny) = (number($r, $w - $r), number($r, $h - $r));
    if (chance(0.5)) {
        my $kind = pick('wall', 'curve', ('ball') x 2);
        my $angle = chance(0.5) ? 90 * int(rand 4) * $pi / 180 : uniform(0, 2 * $pi);
        my $curve = pick(grep { !$_->{pocket} && !$_->{gate} } @{$scene->{obstacles}});
        ($nx, $ny) = @{pick([1, 0], [0, 1], [-1, 0], [0, -1])};
        if ($kind eq 'ball' && @balls) {
            my $other = pick(@balls);
            ($nx, $ny) = (cos $angle, sin $angle);
            ($x, $y) = ($other->{x} + ($r + $other->{r}) * $nx, $other->{y} + ($r + $other->{r}) * $ny);
            $y = $r if chance(0.1);
        } elsif ($kind eq 'curve' && $curve) {
            (my $d, $nx, $ny) = from_curve($curve, $x, $y);
            ($x, $y) = ($x + ($d - $r) * $nx, $y + ($d - $r) * $ny);
        } else {
            $x = $nx > 0 ? $w - $r : $nx < 0 ? $r : $x;
            $y = $ny > 0 ? $h - $r : $ny < 0 ? $r : $y;
        }
    }
    return ($x, $y, $nx, $ny);
}

sub ball {
    my ($scene, $kind, @balls) = @_;
    my $r = chance(0.5) ? pick(0.1, 0.2, 0.25) : number(0.05, 0.35);
    my ($x, $y, $nx, $ny) = place($scene, $r, @balls);
    my %ball = (x => $x, y => $y, r => $r);
    return if (overlap($scene, $x, $y, $r, 0, @balls))[0] > 1e-12;
    return {%ball, fixed => JSON::PP::true} if chance(0.1);
    $ball{m} = 0 + sprintf '%.3g', chance(0.1) ? 10**uniform(-4, 4) : uniform(0.1, 3) if chance(0.6);
    $ball{name} = "n$#balls" if chance(0.2);
    $ball{color} = 'red' if chance(0.1);
    $ball{friction} = number(0, 0.5) if $kind->{friction};
    @ball{qw(sliding pivoting)} = (number(0.5, 3), number(0, 2)) if $kind->{cloth};
    $ball{inertia} = pick(0.4, 0.5, 1) if $kind->{rotates} && chance(0.2);
    return \%ball if chance(0.3);
    my ($speed, $angle) = (number(0.2, 3), uniform(-180, 180));
    $angle = atan2($nx, -$ny) * 180 / $pi if defined $nx && chance(0.4); # along what it touches
    if (chance(0.5)) {
        @ball{qw(speed angle)} = ($speed, $angle);
    } else {
        @ball{qw(vx vy)} = ($speed * cos($angle * $pi / 180), $speed * sin($angle * $pi / 180));
    }
    return \%ball if !$kind->{rotates} || chance(0.3);
    return {%ball, spin => [map { number(-9, 9) } 1 .. 3]} if chance(0.4);
    return {%ball, spin => 'rolling'} if $kind->{cloth} && chance(0.4);
    return {%ball, tip => [number(-0.3, 0.3), number(-0.3, 0.3)], chance(0.5) ? (elevation => number(0, 60)) : ()};
}

sub generators {
    my ($scene) = @_;
    my ($w, $h) = @{$scene->{table}}{qw(width height)};
    return {fill => pick(qw(hex square random)), count => int uniform(3, 30), r => number(0.05, 0.15), speed => number(0, 2),
            seed => int uniform(0, 1000), chance(0.5) ? (region => [0, 0, $w / 2, $h]) : (),
            chance(0.3) ? (r => [0.05, 0.1]) : (), chance(0.2) ? (vx => 0.5, m => 1, name => 'grain') : ()} if chance(0.5);
    return ({rack => pick(qw(triangle diamond line)), rows => int uniform(2, 4), x => $w / 2, y => $h / 2, r => 0.15,
             angle => pick(0, 30, 90, 180), chance(0.5) ? (gap => 0) : ()},
            {x => 0.3, y => number(0.3, $h - 0.3), r => 0.15, vx => number(1, 5), vy => number(-0.1, 0.1)});
}

# Bodies that gravity presses together hit each other every contact_time or so: to run long takes long, but is no hang.
sub clock {
    my ($scene) = @_;
    my $lengths = uniform(1, 6);
    $lengths = min($lengths, 4e4 * $scene->{contact_time}) if $scene->{gravity} && $scene->{contact_time};
    my $dt = 0 + sprintf '%.3g', $scene->{integrator} =~ /spring/ ? uniform(1e-4, 2e-4) : uniform(0.001, 0.005);
    my $every = int(0.03 / $dt);
    return (duration => $lengths, frame => 0 + sprintf('%.3f', uniform(0.02, 0.05)), chance(0.2) ? (dt => $dt) : ()) if chance(0.6);
    return (dt => $dt, every => $every, steps => $every * int($lengths / 0.03),
            chance(0.2) ? (start => {step => int uniform(1, 100)}) : ());
}

sub stop_at {
    my ($scene) = @_;
    my $pocket = first { $scene->{obstacles}[$_]{pocket} } 0 .. $#{$scene->{obstacles}};
    return pick('rest', 'pocket', 'hits:5', 'hit:0', @{$scene->{balls}} > 1 ? 'pair:0,1' : 'rest',
                defined $pocket ? "pocket:$pocket" : 'hits:1');
}

# What --save writes: balls that have collided or not, have gone round a periodic table, or lie in a pocket.
sub saved {
    my ($scene) = @_;
    my $periodic = $scene->{table}{periodic} || '';
    for my $ball (grep { !$_->{fixed} && defined $_->{x} && !$_->{rack} } @{$scene->{balls}}) {
        $ball->{image} = [map { $periodic =~ /1|$_/ ? int uniform(-3, 3) : 0 } qw(x y)] if $periodic && chance(0.3);
        next if chance(0.8);
        $ball->{hit} = pick(JSON::PP::true, JSON::PP::false) if chance(0.8);
    }
    for my $i (grep { $scene->{obstacles}[$_]{pocket} && chance(0.3) } 0 .. $#{$scene->{obstacles}}) {
        my ($x, $y) = @{$scene->{obstacles}[$i]{pocket}};
        push @{$scene->{balls}}, {x => $x, y => $y, r => 0.1, pocketed => $i};
    }
}

# Rolling resistance, of balls that turn about the vertical only.
sub rolling {
    my ($scene) = @_;
    $scene->{mu_roll} = maybe_split(sub { number(0, 0.5) });
    $scene->{k_roll} = $scene->{k} / 2 if chance(0.3);
    $scene->{gamma_roll} = pick(0, number(0, 2)) if chance(0.3);
    for my $ball (@{$scene->{balls}}) {
        $ball->{spin} = [0, 0, $ball->{spin}[2]] if ref $ball->{spin};
        delete @$ball{qw(tip elevation)};
    }
}

# Two materials, of which some balls and curves are, and some pairs say something.
sub materials {
    my ($scene) = @_;
    my $pair = sub {
        return {chance(0.7) ? (e => restitution($scene)) : (), $scene->{mu} && chance(0.6) ? (mu => friction()) : (),
                $scene->{mu} && chance(0.3) ? (beta => number($scene->{integrator} =~ /spring/ ? 0 : -1, 1)) : (),
                $scene->{mu_roll} && chance(0.5) ? (mu_roll => number(0, 0.5)) : ()};
    };
    $scene->{materials} = {
        glass => {map { chance(0.7) ? ($_ => $pair->()) : () } qw(glass wall)},
        steel => {map { chance(0.7) ? ($_ => $pair->()) : () } qw(glass steel wall)},
    };
    for my $body (@{$scene->{balls}}, grep { !$_->{pocket} && !$_->{gate} && !exists $_->{e} && !exists $_->{mu} } @{$scene->{obstacles}}) {
        $body->{material} = pick(qw(glass steel)) if chance(0.7);
    }
}

# The velocities of something, from the start on: to and fro, time and again, or some steps and then rest.
sub motion {
    my ($start) = @_;
    my @v = map { chance(0.2) ? 0 : number(-0.6, 0.6) } 1 .. 2;
    my $first = chance(0.3) ? 0 : number(0, 0.5);
    return ([[$first, @v], [$first + 0.25, map { -$_ } @v], [$first + 0.5, 0, 0]], $first + 0.5 + pick(0.125, number(0.1, 1))) if chance(0.6);
    my $t = $start + $first;
    my @list = [$t, @v];
    push @list, [$t += number(0.1, 0.5), map { number(-0.6, 0.6) } 1 .. 2] for 1 .. int rand 5;
    return ([@list, [$t + number(0.1, 0.5), 0, 0]], 0);
}

# Walls, lines and arcs that move, and walls with a temperature.
sub moving {
    my ($scene) = @_;
    my $table = $scene->{table};
    my $periodic = $table->{periodic} || '';
    my @walls = grep { $periodic !~ (/left|right/ ? qr/1|x/ : qr/1|y/) } qw(left right bottom top);
    my $start = $scene->{start} ? $scene->{start}{step} * $scene->{dt} : 0;
    if (@walls && chance(0.7)) {
        my ($list, $period) = motion($start);
        if (chance(0.2)) {
            $table->{motion} = $list;
        } else {
            $table->{motion}{$_} = $list for pick(@walls);
            $table->{motion}{$_} = $period ? $list : (motion($start))[0] for grep { chance(0.4) } @walls;
            $period ||= 1e6;
        }
        $table->{motion_period} = $period if $period && $period < 1e6;
        delete $table->{motion_period} if ref $table->{motion} eq 'HASH' && grep { $_->[-1][0] >= ($table->{motion_period} // 0) } values %{$table->{motion}};
    }
    for my $curve (grep { !$_->{pocket} && !$_->{gate} && !$periodic && chance(0.6) } @{$scene->{obstacles}}) {
        my ($list, $period) = motion($start);
        ($curve->{motion}, $period ? $curve->{motion_period} : ()) = ($list, $period ? $period : ());
    }
    if (@walls && $scene->{integrator} eq 'event' && chance(0.3)) {
        $table->{thermal} = {map { $_ => number(0.2, 3) } pick(@walls), grep { chance(0.3) } @walls};
        $table->{thermal}{seed} = int uniform(0, 1000) if chance(0.7);
        $_->{kicks} = int uniform(0, 100) for grep { !$_->{fixed} && defined $_->{x} && !$_->{rack} && chance(0.1) } @{$scene->{balls}};
    }
}

# Gates that count, and where balls fly straight on some that hold.
sub gates {
    my ($scene) = @_;
    my ($w, $h) = @{$scene->{table}}{qw(width height)};
    my $straight = !$scene->{gravity} && !is_braked($scene);
    for (0 .. int rand 3) {
        my $gate = {gate => [map { number(0, $w), number(0, $h) } 1 .. 2]};
        $gate->{pass} = pick('both', $straight ? qw(left right none) : 'both');
        $gate->{of} = 'glass' if $scene->{materials} && chance(0.3);
        push @{$scene->{obstacles}}, $gate;
    }
}

# Arcs that turn.
sub turning {
    my ($scene) = @_;
    for my $arc (grep { $_->{arc} && chance(0.7) } @{$scene->{obstacles}}) {
        my ($t, $end) = (0, $arc->{motion_period} ? $arc->{motion}[-1][0] : 2);
        my @list;
        for (0 .. int rand 4) { push @list, [$t, number(-3, 3)]; $t += number(0.1, 0.5); last if $t > $end }
        $arc->{turn} = chance(0.5) ? number(-3, 3) : \@list;
    }
}

# Walls with a mass, where nothing brakes balls.
sub pistons {
    my ($scene) = @_;
    my $table = $scene->{table};
    my $periodic = $table->{periodic} || '';
    return if $table->{nose} || ($scene->{stop} // '') eq 'rest' || ref $table->{motion} eq 'ARRAY' || is_braked($scene) || is_braked({balls => [$scene->{defaults} // {}]});
    my @walls = grep { $periodic !~ (/left|right/ ? qr/1|x/ : qr/1|y/) && !($table->{motion} // {})->{$_} && !($table->{thermal} // {})->{$_} } qw(left right bottom top);
    for my $wall (@walls ? pick(@walls) : (), grep { chance(0.3) } @walls) {
        my $x = $wall eq 'right' ? $table->{width} : $wall eq 'top' ? $table->{height} : 0;
        my $out = $wall =~ /right|top/ ? 1 : -1;
        $table->{piston}{$wall} = {m => 0 + sprintf('%.3g', 10**uniform(-1, 2)), v => number(-0.3, 0.3), force => pick(0, -$out * number(0, 2), number(-0.1, 0.1))};
        $table->{piston}{$wall}{x} = $x += $out * number(0, 0.5) if chance(0.3);
        $table->{piston}{$wall}{range} = [$x - 2, $x + 2] if chance(0.3);
    }
}

sub scene {
    my $integrator = pick(('event') x 6, qw(impulse spring spring-verlet spring-rk4));
    my %scene = (integrator => $integrator, title => 'at random', comment => 'none', obstacles => []);
    $scene{'$schema'} = 'billiard-scene.schema.json' if chance(0.1);
    $scene{table} = {width => number(2.5, 8), height => number(2.5, 8)};
    $scene{table}{periodic} = pick(JSON::PP::true, 'x', 'y') if chance(0.25);
    my %kind = (pick(qw(free free gravity friction cloth)) => 1);
    $kind{friction} = 1 if $kind{cloth} || ($integrator ne 'event' && $kind{gravity} && chance(0.3));
    $kind{mu} = 1 if chance(0.3);
    $kind{rotates} = $kind{mu} || $kind{cloth};
    $scene{gravity} = pick([0, -9.81], [0, -1], [number(-1, 1), number(-1, 1)]) if $kind{gravity};
    $scene{impact} = pick(qw(pairwise newton lcp gr hooke hertz)) if $integrator eq 'event' && chance(0.7);
    $scene{restitution} = maybe_split(sub { restitution(\%scene) }) if chance(0.8);
    $scene{mu} = maybe_split(\&friction) if $kind{mu};
    $scene{beta} = maybe_split(sub { number(-1, 1) }) if $kind{mu} && chance(0.4);
    $scene{table}{nose} = number(0.05, 0.1) if $kind{mu} && $integrator !~ /spring/ && chance(0.1);
    $scene{contact_time} = 0 + sprintf '%.2g', 7e-4 * sqrt(0.1 / max(0.1, map { abs } @{$scene{gravity} // []}))
        if $integrator eq 'event' && chance($kind{gravity} ? 0.9 : 0.1);
    $scene{k} = 0 + sprintf '%.2g', 10**uniform(4, 5.5) if $integrator =~ /spring/ || chance(0.2);
    $scene{k_tangential} = $scene{k} / 3 if $integrator =~ /spring/ && $kind{mu} && chance(0.3);
    my $before;
    push @{$scene{obstacles}}, $before = obstacle(\%scene, $before) for 1 .. pick(0, 0, 1, 2, 4);
    my @balls;
    my $most = pick(1, 2, 3, 5, 8, 12);
    for (1 .. 60) {
        my $ball = @balls < $most && ball(\%scene, \%kind, @balls);
        push @balls, $ball if $ball;
    }
    @balls = generators(\%scene) if chance(0.1);
    $scene{defaults} = {chance(0.5) ? (m => 1) : (), $kind{friction} ? (friction => 0.1) : (),
                        $kind{cloth} ? (sliding => 1, pivoting => 0.5) : ()} if chance(0.2) || @balls && !$balls[0]{r} || $kind{cloth};
    %scene = (%scene, balls => \@balls, clock(\%scene));
    saved(\%scene) if chance(0.5);
    $scene{stop} = stop_at(\%scene) if chance(0.1);
    rolling(\%scene) if $integrator =~ /spring/ && !$kind{cloth} && chance(0.3);
    materials(\%scene) if !$scene{table}{nose} && chance(0.25);
    moving(\%scene) if chance($moving);
    gates(\%scene) if $integrator eq 'event' && chance(0.15); # the last, so that all other scenes are as without
    turning(\%scene) if chance(0.3);
    pistons(\%scene) if $integrator ne 'impulse' && chance(0.25);
    return \%scene;
}

sub scene_of {
    my ($number) = @_;
    srand($seed * 1_000_003 + $number);
    return scene();
}

# ---- keys ----

# The names of members, or in the schema of properties, at any depth.
sub names_of {
    my ($value, $is_schema) = @_;
    return map { names_of($_, $is_schema) } @$value if ref $value eq 'ARRAY';
    return () if ref $value ne 'HASH';
    my $members = $is_schema ? $value->{properties} // {} : $value;
    return (keys %$members, map { names_of($_, $is_schema) } values %$value);
}

# Keys of the schema that take no part in the first scenes of the seed. Contacts and trajectories are written by --save only,
# so that the runs in pieces have them.
sub idle_keys {
    my %idle = map { $_ => 1 } names_of($json->decode(scalar qx{'$sim' --schema}), 1);
    delete @idle{qw(stretch contacts trajectories), map { names_of(scene_of($_)) } 0 .. 999};
    return sort keys %idle;
}

# ---- a run ----

sub content {
    my ($name) = @_;
    my $path = first { -e } "$folder/$name", "$folder/$name.partial";
    return '' if !defined $path;
    local $/;
    open my $file, '<', $path or die "$path: $!\n";
    return <$file>;
}

# Exit status, messages and processor time; a run that takes more than that of a hang is ended.
sub simulate {
    my (@arguments) = @_;
    my $before = (times)[2];
    my $command = join ' ', map { "'" . s/'/'\\''/gr . "'" } $sim, @arguments;
    my $said = qx{ulimit -t 11; cd '$folder' && exec $command 2>&1};
    return ($? & 127 ? 128 + ($? & 127) : $? >> 8, $said, (times)[2] - $before);
}

sub table_of {
    my ($name) = @_;
    my ($header, @rows) = split /\n/, content($name);
    my @names = split /,/, $header // '';
    return map { my %row; @row{@names} = split /,/; \%row } @rows;
}

# ---- the audit: dies with what is wrong ----

sub wrong { die sprintf("$_[0]\n", @_[1 .. $#_]) }

# Does the way from p to q cross a line or an arc?
sub crosses {
    my ($curve, $px, $py, $qx, $qy) = @_;
    if ($curve->{line}) {
        my ($ax, $ay, $bx, $by) = @{$curve->{line}};
        my $side = sub { my ($x, $y) = @_; return ($bx - $ax) * ($y - $ay) - ($by - $ay) * ($x - $ax) };
        my $along = sub { my ($x, $y) = @_; return ($qx - $px) * ($y - $py) - ($qy - $py) * ($x - $px) };
        return $side->($px, $py) * $side->($qx, $qy) < 0 && $along->($ax, $ay) * $along->($bx, $by) < 0;
    }
    my ($cx, $cy, $r) = @{$curve->{arc}};
    my ($d, $e) = (sqrt(($px - $cx)**2 + ($py - $cy)**2) - $r, sqrt(($qx - $cx)**2 + ($qy - $cy)**2) - $r);
    return 0 if $d * $e >= 0;
    my $part = $d / ($d - $e);
    return (from_curve($curve, $px + $part * ($qx - $px), $py + $part * ($qy - $py)))[0] < 1e-3 * $r;
}

# Frames: numbers, the table, curves, and other balls. In fixed steps balls may overlap from the start, as the scene has them.
sub audit_places {
    my ($scene, $frames, $summary) = @_;
    my $allowed = 1e-6 + ($scene->{integrator} eq 'event' ? 0 : 1.001 * $summary->{overlap});
    my (@last, $step, @there, $now);
    for my $row (@$frames, {step => -1}) {
        if (@there && $row->{step} != $step) {
            $now = scene_at($scene, $there[0]{t});
            while (my $ball = shift @there) {
                my ($depth, $with) = overlap($now, @$ball{qw(x y r fixed)}, @there);
                $allowed = max($allowed, $depth + 1e-6) if $scene->{integrator} ne 'event' && $ball->{step} == $frames->[0]{step};
                wrong('ball %d is %g inside %s at t = %g', $ball->{ball}, $depth, $with, $ball->{t}) if $depth > $allowed;
            }
        }
        last if ($step = $row->{step}) < 0;
        my $of = $scene->{balls}[$row->{ball}];
        /^-?[\d.]+(?:e[-+]?\d+)?$/ or wrong('step %d has a "%s"', $step, $_) for values %$row;
        push @there, {%$row, r => $of->{r}, fixed => $of->{fixed}};
        my $from = $last[$row->{ball}];
        $last[$row->{ball}] = $row;
        next if !$from || $allowed > 0.9 || abs($row->{x} - $from->{x}) + abs($row->{y} - $from->{y}) > $of->{r};
        my @way = wrapped($scene->{table}, $from->{x}, $from->{y});
        push @way, $way[0] + $row->{x} - $from->{x}, $way[1] + $row->{y} - $from->{y};
        for my $curve (grep { !$_->{pocket} && !$_->{gate} } @{$scene->{obstacles}}) {
            my @moved = (way_of($curve, $from->{t}), way_of($curve, $row->{t})); # seen from the curve
            wrong('ball %d passes a curve at t = %g', $row->{ball}, $row->{t}) if crosses($curve, map { $way[$_] - $moved[$_] } 0 .. 3);
        }
    }
}

sub coefficient {
    my ($scene, $key, $row) = @_;
    my $of = $row->{kind} =~ /line|arc/ ? $scene->{obstacles}[$row->{b}]{$key eq 'restitution' ? 'e' : $key} : undef;
    my ($a, $b) = map { $_ ? $_->{material} // '' : '' } $scene->{balls}[$row->{a}],
        $row->{kind} eq 'ball' ? $scene->{balls}[$row->{b}] : $row->{b} >= 0 ? $scene->{obstacles}[$row->{b}] : undef;
    $b ||= 'wall' if $row->{kind} ne 'ball';
    my $pairs = $scene->{materials} // {};
    $of //= ($pairs->{$a}{$b} // $pairs->{$b}{$a} // {})->{$key eq 'restitution' ? 'e' : $key};
    $of //= $scene->{$key} // ($key eq 'mu' ? 0 : 1);
    return ref $of eq 'HASH' ? $of->{$row->{kind} eq 'ball' ? 'ball' : 'wall'} : $of;
}

# Restitution at the speed of a contact.
sub restitution_of {
    my ($scene, $row) = @_;
    my $e = coefficient($scene, 'restitution', $row);
    return $e if !ref $e;
    my @pairs = @$e;
    my ($speed, $last) = (abs $row->{u}, $pairs[0]);
    for my $pair (@pairs) {
        return $last->[1] + ($pair->[1] - $last->[1]) * ($speed - $last->[0]) / ($pair->[0] - $last->[0] || 1) if $speed < $pair->[0];
        $last = $pair;
    }
    return $last->[1];
}

# Inverse of the effective mass of a contact.
sub inverse_mass {
    my ($scene, $row) = @_;
    my $piston = ($scene->{table}{piston} // {})->{$row->{kind}};
    return sum0(map { $_->{fixed} ? 0 : 1 / $_->{m} } @{$scene->{balls}}[$row->{a}, $row->{kind} eq 'ball' ? $row->{b} : ()], $piston // ());
}

sub is_braked { return scalar grep { $_->{friction} || $_->{sliding} } @{$_[0]{balls}} }

# By what bodies are pressed together: gravity, and the loads of walls with a mass.
sub pressure {
    my ($scene) = @_;
    return max(map { abs } @{$scene->{gravity} // [0]}) + max(0, map { abs($_->{force} // 0) / $_->{m} } values %{$scene->{table}{piston} // {}});
}

# The most that the inner side of an arc presses a ball that goes along it; elsewhere 0.
sub arc_pressure {
    my ($scene, $fastest, $row) = @_;
    my $inner = $row->{kind} eq 'arc' ? $scene->{obstacles}[$row->{b}]{arc}[2] - $scene->{balls}[$row->{a}]{r} : 0;
    return $inner > 0 ? $fastest**2 / $inner : 0;
}

# Speed below which hits need not follow restitution: rounding, or what presses the bodies (gravity, or the way along the
# inner side of an arc) throws them apart.
sub slowest {
    my ($scene, $fastest, $row) = @_;
    my $pressure = pressure($scene);
    my $lowest = 2 * sqrt(2e-6 * $pressure * 0.7); # bounce, of two of the largest balls
    $pressure += arc_pressure($scene, $fastest, $row);
    return max(1e-6 * $fastest, $lowest, 5 * $pressure * $scene->{contact_time}, is_braked($scene) ? 2e-3 : 0);
}

sub is_thermal { return exists +($_[0]{table}{thermal} // {})->{$_[1]{kind}} }

# A contact alone: restitution, and Coulomb's law.
sub audit_contact {
    my ($scene, $row, $fastest) = @_;
    wrong('the normal at t = %s is no unit vector', $row->{t}) if abs($row->{nx}**2 + $row->{ny}**2 - 1) > 1e-12;
    return if is_thermal($scene, $row);
    my $mu = coefficient($scene, 'mu', $row);
    $mu = $mu->[0] + $mu->[1] if ref $mu;
    my $rub = sqrt(($row->{jt} // 0)**2 + ($row->{jz} // 0)**2);
    wrong('friction %g exceeds mu %g times %g at t = %s', $rub, $mu, $row->{j}, $row->{t})
        if $rub > $mu * $row->{j} * (1 + 1e-9) + 1e-13 && !$scene->{table}{nose};
    return if $row->{u} > -slowest($scene, $fastest, $row) || $scene->{table}{nose} && $scene->{mu};
    my $e = -1 - $row->{j} * inverse_mass($scene, $row) / $row->{u};
    my $given = restitution_of($scene, $row);
    my $is_free = !$scene->{gravity} && !$scene->{contact_time} && !is_braked($scene) && !$scene->{table}{piston}; # which may have a load
    my $kept = sqrt(2e-11 * arc_pressure($scene, $fastest, $row) * $scene->{balls}[$row->{a}]{r}); # no bounce is lower
    my $missed = $is_free ? max($given - $e, $e - max($given, $kept / -$row->{u})) : max(0, -$e, $e - 1);
    wrong('a lone %s contact at t = %s has e = %.9g, not %.9g', @$row{qw(kind t)}, $e, $given) if $missed > 1e-6;
}

# Free flights between the hits of the log give the frames.
sub audit_replay {
    my ($scene, $frames, $rows) = @_;
    my @state;
    $state[$_->{ball}] = {%$_} for grep { $_->{step} == $frames->[0]{step} } @$frames;
    my $fly = sub { my ($ball, $t) = @_; $ball->{$_} += ($t - $ball->{t}) * $ball->{"v$_"} for qw(x y); $ball->{t} = $t };
    my $start = ($scene->{start} // {})->{step} // 0; # not always a frame
    my @rows = grep { $frames->[0]{step} == $start || $_->{t} > $frames->[0]{t} } @$rows;
    for my $frame (@$frames) {
        while (@rows && $rows[0]{t} <= $frame->{t} && $frame->{step} > $frames->[0]{step}) {
            my $row = shift @rows;
            my $jt = $row->{jt} // 0;
            $row->{j} = -$row->{j} if $row->{kind} eq 'gate'; # on a, not on the gate
            my @j = ($row->{j} * $row->{nx} - $jt * $row->{ny}, $row->{j} * $row->{ny} + $jt * $row->{nx});
            for ([$row->{a}, -1], $row->{kind} eq 'ball' ? [$row->{b}, 1] : ()) {
                my ($ball, $of) = ($state[$_->[0]], $scene->{balls}[$_->[0]]);
                next if $of->{fixed};
                $fly->($ball, $row->{t});
                $ball->{vx} += $_->[1] * $j[0] / $of->{m};
                $ball->{vy} += $_->[1] * $j[1] / $of->{m};
            }
        }
        my $ball = $state[$frame->{ball}];
        $fly->($ball, $frame->{t});
        for (qw(x y vx vy)) {
            wrong('frame t = %g, ball %d: %s is %.12g, the log says %.12g', @$frame{qw(t ball)}, $_, $frame->{$_}, $ball->{$_})
                if abs($frame->{$_} - $ball->{$_}) > 1e-7 * (1 + abs $ball->{$_});
        }
    }
}

sub audit_log {
    my ($scene, $frames, $rows, $summary) = @_;
    my ($last, %of_group, %count) = (-9);
    my $fastest = max(1e-30, map { abs } map { @$_{qw(vx vy)} } @$frames);
    $fastest = max($fastest, map { my $row = $_; map { abs($row->{"v$_"} // 0) } qw(left right bottom top) } table_of('ledger')) if $scene->{table}{piston};
    $fastest += 0.6 if $json->encode($scene) =~ /"motion"/;
    $fastest += 3 * max(map { $_->{arc}[2] } grep { $_->{turn} } @{$scene->{obstacles}}) if grep { $_->{turn} } @{$scene->{obstacles}};
    push @{$of_group{$_->{group}}}, $_ for @$rows;
    for my $row (@$rows) {
        wrong('time runs back to %s', $row->{t}) if $row->{t} < $last;
        $last = $row->{t};
        $count{$row->{kind} eq 'ball' ? 'ball' : 'wall'}++ if $row->{kind} !~ /pocket|gate|roll/;
        audit_contact($scene, $row, $fastest) if @{$of_group{$row->{group}}} == 1 && $row->{kind} !~ /pocket|gate|roll/;
    }
    for (qw(ball wall)) {
        wrong('%d %s contacts in the log, %d in the summary', $count{$_} // 0, $_, $summary->{collisions}{$_})
            if ($count{$_} // 0) != $summary->{collisions}{$_};
    }
    my $is_told = !$scene->{table}{thermal} || exists +($rows->[0] // {})->{jt}; # how a ball leaves a wall with a temperature
    audit_replay($scene, $frames, $rows) if !$scene->{gravity} && !is_braked($scene) && $is_told;
}

# Energy that a push of a lasting contact may add, which lost gives back.
sub most_pushed {
    my ($scene, $frames) = @_;
    my $fastest = max(1e-30, map { sqrt($_->{vx}**2 + $_->{vy}**2) } @$frames);
    my $pressure = pressure($scene);
    my $inner = 0;
    for my $arc (map { $_->{arc} ? $_->{arc}[2] : () } @{$scene->{obstacles}}) {
        $inner = max($inner, map { $arc > $_->{r} ? $fastest**2 / ($arc - $_->{r}) : () } @{$scene->{balls}});
    }
    my $mass = max(map { $_->{m} // 0 } @{$scene->{balls}});
    return $mass * ((($pressure + $inner) * ($scene->{contact_time} // 0))**2 / 2 + 4e-6 * $pressure * 0.7);
}

# Energy: what is left and what is lost add up, nothing is gained, and the sums of the ledger are those of the log.
sub audit_ledger {
    my ($scene, $ledger, $frames, $rows, $summary, $warned) = @_;
    my $pushed = most_pushed($scene, $frames);
    my $scale = 1e-30 + max(map { my $row = $_; sum0(map { abs($row->{$_} // 0) } qw(kinetic rotation potential lost work qleft qright qbottom qtop)) } @$ledger);
    my $is_spring = $scene->{integrator} =~ /spring/;
    my $bound = $is_spring ? $warned ? 9 : 0.05 : $scene->{integrator} eq 'impulse' ? 1e-4 : 1e-9;
    my $gains = $summary->{energy_gains} || ($scene->{impact} // '') eq 'newton' || $is_spring ||
        $scene->{gravity} && @{$summary->{pocketed}}; # a pocket takes the potential energy, too
    my $lost = -1;
    for my $row (@$ledger) {
        my $drift = ($row->{total} - $ledger->[0]{total}) / $scale;
        wrong('total energy drifts by %g at t = %s', $drift, $row->{t}) if abs $drift > $bound;
        wrong('energy lost falls by %g at t = %s', $lost - $row->{lost}, $row->{t}) if $row->{lost} < $lost - 1e-7 * $scale - $pushed && !$gains;
        $lost = $row->{lost};
    }
    return if $scene->{integrator} ne 'event';
    for my $wall (qw(left right bottom top)) {
        my $sum = sum0(map { $_->{j} } grep { $_->{kind} eq $wall && $_->{t} <= $ledger->[-1]{t} } @$rows);
        wrong('j%s is %.12g, the log adds up to %.12g', $wall, $ledger->[-1]{"j$wall"}, $sum)
            if abs($ledger->[-1]{"j$wall"} - $sum) > 1e-9 * (1e-30 + abs $sum);
    }
}

# A state as it was saved, but for what tells of the pieces.
sub state_of { return content($_[0]) =~ s/^  "(?:steps|duration|frame)": .*\n//mgr }

# The run in two pieces, cut at any step, and the second in two more: the same frames and the same state at its end.
sub audit_pieces {
    my ($scene) = @_;
    my $start = ($scene->{start} // {})->{step} // 0;
    my @cuts = sort { $a <=> $b } map { int uniform(0, $scene->{steps} + 1) } 1 .. 2;
    my @steps = ($cuts[0], $cuts[1] - $cuts[0], $scene->{steps} - $cuts[1]);
    my ($rows, $from) = ('', 'printed');
    for my $piece (0 .. 2) {
        my ($status, $said) = simulate('-q', '-s', "steps=$steps[$piece]", '-o', 'piece', '--save', "saved$piece", $from);
        wrong('piece %d of the steps %s: status %d: %s', $piece, "@steps", $status, $said) if $status;
        $rows .= content('piece');
        $from = "saved$piece";
    }
    my $cut = join '|', 'step', map { $start + $_ } @cuts;
    my ($pieces, $whole) = map { join '', grep { !/^(?:$cut),/ } map { "$_\n" } split /\n/ } $rows, content('frames');
    wrong('cut at the steps %s: other frames', $cut) if $pieces ne $whole;
    wrong('cut at the steps %s: another state at the end', $cut) if state_of('saved2') ne state_of('saved');
}

sub audit {
    my ($scene, $status, $said) = @_;
    my @frames = table_of('frames');
    my @rows   = table_of('log');
    my $summary = $json->decode(content('summary') || '{}');
    wrong('status %d: %s', $status, $said) if $status > 1;
    wrong('status 1 without a reason: %s', $said) if $status == 1 && $said !~ /collapse of|without end|lost its|crushes/;
    audit_places($scene, \@frames, $summary);
    return if $status != 0;
    wrong('ended: %s', $summary->{ended}) if $summary->{ended} !~ /^(?:complete|stop|range)$/;
    audit_log($scene, \@frames, \@rows, $summary) if $scene->{integrator} eq 'event';
    audit_ledger($scene, [table_of('ledger')], \@frames, \@rows, $summary, $said =~ /warning/);
    audit_pieces($scene) if !$scene->{stop} && $summary->{ended} eq 'complete';
}

# ---- all of them ----

sub write_scene {
    my ($name, $scene) = @_;
    open my $file, '>', "$folder/$name" or die "$folder/$name: $!\n";
    print $file $json->encode($scene), "\n";
    close $file or die "$folder/$name: $!\n";
}

my ($refused, $ended, $slowest, $failed, %reasons) = (0, 0, 0, 0);
for my $number ($first .. $first + $count - 1) {
    my $scene = scene_of($number);
    unlink map { ("$folder/$_", "$folder/$_.partial") } qw(frames log ledger summary piece saved saved0 saved1 saved2);
    write_scene('scene', $scene);
    my ($status, $printed) = simulate('-q', '--print-scene', 'scene');
    if ($status == 3) {
        $refused++;
        $reasons{$printed =~ s/.*error: //sr =~ s/[-\d.]+(?:e[-+]\d+)?/#/gr}++;
        next;
    }
    open my $file, '>', "$folder/printed" or die "$folder/printed: $!\n";
    print $file $printed;
    close $file or die "$folder/printed: $!\n";
    my ($run, $said, $seconds) =
        simulate(qw(-o frames --events log --energy ledger --summary summary --save saved scene));
    $slowest = max($slowest, $seconds);
    $ended += $run == 1;
    my $fault = eval { $seconds > 10 ? die "takes $seconds s\n" : audit($json->decode($printed), $run, $said); 1 } ? '' : $@;
    next if $fault eq '';
    $failed++;
    print "not ok $failed - scene $number of seed $seed\n# $fault";
    write_scene("$seed-$number.json", $scene);
}
if ($ENV{TELL_REFUSALS}) {
    print "# $reasons{$_} refused: $_" for sort { $reasons{$b} <=> $reasons{$a} } keys %reasons;
}
my @idle = idle_keys();
print @idle ? 'not ok ' : 'ok ', $failed + 1, " - every key of a scene takes part\n";
print "# none has $_\n" for @idle;
print $failed ? 'not ok ' : 'ok ', $failed + 2, " - $count scenes of seed $seed: $refused refused, $ended ended early, the slowest took ",
    sprintf('%.1f', $slowest), " s\n1..", $failed + 2, "\n";
exit($failed > 0 || @idle > 0);
