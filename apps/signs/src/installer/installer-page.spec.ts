import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { encode } from 'uqr';
import { installerPage, installerPolicy, tokenPage, type InstalledPool } from './installer-page.js';
import { parameters } from './parameters.js';

const pool: InstalledPool = {
  jackpot: 'fortune-main',
  name: 'Fortune',
  text: 'MOP 1,000,000.00',
  state: 'running',
  asOf: '2026-11-21T04:00:00.000Z',
};

test('each pool has its name, value, state, time, address and the code of that address', () => {
  const page = installerPage([pool], 'https://signs.example', undefined);
  const address = 'https://signs.example/signs/fortune-main';
  for (const part of ['Fortune', pool.text, 'class="state running"', pool.asOf, `>${address}<`]) {
    expect(page).toContain(part);
  }
  // As many dark squares as the code of the address has.
  const dark = encode(address, { border: 2 }).data.flat().filter(Boolean).length;
  const [, path = ''] = /<svg[^]*?<path [^>]*d="([^"]+)"/.exec(page) ?? [];
  expect(path.match(/M/g)).toHaveLength(dark);
});

test('a token is in every address, and nowhere where there is none', () => {
  const page = installerPage([pool], 'http://a', 'abc+def');
  expect(page).toContain('href="signs/fortune-main?token=abc%2Bdef"');
  expect(installerPage([pool], 'http://a', undefined)).not.toContain('token=abc');
});

test('nothing of a pool, of the address or of a token becomes markup', () => {
  const bad = '"><script>alert(1)</script>';
  const page = installerPage([{ ...pool, name: bad, text: bad }], `http://a${bad}`, bad);
  expect(page).not.toContain('<script');
  expect(tokenPage(true)).not.toContain('<script');
});

test('the policy lets the page’s own style in and no script', () => {
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(tokenPage(false)) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(installerPolicy).toContain(`style-src 'self' 'sha256-${hash}'`);
  expect(installerPolicy).toContain("default-src 'none'");
  expect(installerPage([pool], 'http://a', undefined)).not.toMatch(/ style=|<script| on\w+=/);
});

test('many pools come without codes, each with a link to its own', () => {
  const many = Array.from({ length: 49 }, (_, each) => ({ ...pool, jackpot: `pool-${each}` }));
  const page = installerPage(many, 'http://a', 'abc');
  expect(page).not.toContain('<svg');
  expect(page).toContain('href="signs?token=abc&amp;jackpot=pool-7"');
});

test('every parameter that the page of a sign reads is listed', () => {
  const folder = 'apps/signs/page/';
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const read = scripts.flatMap((file) =>
    [...readFileSync(folder + file, 'utf8').matchAll(/\bquery\.get(?:All)?\('(\w+)'\)/g)].map(
      ([, name]) => name as string,
    ),
  );
  expect(read).toContain('lang');
  const listed = new Set<string>(parameters.map(([name]) => name));
  expect(read.filter((name) => !listed.has(name))).toEqual([]);
});
