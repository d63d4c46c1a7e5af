# An auditor of hits at walls, lines and arcs that move, with friction and spin in half of the scenes. It moves them itself, finds each hit by steps that are no longer
# than gap over largest speed, which no hit can escape, and knows nothing of how the program finds one. COUNT random scenes
# from SEED on; prints those whose logs differ, or whose ledgers at the end. Usage: perl audit.pl SIM SEED COUNT
use strict;
use warnings;

my ($sim, $seed, $count) = @ARGV;
my @names = qw(left right bottom top);
my $pi = atan2(0, -1);

sub between { return $_[0] + ($_[1] - $_[0]) * rand }
sub chance { return rand() < $_[0] }

# ---- scenes: numbers with few digits, so that they are the same here and there ----

sub short { return sprintf('%.3f', between(@_)) + 0 }

# A motion; with a period it comes back.
sub motion {
    my ($speed, $lasting) = @_;
    my ($t, @list) = (short(0, 0.5));
    if (chance(0.5)) {
        my ($vx, $vy, $wait) = (short(-$speed, $speed), short(-$speed, $speed), 0.25 * (1 + int rand 3));
        return ([[$t, $vx, $vy], [$t + $wait, -$vx, -$vy], [$t + 2 * $wait, 0, 0]], $t + 2 * $wait + 0.5);
    }
    for (1 .. 1 + int rand 4) {
        push @list, [$t, short(-$speed, $speed), short(-$speed, $speed)];
        $t = sprintf('%.3f', $t + between(0.2, 0.8)) + 0;
    }
    return ([@list, [$t, 0, 0]], 0);
}

sub scene {
    my ($w, $h) = (short(3, 5), short(3, 5));
    my %s = (w => $w, h => $h, e => {ball => chance(0.4) ? 1 : short(0.6, 1), wall => chance(0.4) ? 1 : short(0.6, 1)},
        g => chance(0.4) ? [short(-1, 1), short(-2, 0)] : [0, 0]);
    my $period = 0;
    for my $k (0 .. 3) {
        next if !chance(0.5);
        my ($list, $own) = motion(0.3);
        next if %{$s{walls} // {}} && $own != $period; # all walls share a period
        ($s{walls}{$names[$k]}, $period) = ($list, $own);
    }
    $s{period} = $period;
    my @shapes = ([line => short(0.8, 1.2), $h * 0.75, short(1.6, 2.2), short($h * 0.7, $h * 0.8)],
        [arc => $w * 0.75, $h * 0.75, 0.25, 0, 360], [arc => $w * 0.5, $h * 0.55, 0.3, 20, 200]);
    for my $shape (@shapes) {
        next if !chance(0.4);
        my ($list, $own) = chance(0.8) ? motion(0.3) : (undef, 0);
        push @{$s{obstacles}}, {shape => [map { /[a-z]/ ? $_ : sprintf('%.4f', $_) + 0 } @$shape], motion => $list, period => $own};
    }
    for (1 .. 40) {
        my $r = short(0.1, 0.25);
        my %ball = (r => $r, m => short(0.5, 2), x => short($r + 0.05, $w - $r - 0.05), y => short($r + 0.05, $h * 0.4 - $r),
            vx => short(-1, 1), vy => short(-1, 1));
        next if grep { sqrt(($_->{x} - $ball{x})**2 + ($_->{y} - $ball{y})**2) < $_->{r} + $r + 0.01 } @{$s{balls} // []};
        push @{$s{balls}}, \%ball;
        last if @{$s{balls}} == 4;
    }
    rub(\%s) if chance(0.5);
    return \%s;
}

# Friction and tangential restitution of balls, of walls, of lines and arcs; balls that turn about the vertical.
sub rub {
    my ($s) = @_;
    my $mu = sub { return chance(0.3) ? [short(0, 0.2), short(0, 0.3), short(0.5, 2)] : chance(0.2) ? 0 : short(0, 0.6) };
    $s->{mu} = {ball => $mu->(), wall => $mu->()};
    $s->{beta} = {map { $_ => chance(0.3) ? 0 : short(-1, 1) } qw(ball wall)};
    chance(0.4) and $_->{mu} = $mu->() for @{$s->{obstacles} // []};
    $_->{wz} = chance(0.3) ? 0 : short(-6, 6) for @{$s->{balls}};
}

sub mu_text { return ref $_[0] ? '[' . join(', ', @{$_[0]}) . ']' : $_[0] }

sub list_text { return '[' . join(', ', map { "[$_->[0], $_->[1], $_->[2]]" } @{$_[0]}) . ']' }

sub text {
    my ($s, $end) = @_;
    my $walls = join ', ', map { "\"$_\": " . list_text($s->{walls}{$_}) } sort keys %{$s->{walls} // {}};
    my $table = "\"width\": $s->{w}, \"height\": $s->{h}" . ($walls ? ", \"motion\": {$walls}" : '')
        . ($s->{period} ? ", \"motion_period\": $s->{period}" : '');
    my @obstacles = map {
        my ($kind, @numbers) = @{$_->{shape}};
        "{\"$kind\": [" . join(', ', @numbers) . ']' . ($_->{motion} ? ', "motion": ' . list_text($_->{motion}) : '')
            . ($_->{period} ? ", \"motion_period\": $_->{period}" : '') . (defined $_->{mu} ? ', "mu": ' . mu_text($_->{mu}) : '') . '}';
    } @{$s->{obstacles} // []};
    my @balls = map { my $b = $_; '{' . join(', ', map { /wz/ ? "\"spin\": [0, 0, $b->{wz}]" : "\"$_\": $b->{$_}" } sort keys %$b) . '}' } @{$s->{balls}};
    my $rubbing = $s->{mu} ? join '', map { "\"$_\": {\"ball\": " . mu_text($s->{$_}{ball}) . ', "wall": ' . mu_text($s->{$_}{wall}) . '}, ' } qw(mu beta) : '';
    return "{\"table\": {$table}, \"restitution\": {\"ball\": $s->{e}{ball}, \"wall\": $s->{e}{wall}}, \"gravity\": [$s->{g}[0], $s->{g}[1]], "
        . "$rubbing\"dt\": $end, \"steps\": 1, \"obstacles\": [" . join(', ', @obstacles) . '], "balls": [' . join(', ', @balls) . ']}';
}

# ---- the auditor's own world ----

# Place and velocity of what moves by a list; times of the run.
sub place {
    my ($list, $period, $t) = @_;
    return (0, 0, 0, 0) if !$list;
    my $begin = $period ? $period * int($t / $period) : 0;
    $begin += $period if $period && $t - $begin >= $period;
    my ($x, $y, $vx, $vy, $since) = (0, 0, 0, 0, $begin);
    for my $piece (@$list) {
        last if $begin + $piece->[0] > $t;
        ($x, $y) = ($x + $vx * ($begin + $piece->[0] - $since), $y + $vy * ($begin + $piece->[0] - $since));
        ($vx, $vy, $since) = (@$piece[1, 2], $begin + $piece->[0]);
    }
    return ($x + $vx * ($t - $since), $y + $vy * ($t - $since), $vx, $vy);
}

# The first time after t at which some list has another velocity.
sub next_turn {
    my ($s, $t) = @_;
    my $next = 9e9;
    my @lists = ((map { [$_, $s->{period}] } values %{$s->{walls} // {}}), map { [$_->{motion}, $_->{period}] } grep { $_->{motion} } @{$s->{obstacles} // []});
    for (@lists) {
        my ($list, $period) = @$_;
        my $begin = $period ? $period * int($t / $period) : 0;
        for my $n (0 .. ($period ? 2 : 0)) {
            for my $at ((map { $begin + $n * $period + $_->[0] } @$list), $period ? $begin + $n * $period : ()) {
                $next = $at if $at > $t && $at < $next;
            }
        }
    }
    return $next;
}

sub unit { my $d = sqrt($_[0]**2 + $_[1]**2); return ($d, $_[0] / $d, $_[1] / $d) }

# Gap of a ball at a place, unit normal into the surface, velocity of the surface.
sub surface_gap {
    my ($s, $k, $r, $x, $y, $t) = @_;
    if ($k < 4) {
        my ($dx, $dy, $vx, $vy) = place($s->{walls}{$names[$k]}, $s->{period}, $t);
        my @gap = ($x - $r - $dx, $s->{w} + $dx - $r - $x, $y - $r - $dy, $s->{h} + $dy - $r - $y);
        return ($gap[$k], @{([-1, 0], [1, 0], [0, -1], [0, 1])[$k]}, $vx, $vy);
    }
    my $o = $s->{obstacles}[$k - 4];
    my ($dx, $dy, $vx, $vy) = place($o->{motion}, $o->{period}, $t);
    my ($kind, @n) = @{$o->{shape}};
    my ($px, $py) = ($x - $dx, $y - $dy);
    if ($kind eq 'line') {
        my ($length, $ux, $uy) = unit($n[2] - $n[0], $n[3] - $n[1]);
        my $along = ($px - $n[0]) * $ux + ($py - $n[1]) * $uy;
        $along = $along < 0 ? 0 : $along > $length ? $length : $along;
        my ($d, $nx, $ny) = unit($n[0] + $along * $ux - $px, $n[1] + $along * $uy - $py);
        return ($d - $r, $nx, $ny, $vx, $vy);
    }
    my ($d, $nx, $ny) = unit($px - $n[0], $py - $n[1]);
    my $angle = atan2($ny, $nx) * 180 / $pi;
    $angle += 360 while $angle < $n[3];
    if ($angle <= $n[4]) {
        return $d > $n[2] ? ($d - $n[2] - $r, -$nx, -$ny, $vx, $vy) : ($n[2] - $d - $r, $nx, $ny, $vx, $vy);
    }
    my @best = (9e9);
    for my $end (@n[3, 4]) {
        my ($e, $ex, $ey) = unit($n[0] + $n[2] * cos($end * $pi / 180) - $px, $n[1] + $n[2] * sin($end * $pi / 180) - $py);
        @best = ($e - $r, $ex, $ey, $vx, $vy) if $e - $r < $best[0];
    }
    return @best;
}

# A ball at a time.
sub at {
    my ($b, $g, $t) = @_;
    my $w = $t - $b->{t};
    return ($b->{x} + $w * ($b->{vx} + $w * $g->[0] / 2), $b->{y} + $w * ($b->{vy} + $w * $g->[1] / 2), $b->{vx} + $w * $g->[0], $b->{vy} + $w * $g->[1]);
}

# Gap, approach speed, normal: of ball i with ball j, or with surface k.
sub contact {
    my ($s, $i, $j, $k, $t) = @_;
    my $b = $s->{balls}[$i];
    my ($x, $y, $vx, $vy) = at($b, $s->{g}, $t);
    if (defined $j) {
        my $c = $s->{balls}[$j];
        my ($X, $Y, $VX, $VY) = at($c, $s->{g}, $t);
        my ($d, $nx, $ny) = unit($X - $x, $Y - $y);
        return ($d - $b->{r} - $c->{r}, ($vx - $VX) * $nx + ($vy - $VY) * $ny, $nx, $ny);
    }
    my ($gap, $nx, $ny, $VX, $VY) = surface_gap($s, $k, $b->{r}, $x, $y, $t);
    return ($gap, ($vx - $VX) * $nx + ($vy - $VY) * $ny, $nx, $ny);
}

# The first time from t to `end` at which the two hit; `fastest`: no gap changes faster.
sub first_hit {
    my ($s, $i, $j, $k, $t, $end, $fastest) = @_;
    while ($t < $end) {
        my ($gap, $u) = contact($s, $i, $j, $k, $t);
        if ($gap < 1e-8 && $u > 1e-9) {
            for (1 .. 4) {
                my ($rest, $speed) = contact($s, $i, $j, $k, $t);
                last if abs($rest) < 1e-15 || $speed <= 0;
                $t += $rest / $speed if $t + $rest / $speed > 0;
            }
            return $t;
        }
        $t += $gap > 1e-8 ? $gap / $fastest + 1e-10 : 1e-7;
    }
    return 9e9;
}

sub coefficient_of_friction {
    my ($s, $k, $speed) = @_;
    return 0 if !$s->{mu};
    my $mu = !defined $k ? $s->{mu}{ball} : $k > 3 && defined $s->{obstacles}[$k - 4]{mu} ? $s->{obstacles}[$k - 4]{mu} : $s->{mu}{wall};
    return ref $mu ? $mu->[0] + $mu->[1] * exp(-$mu->[2] * $speed) : $mu;
}

# The tangential impulse on the other body along (-ny, nx), of a contact with normal impulse J; all balls are solid spheres.
sub tangential {
    my ($s, $i, $j, $k, $t, $nx, $ny, $J) = @_;
    my ($b, $c) = ($s->{balls}[$i], defined $j ? $s->{balls}[$j] : undef);
    my (undef, undef, $vx, $vy) = at($b, $s->{g}, $t);
    my (undef, undef, $VX, $VY) = $c ? at($c, $s->{g}, $t) : (0, 0, (surface_gap($s, $k, $b->{r}, (at($b, $s->{g}, $t))[0, 1], $t))[3, 4]);
    my $g = ($VX - $vx) * -$ny + ($VY - $vy) * $nx - $b->{r} * ($b->{wz} // 0) - ($c ? $c->{r} * ($c->{wz} // 0) : 0);
    my $K = 3.5 / $b->{m} + ($c ? 3.5 / $c->{m} : 0);
    my $most = coefficient_of_friction($s, $k, abs $g) * $J;
    my $stick = -(1 + ($s->{beta}{$c ? 'ball' : 'wall'} // 0)) * $g / $K;
    return abs($stick) <= $most ? $stick : $g > 0 ? -$most : $most;
}

# Kinetic energy of translation and of rotation, and the potential one.
sub energies {
    my ($s, $t) = @_;
    my ($kinetic, $rotation, $potential) = (0, 0, 0);
    for my $b (@{$s->{balls}}) {
        my ($x, $y, $vx, $vy) = at($b, $s->{g}, $t);
        $kinetic += $b->{m} * ($vx**2 + $vy**2) / 2;
        $rotation += 0.4 * $b->{m} * ($b->{r} * ($b->{wz} // 0))**2 / 2;
        $potential -= $b->{m} * ($s->{g}[0] * $x + $s->{g}[1] * $y);
    }
    return ($kinetic, $rotation, $potential);
}

sub sum { my $sum = 0; $sum += $_ for @_; return $sum }

# The log; then kinetic energy, rotation, lost and work at the end.
sub simulate {
    my ($s, $end, $most) = @_;
    my ($t, $work, @log) = (0, 0);
    $_->{t} = 0 for @{$s->{balls}};
    my $before = sum(energies($s, 0));
    while (@log < $most) {
        my $fastest = 0.9;
        $fastest += sqrt((at($_, $s->{g}, $t))[2]**2 + (at($_, $s->{g}, $t))[3]**2) for @{$s->{balls}};
        $fastest += 2 * sqrt($s->{g}[0]**2 + $s->{g}[1]**2) * ($end - $t);
        my ($until, @hit) = (next_turn($s, $t + 1e-12));
        $until = $end if $until > $end;
        for my $i (0 .. $#{$s->{balls}}) {
            for my $j ($i + 1 .. $#{$s->{balls}}) {
                my $at = first_hit($s, $i, $j, undef, $t, $until, $fastest);
                ($until, @hit) = ($at, $i, $j, undef) if $at < $until;
            }
            for my $k (0 .. 3 + @{$s->{obstacles} // []}) {
                my $at = first_hit($s, $i, undef, $k, $t, $until, $fastest);
                ($until, @hit) = ($at, $i, undef, $k) if $at < $until;
            }
        }
        $t = $until;
        last if $t >= $end;
        next if !@hit;
        my ($i, $j, $k) = @hit;
        my ($gap, $u, $nx, $ny) = contact($s, $i, $j, $k, $t);
        my ($b, $c) = ($s->{balls}[$i], defined $j ? $s->{balls}[$j] : undef);
        my $reduced = $c ? $b->{m} * $c->{m} / ($b->{m} + $c->{m}) : $b->{m};
        my $impulse = (1 + $s->{e}{$c ? 'ball' : 'wall'}) * $u * $reduced;
        my $rub = tangential($s, $i, $j, $k, $t, $nx, $ny, $impulse);
        if (!$c) {
            my (undef, undef, undef, $VX, $VY) = surface_gap($s, $k, $b->{r}, (at($b, $s->{g}, $t))[0, 1], $t);
            $work -= ($impulse * $nx - $rub * $ny) * $VX + ($impulse * $ny + $rub * $nx) * $VY;
        }
        my @balls = ([$b, -1], $c ? [$c, 1] : ());
        for (@balls) {
            my ($ball, $sign) = @$_;
            my ($x, $y, $vx, $vy) = at($ball, $s->{g}, $t);
            @$ball{qw(t x y vx vy)} = ($t, $x, $y, $vx + $sign / $ball->{m} * ($impulse * $nx - $rub * $ny), $vy + $sign / $ball->{m} * ($impulse * $ny + $rub * $nx));
            $ball->{wz} -= $rub / (0.4 * $ball->{m} * $ball->{r}) if $s->{mu};
        }
        my ($kind, $number) = $c ? ('ball', $j) : $k < 4 ? ($names[$k], -1) : ($s->{obstacles}[$k - 4]{shape}[0], $k - 4);
        push @log, [$t, $kind, $i, $number, -$u, $impulse, $rub];
    }
    my @energies = energies($s, $end);
    return (\@log, @energies[0, 1], $work + $before - sum(@energies), $work);
}

# What the program's ledger has at the end, by name.
sub ledger {
    open my $in, '<', $_[0] or die "$_[0]: $!\n";
    my @rows = <$in>;
    chomp(@rows);
    my %last;
    @last{split /,/, $rows[0]} = split /,/, $rows[-1];
    return \%last;
}

my ($scenes, $hits) = (0, 0);
for my $number ($seed .. $seed + $count - 1) {
    srand($number);
    my ($s, $end) = (scene(), 3);
    open my $out, '>', 'audit.json' or die "audit.json: $!\n";
    print $out text($s, $end);
    close $out or die "audit.json: $!\n";
    unlink map { ($_, "$_.partial") } qw(audit.csv audit.energy);
    my $status = system("$sim -q -o /dev/null --events audit.csv --energy audit.energy audit.json 2>audit.words") >> 8;
    if ($status == 3) { # a ball overlaps an obstacle
        next;
    }
    my $partial = $status == 1 ? '.partial' : ''; # gravity has pressed balls together, after many hits
    open my $in, '<', "audit.csv$partial" or die "audit.csv$partial: $!\n";
    my (undef, @found) = map { chomp; [split /,/] } <$in>;
    my ($log, %sum);
    ($log, @sum{qw(kinetic rotation lost work)}) = simulate($s, $end, 12);
    my @log = @$log;
    $scenes++;
    for my $k (0 .. $#log) {
        my ($t, $kind, $a, $b, $u, $j, $jt) = @{$log[$k]};
        my $f = $found[$k] // [9e9, 0, 'nothing', 0, 0, (0) x 6];
        my $most = 1e-9 * 10**int($k / 3);
        my $same = "$f->[2] $f->[3] $f->[4]" eq "$kind $a $b" && abs($f->[0] - $t) < $most && abs($f->[9] - $u) < $most && abs($f->[10] - $j) < $most
            && abs(($f->[11] // 0) - $jt) < $most;
        $hits++;
        next if $same;
        print "$number: hit $k is @$f, not @{$log[$k]}\n";
        last;
    }
    print "$number: ", scalar @found, ' hits, not ', scalar @log, "\n" if @log < 12 && @found != @log;
    next if $status == 1;
    my ($ledger, $most) = (ledger('audit.energy'), 1e-9 * 10**int(@log / 3));
    for (grep { @log < 12 && abs(($ledger->{$_} // 0) - $sum{$_}) > $most } sort keys %sum) {
        print "$number: $_ is $ledger->{$_}, not $sum{$_}\n";
    }
}
print STDERR "$scenes scenes, $hits hits\n";
