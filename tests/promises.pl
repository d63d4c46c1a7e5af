# Prints what is promised, and where it is kept: the paragraphs "Promise: ... Measured: ..." at the heads of the tests, each
# with its file. Run from the top of the tree.
use strict;
use warnings;

for my $path (sort grep { -f } glob 'tests/*.sh tests/*/*.{c,h,sh,pl,bats}') {
    open my $in, '<', $path or die "$path: $!\n";
    my $promise = '';
    while (my $line = <$in>) {
        my ($text) = $line =~ m{^(?: \*|#) (.*\S)};
        $promise = $text, next if ($text // '') =~ /^Promise: /;
        next if !$promise;
        $promise .= " $text", next if defined $text;
        print "$path: $promise\n";
        $promise = '';
    }
}
