#!/usr/bin/perl
# break.pl LIBRARY ERRNO... -- FILE... -- PROGRAM ARGUMENT...: runs the program in an empty folder, where it writes the FILEs,
# once for each call of open, write, fsync, close and rename on an output and for each ERRNO, and makes that one fail. The
# FILEs hold something old before. Each run must end with status 5 and one line that names one of the FILEs; that file and
# all others must be as they were, and no other file may be left. A rename, and the sync of a folder, may come after renames
# that went well: then those before it may be as after a complete run. So may SAVED, which is rewritten while the program runs.
use strict;
use warnings;
use Errno ();

my (@errnos, @files, @command);
my $library = shift @ARGV;
push @errnos, shift @ARGV while $ARGV[0] ne '--';
shift @ARGV;
push @files, shift @ARGV while $ARGV[0] ne '--';
shift @ARGV;
@command = @ARGV;
my $message_file = "$ENV{TMP}/message";

sub run {
    my ($call, $number, $errno) = @_;
    unlink glob '* .output*';
    for my $name (@files) {
        open my $file, '>', $name or die "$name: $!\n";
        print $file "old $name\n";
    }
    my $child = fork() // die "fork: $!\n";
    if (!$child) {
        open STDOUT, '>', "$ENV{TMP}/output" or die $!;
        open STDERR, '>', $message_file or die $!;
        @ENV{qw(LD_PRELOAD FAIL_CALL FAIL_NUMBER)} = ($library, $call, $number);
        $ENV{FAIL_ERRNO} = eval "Errno::$errno()" if $errno;
        $ENV{FAIL_COUNT} = 1 if !$number;
        exec @command or die "exec: $!\n";
    }
    waitpid $child, 0;
    return $?;
}

sub content {
    my ($path) = @_;
    local $/;
    open my $file, '<', $path or return "(no $path)";
    return <$file> // '';
}

# Without what is not a function of the input.
sub text_of {
    my $text = content($_[0]);
    $text =~ s/"wall_s":[^}]*//;
    return $text;
}

sub files_now {
    opendir my $folder, '.' or die $!;
    return sort grep { $_ ne '.' && $_ ne '..' } readdir $folder;
}

my ($runs, $wrong) = (0, 0);
for my $call (qw(open write fsync close rename)) {
    my $status = run($call, 0);
    my ($count) = content($message_file) =~ /^(\d+)\n\z/m;
    die "the program fails without fault: status $status\n" if $status || !defined $count;
    die "no call of $call: the library is not in use\n" if $count < 1 && $call ne 'fsync'; # for --save only
    my %complete = map { $_ => text_of($_) } @files;
    for my $number (1 .. $count) {
        for my $errno (@errnos) {
            $status = run($call, $number, $errno);
            my $message = content($message_file);
            my ($named) = $message =~ /^billiard-sim: ([^:\n]+): [^\n]*\n\z/;
            my @strange = grep { my $name = $_; !grep { $_ eq $name } @files } files_now();
            my @changed = grep { my $name = $_; content($name) ne "old $name\n" && $name ne 'SAVED' &&
                ($call !~ /^(rename|fsync)$/ || $name eq ($named // '') || text_of($name) ne $complete{$name}) } @files;
            $runs++;
            next if $status == 5 << 8 && defined $named && grep({ $_ eq $named } @files) && !@strange && !@changed;
            $wrong++;
            print "$call $number of $count, $errno: status $status, '$message', left '@strange', changed '@changed'\n";
        }
    }
}
unlink glob '* .output*';
print "$runs runs\n";
exit($wrong ? 1 : 0);
