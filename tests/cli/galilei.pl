# Galilei: where everything moves with one velocity, all is as at rest, seen from there. COUNT random scenes from SEED on,
# of all integrators and laws: walls, lines and arcs, gravity, friction and spin, balls that come to lie on the floor.
#
# On the cloth this does not hold, and must not: rolling and sliding friction act against the velocity over the table, which stays
# where it is when the walls move. What holds there is symmetry: a scene with cloth, whose walls and curves move, and its mirror
# image give runs that are mirror images. Prints the scenes that differ. Usage: perl galilei.pl SIM SEED COUNT
use strict;
use warnings;

my ($sim, $seed, $count) = @ARGV;
my @integrators = (('event') x 6, qw(impulse spring spring-verlet spring-rk4));
my @laws = qw(pairwise newton lcp gr hooke hertz);

sub between { return $_[0] + ($_[1] - $_[0]) * rand }
sub pick { return $_[rand @_] }
sub chance { return rand() < $_[0] }

# The members of a ball, numbers.
sub balls {
    my ($width, $height, $rotates) = @_;
    my @balls;
    for (1 .. 60) {
        my %ball = (r => between(0.1, 0.3), m => between(0.5, 2), vx => between(-1, 1), vy => between(-1, 1));
        $ball{x} = between($ball{r}, $width - $ball{r});
        $ball{y} = between($ball{r}, $height / 2 - $ball{r});
        $ball{spin} = [0, 0, between(-3, 3)] if $rotates;
        my $free = !grep { sqrt(($_->{x} - $ball{x})**2 + ($_->{y} - $ball{y})**2) < $_->{r} + $ball{r} + 0.01 } @balls;
        push @balls, \%ball if $free;
        last if @balls == 5;
    }
    return @balls;
}

sub json {
    my ($value) = @_;
    return '[' . join(', ', map { json($_) } @$value) . ']' if ref $value eq 'ARRAY';
    return '{' . join(', ', map { "\"$_\": " . json($value->{$_}) } sort keys %$value) . '}' if ref $value eq 'HASH';
    return $value =~ /^-?[0-9.]/ ? $value : "\"$value\"";
}

# Balls that fall onto the floor, and after some bounces lie there.
sub lying {
    my ($scene) = @_;
    $scene->{gravity} = [between(-0.5, 0.5), between(-10, -5)];
    $scene->{restitution} = {ball => between(0, 0.5), wall => pick(0, between(0, 0.4))};
    splice @{$scene->{balls}}, pick(1, 2);
}

# Balls that slide and roll on the cloth, hit by what moves: walls, lines and arcs, each with a list of its own.
sub cloth {
    my ($scene) = @_;
    delete @$scene{qw(gravity beta)};
    @$scene{qw(integrator dt steps every)} = ('event', 1.5, 1, 1) if $scene->{integrator} =~ /spring/;
    $scene->{defaults} = {sliding => between(0.5, 2), friction => between(0, 0.3), pivoting => between(0, 1)};
    $scene->{mu} = between(0, 0.3);
    my $list = sub { return [map { [$_, between(-0.3, 0.3), between(-0.3, 0.3)] } 0, between(0.1, 0.5), between(0.6, 1)] };
    $scene->{table}{motion} = {map { $_ => $list->() } grep { chance(0.7) } qw(left right bottom top)};
    $_->{motion} = $list->() for @{$scene->{obstacles}};
    $_->{spin} = [map { between(-3, 3) } 1 .. 3] for @{$scene->{balls}};
}

# The mirror image, at the line x = width/2: what turns about the vertical or about y turns the other way round.
sub mirrored {
    my ($scene) = @_;
    my $width = $scene->{table}{width};
    my $list = sub { return [map { [$_->[0], -$_->[1], $_->[2]] } @{$_[0]}] };
    my %name = (left => 'right', right => 'left', bottom => 'bottom', top => 'top');
    my $motion = $scene->{table}{motion};
    my %image = (%$scene, table => {%{$scene->{table}}, motion => {map { $name{$_} => $list->($motion->{$_}) } keys %$motion}});
    $image{obstacles} = [map {
        my ($line, $arc) = @$_{qw(line arc)};
        +{$line ? (line => [$width - $line->[0], $line->[1], $width - $line->[2], $line->[3]]) : (),
         $arc ? (arc => [$width - $arc->[0], @$arc[1, 2], 180 - $arc->[4], 180 - $arc->[3]]) : (), motion => $list->($_->{motion})};
    } @{$scene->{obstacles}}] if $scene->{obstacles};
    $image{balls} = [map { {%$_, x => $width - $_->{x}, vx => -$_->{vx}, spin => [$_->{spin}[0], -$_->{spin}[1], -$_->{spin}[2]]} } @{$scene->{balls}}];
    return \%image;
}

# The tables of a run, mirrored back.
sub back {
    my ($found, $width) = @_;
    my %name = (left => 'right', right => 'left');
    for my $row (@{$found->{events} // []}) {
        $row->[2] = $name{$row->[2]} // $row->[2];
        $row->[11] = -$row->[11]; # along the normal turned to the left
    }
    @$_[3, 5, 8, 9] = ($width - $_->[3], -$_->[5], -$_->[8], -$_->[9]) for @{$found->{csv} // []};
    return $found;
}

sub scene {
    my ($width, $height) = (between(3, 5), between(3, 5));
    my $integrator = pick(@integrators);
    my $rotates = chance(0.5);
    my $e = sub { pick(1, between(0.5, 1)) };
    my %scene = (integrator => $integrator, table => {width => $width, height => $height}, restitution => {ball => $e->(), wall => $e->()},
        dt => $integrator eq 'event' ? 1.5 : 0.0005, steps => $integrator eq 'event' ? 1 : 3000);
    $scene{every} = $scene{steps};
    $scene{impact} = pick(@laws) if $integrator eq 'event';
    $scene{k} = 20000 if $integrator =~ /^spring/;
    $scene{mu} = between(0, 0.5) if $rotates;
    $scene{beta} = between(0, 0.5) if $rotates && chance(0.5);
    $scene{gravity} = [between(-1, 1), between(-2, 0)] if chance(0.4);
    push @{$scene{obstacles}}, {line => [between(0.3, 1), $height * 0.7, between(1.5, 2.5), $height * 0.65]} if chance(0.5);
    push @{$scene{obstacles}}, {arc => [$width / 2, $height * 0.78, 0.25, 0, pick(360, 200)]} if chance(0.5);
    $scene{balls} = [balls($width, $height, $rotates)];
    lying(\%scene) if $integrator eq 'event' && ($scene{impact} // '') !~ /^h/ && chance(0.15);
    return \%scene;
}

# The same, seen from a frame against which it moves.
sub moving {
    my ($scene, @v) = @_;
    my %moving = %$scene;
    my $motion = [[0, @v]];
    $moving{table} = {%{$scene->{table}}, motion => $motion};
    $moving{obstacles} = [map { {%$_, motion => $motion} } @{$scene->{obstacles}}] if $scene->{obstacles};
    $moving{balls} = [map { {%$_, vx => $_->{vx} + $v[0], vy => $_->{vy} + $v[1]} } @{$scene->{balls}}];
    return \%moving;
}

sub run {
    my ($scene, $name) = @_;
    open my $out, '>', "$name.json" or die "$name.json: $!\n";
    print $out json($scene);
    close $out or die "$name.json: $!\n";
    my $status = system("$sim -q -o $name.csv --last --events $name.events --energy $name.energy $name.json 2>$name.words") >> 8;
    my %found = (status => $status);
    for my $table (qw(csv events energy)) {
        open my $in, '<', "$name.$table" or next;
        my (undef, @rows) = <$in>;
        $found{$table} = [map { chomp; [split /,/] } @rows];
    }
    return \%found;
}

# The largest difference of two runs, or words.
sub difference {
    my ($rest, $moving, @v) = @_;
    return "status $moving->{status}, at rest $rest->{status}" if $rest->{status} != $moving->{status};
    return 0 if $rest->{status};
    return @{$moving->{events}} . ' hits, at rest ' . @{$rest->{events}} if @{$rest->{events}} != @{$moving->{events}};
    my $most = 0;
    my $see = sub { $most = abs($_[0] - $_[1]) if abs($_[0] - $_[1]) > $most };
    for my $k (0 .. $#{$rest->{events}}) {
        my ($a, $b) = ($rest->{events}[$k], $moving->{events}[$k]);
        return "hit $k is @$b, at rest @$a" if "@$a[2 .. 4]" ne "@$b[2 .. 4]";
        $see->($a->[0], $b->[0]);
        $see->($a->[$_], $b->[$_]) for 9 .. $#$a;
    }
    for my $k (0 .. $#{$rest->{csv}}) {
        my ($a, $b) = ($rest->{csv}[$k], $moving->{csv}[$k]);
        my @shift = (0, 0, 0, $v[0] * $a->[1], $v[1] * $a->[1], @v, (0) x 3);
        $see->($a->[$_] + $shift[$_], $b->[$_]) for 3 .. $#$a;
    }
    $see->($rest->{energy}[-1][4], $moving->{energy}[-1][4]); # lost is what contacts take, seen from anywhere
    return $most;
}

for my $number ($seed .. $seed + $count - 1) {
    srand($number);
    my $scene = scene();
    my @v = (between(-1, 1), between(-1, 1));
    if ($number % 5 == 0) {
        cloth($scene);
        my $found = difference(run($scene, 'rest'), back(run(mirrored($scene), 'moving'), $scene->{table}{width}), 0, 0);
        print "$number: cloth, $scene->{integrator} ", $scene->{impact} // '', ": $found\n" if $found =~ /[a-df-z]/ || $found > 1e-8;
        next;
    }
    my $found = difference(run($scene, 'rest'), run(moving($scene, @v), 'moving'), @v);
    print "$number: $scene->{integrator} ", $scene->{impact} // '', ": $found\n" if $found =~ /[a-df-z]/ || $found > 1e-8;
}
