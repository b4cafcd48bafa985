import { readFileSync } from 'node:fs';
import { haltReasons, pageOf } from '#log/halting';
import { manualNames, manualPage, manualPageOf, manualPath } from './manual.js';

const addresses = new Set([undefined, ...manualNames].map((name) => manualPath(name ?? 'README')));

test.each([undefined, ...manualNames])('the page %s has links to pages alone', (name) => {
  const text = manualPage(name) ?? '';
  expect(text).toContain('<p>');
  const links = [...text.matchAll(/ href="([^"]*)"/g)].map(([, to = '']) => to.split('#')[0]);
  expect(links.filter((to) => to !== '' && !addresses.has(to ?? ''))).toEqual([]);
});

test('a heading is where a link to it leads', () => {
  const text = manualPage() ?? '';
  const places = [undefined, ...manualNames].flatMap((name) =>
    [...(manualPage(name) ?? '').matchAll(/ href="\/manual#([^"]*)"/g)].map(([, place]) => place),
  );
  expect(places.length).toBeGreaterThan(0);
  for (const place of new Set(places)) expect(text).toContain(` id="${place}"`);
});

test('each alert and each reason to halt leads to a page', () => {
  const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8');
  const runbooks = [...alerts.matchAll(/runbook: (\S+)/g)].map(([, file = '']) => file);
  const files = [...runbooks, ...haltReasons.map(pageOf)];
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => manualPageOf(file) === undefined)).toEqual([]);
});

test.each(['../README', '..%2FREADME', 'README/', 'stuck.md', ''])('no file is %j', (name) => {
  expect(manualPage(name)).toBeUndefined();
  expect(manualPageOf(`deploy/operations/${name}.md`)).toBeUndefined();
});
