#!/usr/bin/perl
# kill.pl KILLS SEED LONGEST EVERY PROGRAM SCENE: runs the scene, saving every EVERY steps, kills it with SIGKILL after a
# random time of up to LONGEST seconds, continues it from what it saved, and so on until it ends; then begins anew, until
# KILLS kills have hit. The rows before each saved step and those of the last run, put together, must be those of a run
# without kills, byte for byte. (A kill may come so late that the last state is saved: then all is written.) Works in an empty folder.
use strict;
use warnings;
use Time::HiRes 'sleep';

my ($kills, $seed, $longest, $every, $program, $scene) = @ARGV;
my ($hits, $continued, $runs) = (0, 0, 0);
my ($header, $cells); # of a table
srand $seed;

sub content {
    my ($path) = @_;
    local $/;
    open my $file, '<', $path or return '';
    return <$file> // '';
}

# Runs the program, kills it; gives how it ended as wait(2) does.
sub killed_run {
    my (@command) = @_;
    unlink 'part';
    my $child = fork() // die "fork: $!\n";
    if (!$child) {
        open STDOUT, '>', 'part' or die $!;
        exec @command or die "exec: $!\n";
    }
    sleep rand $longest;
    kill 'KILL', $child;
    waitpid $child, 0;
    return $?;
}

# The step at which the saved state is; undefined: none was saved.
sub saved_step {
    return undef if !-e 'saved.json';
    my ($step) = content('saved.json') =~ /"start": \{"step": (\d+)[,}]/ or die "saved.json has no step\n";
    return $step;
}

# The complete rows of this run that come before the step; all of them if there is none.
sub rows_before {
    my ($step) = @_;
    my @rows = content('part') =~ /^(\d[^\n]*\n)/mg;
    return join '', grep { my @cells = split /,/; @cells == $cells && $cells[0] < $step } @rows if defined $step;
    return join '', @rows;
}

my $whole = `'$program' '$scene'`;
die "the run fails\n" if $?;
($header) = $whole =~ /\A(.*\n)/;
$cells = 1 + ($header =~ tr/,//);
my ($last) = content($scene) =~ /"steps": (\d+)/ or die "the scene has no steps\n";
while ($hits < $kills) {
    my ($rows, $from, $before) = ('', $scene, -1);
    unlink 'saved.json';
    while (1) {
        my $status = killed_run($program, '--save', 'saved.json', '--save-every', $every, '-q', $from);
        my $step = saved_step();
        $hits++ if $status == 9;
        if ($status == 0 || ($status == 9 && defined $step && $step == $last)) {
            $rows .= rows_before(undef);
            last;
        }
        die "status $status\n" if $status != 9;
        # On a slow machine a run may need longer to come to a save.
        $longest *= 1.1 if !defined $step || $step == $before;
        next if !defined $step;
        $before = $step;
        $continued++ if $from ne 'saved.json';
        $rows .= rows_before($step);
        $from = 'saved.json';
    }
    $runs++;
    die "run $runs differs, seed $seed\n" if $header . $rows ne $whole;
}
die "no run was ever continued\n" if !$continued;
unlink 'saved.json', 'part', glob('.output-*');
print "$hits kills, $runs runs, $continued of them continued\n";
