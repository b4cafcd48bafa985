import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { binFolder, root, toolEnvironment, userFolder } from './process/paths.mjs';
import { dataFolder } from './stack/run-stack.mjs';

test('the data folder is relative to where the person stands', () => {
  expect(dataFolder(['--data', 'kept'], '/home/a')).toBe('/home/a/kept');
  expect(dataFolder(['--data=/kept'], '/home/a')).toBe('/kept');
  expect(dataFolder([], '/home/a')).toBeUndefined();
  expect(userFolder({ INIT_CWD: '/home/a' }, root)).toBe('/home/a');
  expect(userFolder({ INIT_CWD: '/home/a' }, '/home/b')).toBe('/home/b');
});

test('an unknown argument of the stack is refused with the usage', () => {
  expect(() => dataFolder(['--date', 'x'], '/')).toThrow('Usage: stack [--data DIR]');
  expect(() => dataFolder(['--data'], '/')).toThrow('Usage: stack [--data DIR]');
});

test("the project's tools come first on PATH, once", () => {
  const once = toolEnvironment({ PATH: '/bin' });
  expect(once.PATH).toBe(`${binFolder}:/bin`);
  expect(toolEnvironment(once)).toEqual(once);
});

test.each([['nonsense'], ['toString'], []])(
  'the command %p is answered with the usage',
  (...args) => {
    const script = join(root, 'tools/bootstrap.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
    expect(status).toBe(64);
    expect(stderr).toMatch(/^Usage: /);
  },
);
