# Does it matter how low the lowest bounce is? Builds the program once more, with half the height of lasting_contact.h, and
# runs what lies with both: on a slope, in a V, on two pins, in a bowl, in a trough, as a tower of ten, for restitutions
# from 0 to 1. Prints TAP; run from the top of the tree, after make.
#
# Promise: the height of the lowest bounce is below what a user sees. Measured: halved it changes places by less than
# 1e-5 r (on a slope, where the ball has come 17 r, by 1e-3 r), mean forces by less than 1e-3 of a weight, and hits by
# sqrt 2. Elastic bodies go on bouncing as high as they began: places by 1e-4 r, forces by 2e-3.
use strict;
use warnings;
use JSON::PP;
use List::Util qw(max);
use File::Temp 'tempdir';

my $build  = $ENV{BUILD} // 'build';
my $sim    = $ENV{BILLIARD_SIM} // "$ENV{PWD}/billiard-sim";
my $cc     = $ENV{CC} // 'cc';
my $work   = tempdir(CLEANUP => 1);
my $header = 'events/lasting_contact.h';
my ($count, $failures) = (0, 0);

sub result {
    my ($name, @wrong) = @_;
    $count++;
    $failures++ if @wrong;
    print @wrong ? 'not ok ' : 'ok ', "$count - $name\n", map { "# $_\n" } @wrong;
}

sub content {
    my ($name) = @_;
    local $/;
    open my $file, '<', $name or die "$name: $!\n";
    return <$file>;
}

sub write_file {
    my ($name, $text) = @_;
    open my $file, '>', $name or die "$name: $!\n";
    print $file $text;
    close $file or die "$name: $!\n";
}

# ---- the other program ----

# All that includes the header is compiled anew; the rest is that of the library. Returns what was said.
sub build_lower {
    my $lower = content("src/$header") =~ s/(LASTING_FALL )1e-6/${1}5e-7/r;
    return "no height in $header" if $lower eq content("src/$header");
    my @sources = grep { -f "$build/" . s/c$/d/r && content("$build/" . s/c$/d/r) =~ /lasting_contact\.h/ } glob 'src/*/*.c src/*/*/*.c';
    my $flags = join ' ', '-std=c17 -D_DEFAULT_SOURCE', '-Isrc', $ENV{CPPFLAGS} // '', $ENV{CFLAGS} // '-O2';
    chomp(my $cjson = qx{pkg-config --libs libcjson});
    system('cp', '-r', 'src', $work) == 0 or die "no copy of src\n";
    write_file("$work/src/$header", $lower);
    my $said = qx{cd '$work' && $cc $flags -c @sources 2>&1};
    return $said if $?;
    return qx{$cc @{[$ENV{CFLAGS} // '']} @{[$ENV{LDFLAGS} // '']} -o '$work/sim' '$build/src/main.o' '$work'/*.o '$build/libbilliard.a' $cjson -lm -pthread 2>&1};
}

# ---- what lies ----

my $g = 9.81;
my ($c, $s, $a, $b) = (sqrt(0.75), 0.5, atan2(1, 1), atan2(sqrt(3), 1));
my $way = 0.1 / sin((4 * $a - $a - $b) / 2);
my $bisector = (4 * $a - $a + $b) / 2;

sub ball { my ($x, $y, %more) = @_; return {x => $x, y => $y, r => 0.1, m => 3, %more} }

my %scenes = (
    'a slope'        => {mu => 0.5, obstacles => [{line => [2 - 0.5 * $c, 9 + 0.5 * $s, 2 + 9 * $c, 9 - 9 * $s]}],
                         balls => [ball(2 + 0.1 * $s, 9 + 0.1 * $c)]},
    'a V'            => {obstacles => [{line => [5, 5, 5 - 2 * cos $a, 5 + 2 * sin $a]}, {line => [5, 5, 5 + 2 * cos $b, 5 + 2 * sin $b]}],
                         balls => [ball(5 + $way * cos $bisector, 5 + $way * sin $bisector)]},
    'two pins'       => {balls => [ball(5, 5.12), map { {x => $_, y => 5, r => 0.05, fixed => JSON::PP::true} } 4.91, 5.09]},
    'a bowl'         => {obstacles => [{arc => [5, 5, 1.1, 180, 360]}],
                         balls => [map { ball($_, 5 - sqrt(0.99)) } 4.9, 5.1]},
    'a trough'       => {obstacles => [{line => [4, 1, 6, 1]}, map { {line => [$_, 0.5, $_, 2]} } 4.75, 5.25],
                         balls => [ball(4.85, 1.1), ball(5.15, 1.1), ball(5, 1.1 + sqrt(0.0175))]},
    'a tower of ten' => {obstacles => [{line => [4, 1, 6, 1]}], balls => [map { ball(5, 1.1 + 0.2 * $_) } 0 .. 9]},
);

# Where balls are at the end, mean normal forces by contact in its second half, and the hits.
sub lie {
    my ($program, $scene) = @_;
    write_file("$work/scene", encode_json($scene));
    my @frames = split /\n/, qx{'$program' -q --events '$work/log' '$work/scene'};
    die "$program: no frames\n" if @frames < 2;
    my @names = split /,/, shift @frames;
    my (%place, %force);
    for (@frames[-@{$scene->{balls}} .. -1]) {
        my %row;
        @row{@names} = split /,/;
        $place{$row{ball}} = [@row{qw(x y)}];
    }
    my ($head, @rows) = split /\n/, content("$work/log");
    @names = split /,/, $head;
    for (@rows) {
        my %row;
        @row{@names} = split /,/;
        $force{"$row{kind} $row{a} $row{b}"} += $row{j} / ($scene->{duration} / 2) if $row{t} > $scene->{duration} / 2;
    }
    return (\%place, \%force, scalar @rows);
}

sub compare {
    my ($name, $e) = @_;
    my $scene = {table => {width => 20, height => 20}, gravity => [0, -$g], restitution => $e, duration => 1, frame => 1, %{$scenes{$name}}};
    my ($place, $force, $hits) = lie($sim, $scene);
    my ($lower_place, $lower_force, $lower_hits) = lie("$work/sim", $scene);
    my $moved = max(map { my $i = $_; map { abs($place->{$i}[$_] - $lower_place->{$i}[$_]) / 0.1 } 0, 1 } keys %$place);
    my $weight = 3 * $g * grep { $_->{m} } @{$scene->{balls}};
    my $changed = max(map { abs(($force->{$_} // 0) - ($lower_force->{$_} // 0)) / $weight } keys %$force);
    my $more = $lower_hits / $hits;
    my @wrong;
    push @wrong, "e = $e: places differ by $moved r" if $moved > ($name eq 'a slope' ? 1e-3 : $e == 1 ? 1e-4 : 1e-5);
    push @wrong, "e = $e: forces differ by $changed" if $changed > ($e == 1 ? 2e-3 : 1e-3);
    push @wrong, "e = $e: $more times as many hits" if $e < 1 && abs($more - sqrt 2) > 0.01;
    return @wrong;
}

my $said = build_lower();
result('a program with a bounce half as high is built', $said ? $said : ());
if (!$said) {
    for my $name (sort keys %scenes) {
        result($name, map { compare($name, $_) } 0, 0.1, 0.5, 0.9, 1);
    }
}
print "1..$count\n";
exit($failures > 0);
