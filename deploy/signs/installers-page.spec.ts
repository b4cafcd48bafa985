import { readFileSync } from 'node:fs';

/** The installer's instructions agree with the sign and its programs. */

const page = readFileSync('deploy/signs/README.md', 'utf8');
const read = (file: string): string => readFileSync(file, 'utf8');

test('every parameter of the sign page is in the table, and no other', () => {
  const [, table = ''] = /^\| parameter .*\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const listed = [...table.matchAll(/^\| `(\w+)=/gm)].map(([, name]) => name);
  const source = read('apps/signs/page/options.js');
  const known = [...source.matchAll(/query\.get(?:All)?\('(\w+)'\)/g)].map(([, name]) => name);
  expect(known.length).toBeGreaterThan(8);
  expect(listed.toSorted()).toEqual([...new Set(known)].toSorted());
});

test('every state that the sign says in words is explained in its own words', () => {
  const source = read('apps/signs/page/words.js');
  const html = read('apps/signs/page/sign.html');
  const said = [...html.matchAll(/<p class="(?:mark )?[\w-]+" data-word="(\w+)">/g)];
  const names = said.map(([, name]) => name).filter((name) => name !== 'progressiveJackpot');
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) {
    const [, row = ''] = new RegExp(`^  ${name}: \\{([^}]*)\\}`, 'm').exec(source) ?? [];
    const texts = [...row.matchAll(/'([^']+)'(?=,|\s*$)/g)].map(([, text]) => text as string);
    expect([name, texts.filter((text) => !page.includes(text))]).toEqual([name, []]);
    expect([name, texts.length]).toEqual([name, 3]);
  }
});

test('every text of the LED poller is in the table', () => {
  const source = read('deploy/signs/led-poller.py');
  const texts = [...source.matchAll(/"([A-Z]+(?: [A-Z]+)+|CONNECTING)"/g)].map(([, text]) => text);
  expect(new Set(texts).size).toBe(9);
  for (const text of texts) expect(page).toContain(`| \`${text}\` |`);
});

test('the unit is installed where the page says', () => {
  const unit = read('deploy/signs/kiosk.service');
  for (const place of ['/opt/jackpot-sign/kiosk.py', '/etc/jackpot-sign', 'User=sign']) {
    expect(unit).toContain(place);
    expect(page).toContain(place.replace('User=', ' '));
  }
});
