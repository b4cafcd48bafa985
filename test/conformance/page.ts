/** The page for a person who presses buttons for what happens at the table, instead of a driver. */
export const driverPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Conformance of a table controller</title>
<style>
  body { font: 18px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 44rem; padding: 0 1rem;
    color: #1b1f24; }
  #say { font-size: 1.7rem; line-height: 1.3; min-height: 4em; margin: 1rem 0; }
  #case { color: #57606a; }
  button { font: inherit; padding: .6em 1.4em; margin: 0 .5em .5em 0; border: 1px solid #57606a;
    border-radius: .4em; background: #fff; cursor: pointer; }
  button.main { background: #1f6feb; border-color: #1f6feb; color: #fff; }
  pre { background: #f3f4f6; padding: 1rem; overflow-x: auto; font-size: .9rem; }
</style>
</head>
<body>
<p id="case"></p>
<p id="say" aria-live="polite">Waiting for the kit …</p>
<div id="buttons"></div>
<pre id="settings" hidden></pre>
<script>
const labels = { on: 'Yes', off: 'No', yes: 'Yes', no: 'No', taken: 'It is taken',
  'give-back': 'Give the chip back', wait: 'It waits', ask: 'Look first, or ask people',
  none: 'Nothing', pay: 'Pay it at the table', refused: 'It is refused',
  another: 'Another amount' };
const byId = (id) => document.getElementById(id);
async function done(answer) {
  byId('buttons').replaceChildren();
  const headers = { 'content-type': 'application/json' };
  await fetch('/v1/done', { method: 'POST', headers, body: JSON.stringify(answer) });
}
function button(label, answer, isMain) {
  const made = document.createElement('button');
  made.textContent = label;
  made.className = isMain ? 'main' : '';
  made.onclick = () => done(answer);
  return made;
}
async function follow() {
  let shown = 0;
  for (;;) {
    try {
      const response = await fetch('/v1/next');
      if (response.status !== 200) continue;
      const asked = await response.json();
      const { number } = asked;
      if (number === shown) { await new Promise((go) => setTimeout(go, 300)); continue; }
      shown = number;
      byId('case').textContent = asked.case;
      byId('say').textContent = asked.say;
      byId('settings').hidden = asked.do !== 'start';
      byId('settings').textContent = JSON.stringify(asked.settings, null, 2);
      const answers = asked.do === 'look'
        ? asked.words.map((word) => button(labels[word] ?? word, { number, shows: word }, true))
        : [button('Done', { number }, true)];
      const cannot = button('This controller cannot do that',
        { number, cannot: 'a person has said so' }, false);
      if (asked.do === 'end') {
        const link = document.createElement('a');
        link.href = '/report';
        link.textContent = 'The report';
        byId('buttons').replaceChildren(link);
        await done({ number });
        byId('buttons').replaceChildren(link);
        return;
      }
      byId('buttons').replaceChildren(...answers, cannot);
    } catch {
      byId('say').textContent = 'The kit does not answer.';
      await new Promise((go) => setTimeout(go, 1000));
    }
  }
}
follow();
</script>
</body>
</html>
`;
