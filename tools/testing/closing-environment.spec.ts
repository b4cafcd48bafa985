import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const once = "const { once } = require('events');\n";
const folder = mkdtempSync(join(tmpdir(), 'jackpot-closing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The only statement of a suite, and Jest's verdict on it. */
const suites = {
  timer: ['FAIL', 'setInterval(() => 0, 1_000);'],
  server: [
    'FAIL',
    "await once(require('net').createServer().listen(0, '127.0.0.1'), 'listening');",
  ],
  process: ['FAIL', "require('child_process').spawn('sleep', ['60']);"],
  failed: ['FAIL', "setInterval(() => 0, 1_000); throw new Error('the reason');"],
  nothing: ['PASS', 'await new Promise((done) => setTimeout(done, 10));'],
};

test('a suite that leaves a timer, a server or a process open fails by its name', () => {
  for (const [name, [, statement]] of Object.entries(suites)) {
    writeFileSync(
      join(folder, `${name}.test.js`),
      `${once}test('', async () => { ${statement} });\n`,
    );
  }
  const testEnvironment = resolve('tools/testing/closing-environment.mjs');
  const testEnvironmentOptions = { closingLimitMs: 1_000 };
  const config = JSON.stringify({ rootDir: folder, testEnvironment, testEnvironmentOptions });
  // A run with several workers ends each of them, like `npm test`.
  const args = ['node_modules/jest/bin/jest.js', '--config', config, '--maxWorkers=2'];
  const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const verdicts = [...stderr.matchAll(/^(PASS|FAIL) \S*?(\w+)\.test\.js/gm)];
  const found = Object.fromEntries(verdicts.map(([, verdict, name]) => [name, verdict]));
  const expected = Object.entries(suites).map(([name, [verdict]]) => [name, verdict]);
  expect(found).toEqual(Object.fromEntries(expected));
  expect(stderr).toContain('The suite leaves open: Timeout.');
  // Jest drops the output of a suite's tests if its environment throws.
  expect(stderr).toContain('the reason');
});
