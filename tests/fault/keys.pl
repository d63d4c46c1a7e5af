#!/usr/bin/perl
# keys.pl SCENE...: reads the JSON Schema of --schema and names each key that may be a string or an array and is none in these scenes,
# "balls.tip as array". Fails if there is one.
use strict;
use warnings;
use JSON::PP;

my @missing;
sub text { local $/; open my $file, '<', $_[0] or die "$_[0]: $!\n"; return <$file> }
sub kind { return ref $_[0] eq 'ARRAY' ? 'array' : ref $_[0] eq 'HASH' ? 'object' : JSON::PP::is_bool($_[0]) || !defined $_[0] || $_[0] =~ /\A[-+.0-9eE]+\z/ ? 'other' : 'string' }

# What a schema takes, as a set of "string" and "array".
sub kinds {
    my ($schema) = @_;
    return if ref $schema ne "HASH";
    my %found = map { kinds($_) } @{$schema->{oneOf} // []};
    $found{$schema->{type}} = 1 if ($schema->{type} // '') =~ /\A(?:string|array)\z/;
    $found{string} = 1 if grep { kind($_) eq 'string' } @{$schema->{enum} // []}, $schema->{const} // 0;
    return %found;
}

sub walk {
    my ($schema, $where, @values) = @_;
    return if ref $schema ne "HASH";
    walk($_, $where, @values) for @{$schema->{oneOf} // []};
    if ($schema->{if}) {
        my ($named) = @{$schema->{if}{required}};
        my @with = grep { exists $_->{$named} } @values;
        walk($schema->{then}, "$where.with_$named", @with);
        walk($schema->{else}, $where, grep { !exists $_->{$named} } @values);
    }
    my @objects = grep { kind($_) eq 'object' } @values;
    for my $key (sort keys %{$schema->{properties} // {}}) {
        my ($child, @found) = ($schema->{properties}{$key}, map { exists $_->{$key} ? $_->{$key} : () } @objects);
        my %kinds = kinds($child);
        for my $kind (sort keys %kinds) {
            push @missing, "$where.$key as $kind" if !grep { kind($_) eq $kind } @found;
        }
        walk($child, "$where.$key", @found);
    }
    walk($schema->{additionalProperties}, "$where.*", map { values %$_ } @objects) if ref $schema->{additionalProperties};
    walk($schema->{items}, $where, map { @$_ } grep { kind($_) eq 'array' } @values) if ref $schema->{items} eq 'HASH';
}

walk(JSON::PP->new->decode(text('/dev/stdin')), 'scene', map { JSON::PP->new->decode(text($_)) } @ARGV);
print map { "$_\n" } @missing;
exit(@missing ? 1 : 0);
