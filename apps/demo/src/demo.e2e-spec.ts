import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '#tools/process/paths.mjs';
import { waitFor } from '#tools/process/wait.mjs';

/** The demo on the Kafka and Redis of the test run, with topics and keys of its own. */
function startDemo(...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'dist/apps/demo/src/main.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const demo = { output: '', kill: () => child.kill('SIGINT'), code: once(child, 'exit') };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (demo.output += chunk.toString()));
  }
  return demo;
}

/** The addresses that the demo has printed. */
function servicesIn(output: string): string[] {
  return [...output.matchAll(/ledger and signs +(\S+) +(\S+)/g)].flatMap(([, ...urls]) => urls);
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/health/live`).then(
    () => true,
    () => false,
  );
}

test('rounds are played, the ledger agrees with the log, and nothing is left running', async () => {
  const demo = startDemo('--rounds', '120', '--exit');
  expect(await demo.code).toEqual([0, null]);
  expect(demo.output).toMatch(/rounds {6}120,/);
  expect(demo.output).toContain('show the same values');
  expect(demo.output).toContain('The ledger agrees with the log');
  const services = servicesIn(demo.output);
  expect(services).toHaveLength(2);
  expect(await Promise.all(services.map(answers))).toEqual([false, false]);
}, 90_000);

test('Ctrl-C ends a demo that plays on, and the last values are printed', async () => {
  const demo = startDemo('--speed', '200');
  const paid = () => /pays F3-|stopped in/.exec(demo.output)?.[0];
  expect(await waitFor(paid, { limitMs: 60_000 })).toBe('pays F3-');
  demo.kill();
  expect(await demo.code).toEqual([0, null]);
  expect(demo.output).toMatch(/payouts; exceptions: /);
  const services = servicesIn(demo.output);
  expect(await Promise.all(services.map(answers))).toEqual([false, false]);
}, 90_000);

test('a wrong option of the pit is refused before anything starts', async () => {
  const demo = startDemo('--luck=-1');
  expect(await demo.code).toEqual([1, null]);
  expect(demo.output).toMatch(/'--luck <x>' argument '-1' is invalid/);
  expect(demo.output).not.toContain('Kafka and Redis');
});
