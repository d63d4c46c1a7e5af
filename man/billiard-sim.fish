# Completion of billiard-sim for fish. It knows no option and no name by itself: it asks the program's own --help and --list.

function __billiard_sim_names --description 'The names of a kind (integrator, impact, format) that the program lists'
    command billiard-sim --list 2>/dev/null | string match -r "^$argv[1] .*" | string replace -r '^\w+ +(\S+) *(.*)$' '$1\t$2'
end

function __billiard_sim_paths --description 'The keys of a scene, as --set takes them'
    command billiard-sim --schema 2>/dev/null | string match -r '^\s{2,6}"[a-z]\w*":\s\{$' | string replace -r '^\s+"(.*)":.*' '$1='
end

for line in (command billiard-sim --help 2>/dev/null | string match -r '^  (?:    |-., )--.*')
    set --local part (string match -r '^  (....)--([a-z-]+)((?:\[=\S+\]| [A-Z]\S*|)) +(.*)' -- $line)
    set --local options --command billiard-sim --long-option $part[3] --description $part[5]
    string match -q '*-*' -- $part[2]; and set --append options --short-option (string sub --start 2 --length 1 -- $part[2])
    switch $part[4]
        case ' FILE'
            complete $options --require-parameter --force-files
        case ' NAME'
            complete $options --exclusive --arguments "(__billiard_sim_names $part[3])"
        case ' PATH*'
            complete $options --exclusive --arguments '(__billiard_sim_paths)'
        case '*=*'
            complete $options --no-files --arguments 'auto always never'
        case ' *'
            complete $options --exclusive
        case '*'
            complete $options
    end
end
complete --command billiard-sim --no-files --arguments '(__fish_complete_suffix .json)'
complete --command billiard-player --arguments 'units=SI title= hits='
complete --command billiard-picture --arguments 'units=SI title= hits= at= paths=no style=plain cm='
