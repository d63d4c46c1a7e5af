#!/bin/sh
# Does ajv, the reader of schemas of most editors and web tools, take the JSON Schema in its strict mode, and with it
# every scene? Run from the top of the tree.
set -u
. tests/lib/tap.sh

command -v node >/dev/null || tap_skip_all "no node"
modules=${NODE_PATH-$(npm root -g 2>/dev/null)}
NODE_PATH=$modules node -e 'require("ajv/dist/2020")' 2>/dev/null || tap_skip_all "no ajv (8 or later) of npm"

# refused SCENE...: what a strict reader has against the schema, and against scenes.
refused() {
    NODE_PATH=$modules node -e '
        const fs = require("fs"), Ajv = require("ajv/dist/2020"), [schema, ...scenes] = process.argv.slice(1);
        const read = (path) => JSON.parse(fs.readFileSync(path));
        const validate = new Ajv({strict: true}).compile(read(schema));
        for (const scene of scenes)
            if (!validate(read(scene)))
                console.log(scene, JSON.stringify(validate.errors));' \
        scenes/schema/billiard-scene.schema.json "$@" 2>&1
}

tap_result "the schema compiles in strict mode" "$(refused)"
tap_result "it takes every scene" "$(refused scenes/*.json)"
both='{"table": {"width": 9, "height": 9}, "dt": 1, "steps": 1, "duration": 2, "balls": []}'
tap_result "it refuses steps beside a duration" "$(echo "$both" | refused /dev/stdin | grep -q . || echo taken)"
tap_end
