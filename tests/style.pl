# style.pl: sizes and words of the source against the house's limits. Prints one offender per line, with --counts the size
# of the house instead; run from the top of the tree.
#     lines FILE N              a file of more than 450 lines
#     length FILE N             a function of more than 45 lines, from its first line to its closing brace: the longest
#     parameters FILE N         a function with more than 6 parameters: the most
#     code src N                too many lines of code, without comments and blank lines
#     tracked files N           too many files in the repository
#     named WORD N              too many files whose code names what few should know
#     folder FOLDER N           too many files in a folder
#     circle FILE FILE.. N      modules of a folder (a .c and its .h) that include each other in a circle
#     walls FILES N             too many files whose code knows walls: the boundary (src/physics/boundary.h) does
#     tag NAME N                a tag that names N structs, unions or enumerations
#     word WORD N               a word that the glossary (src/README.md) replaces by the field's own, N times in src/
use strict;
use warnings;

my %limit = (tag => 1, lines => 450, length => 45, parameters => 6, walls => 10, word => 0, code => 24_425, tracked => 690,
    'named periodic' => 19, 'named pocket' => 24, folder => 15, circle => 0);
my @crossing = qw(periodic pocket);
my @small_folders = qw(src/integrators/event);
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

# The text without comments.
sub code_of {
    my ($text) = @_;
    $text =~ s{("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')|/\*.*?\*/|//[^\n]*}{$1 // ''}gse;
    return $text;
}

sub knows_walls {
    my ($path, $code) = @_;
    return 0 unless $path =~ m{^src/(physics|broadphase|integrators)/};
    return $code =~ s/"[^"\n]*"//gr =~ /wall|width|height|SURFACE_SLAB/i;
}

# Which modules of its own folder a module includes.
my %includes;
sub look_at_includes {
    my ($path, $code) = @_;
    my ($module, $folder) = $path =~ m{^((.*/)\w+?)(?:_internal)?\.[ch]$};
    $includes{$module} //= {};
    for my $other (map { "src/$_" =~ s/_internal$//r } $code =~ /^#include "(\w[\w\/]*)\.h"/mg) {
        $includes{$module}{$other} = 1 if $other ne $module && $other =~ m{^\Q$folder\E\w+$};
    }
}

# The modules that a module reaches by includes.
sub reached_from {
    my (%reached, @next);
    @next = keys %{$includes{$_[0]}};
    while (defined(my $module = shift @next)) {
        push @next, keys %{$includes{$module} // {}} if !$reached{$module}++;
    }
    return \%reached;
}

sub find_circles {
    my %reached = map { $_ => reached_from($_) } keys %includes;
    for my $module (grep { $reached{$_}{$_} } sort keys %reached) {
        my @circle = grep { $reached{$module}{$_} && $reached{$_}{$module} } sort keys %reached;
        $found{"circle @circle"} = @circle;
    }
}

my @files = sort split /\n/, `find src -name '*.[ch]'`;
my $all = '';
my @walls;
for my $path (@files) {
    my $text = read_file($path);
    $found{"lines $path"} = $text =~ tr/\n//;
    look_at_functions($path, $text);
    my $code = code_of($text);
    push @walls, $path if knows_walls($path, $code);
    look_at_includes($path, $code);
    $found{'code src'} += () = $code =~ /\S.*\n/g;
    $code =~ /$_/i && $found{"named $_"}++ for @crossing;
    $all .= $text;
}
find_circles();
$found{"folder $_"} = () = glob "$_/*" for @small_folders;
$found{'tracked files'} = () = `git ls-files 2>/dev/null`; # 0 where the source is no work tree
$found{"walls @walls"} = @walls;
die "no walls found\n" unless @walls;
die "no functions found\n" unless grep { /^length/ } keys %found;
for my $word (@words) {
    $found{"word $word"} = () = $all =~ /(?<![A-Za-z])\Q$word\E(?![A-Za-z])/gi;
}

if ("@ARGV" eq '--counts') {
    print map { "$_: $found{$_}\n" } sort grep { /^(code|tracked|named|folder|circle|walls)/ } keys %found;
    exit;
}
for my $what (sort keys %found) {
    my $most = $limit{$what} // $limit{(split / /, $what)[0]};
    my $where = $function{$what} // '';
    print "$what: $found{$what}$where, at most $most\n" if $found{$what} > $most;
}
