import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesBelow, fingerprint } from './fingerprint.mjs';
import { readIfPresent } from './process/read.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fingerprint-'));
  writeFileSync(join(folder, 'a.ts'), 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the same files have the same fingerprint', () => {
  expect(fingerprint(folder, ['a.ts'])).toBe(fingerprint(folder, ['a.ts']));
});

test('a changed, touched, added or missing file changes the fingerprint', () => {
  const seen = new Set([fingerprint(folder, ['a.ts'])]);
  writeFileSync(join(folder, 'a.ts'), 'longer');
  seen.add(fingerprint(folder, ['a.ts']));
  utimesSync(join(folder, 'a.ts'), 1, 1);
  seen.add(fingerprint(folder, ['a.ts']));
  seen.add(fingerprint(folder, ['a.ts', 'b.ts']));
  rmSync(join(folder, 'a.ts'));
  seen.add(fingerprint(folder, ['a.ts']));
  expect(seen.size).toBe(5);
});

test('files are listed with their folder, and a missing folder has none', () => {
  expect(filesBelow(join(folder, '..'), folder.split('/').pop() ?? '')).toEqual([
    `${folder.split('/').pop()}/a.ts`,
  ]);
  expect(filesBelow(folder, 'nowhere')).toEqual([]);
});

test('a stamp that is not there is undefined', () => {
  expect(readIfPresent(join(folder, 'stamp'))).toBeUndefined();
});
