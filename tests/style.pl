# style.pl: sizes and words of the source against the house's limits. Prints one offender per line; run from the top of the
# tree.
#     lines FILE N              a file of more than 450 lines
#     length FILE N             a function of more than 45 lines, from its first line to its closing brace: the longest
#     parameters FILE N         a function with more than 6 parameters: the most
#     walls FILES N             too many files whose code knows walls: the boundary (src/physics/boundary.h) does
#     word WORD N               a word that the glossary (src/README.md) replaces by the field's own, N times in src/
use strict;
use warnings;

my %limit = (lines => 450, length => 45, parameters => 6, walls => 10, word => 0);
my @words = qw(quad quads twin twins octet octets extreme team tally nobody somebody anybody roam home near_wall leave_home
    outlook unsure look_at_four flight_search event_lone event_group event_front spill turn_on foresee foreseen sight
    surroundings trigger resorts_before suspicions rapid spring_ledger scene_head vocabulary misfit see_contact make_up);
my (%found, %function);

sub read_file {
    my ($path) = @_;
    open my $in, '<', $path or die "$path: $!\n";
    local $/;
    return scalar <$in>;
}

# How many parameters a parameter list has: commas outside of inner parentheses.
sub parameters {
    my ($text) = @_;
    return 0 if $text =~ /^\s*(void)?\s*$/;
    1 while $text =~ s/\([^()]*\)//;
    return 1 + ($text =~ tr/,//);
}

sub keep_largest {
    my ($what, $name, $number) = @_;
    return if ($found{$what} // 0) >= $number;
    $found{$what} = $number;
    $function{$what} = " in $name()";
}

# Functions begin with a line that starts at the margin and end with a brace there; clang-format sees to that.
sub look_at_functions {
    my ($path, $text) = @_;
    while ($text =~ /^([A-Za-z_][^;{}=#]*?(\w+)\(([^;{}]*)\)\s*\n\{\n.*?^\}$)/msg) {
        my ($whole, $name, $list) = ($1, $2, $3);
        keep_largest("length $path", $name, 1 + ($whole =~ tr/\n//));
        keep_largest("parameters $path", $name, parameters($list));
    }
}

sub knows_walls {
    my ($path, $text) = @_;
    return 0 unless $path =~ m{^src/(physics|broadphase|integrators)/};
    $text =~ s{/\*.*?\*/|//[^\n]*|"[^"\n]*"}{}sg;
    return $text =~ /wall|width|height|SURFACE_SLAB/i;
}

my @files = sort split /\n/, `find src -name '*.[ch]'`;
my $all = '';
my @walls;
for my $path (@files) {
    my $text = read_file($path);
    $found{"lines $path"} = $text =~ tr/\n//;
    look_at_functions($path, $text);
    push @walls, $path if knows_walls($path, $text);
    $all .= $text;
}
$found{"walls @walls"} = @walls;
die "no walls found\n" unless @walls;
die "no functions found\n" unless grep { /^length/ } keys %found;
for my $word (@words) {
    $found{"word $word"} = () = $all =~ /(?<![A-Za-z])\Q$word\E(?![A-Za-z])/gi;
}

for my $what (sort keys %found) {
    my $most = $limit{(split / /, $what)[0]};
    my $where = $function{$what} // '';
    print "$what: $found{$what}$where, at most $most\n" if $found{$what} > $most;
}
