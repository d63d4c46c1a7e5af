#!/usr/bin/env bats
# The program in a page (scenes/page): in a real browser, chromium without a screen, it gives the native program's bytes, words and
# statuses; its links open to the same; it stops at once. And what makes the page that plays a run makes the same page as
# scenes/plot/player.sh, which needs neither browser nor module.
#
# Promise: the page computes what the program computes. Measured: every scene in csv, log, ledger, summary and saved state, in
# binary and in a batch, a break under each integrator; statuses 0, 1, 2, 3 and 6; the player's pages of all scenes.

load common

setup() {
    enter_empty_folder
    export TMPDIR=$BATS_TEST_TMPDIR
    command -v node >/dev/null || skip "no node"
}

# need_page: makes try.html, once; or skips.
need_page() {
    page=$BATS_FILE_TMPDIR/try.html
    command -v chromium >/dev/null || skip "no chromium"
    need_module
    [ -e "$page" ] || "$root/scenes/page/page.sh" "$page" "$module"
}

# browse SCRIPT: see page.mjs.
browse() {
    node "$root/tests/cli/page.mjs" "$page" <<<"$1"
}

# same NAME SCENE [OPTION]...: the files that the page gave by that NAME are those of the program.
same() {
    local name=$1 scene=$2 status=0
    shift 2
    "$sim" --events n.events --energy n.energy --summary n.summary --save n.save "$@" - <"$scene" >n.csv 2>n.words || status=$?
    sed -i 's/,"wall_s":[^}]*//' n.summary "$name.summary"
    for file in csv events energy summary save; do cmp "n.$file" "$name.$file"; done
}

@test "the page that plays a run is that of player.sh" {
    cat >pack.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs';
const [, , pack, player, page, most] = process.argv, blob = file => new Blob([readFileSync(file)]);
const made = await new Function(readFileSync(pack) + '; return pack;')()(
    readFileSync('scene', 'utf8'), blob('run'), blob('hits'), readFileSync(player, 'utf8'), false, most ? +most : undefined);
writeFileSync(page, Buffer.from(await made.arrayBuffer()));
JS
    scenes=("$root"/scenes/{cloth,pool}.json)
    [ -z "${TEST_FULL-}" ] || scenes=("$root"/scenes/*.json)
    for scene in "${scenes[@]}"; do
        "$root/scenes/plot/player.sh" a.html "$scene" -q </dev/null
        "$sim" -q --print-scene "$scene" >scene
        "$sim" -q --events hits "$scene" >run
        node pack.mjs "$root/scenes/page/pack.js" "$root/scenes/plot/player.html" b.html
        cmp a.html b.html
    done
    # a page that would be too large has fewer frames, as that of the script has
    cp -r "$root/scenes/plot" .
    sed -i 's/ most=20000000/ most=28000/' plot/player.sh
    BILLIARD_SIM=$sim plot/player.sh a.html "$root/scenes/cloth.json" -q </dev/null 2>words
    like "$(cat words)" '*one frame of * is kept*'
    "$sim" -q --print-scene "$root/scenes/cloth.json" >scene
    "$sim" -q --events hits "$root/scenes/cloth.json" >run
    node pack.mjs "$root/scenes/page/pack.js" "$root/scenes/plot/player.html" b.html 28000
    cmp a.html b.html
}

@test "in chromium: bytes, a message and its place, a link that opens to the same" {
    need_page
    scene >good.json
    printf 'balls.0.vx=%d\n' 1 2 >lines
    scene '"title": "é", "radus": 1,' >bad.json
    browse "await visit('');
        print(await run('cloth', read('$root/scenes/cloth.json')));
        print(await run('bad', read('bad.json')));
        print(await run('good', read('good.json'), ' -n 7  -s balls.1.name=ä '));
        await visit((await browser.evaluate('document.getElementById(\"link\").href')).split('#')[1]);
        print(await browser.evaluate('[get(\"status\"), get(\"messages\"), document.getElementById(\"options\").value]'));
        await take('again');
        print((await run('batch', read('good.json'), '-q --batch lines -f binary', read('lines'))).status);
        await visit((await browser.evaluate('document.getElementById(\"link\").href')).split('#')[1]);
        await take('batch_again');" >found
    "$sim" - <bad.json 2>words || true
    equal "$(cut -c1-60 found)" "$(cut -c1-60 <<END
{"status":"0","messages":"","cursor":[14,1]}
{"status":"3","messages":"$(sed 's/"/\\"/g' words)
{"status":"0","messages":"","cursor":[11,1]}
["0","","-n 7 -s balls.1.name=ä"]
0
END
)"
    like "$(sed -n 2p found)" '*,"cursor":\[2,17]}'
    same cloth "$root/scenes/cloth.json"
    same good good.json -n 7 -s balls.1.name=ä
    same again good.json -n 7 -s balls.1.name=ä
    same batch good.json -q --batch lines -f binary
    same batch_again good.json -q --batch lines -f binary
    [ ! -s bad.csv ]
    [ ! -e bad.save ]
}

# bats test_tags=full
@test "in chromium: every scene, also in binary and in a batch, and a break under each integrator" {
    need_page
    printf 'title=%s\n' one two >lines
    names=("$root"/scenes/*.json)
    browse "await visit('');
        for (const name of '$(basename -a -s .json "${names[@]}" | tr '\n' ' ')'.trim().split(' ')) print(name, (await run(name, read('$root/scenes/' + name + '.json'))).status);
        for (const way of '$(integrators | tr '\n' ' ')'.trim().split(' ')) print(way, (await run('i_' + way, read('$root/scenes/break.json'), '-n 20000 -i ' + way)).status);
        for (const name of '$(basename -a -s .json "${names[@]}" | tr '\n' ' ')'.trim().split(' ')) {
            const scene = read('$root/scenes/' + name + '.json');
            print(name, (await run('f_' + name, scene, '-q -f binary')).status, (await run('b_' + name, scene, '-q --batch lines', read('lines'))).status); }" >found
    equal "$(grep -vc ' 0$' found)" 0
    for scene in "${names[@]}"; do
        same "$(basename "$scene" .json)" "$scene"
        "$root/scenes/plot/player.sh" a.html "$scene" -q </dev/null
        cmp a.html "$(basename "$scene" .json).page"
        same "f_$(basename "$scene" .json)" "$scene" -q -f binary
        same "b_$(basename "$scene" .json)" "$scene" -q --batch lines
    done
    for way in $(integrators); do same "i_$way" "$root/scenes/break.json" -n 20000 -i "$way"; done
}

# bats test_tags=full
@test "in chromium: statuses and their messages, and links that are damaged or have blanks in an option" {
    need_page
    echo '{"table": {"width": 1e5, "height": 1e5}, "dt": 1, "steps": 1, "balls": [{"fill": "hex", "count": 90000000, "r": 0.5}]}' >large.json
    scene >good.json
    evil='</script></pre><img src=x onerror=evil=1><script>evil=1</script>'
    scene '"title": "'"$evil"'",' | sed "s|\"target\"|\"$evil\"|" >evil.json
    browse "await visit('');
        const words = async (...given) => { const {status, messages} = await run('x', ...given); print(status, messages.trim()); };
        await words(read('$root/tests/golden/scenes/collapse.json'));
        await words('{}', '--fromat csv');
        await words('{\"table\": 1}');
        await words('{');
        await words(read('large.json'));
        await words(read('evil.json')); await until('document.getElementById(\"page\").href');
        await words(read('evil.json').replace('table', '<script>evil = 1</' + 'script>'));
        print(await browser.evaluate('typeof evil + document.querySelectorAll(\"img, script:not([id])\").length'));
        await words(read('$root/scenes/cut.json'), '--version'); print(await browser.evaluate('get(\"output\").split(\"\\\\n\")[0]'));
        await visit('$("$root/scenes/page/page.sh" --link good.json -s 'title=a "b" <c>' | sed 's/.*#//')');
        print(JSON.parse(Buffer.from(await browser.evaluate('bytes(\"save\")'), 'base64')).title);
        await visit('AAAA'); print(await browser.evaluate('get(\"messages\")'));" >found
    # native WORDS...: the status of a run, and its messages
    native() {
        status=0
        "$sim" --events events --energy energy --summary summary --save save "$@" >run 2>words || status=$?
        echo "$status $(cat words)"
    }
    { native - <"$root/tests/golden/scenes/collapse.json"
      native --fromat csv - <good.json
      printf '{"table": 1}' | native -
      printf '{' | native -
      echo '6 billiard-sim: out of memory'
      native - <evil.json
      sed 's,table,<script>evil = 1</script>,' evil.json | native -
      echo undefined1
      echo '0 '
      "$sim" --version | head -n 1
      echo 'a "b" <c>'
      echo 'This link is damaged: it carries no scene and options.'; echo; } >wanted
    diff found wanted
}

# bats test_tags=full
@test "in chromium: progress, stop, the keyboard alone, and a phone's window" {
    need_page
    browse "await browser.send('Emulation.setDeviceMetricsOverride', {width: 360, height: 700, deviceScaleFactor: 2, mobile: true});
        await visit('');
        print(await browser.evaluate('[document.documentElement.scrollWidth, innerWidth]'));
        const press = async (key, modifiers = 0, code = {Tab: 9, Enter: 13, Escape: 27}[key]) => {
            await browser.send('Input.dispatchKeyEvent', {type: 'keyDown', key, code: key, modifiers, windowsVirtualKeyCode: code, text: key === 'Enter' ? '\\r' : undefined});
            await browser.send('Input.dispatchKeyEvent', {type: 'keyUp', key, code: key, modifiers, windowsVirtualKeyCode: code}); };
        const at = [];
        for (let k = 0; k < 5; k++) { await press('Tab'); at.push(await browser.evaluate('document.activeElement.id')); if (at[k] === 'options') break; }
        print(at.join(' '));
        await browser.send('Input.insertText', {text: '-i spring-verlet -n 1000000000 -e 10000'});
        await press('Enter');
        print(await browser.evaluate('[get(\"status\"), document.getElementById(\"stop\").disabled]'));
        await until('/^step \\\\d{7,} of 1000000000 /.test(get(\"detail\"))');
        const began = Date.now(); await press('Escape');
        print(await browser.evaluate('[get(\"status\"), get(\"messages\"), document.getElementById(\"stop\").disabled]'));
        print(Date.now() - began < 1000);
        await until('document.getElementById(\"page\").href'); await take('part');
        for (let k = 0; k < 9 && await browser.evaluate('document.activeElement.id') !== 'scene'; k++) await press('Tab', 8);
        await browser.send('Input.insertText', {text: '['}); await until('get(\"messages\")');
        print(await browser.evaluate('[get(\"messages\"), document.getElementById(\"scene\").selectionStart]'));" >found
    equal "$(tail -c 1 part.csv | od -An -c | tr -d ' ')" '\n'
    grep -q 'id="frames">$' part.page
    diff found - <<'END'
[360,360]
choice scene options
["",false]
["stopped","",true]
true
["<stdin>:15:1: error: expected ',' or ']', found the end of the text; the '[' at 1:1 is not closed\n",1]
END
}

# bats test_tags=full
@test "make html: the gallery begins with the page, and each run that plays leads to its own there" {
    need_page
    for program in mandoc cmark; do command -v $program >/dev/null || skip "no $program"; done
    (cd "$root" && BILLIARD_SIM=$sim .ci/publish html "$BATS_TEST_TMPDIR/here" "$module")
    cmp html/try.html "$page"
    [ "$(wc -c <html/try.html)" -lt 1700000 ]
    [ "$(wc -c <"$module")" -lt 1200000 ]
    equal "$(grep -cE '(src|href) *="[^#]|url\(|@import|https?:' html/try.html)" 0
    like "$(grep -m 1 '<li>' html/play/index.html)" '<li><a href="../try.html">*'
    page=html/try.html
    for run in html/play/*.html; do
        [ "$run" != html/play/index.html ] || continue
        sed -n 's/.*<a href="\.\.\/try\.html#\([^"]*\)">change it<.*/\1/p' "$run" >>codes
    done
    equal "$(grep -c '' codes)" "$(ls html/play/*.html | grep -vc index)"
    browse "await browser.visit(page); for (const code of read('codes').trim().split('\\n')) { await visit(code); print(await browser.evaluate('[get(\"status\"), get(\"messages\")]')); }" >found
    equal "$(sort -u found)" '["0",""]'
}

# bats test_tags=full
@test "make html: no page is wider than the window of a small phone" {
    for program in mandoc cmark chromium; do command -v $program >/dev/null || skip "no $program"; done
    (cd "$root" && BILLIARD_SIM=$sim .ci/publish html "$BATS_TEST_TMPDIR/here")
    find html -name '*.html' | sort >pages
    page=html/index.html
    browse "await browser.send('Emulation.setDeviceMetricsOverride', {width: 320, height: 640, deviceScaleFactor: 1, mobile: false});
        for (const name of read('pages').trim().split('\\n')) {
            await browser.visit(new URL('../' + name, page).href);
            print(name, await browser.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')); }" >found
    equal "$(sed 's/ true$//' found)" "$(cat pages)"
}
