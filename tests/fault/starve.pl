#!/usr/bin/perl
# starve.pl LIBRARY PROGRAM ARGUMENT...: runs the program once for each of its allocations and makes that one fail, then
# once more with all after it failing, too (every 36th run, others for other arguments, and those of the last allocations;
# all with TEST_FULL set). In the environment, LAST: only the last so many allocations; EACH: each allocation once. Each run must end with status 6 and
# one line about memory that has run out (a warning of springs may stand before it), with nothing left unfreed, and write nothing to standard output. Files: either
# none appears, or the run had begun; then there are all that a complete run leaves, as .partial, but perhaps the saved
# state `v` and the summary `s`, and each is whole: it ends with its last line, or is valid JSON (the summary `s`, the saved
# state, trajectories in the format json). An allocation that the C library can do without (a sort's) may leave everything as it is in a complete run. Prints what
# went wrong otherwise; works in an empty folder.
use strict;
use warnings;

my ($library, @command) = @ARGV;
my $phase = length "@command[1 .. $#command]";
my $wrong = 0;
my $told = qr/\A(?:billiard-sim: warning: contacts were [^\n]*\n)?(?:billiard-sim: warning: the run ended early; [^\n]*\n)?billiard-sim: (?:run 0: )?(?:out of memory|cannot start \d threads: out of memory or processes)(?:; RLIMIT_\w+ is \d+ \w+)*\n(?:billiard-sim: (?:0 complete, 1 failed \(run 0\)|out of memory)\n)?\z/;

# Runs the program with one failing allocation; 0: none. Gives the exit status as wait(2) does.
sub run {
    my ($failing, $on) = @_;
    my $child = fork() // die "fork: $!\n";
    if (!$child) {
        open STDOUT, '>', "$ENV{TMP}/output" or die $!;
        open STDERR, '>', "$ENV{TMP}/message" or die $!;
        $ENV{LD_PRELOAD} = $library;
        $ENV{FAIL_ALLOCATION} = $failing;
        $ENV{FAIL_ALLOCATION_ON} = 1 if $on;
        $ENV{FAIL_ALLOCATION_COUNT} = 1 if !$failing;
        exec @command or die "exec: $!\n";
    }
    waitpid $child, 0;
    return $?;
}

sub content {
    my ($path) = @_;
    local $/;
    open my $file, '<', $path or die "$path: $!\n";
    return <$file> // '';
}

sub files {
    opendir my $folder, '.' or die $!;
    return sort grep { $_ ne '.' && $_ ne '..' } readdir $folder;
}

# One JSON text. To load a module for it takes longer than all runs of a short scene.
my $json = qr/\A ((?&value)) \z
    (?(DEFINE) (?<string> " (?: [^"\\\x00-\x1f] | \\["\\\/bfnrt] | \\u[0-9a-fA-F]{4} )*+ ")
        (?<member> \s* (?&string) \s* : (?&value) )
        (?<value> \s* (?: (?&string) | -?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)? | true | false | null |
            \[ (?: (?&value) (?: , (?&value) )*+ | \s* ) \] | \{ (?: (?&member) (?: , (?&member) )*+ | \s* ) \} ) \s* ))/x;

# Does the file end as files do?
sub whole {
    my ($name) = @_;
    my $text = content($name);
    return $text =~ $json if $name =~ /\A[sv]\z/ || $text =~ /\A\{"meta"/;
    return length($text) % 56 == 0 if $name =~ /\Ao/ && "@command" =~ /-f binary/; # rows of seven doubles
    return $text =~ /(?:\A|\n)\z/;
}

# All that the run has left, without what is not a function of the input.
sub everything {
    my $text = join "\0", map { $_, content($_) } files();
    $text =~ s/"wall_s":[^}]*//;
    return $text;
}

# The names of the tables: what a run that ended early keeps has .partial behind.
sub tables {
    return join ' ', grep { !/\A[sv]\z/ } map { s/\.partial\z//r } @_;
}

my $status = run(0);
my ($count) = content("$ENV{TMP}/message") =~ /\A(?:billiard-sim: warning: [^\n]*\n)*(\d+)\n\z/;
die "the program fails or leaks without fault: status $status\n" if $status || !defined $count;
die "only $count allocations: the library is not in use\n" if $count < 2;
my $complete = tables(files());
my $wanted = everything();
unlink files();

for my $failing (1 .. $count) {
    for my $on (0, 1) {
        next if $ENV{LAST} && $failing <= $count - $ENV{LAST};
        next if !$ENV{TEST_FULL} && !($ENV{EACH} && !$on) && ($failing + 18 * $on + $phase) % 36 && $failing < $count - 5;
        $status = run($failing, $on);
        my $message = content("$ENV{TMP}/message");
        my $output = content("$ENV{TMP}/output");
        my @files = files();
        my @cut = grep { !whole($_) } @files;
        next if $status == 0 && "$message$output" eq '' && everything() eq $wanted;
        my $sound = $status == 6 << 8 && $message =~ $told && $output eq '';
        next if $sound && (!@files || (tables(@files) eq $complete && !@cut));
        $wrong++;
        print "allocation $failing of $count, on $on: status $status, '$message', output '$output', files '@files', cut '@cut'\n";
    }
    continue {
        unlink files();
    }
}
print "$count allocations\n";
exit($wrong ? 1 : 0);
