# What gates must keep in COUNT random scenes, without tolerance; SIM runs them, SEED chooses them. Prints what does not.
#   - Gates that only count change no byte of csv and energy.
#   - A gate across the whole box: left - right is the change of the number of centres on its left; across a periodic axis,
#     its left towards 0, minus the change of the sum of floor((x - place)/width).
#   - `pass` left, right, none: nothing passes the other way.
#   - A run that is saved and continued has the same last frame, and the counts of its parts add up.
use strict;
use warnings;
use POSIX qw(floor);

my ($sim, $count, $seed) = @ARGV;
srand $seed;
sub pick { return $_[rand @_] }
sub between { my ($low, $high) = @_; return sprintf '%.4f', $low + rand($high - $low) }

sub slurp { open my $in, '<', $_[0] or return ''; local $/; return <$in> }

# Writes a scene and runs it; true if it completes.
sub simulate {
    my ($name, $scene, @options) = @_;
    open my $out, '>', "$name.json" or die "$name.json: $!\n";
    print $out $scene;
    close $out or die "$name.json: $!\n";
    return system("$sim -q -o $name.csv --energy $name.energy --summary $name.summary @options $name.json 2>$name.err") == 0;
}

sub counts { return map { [split /,/] } slurp("$_[0].summary") =~ /"gates":\[(.*?\])\]/ ? $1 =~ /\[([\d,]+)\]/g : () }

# The places of all balls at a step.
sub places {
    my ($csv, $step) = @_;
    return map { [(split /,/)[3, 4]] } grep { /^$step,/ } split /\n/, $csv;
}

sub on_left {
    my ($gate, @places) = @_;
    my ($x0, $y0, $x1, $y1) = @$gate;
    return scalar grep { ($x1 - $x0) * ($_->[1] - $y0) - ($y1 - $y0) * ($_->[0] - $x0) >= 0 } @places;
}

sub turns { my ($c, $w, @places) = @_; my $sum = 0; $sum += floor(($_->[0] - $c) / $w) for @places; return $sum }

for my $number (1 .. $count) {
    my $kind = pick('free', 'free', 'gravity', 'friction', 'cloth', 'rough');
    my $periodic = $kind ne 'gravity' && rand() < .3;
    my ($w, $h) = (between(3, 6), between(2, 4));
    my @balls;
    for my $column (0 .. floor($w) - 1) {
        push @balls, sprintf '{"x": %.4f, "y": %s, "vx": %s, "vy": %s, "r": %s, "m": %s%s%s}', ($column + .5) * $w / floor($w),
            between(.6, 1.4), between(-2, 2), between(-2, 2), between(.1, .3), between(.5, 3),
            $kind =~ /friction|cloth/ ? ', "friction": 0.2' : '', $kind eq 'cloth' ? ', "sliding": 1.5, "spin": [3, -4, 5]' : '';
    }
    my $c = between(.3 * $w, .7 * $w);
    my @pass = map { $kind =~ /free|rough/ ? pick(qw(both both left right none)) : 'both' } 1 .. 2;
    my @gates = ([$c, 0, $c, $h], [between(0, $w), between(0, $h), between(0, $w), between(0, $h)]);
    my $gates = join ', ', map { '{"gate": [' . join(', ', @{$gates[$_]}) . "], \"pass\": \"$pass[$_]\"}" } 0, 1;
    my $table = "\"width\": $w, \"height\": $h" . ($periodic ? ', "periodic": true' : '');
    my $rest = join ', ', '"restitution": ' . pick(1, .9), '"frame": 0.5, "duration": 5, "balls": [' . join(', ', @balls) . ']',
        $kind eq 'gravity' ? '"gravity": [0.3, -2]' : (), $kind eq 'rough' ? '"mu": 0.3' : ();
    my $scene = "{\"table\": {$table}, \"obstacles\": [$gates], $rest}";
    my $what = "scene $number ($kind)";
    if (!simulate('with', $scene, '--events with.events', '--save whole.save')) {
        print "$what: ", slurp('with.err') =~ /^[^\n]*/g, "\n" if slurp('with.err') !~ /collapse|crush|wedged/;
        next;
    }
    my ($csv, @counts) = (slurp('with.csv'), counts('with'));
    my ($last) = $csv =~ /.*\n(\d+),/s;
    my @first = places($csv, 0);
    my @last = places($csv, $last);
    my ($left, $right) = @{$counts[0]};
    my $change = $periodic ? -(turns($c, $w, @last) - turns($c, $w, @first)) : on_left($gates[0], @last) - on_left($gates[0], @first);
    print "$what: counted $left to the left, $right to the right, not $change more\n" if $left - $right != $change;
    for my $k (0, 1) {
        my ($l, $r, $held) = @{$counts[$k]};
        print "$what: gate $k, $pass[$k]: $l, $r, $held\n"
            if ($l && $pass[$k] =~ /right|none/) || ($r && $pass[$k] =~ /left|none/) || ($held && $pass[$k] eq 'both');
    }
    if ("@pass" eq 'both both') {
        simulate('without', "{\"table\": {$table}, $rest}");
        print "$what: gates that count change $_\n" for grep { slurp("with.$_") ne slurp("without.$_") } qw(csv energy);
    }
    simulate('part', $scene =~ s/"duration": 5/"duration": 2.5/r, '--save half.json') or print "$what: no half\n";
    my @part = counts('part');
    system("$sim -q -o rest.csv --summary rest.summary half.json 2>rest.err");
    my @rest = counts('rest');
    for my $k (0, 1) {
        my @sum = map { $part[$k][$_] + $rest[$k][$_] } 0 .. 2;
        print "$what: gate $k counts @{$counts[$k]}, its parts @sum\n" if "@sum" ne "@{$counts[$k]}";
    }
    my ($a) = $csv =~ /((?:$last,[^\n]*\n)+)\z/;
    my ($b) = slurp('rest.csv') =~ /((?:$last,[^\n]*\n)+)\z/;
    print "$what: the continued run ends otherwise\n" if $a ne ($b // '');
}
