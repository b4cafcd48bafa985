import { execFileSync } from 'node:child_process';
import { longPattern, whatWasNotRun } from './long-tests.mjs';

test('a run names how many suites it has left out, and when they were green', async () => {
  const files = execFileSync('git', ['ls-files', '--', '*spec.ts'], { encoding: 'utf8' });
  const long = files.split('\n').filter((file) => new RegExp(longPattern).test(file));
  expect(long.length).toBeGreaterThan(10);
  const green = /never green on this machine|last green on \d{4}-\d\d-\d\d at \w+, .+ commits ago/;
  const line = `^Not run: ${long.length} long suites \\(npm run test:long\\), (${green.source})\\.$`;
  expect(await whatWasNotRun()).toMatch(new RegExp(line));
});
