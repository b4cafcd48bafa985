import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { allowedLicences, shippedLicences, whyRefused } from './licences.mjs';
import { root } from './process/paths.mjs';

const judge = (licence: string) =>
  whyRefused({ name: 'a', version: '1.0.0', licence }, allowedLicences);

test('every shipped package has an allowed licence, and every allowed licence is in use', () => {
  const shipped = shippedLicences(root);
  expect(shipped.length).toBeGreaterThan(60);
  expect(shipped.flatMap((each) => whyRefused(each, allowedLicences) ?? [])).toEqual([]);
  expect(new Set(shipped.map(({ licence }) => licence))).toEqual(allowedLicences);
});

test.each(['GPL-3.0-only', 'AGPL-3.0', 'UNLICENSED', 'MIT AND GPL-2.0', 'SEE LICENSE IN X', 'mit'])(
  '%s is refused in a sentence that names it and the package',
  (licence) => {
    expect(judge(licence)).toContain(`a@1.0.0 is under ${licence}, which is not allowed`);
  },
);

test('a package that names no licence is refused', () => {
  expect(judge('')).toContain('a@1.0.0 names no licence');
});

test.each(['MIT', '(MIT OR GPL-2.0)', 'MIT AND ISC'])('%s is allowed', (licence) => {
  expect(judge(licence)).toBeUndefined();
});

describe('what is read', () => {
  let folder: string;
  const write = (file: string, content: object) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(content));
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'licences-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('is what the installed package says, whatever the lock file does', () => {
    write('package-lock.json', {
      packages: {
        '': {},
        'node_modules/honest': { license: 'MIT' },
        'node_modules/honest/node_modules/@x/old': {},
        'node_modules/not-there': { license: 'MIT' },
        'node_modules/other-platform': { license: 'MIT', optional: true },
        'node_modules/development': { license: 'GPL-3.0-only', dev: true },
      },
    });
    write('node_modules/honest/package.json', { version: '1.0.0', license: 'GPL-3.0-only' });
    const old = { version: '2.0.0', licenses: [{ type: 'MIT' }, { type: 'ISC' }] };
    write('node_modules/honest/node_modules/@x/old/package.json', old);
    expect(shippedLicences(folder)).toEqual([
      { name: 'honest', version: '1.0.0', licence: 'GPL-3.0-only' },
      { name: '@x/old', version: '2.0.0', licence: 'MIT OR ISC' },
      { name: 'not-there', version: '', licence: '' },
    ]);
  });
});
