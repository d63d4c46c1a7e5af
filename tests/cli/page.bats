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
    readFileSync('scene', 'utf8'), blob('run'), blob('hits'), blob('ledger'), readFileSync(player, 'utf8'), false, most ? +most : undefined);
writeFileSync(page, Buffer.from(await made.arrayBuffer()));
JS
    scenes=("$root"/scenes/{cloth,pool}.json)
    [ -z "${TEST_FULL-}" ] || scenes=("$root"/scenes/*.json)
    for scene in "${scenes[@]}"; do
        "$root/scenes/plot/player.sh" a.html "$scene" -q </dev/null
        "$sim" -q --print-scene "$scene" >scene
        "$sim" -q --events hits --energy ledger "$scene" >run
        node pack.mjs "$root/scenes/page/pack.js" "$root/scenes/plot/player.html" b.html
        cmp a.html b.html
    done
    # a page that would be too large has fewer frames, as that of the script has
    cp -r "$root/scenes/plot" .
    sed -i 's/ most=20000000/ most=38000/' plot/player.sh
    BILLIARD_SIM=$sim plot/player.sh a.html "$root/scenes/cloth.json" -q </dev/null 2>words
    like "$(cat words)" '*one frame of * is kept*'
    "$sim" -q --print-scene "$root/scenes/cloth.json" >scene
    "$sim" -q --events hits "$root/scenes/cloth.json" >run
    node pack.mjs "$root/scenes/page/pack.js" "$root/scenes/plot/player.html" b.html 38000
    cmp a.html b.html
}

@test "the words of a run: files, options, the scene, which is no value of an option that lacks its own" {
    cat >words.mjs <<'JS'
import { readFileSync } from 'node:fs';
const nothing = new Proxy(() => {}, { get: (of, key) => key === 'textContent' ? '{}' : nothing, set: () => true, apply: () => nothing });
const { command, wordsOf } = new Function('document', 'self', 'addEventListener', 'onhashchange', readFileSync(process.argv[2]) + '; return {command, wordsOf};')(nothing, {}, nothing, 0);
for (const line of readFileSync(0, 'utf8').trim().split('\n')) console.log(command(wordsOf(line), '-q').join(' '));
JS
    node words.mjs "$root/scenes/page/try.js" >found <<'END'
-n 5
-n 5 -d
-o -d
-qs
--events=e --save -
--version
END
    diff found - <<'END'
-q --events events --energy energy --summary summary --save save -n 5 -
-q --events events --energy energy --summary summary --save save -n 5 -d
-q --events events --energy energy --summary summary --save save -o -d -
-q --events events --energy energy --summary summary --save save -qs
-q --energy energy --summary summary --events=e --save - -
-q --version
END
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

# The links carry more than a page can show, or take: the page answers at once all the same, and keeps the ends of what is said.
# bats test_tags=full
@test "in chromium: what a link brings is bounded, and stop answers within a second" {
    need_page
    printf '{"table": {"width": 9, "height": 9}, "dt": 1, "steps": 1, "balls": [{"x": 1, "y": 1, "r": 0.4}]}' >small.json
    browse "const { deflateRawSync } = await import('node:zlib'), small = read('small.json');
        const link = (scene, options, lines) => deflateRawSync(JSON.stringify({scene, options, lines})).toString('base64url');
        const open = async (...given) => { await browser.visit('about:blank'); await browser.visit(page + '#' + link(...given));
            await browser.evaluate('var get = id => document.getElementById(id).textContent; 0'); };
        const end = () => until('get(\"status\") || /^This link/.test(get(\"messages\"))'), said = () => browser.evaluate('get(\"messages\")');
        const stops = async (after = 2000) => { await sleep(after); await until('!document.getElementById(\"stop\").disabled || get(\"status\")'); const began = Date.now();
            await browser.evaluate('document.getElementById(\"stop\").click()'); await until('get(\"status\")');
            return await browser.evaluate('get(\"status\")') === 'stopped' && (print(Date.now() - began < 1000), true); };
        const failing = 'balls.0.r=-1\\n';
        await open(small, ['--batch', 'lines', '-o', 'run.csv'], failing.repeat(10000)); await end();
        const lines = (await said()).split('\\n'); print(lines.length, lines[1000], /^run 999:/.test(lines[999]), /^run 9001:/.test(lines[1001]));
        for (let k = 0; k < 20; k++) { await open(small, ['--batch', 'lines', '-o', 'run.csv'], failing.repeat(90000)); if (await stops(0)) break; }
        await open('{' + ' '.repeat(4e7), []); await end(); print(await said());
        await open(small, ['--batch', 'lines'], failing.repeat(200000)); await end(); print(await said());
        await open(small + ' '.repeat(9.8e6), []); await end(); print(await browser.evaluate('[get(\"status\"), document.getElementById(\"scene\").readOnly, document.getElementById(\"scene\").value.length < 200]'));
        await open(small + ' '.repeat(9.8e6), ['-n', '9007199254740992', '-e', '1000000']); await stops();
        await open('{\"' + 'x'.repeat(5e6) + '\": 1}', []); await end(); print(await browser.evaluate('[get(\"status\"), get(\"messages\").length < 30000]'));
        await open(small, ['-n', '9007199254740992']); await stops();" >found
    refused='This link carries more than 10 MB of text or 100 000 lines, which this page does not open.'
    diff found - <<END
2002 ... (8001 lines are left out here) true true
true
$refused

$refused

["0",true,true]
true
["3",true]
true
END
}

# The words are those that sh makes of the same line.
# bats test_tags=full
@test "in chromium: options as a shell reads them, and files with the names of the links" {
    need_page
    scene >good.json
    cat >lines <<'END'
-s title='a b' -q
"-s" title=a\ "b\"c"'$d' -n 3
restitution='{"ball": 0.5}' balls.0.vx=2 -n5
-s balls.0.vx=2 --output=a=b.csv -o c=d.csv
-s 'title=a'"'"'b'
END
    browse "await visit('');
        for (const line of read('lines').trim().split('\\n')) print(JSON.stringify(await browser.evaluate('wordsOf(' + JSON.stringify(line) + ')')));
        for (const line of read('lines').trim().split('\\n')) print(await browser.evaluate('JSON.stringify(wordsOf(wordsOf(' + JSON.stringify(line) + ').map(quoted).join(\" \"))) === JSON.stringify(wordsOf(' + JSON.stringify(line) + '))'));
        print(await run('x', read('good.json'), '-s title=\"a'));
        print(await run('x', read('good.json'), 'restitution={\"ball\": 0.25}'));
        print(await run('x', read('good.json'), 'restitution=\'{\"ball\": 0.25}\' balls.0.vx=2'));
        print(JSON.parse(read('x.summary')).title, JSON.parse(read('x.save')).restitution.ball);
        await run('y', read('good.json'), '--save csv -s title=energy --events=energy');
        print(read('y.csv').split(',')[0], ...read('y.energy').split(',').slice(1, 3), await browser.evaluate('[...document.querySelectorAll(\"#others a\")].map(a => a.textContent).join()'));
        await run('z', read('good.json'), '--save-every 1 -n 3000');
        print(await browser.evaluate('get(\"status\")'));" >found
    # the same lines by sh, with -s put before a bare PATH=VALUE as the page does
    while read -r line; do
        eval "set -- $line"
        perl -MJSON::PP -e '
            my @words; for my $k (0 .. $#ARGV) {
                push @words, "-s" if $ARGV[$k] =~ /^[A-Za-z][^=]*=/ && ($k == 0 || $ARGV[$k - 1] !~ /^-[so]$/); push @words, $ARGV[$k] }
            print JSON::PP->new->encode(\@words), "\n"' -- "$@"
    done <lines >wanted
    { cat wanted
      printf 'true\n%.0s' 1 2 3 4 5
      echo '{"status":"2","messages":"the quote \" of the options is not closed\n","cursor":[11,1]}'
      echo '{"status":"2","messages":"\"0.25}\" is neither an option nor PATH=VALUE; a value with blanks needs quotes: '\''restitution={\"ball\": 0.5}'\''\n","cursor":[11,1]}'
      echo '{"status":"0","messages":"","cursor":[11,1]}'
      echo ' 0.25'
      echo 'step t kinetic energy,csv'
      echo 0; } >all
    sed -i 's/undefined/null/' found
    diff found all
}

# bats test_tags=full
@test "in chromium: what is not drawn and why, options that need an output, an option without its value" {
    need_page
    scene >good.json
    browse "await visit('');
        for (const line of ['-o x.csv', '-f json', '-f xyz', 'balls=[]', '--columns t', '--save-every 5', '-n 9 -d']) {
            const {status, messages} = await run('x', read('good.json'), '-q ' + line);
            print(line, status, await browser.evaluate('get(\"drawing\") + get(\"detail\")'), messages.split('\\n')[0]); }" >found
    diff <(sed 's/Drawing \.\.\.//; s/  *$//; s/   */ /' found) - <<'END'
-o x.csv 0 Only csv on standard output is drawn.
-f json 0 Only csv on standard output is drawn.
-f xyz 0 Only csv on standard output is drawn.
balls=[] 0 There is nothing to show: the run has no balls.
--columns t 0
--save-every 5 0
-n 9 -d 2 (the options) billiard-sim: --dt: needs an argument, DT
END
    [ -s x.page ]
}

# bats test_tags=full
@test "in chromium: what one wrote stays in the list and in the history; the tables have balls, the keys a list" {
    need_page
    browse "await visit('');
        const settled = async act => { const before = await browser.evaluate('document.getElementById(\"page\").href'); await act();
            await until('get(\"status\") === \"0\" && document.getElementById(\"page\").href && document.getElementById(\"page\").href !== \"' + before + '\" && !get(\"drawing\")'); };
        const choose = name => settled(() => browser.evaluate('(choice => { choice.value = \"' + name + '\"; choice.onchange(); })(document.getElementById(\"choice\"))'));
        const state = () => browser.evaluate('[document.getElementById(\"choice\").selectedOptions[0].text, /7.77/.test(document.getElementById(\"scene\").value), get(\"word\")]');
        await until('document.getElementById(\"page\").href'); print(await state());
        await browser.evaluate('document.getElementById(\"scene\").value = document.getElementById(\"scene\").value.replace(\": 8\", \": 7.77\"); document.getElementById(\"scene\").dispatchEvent(new Event(\"input\"))');
        await choose('cradle'); print(await state());
        await choose('0'); print(await state());
        await choose('gas'); print(await state());
        await settled(() => browser.evaluate('history.back()')); print(await state());
        for (const table of '$(basename -a -s .json "$root"/scenes/tables/*.json | tr '\n' ' ')'.trim().split(' ')) {
            await choose(table); print(table, (await browser.evaluate('bytes(\"csv\")')).length > 100, await browser.evaluate('get(\"messages\")')); }
        await browser.evaluate('document.getElementById(\"keys\").open = true'); await until('document.getElementById(\"list\").children.length > 150');
        print(await browser.evaluate('[...document.querySelectorAll(\"dt\")].map(dt => dt.textContent).filter(key => [\"table.motion.left\", \"balls.N.tip\", \"obstacles.N.pocket\", \"materials.NAME.NAME.mu\"].includes(key)).join()'));" >found
    diff found - <<'END'
["a first scene",false,"Done."]
["cradle: Newton's cradle with gaps",false,"Done."]
["yours 1",true,"Done."]
["gas: Two streams become a gas",false,"Done."]
["yours 1",true,"Done."]
carom_10ft true 
pool_7ft true 
pool_8ft true 
pool_9ft true 
snooker_12ft true 
table.motion.left,materials.NAME.NAME.mu,obstacles.N.pocket,balls.N.tip
END
    # the scene that the page opens with is that of README
    sed -n '/^```json/,/^```$/{/^```/d;p;}' "$root/README.md" | diff - "$root/scenes/page/first.json"
}

# Five shots, with the mouse or a finger; each is in the link, and starts where the balls lie.
# bats test_tags=full
@test "in chromium: shots by dragging, undone and made again, are those of the command line" {
    need_page
    for by in mouse finger; do
        browse "const by = '$by', { inflateRawSync } = await import('node:zlib'), { writeFileSync } = await import('node:fs');
            await browser.send('Emulation.setDeviceMetricsOverride', by === 'mouse' ? {width: 1400, height: 900, deviceScaleFactor: 1, mobile: false} : {width: 360, height: 740, deviceScaleFactor: 2, mobile: true});
            if (by === 'finger') await browser.send('Emulation.setTouchEmulationEnabled', {enabled: true});
            await visit(''); await until('document.getElementById(\"page\").href');
            const settled = async act => { const before = await browser.evaluate('document.getElementById(\"page\").href'); await act();
                await until('get(\"status\") === \"0\" && document.getElementById(\"page\").href && document.getElementById(\"page\").href !== \"' + before + '\" && !document.getElementById(\"hint\").hidden && !get(\"drawing\")');
                for (let k = 0; k < 100 && !await player('!!aim && (draw(), true)'); k++) await sleep(50); };
            const mouse = (type, [x, y], buttons) => browser.send('Input.dispatchMouseEvent', {type, x, y, button: 'left', buttons, clickCount: 1});
            const touch = (type, points) => browser.send('Input.dispatchTouchEvent', {type, touchPoints: points.map(([x, y]) => ({x, y}))});
            const drag = async (from, to) => { if (by === 'mouse') { await mouse('mousePressed', from, 1); await mouse('mouseMoved', to, 1); await mouse('mouseReleased', to, 0); }
                else { await touch('touchStart', [from]); await touch('touchMove', [[(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]]); await touch('touchMove', [to]); await touch('touchEnd', []); } };
            const hash = () => browser.evaluate('location.hash.slice(1)'), links = [], csv = () => browser.evaluate('bytes(\"csv\")'), runs = [];
            await settled(() => browser.evaluate('(choice => { choice.value = \"' + (by === 'mouse' ? 'pool_8ft' : 'carom_10ft') + '\"; choice.onchange(); })(document.getElementById(\"choice\"))'));
            for (let shot = 1; shot <= 5; shot++) {
                await browser.evaluate('scrollTo(0, 0)'); await player('seek(Infinity)');
                const [x, y] = await player('placeAt(balls[0], now)'), side = Math.min(.45, Math.max(.15, x - .1));
                if (shot === 2 && by === 'finger') await player('(({left, top, width, height}) => setTip({clientX: left + .6 * width, clientY: top + .65 * height}))(\$(\"tip\").getBoundingClientRect())');
                await settled(async () => drag(await place(x, y), await place(x - side, y + .02 * shot)));
                links.push(await hash()); runs.push(await csv()); await take(by + shot);
                writeFileSync(by + shot + '.json', JSON.parse(inflateRawSync(Buffer.from(links[shot - 1], 'base64url'))).scene);
            }
            const again = async (button, from, to) => { for (let k = from; k !== to; k += Math.sign(to - from)) { await settled(() => browser.evaluate('document.getElementById(\"' + button + '\").click()')); print(k, await hash() === links[k - 1], await csv() === runs[k - 1]); } };
            await again('undo', 4, 0);
            await settled(() => browser.evaluate('document.getElementById(\"undo\").click()')); print(await browser.evaluate('[document.getElementById(\"undo\").disabled, /^(pool_8|carom_10)ft$/.test(document.getElementById(\"choice\").value)]'));
            await again('redo', 1, 6);
            print(await browser.evaluate('document.getElementById(\"redo\").disabled'));" >found
        diff found - <<'END'
4 true true
3 true true
2 true true
1 true true
[true,true]
1 true true
2 true true
3 true true
4 true true
5 true true
true
END
        for shot in 1 2 3 4 5; do
            same "$by$shot" "$by$shot.json"
            like "$(grep '"speed"' "$by$shot.json")" '    {"x": *, "y": *, "speed": *, "angle": *, "tip": \[*, *], "name": "cue"*'
        done
        # each shot begins where the one before has ended
        for shot in 1 2 3 4; do
            equal "$(grep -c pocketed "$by$((shot + 1)).json" || true)" "$(json_value "$by$shot.save" 'scalar grep { defined $_->{pocketed} } @{$_->{balls}}')"
            equal "$(json_value "$by$((shot + 1)).json" 'join " ", map "$_->{x},$_->{y}", @{$_->{balls}}')" "$(json_value "$by$shot.save" 'join " ", map "$_->{x},$_->{y}", @{$_->{balls}}')"
        done
    done
}

# bats test_tags=full
@test "in chromium: walls with a mass move, and a shot goes on from where they are" {
    need_page
    echo '{"table": {"width": 4, "height": 2, "piston": {"right": {"m": 2, "v": -0.1}}}, "dt": 0.5, "steps": 10, "balls": [{"x": 1, "y": 1, "r": 0.1}]}' >mass.json
    browse "await visit('');
        print((await run('mass', read('mass.json'))).status, await player('[edges(2.5)[2], edges(end)[2]].map(q => q.toFixed(4)).join(\" \")'));
        await browser.evaluate('shoot(job, {ball: 0, last: true, speed: 1, angle: 0, tip: [0, 0]})');
        print(await browser.evaluate('JSON.parse(document.getElementById(\"scene\").value).table.piston.right'));" >found
    equal "$(cat found)" $'0 3.7500 3.5000\n{"m":2,"force":0,"v":-0.1,"x":3.5}'
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
        for (let k = 0; k < 40 && at[at.length - 1] !== 'options'; k++) { await press('Tab'); const id = await browser.evaluate('document.activeElement.id'); if (id !== at[at.length - 1]) at.push(id); }
        print(at.join(' '));
        await browser.send('Input.insertText', {text: '-i spring-verlet k=1e6 dt=1e-5 -n 1000000000 -e 10000'});
        await press('Enter');
        print(await browser.evaluate('[get(\"status\"), document.getElementById(\"stop\").disabled]'));
        await until('/^step \\\\d{7,} of 1000000000 /.test(get(\"detail\"))');
        const began = Date.now(); await press('Escape'); await until('get(\"status\")');
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
player run choice scene options
["",false]
["stopped","",true]
true
["<stdin>:11:1: error: expected ',' or ']', found the end of the text; the '[' at 1:1 is not closed\n",1]
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
    grep -q '<main><p class="try"><a href="try.html">Try it</a>' html/index.html
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
