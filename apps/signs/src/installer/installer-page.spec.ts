import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { installerPage, installerPolicy, tokenPage, type InstalledPool } from './installer-page.js';
import { parameters } from './parameters.js';

const pool: InstalledPool = {
  jackpot: 'fortune-main',
  name: 'Fortune',
  text: 'MOP 1,000,000.00',
  state: 'running',
  asOf: '2026-11-21T04:00:00.000Z',
};

test('each pool has its name, value, state and time, and the way to its sign from here', () => {
  const page = installerPage([pool], undefined);
  for (const part of ['Fortune', pool.text, 'class="state running"', pool.asOf]) {
    expect(page).toContain(part);
  }
  expect(page).toContain('href="signs/fortune-main"');
  // Only the browser knows the address of the gateway.
  expect(page).not.toMatch(/(?:href|src)="(?:\/|\w+:)/);
});

test('a token is in every address, and nowhere where there is none', () => {
  const page = installerPage([pool], 'abc+def');
  expect(page).toContain('href="signs/fortune-main?token=abc%2Bdef"');
  expect(installerPage([pool], undefined)).not.toContain('token=abc');
});

test('nothing of a pool or of a token becomes markup', () => {
  const bad = '"><script>alert(1)</script>';
  const page = installerPage([{ ...pool, name: bad, text: bad }], bad);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(tokenPage(true)).not.toContain('<script');
});

test('the policy lets the page’s own style in and no script but of a file', () => {
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(tokenPage(false)) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(installerPolicy).toContain(`style-src 'self' 'sha256-${hash}'`);
  expect(installerPolicy).toContain("default-src 'none'; script-src 'self'; connect-src 'self';");
  expect(installerPage([pool], undefined)).not.toMatch(/ style=|<script>| on\w+=/);
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
