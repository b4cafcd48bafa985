import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { binFolder, root, toolEnvironment, userFolder } from './process/paths.mjs';

test('a relative file name starts from where the person stands', () => {
  expect(userFolder({ INIT_CWD: '/home/a' }, root)).toBe('/home/a');
  expect(userFolder({ INIT_CWD: '/home/a' }, '/home/b')).toBe('/home/b');
});

test("the project's tools come first on PATH, once", () => {
  const once = toolEnvironment({ PATH: '/bin' });
  expect(once.PATH).toBe(`${binFolder}:/bin`);
  expect(toolEnvironment(once)).toEqual(once);
});

test.each([['nonsense'], ['toString'], []])(
  'the command %p is refused with the usage',
  (...args) => {
    const script = join(root, 'tools/bootstrap.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
    expect(status).toBe(64);
    expect(stderr).toMatch(/^Usage: /);
  },
);
