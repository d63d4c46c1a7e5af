# The corpus of a fuzz target is corpus/TARGET.txt: one input a line, in printable ASCII, with \xHH for any other byte and
# \\ for a backslash. Lines that start with # tell what the next input was.
#
# usage: corpus.pl unpack TARGET FOLDER        writes each input to a file of its own, for libFuzzer
#        corpus.pl add TARGET FILE "WHAT"      appends the input that a file holds, and what it was
use strict;
use warnings;

my ($mode, $target, $path, $what) = @ARGV;
my $corpus = "tests/fuzz/corpus/$target.txt";
if ($mode eq 'add') {
    open my $file, '<:raw', $path or die "$path: $!\n";
    my $bytes = do { local $/; <$file> };
    $bytes =~ s/\\/\\\\/g;
    $bytes =~ s{([^ -~]|^\#)}{sprintf "\\x%02x", ord $1}ge;
    open my $out, '>>', $corpus or die "$corpus: $!\n";
    print $out $what ? "# $what\n" : '', "$bytes\n";
} else {
    open my $in, '<', $corpus or die "$corpus: $!\n";
    while (my $line = <$in>) {
        next if $line =~ /^#/;
        chomp $line;
        $line =~ s/\\(?:x(..)|(.))/defined $1 ? chr hex $1 : $2/ge;
        open my $out, '>:raw', "$path/$." or die "$path/$.: $!\n";
        print $out $line;
        close $out or die "$path/$.: $!\n";
    }
}
