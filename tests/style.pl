# style.pl: functions, includes and tags of the source against the rules of the house. Prints one offender per line; run
# from the top of the tree.
#     length FILE N             a function of more than 45 lines, from its first line to its closing brace: the longest
#     parameters FILE N         a function with more than 6 parameters: the most
#     tag NAME N                a tag that names N structs, unions or enumerations
#     circle FILE FILE.. N      modules (a .c and its .h) of a room that include each other in a circle
use strict;
use warnings;

my %limit = (tag => 1, length => 45, parameters => 6, circle => 0);
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

sub look_at_tags {
    my ($code) = @_;
    $found{"tag $_"}++ for $code =~ /^\s*(?:static |typedef |const )*(?:struct|union|enum) (\w+) \{/mg;
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

for my $path (sort split /\n/, `find src -name '*.[ch]'`) {
    my $text = read_file($path);
    look_at_functions($path, $text);
    my $code = code_of($text);
    look_at_includes($path, $code);
    look_at_tags($code) unless $path =~ m{/wasm/}; # another machine's answers
}
find_circles();
die "no functions found\n" unless grep { /^length/ } keys %found;

for my $what (sort keys %found) {
    my $most = $limit{(split / /, $what)[0]};
    my $where = $function{$what} // '';
    print "$what: $found{$what}$where, at most $most\n" if $found{$what} > $most;
}
