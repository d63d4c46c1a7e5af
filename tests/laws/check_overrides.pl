# Does a key that is given anew for a saved state leave the past as it is? A state holds each ball at its moment. Whatever is
# given anew, the first frame of the run that goes on has the same balls there, but for what the key itself says of them. All
# keys of the schema are tried, of the scene, the table, obstacles, one ball, all balls and defaults: one that this test does
# not know yet fails. Prints TAP; run from the top of the tree.
#
# Promise: an override of a saved state never changes the past. Measured: each key of the schema, for states of balls that lie,
# slide, roll and press on springs.
use strict;
use warnings;
use File::Temp 'tempdir';
use JSON::PP;

my $sim    = $ENV{BILLIARD_SIM} // "$ENV{PWD}/billiard-sim";
my $folder = tempdir(CLEANUP => 1);
my $json   = JSON::PP->new->canonical->allow_nonref;

# A value for each key, other than those of the states; several, where one might not do.
my %scene_values = (
    '$schema' => ['"s"'], title => ['"t"'], comment => ['"c"'], gravity => ['[0.1,-0.5]', 'null'], restitution => [0.3, '[[0,0.9],[1,0.5]]'],
    'restitution.ball' => [0.4], 'restitution.wall' => [0.4], mu => [0, 0.9, '[0.1,0.2,1]'], 'mu.ball' => [0.2], 'mu.wall' => [0.05],
    beta => [0.5], 'beta.ball' => [0.5], 'beta.wall' => [0.5], integrator => [qw("event" "impulse" "spring" "spring-verlet" "spring-rk4")],
    impact => ['"lcp"', '"hooke"'], contact_time => [1e-4], k => [2e5], k_tangential => [3e4], dt => [0.0005, 0.003], steps => [7],
    every => [2], duration => [0.5], frame => [0.1], stop => ['"rest"'], obstacles => ['[]', '[{"pocket":[3,3,0.2]}]'], balls => [],
    materials => ['{"glass":{"glass":{"e":0.7,"mu":0.3},"wall":{"mu":0.7}}}'], start => ['{"step":0}', 'null'], defaults => ['{"r":0.2}'],
    mu_roll => [0.1], k_roll => [1e4], gamma_roll => [1]);
my %table_values = (
    width => [8], height => [7], periodic => ['"x"'], nose => [0.15], thermal => ['{"bottom":2}', 'null'],
    piston => ['{"top":{"m":2,"force":-1}}', 'null'],
    motion => ['{"bottom":[[0,1,0]]}', '{"left":[[0.5,-1,0]]}', '{"bottom":[[0,0,-0.1]]}', 'null'], motion_period => [9, 'null']);
my %start_values = (step => [0, 5], trajectories => ['[]', 'null'], contacts => ['[]', 'null']);
my %obstacle_values = (
    line => ['[4,2,5,3]'], arc => ['[4,2,1,0,90]'], pocket => ['[5,1,0.2]'], gate => ['[4,2,5,3]'], pass => ['"left"'], of => ['"glass"'], e => [0.2], mu => [0.8], name => ['"n"'],
    material => ['"glass"'], motion => ['[[0,0,1]]', 'null'], turn => [2, '[[0,1],[0.5,-3]]', 'null'], motion_period => [9]);

# Values for a ball, and which columns of it they are about. A pocketed ball has no row.
my $all         = 'x y vx vy wx wy wz';
my %ball_values = (
    x => [[2.2], 'x'], y => [[1.3], 'y'], vx => [[0.7], 'vx vy'], vy => [[0.6], 'vx vy'], speed => [[0.5], 'vx vy'],
    angle => [[30], 'vx vy'], r => [[0.15], ''], m => [[3], ''], fixed => [['true'], 'vx vy wx wy wz'], friction => [[0.3, 0], ''],
    sliding => [[1.5, 0], ''], pivoting => [[0.7], ''], spin => [['[1,2,3]', '"rolling"'], 'wx wy wz'], tip => [['[0.1,0.2]'], 'wx wy wz'],
    elevation => [[20], 'wx wy wz'], inertia => [[0.5], ''], material => [['"glass"'], ''], hit => [[qw(true false)], ''],
    pocketed => [[0], $all], image => [['[1,0]'], 'x'], name => [['"n"'], ''], color => [['"red"'], ''], kicks => [[3], '']);
my %generators = map { $_ => 1 } qw(rack rows gap fill count region seed);

# States: in each balls move, and some touch.
my $walls  = '"table":{"width":6,"height":5},"obstacles":[{"line":[3,4,4,4.5]},{"arc":[3,2,0.3,0,350]}]';
my %states = (
    lying   => "{$walls,\"gravity\":[0.3,-1],\"mu\":0.5,\"restitution\":0,\"dt\":0.01,\"steps\":150,\"balls\":[{\"x\":1,\"y\":0.2,\"r\":0.2,\"m\":1},
        {\"x\":1.5,\"y\":2,\"r\":0.2,\"vx\":0.2,\"spin\":[0,0,3]},{\"x\":4,\"y\":3,\"r\":0.1,\"fixed\":true}]}",
    gliding => "{$walls,\"mu\":0.1,\"restitution\":0.8,\"dt\":0.01,\"steps\":60,\"defaults\":{\"sliding\":1,\"friction\":0.2,\"pivoting\":0.3},\"balls\":[
        {\"x\":1,\"y\":1,\"r\":0.2,\"vx\":1,\"vy\":0.3},{\"x\":2,\"y\":1.2,\"r\":0.2,\"vx\":0.4,\"spin\":\"rolling\"},{\"x\":5,\"y\":4,\"r\":0.2,\"spin\":[0,0,4]}]}",
    pressed => "{$walls,\"integrator\":\"spring\",\"k\":1e4,\"gravity\":[0,-1],\"mu\":0.5,\"restitution\":0.5,\"dt\":0.001,\"steps\":900,\"balls\":[
        {\"x\":1,\"y\":0.2,\"r\":0.2,\"m\":1},{\"x\":1.3,\"y\":0.46,\"r\":0.2,\"m\":1},{\"x\":1.6,\"y\":0.2,\"r\":0.2,\"m\":1,\"vx\":0.1}]}",
    flying  => "{$walls,\"restitution\":0.5,\"gravity\":[0.2,-1],\"dt\":0.01,\"steps\":76,\"balls\":[{\"x\":1,\"y\":1,\"r\":0.2,\"vx\":1},
        {\"x\":2,\"y\":2,\"r\":0.2,\"vy\":0.5},{\"x\":2.5,\"y\":2.9,\"r\":0.2,\"vx\":-1}]}");

# A ball lies on a floor that has risen and runs along itself, one rides on a wall, one has met a wall with a temperature.
my $moves = '"table":{"width":6,"height":5,"motion":{"bottom":[[0,0.5,0.2],[0.5,0.3,0]],"left":[[0.1,0.3,0]]},"thermal":{"right":2,"seed":5}},
    "obstacles":[{"line":[3,4,4,4.5],"motion":[[0,0.2,-0.5]]},{"arc":[3,2,0.3,0,350],"motion":[[0.25,0.4,0],[0.5,-0.4,0],[0.75,0,0]],"turn":[[0,2],[0.5,-1]],"motion_period":1}]';
$states{moved} = "{$moves,\"gravity\":[0,-1],\"mu\":0.5,\"restitution\":0,\"dt\":0.01,\"steps\":62,\"balls\":[{\"x\":1,\"y\":0.2,\"r\":0.2,\"m\":1},
        {\"x\":2,\"y\":2,\"r\":0.2,\"vx\":0.2},{\"x\":0.25,\"y\":3,\"r\":0.2},{\"x\":5.7,\"y\":3,\"r\":0.2,\"vx\":2}]}";
$states{swept} = "{$moves,\"integrator\":\"spring-verlet\",\"k\":1e4,\"gravity\":[0,-1],\"mu\":0.5,\"restitution\":0.5,\"dt\":0.001,\"steps\":700,\"balls\":[
        {\"x\":1,\"y\":0.2,\"r\":0.2,\"m\":1},{\"x\":1.3,\"y\":0.46,\"r\":0.2,\"m\":1},{\"x\":1.6,\"y\":0.2,\"r\":0.2,\"m\":1,\"vx\":0.1}]}" =~ s/,"thermal":[^}]*\}//r;

my ($n, $failed) = (0, 0);

sub ok {
    my ($name, @faults) = @_;
    $n++;
    $failed += @faults > 0;
    print @faults ? 'not ' : '', "ok $n - $name\n", map { "# $_\n" } @faults;
}

sub write_file {
    my ($name, $text) = @_;
    open my $file, '>', "$folder/$name" or die "$folder/$name: $!\n";
    print $file $text;
    close $file or die "$folder/$name: $!\n";
}

# The exit status, and the rows by ball of the last frame, or of the first.
sub frame {
    my ($is_first, @arguments) = @_;
    my $command = join ' ', map { "'" . s/'/'\\''/gr . "'" } $sim, '-q', @arguments;
    my @rows = split /\n/, qx{cd '$folder' && $command 2>said};
    my $status = $? >> 8;
    my @names = split /,/, shift(@rows) // '';
    my (%of_ball, $step);
    for (@rows) {
        my %row;
        @row{@names} = split /,/;
        %of_ball = () if !$is_first && defined $step && $row{step} != $step;
        last if $is_first && defined $step && $row{step} != $step;
        $step = $row{step};
        $of_ball{$row{ball}} = \%row;
    }
    return ($status, \%of_ball);
}

sub said { open my $file, '<', "$folder/said" or return ''; local $/; return <$file> // '' }

# What the first frame under an override has of balls that the state does not have.
sub differences {
    my ($state, $before, $override, $ball, $about) = @_;
    my ($status, $after) = frame(1, '-n', 0, '-s', $override, $state);
    return "$override: status $status: " . said() if $status != 0 && $status != 3;
    return () if $status == 3;
    my @faults;
    for my $i (sort keys %$before) {
        my $mine = $ball eq '*' || $ball eq $i;
        my %about = map { $_ => 1 } $mine ? split / /, $about : ();
        for (grep { !$about{$_} } qw(x y vx vy wx wy wz)) {
            my ($old, $new) = ($before->{$i}{$_}, ($after->{$i} // {})->{$_});
            next if !defined $old || (/^w/ && !defined $new); # a scene that rotates no longer
            push @faults, "$override: ball $i: $_ is " . ($new // 'missing') . ", was $old" if !defined $new || $old ne $new;
        }
    }
    return @faults;
}

my $schema = $json->decode(scalar qx{'$sim' --schema});

# The names of members of that part of the schema.
sub names_of {
    my ($part, %names) = @_;
    return ref $part eq 'ARRAY' ? map { names_of($_) } @$part : () if ref $part ne 'HASH';
    $names{$_} = 1 for ref $part->{properties} eq 'HASH' ? keys %{$part->{properties}} : ();
    $names{$_} = 1 for map { names_of($_) } grep { ref } @$part{grep { /^(?:items|if|then|else)$/ } keys %$part};
    return keys %names;
}

my $properties = $schema->{properties};
my @unknown = ((grep { $_ ne 'table' && !$scene_values{$_} } keys %$properties), (grep { !$table_values{$_} } names_of($properties->{table})),
               (grep { !$start_values{$_} } names_of($properties->{start})), (grep { !$obstacle_values{$_} } names_of($properties->{obstacles})),
               (grep { !$ball_values{$_} && !$generators{$_} } names_of($properties->{balls})));
ok('every key of the schema has a value here', map { "\"$_\" has none" } sort @unknown);

# `make test` tries every second key, others in the next state.
my ($nth_state, $nth_key) = (0, 0);
sub is_tried { return exists $ENV{TEST_FULL} || ($nth_key++ + $nth_state) % 2 }

for my $name (sort keys %states) {
    ($nth_state, $nth_key) = ($nth_state + 1, 0);
    write_file('scene', $states{$name});
    my ($status, $before) = frame(0, '--save', 'state', '-o', '-', 'scene');
    ok("$name: the state is saved", $status ? said() : ());
    my %paths = ((map { $_ => $scene_values{$_} } keys %scene_values), (map { +"table.$_" => $table_values{$_} } keys %table_values),
                 (map { +"start.$_" => $start_values{$_} } keys %start_values), (map { +"obstacles.0.$_" => $obstacle_values{$_} } keys %obstacle_values));
    my @faults = map { my $path = $_; map { differences('state', $before, "$path=$_", -1, '') } @{$paths{$path}} } grep { is_tried() } sort keys %paths;
    ok("$name: keys of the scene", @faults);
    for my $place (['balls.1', 1], ['balls.*', '*'], ['defaults', '*']) {
        @faults = ();
        for my $key (grep { is_tried() } sort keys %ball_values) {
            my ($values, $about) = @{$ball_values{$key}};
            push @faults, map { differences('state', $before, "$place->[0].$key=$_", $place->[1], $about) } @$values;
        }
        ok("$name: keys of $place->[0]", @faults);
    }
}
print "1..$n\n";
exit($failed > 0);
