# is_json(TEXT): is it one JSON text (RFC 8259), in UTF-8? Loads in a tenth of the time that JSON::PP takes.
use strict;
use warnings;

my $json = qr/\A ((?&value)) \z
    (?(DEFINE)
        (?<hex> [0-9a-fA-F] )
        (?<code> u (?: (?![dD][89a-fA-F]) (?&hex){4} | [dD][89abAB](?&hex){2} \\u[dD][c-fC-F](?&hex){2} ) )
        (?<string> " (?: [^"\\\x00-\x1f]++ | \\ (?: ["\\\/bfnrt] | (?&code) ) )*+ " )
        (?<number> -?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)? )
        (?<space> [ \t\r\n]*+ )
        (?<member> (?&space) (?&string) (?&space) : (?&value) )
        (?<array> \[ (?: (?&value) (?: , (?&value) )*+ | (?&space) ) \] )
        (?<object> \{ (?: (?&member) (?: , (?&member) )*+ | (?&space) ) \} )
        (?<value> (?&space) (?: (?&string) | (?&number) | true | false | null | (?&array) | (?&object) ) (?&space) )
    )/x;

sub is_json {
    my ($text) = @_;
    return utf8::decode($text) && $text !~ /[\x{d800}-\x{dfff}]|[^\x00-\x{10ffff}]/ && $text =~ $json;
}

1;
