import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadRoot } from './root.js';

const folder = mkdtempSync(join(tmpdir(), 'jackpot-root-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('COMMAND_ROOT that is missing, a directory or empty is named with the fix', () => {
  const empty = join(folder, 'empty.jwks');
  writeFileSync(empty, '');
  expect(() => loadRoot(undefined)).toThrow('COMMAND_ROOT is missing: set it to the file of');
  for (const [file, why] of [
    [folder, 'it is a directory; name the file in it'],
    [join(folder, 'none'), 'there is no such file; check the path'],
    [empty, 'it is empty; name the file that `keys new` wrote'],
  ] as const) {
    expect(() => loadRoot(file)).toThrow(`COMMAND_ROOT: ${file} cannot be used (${why}).`);
  }
});
