#!/usr/bin/perl
# replay.pl JSON EVENTS SUMMARY: computes the whole trajectory of an `event` run anew, from its first frame and its collision
# log alone, and holds every frame, row and count against what the manual says of them.
use strict;
use warnings;
use JSON::PP;

my ($document_file, $events_file, $summary_file) = @ARGV;

sub content {
    my ($path) = @_;
    local $/;
    open my $file, '<', $path or die "$path: $!\n";
    return <$file>;
}

my $document = JSON::PP->new->decode(content($document_file));
my $summary = JSON::PP->new->decode(content($summary_file));
my ($meta, @frames) = ($document->{meta}, @{$document->{frames}});
my ($header, @rows) = split /\n/, content($events_file);
my @balls = map { {%$_, t => 0} } @{$frames[0]{balls}};
my %rows_of_group;
my ($last_t, $last_group, $at) = (0, -1, 0);
my %count = (ball => 0, wall => 0);

sub near {
    my ($what, $found, $wanted, $scale) = @_;
    die "$what: $found instead of $wanted\n" if abs($found - $wanted) > 1e-11 * (abs($scale // 0) + 10);
}

# Moves a ball to time t.
sub fly {
    my ($ball, $t) = @_;
    $ball->{$_} += $ball->{"v$_"} * ($t - $ball->{t}) for qw(x y);
    $ball->{t} = $t;
}

my %outward = (left => [-1, 0], right => [1, 0], bottom => [0, -1], top => [0, 1]);

# Where the contact is, and its normal.
sub check_place {
    my ($kind, $a, $b, $x, $y, $nx, $ny) = @_;
    my ($ball, $r) = ($balls[$a], $meta->{balls}[$a]{r});
    near('length of the normal', $nx * $nx + $ny * $ny, 1);
    near('place', $x, $ball->{x} + $r * $nx);
    near('place', $y, $ball->{y} + $r * $ny);
    if ($kind eq 'ball') {
        die "a $a is not below b $b\n" if $a >= $b;
        near('normal from a to b', $balls[$b]{x} - $meta->{balls}[$b]{r} * $nx, $x);
        near('normal from a to b', $balls[$b]{y} - $meta->{balls}[$b]{r} * $ny, $y);
        return;
    }
    die "a wall is not -1\n" if $b != -1;
    die "the normal of $kind is $nx, $ny\n" if $nx != $outward{$kind}[0] || $ny != $outward{$kind}[1];
    near('place', $nx > 0 ? $x : $ny > 0 ? $y : 0, $nx > 0 ? $meta->{table}{width} : $ny > 0 ? $meta->{table}{height} : 0);
}

# A contact alone obeys Newton's law of restitution.
sub check_alone {
    my ($kind, $a, $b, $nx, $ny, $u, $j) = @_;
    my $other = $b < 0 ? {vx => 0, vy => 0} : $balls[$b];
    my $inverse = 1 / $meta->{balls}[$a]{m} + ($b < 0 ? 0 : 1 / $meta->{balls}[$b]{m});
    my $e = $meta->{restitution}{$b < 0 ? 'wall' : 'ball'};
    near('u', $u, ($other->{vx} - $balls[$a]{vx}) * $nx + ($other->{vy} - $balls[$a]{vy}) * $ny);
    near('j', $j * $inverse, -(1 + $e) * $u, $u);
}

sub play {
    my ($row) = @_;
    my ($t, $group, $kind, $a, $b, $x, $y, $nx, $ny, $u, $j) = split /,/, $row;
    die "time runs backwards\n" if $t < $last_t;
    die "group $group after $last_group\n" if $group != $last_group && $group != $last_group + 1;
    die "group $group at $t and $last_t\n" if $group == $last_group && $t != $last_t;
    fly($balls[$_], $t) for grep { $_ >= 0 } $a, $b;
    check_place($kind, $a, $b, $x, $y, $nx, $ny);
    check_alone($kind, $a, $b, $nx, $ny, $u, $j) if $rows_of_group{$group} == 1;
    for ([$a, -1], [$b, 1]) {
        my ($i, $sign) = @$_;
        next if $i < 0;
        $balls[$i]{vx} += $sign * $j * $nx / $meta->{balls}[$i]{m};
        $balls[$i]{vy} += $sign * $j * $ny / $meta->{balls}[$i]{m};
    }
    $count{$b < 0 ? 'wall' : 'ball'}++;
    ($last_t, $last_group) = ($t, $group);
}

die "header\n" if $header ne 't,group,kind,a,b,x,y,nx,ny,u,j';
$rows_of_group{(split /,/)[1]}++ for @rows;
for my $frame (@frames) {
    play(shift @rows) while @rows && (split /,/, $rows[0])[0] <= $frame->{t};
    for my $i (0 .. $#balls) {
        fly($balls[$i], $frame->{t});
        near("step $frame->{step}, ball $i, $_", $frame->{balls}[$i]{$_}, $balls[$i]{$_}) for qw(x y vx vy);
    }
}
die "rows after the last frame\n" if @rows;
my $together = grep { $_ > 1 } values %rows_of_group;
for (['ball', $count{ball}], ['wall', $count{wall}], ['simultaneous', $together]) {
    die "$_->[0]: $summary->{collisions}{$_->[0]} instead of $_->[1]\n" if $summary->{collisions}{$_->[0]} != $_->[1];
    die "no contact of this kind: $_->[0]\n" if !$_->[1];
}
