#!/usr/bin/perl
# starve.pl LIBRARY PROGRAM ARGUMENT...: runs the program once for each of its allocations and makes that one fail. Each
# run must end with status 6 and the one line "billiard-sim: out of memory", write nothing to standard output, and leave
# no file that a complete run does not leave. Prints what went wrong otherwise; works in an empty folder.
use strict;
use warnings;

my ($library, @command) = @ARGV;

# Runs the program with one failing allocation; 0: none. Gives the exit status as wait(2) does.
sub run {
    my ($failing) = @_;
    my $child = fork() // die "fork: $!\n";
    if (!$child) {
        open STDOUT, '>', "$ENV{TMP}/output" or die $!;
        open STDERR, '>', "$ENV{TMP}/message" or die $!;
        $ENV{LD_PRELOAD} = $library;
        $ENV{FAIL_ALLOCATION} = $failing;
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

my $status = run(0);
my ($count) = content("$ENV{TMP}/message") =~ /^(\d+)\n\z/m;
die "the program fails without fault: status $status\n" if $status || !defined $count;
die "only $count allocations: the library is not in use\n" if $count < 3;
my %allowed = map { $_ => 1 } files();
unlink files();

my $wrong = 0;
for my $failing (1 .. $count) {
    $status = run($failing);
    my $message = content("$ENV{TMP}/message");
    my $output = content("$ENV{TMP}/output");
    my @strange = grep { !$allowed{$_} } files();
    next if $status == 6 << 8 && $message eq "billiard-sim: out of memory\n" && $output eq '' && !@strange;
    $wrong++;
    print "allocation $failing of $count: status $status, '$message', output '$output', files '@strange'\n";
}
continue {
    unlink files();
}
print "$count allocations\n";
exit($wrong ? 1 : 0);
