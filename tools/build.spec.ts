import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputFingerprint, outputsOf } from './build.mjs';

test('TypeScript is compiled, and everything else is copied', () => {
  const { compiled, copied } = outputsOf([
    'apps/signs/page/sign.js',
    'apps/signs/src/main.ts',
    'libs/ledger/src/commit.lua',
    'libs/ledger/src/shapes.d.ts',
  ]);
  expect(compiled).toEqual(['apps/signs/src/main.js']);
  expect(copied).toEqual(['apps/signs/page/sign.js', 'libs/ledger/src/commit.lua']);
});

describe('what makes dist outdated', () => {
  let folder: string;
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'build-'));
    mkdirSync(join(folder, 'libs/ledger'), { recursive: true });
    write('libs/ledger/commit.lua', 'return 1');
    write('package.json', '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test.each([
    'libs/ledger/commit.lua',
    'libs/ledger/new.ts',
    'package.json',
    'tsconfig.build.json',
  ])('a change of %s does', (file) => {
    const before = inputFingerprint(folder);
    write(file, 'something else');
    expect(inputFingerprint(folder)).not.toBe(before);
  });

  test.each(['libs/ledger/new.spec.ts', 'libs/ledger/new.int-spec.ts', 'README.md'])(
    'a change of %s does not',
    (file) => {
      const before = inputFingerprint(folder);
      write(file, 'something else');
      expect(inputFingerprint(folder)).toBe(before);
    },
  );
});
