# outcomes.pl ROWS LINES LOG FRAMES: is each field of a table of outcomes (--columns) what the summary's lines, the event log and
# the last frames of the same batch say? The lines are taken apart here, so that numbers keep their texts. Prints each row that is
# not so, and at the end how many rows there were.
use strict;
use warnings;

my ($rows, $lines, $log, $frames) = @ARGV;

sub lines_of {
    my ($path) = @_;
    open my $in, '<', $path or die "$path: $!\n";
    chomp(my @lines = <$in>);
    return @lines;
}

# A value of JSON at the start of the text: [kind, text] for what has no parts, [list, ...], [object, key, value, ...].
sub value {
    my ($text) = @_;
    $$text =~ s/^\s+//;
    return ['text', unquoted($1)] if $$text =~ s/^"((?:[^"\\]|\\.)*)"//;
    return ['plain', $1] if $$text =~ s/^([-+.eE\w]+)//;
    my ($list, @parts) = $$text =~ s/^\[// ? 'list' : $$text =~ s/^\{// ? 'object' : die "no value: $$text\n";
    until ($$text =~ s/^[]}]//) {
        $$text =~ s/^,//;
        if ($list eq 'object') {
            $$text =~ s/^"((?:[^"\\]|\\.)*)":// or die "no key: $$text\n";
            push @parts, unquoted($1);
        }
        push @parts, value($text);
    }
    return [$list, @parts];
}

sub unquoted {
    my ($text) = @_;
    $text =~ s/\\(.)/$1 eq 'n' ? "\n" : $1/ge;
    return $text;
}

# The value as it was written, for what an override has set.
sub written {
    my ($value) = @_;
    my ($kind, @parts) = @$value;
    return $parts[0] if $kind eq 'text' || $kind eq 'plain';
    return '[' . join(',', map { written($_) } @parts) . ']' if $kind eq 'list';
    my @members;
    push @members, "\"$parts[0]\":" . written($parts[1]) and splice @parts, 0, 2 while @parts;
    return '{' . join(',', @members) . '}';
}

# What a path leads to; nothing where there is nothing.
sub at {
    my ($value, @keys) = @_;
    for my $key (@keys) {
        return undef unless $value && $value->[0] eq 'object';
        my (undef, %members) = @$value;
        $value = $members{$key};
    }
    return $value;
}

sub field {
    my ($value) = @_;
    return '' if !$value || ($value->[0] eq 'plain' && $value->[1] eq 'null');
    my ($kind, @parts) = @$value;
    return $kind eq 'list' ? join(' ', map { $_->[1] } @parts) : $parts[0];
}

sub in_table {
    my ($text) = @_;
    return $text =~ /[,"\n\r]/ ? '"' . $text =~ s/"/""/gr . '"' : $text;
}

# Of each run and ball: what it met, and its last row.
my (%met, %last);
my ($head, @log) = lines_of($log);
for (@log) {
    my ($run, undef, undef, $kind, $a, $b) = split /,/;
    next if $kind eq 'roll';
    push @{$met{$run}{$a}}, $kind eq 'ball' ? $b : $kind;
    push @{$met{$run}{$b}}, $a if $kind eq 'ball';
}
($head, my @frames) = lines_of($frames);
my @columns = split /,/, $head;
for (@frames) {
    my @fields = split /,/;
    my %row = map { $columns[$_] => $fields[$_] } 0 .. $#columns;
    $last{$row{run}}{$row{ball}} = \%row;
}

my ($header, @found) = lines_of($rows);
my @summaries = lines_of($lines);
my @names = split /,/, $header;
my $wrong = 0;
print "$#found and $#summaries rows\n" if @found != @summaries;
for my $k (0 .. $#summaries) {
    my $text = $summaries[$k];
    my $summary = value(\$text);
    my $run = field(at($summary, 'run'));
    my $is_told = at($summary, 't');
    my @wanted;
    for my $name (@names) {
        my $field;
        if ($name =~ /^balls\.(\d+)\.(\w+)$/) {
            $field = $2 eq 'met' ? join(' ', @{$met{$run}{$1} // []}) : $last{$run}{$1}{$2};
            $field = '' unless $is_told;
        } elsif ($name =~ /^set\.(.*)/) {
            my $set = at($summary, 'set', $1);
            $field = $set ? written($set) : '';
        } else {
            $field = field(at($summary, split /\./, $name));
        }
        push @wanted, in_table($field // '');
    }
    next if join(',', @wanted) eq $found[$k];
    print "wanted: ", join(',', @wanted), "\nfound:  $found[$k]\n" if $wrong++ < 3;
}
print scalar(@found), " rows, $wrong wrong\n";
