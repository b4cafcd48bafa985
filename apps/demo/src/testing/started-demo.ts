import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '#tools/process/paths.mjs';

/** Starts the demo on the Kafka and Redis of the test run, with its own topics and keys. */
export function startDemo(...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'dist/apps/demo/src/main.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = once(child, 'exit');
  const demo = { output: '', kill: () => child.kill('SIGINT'), code, succeeds };
  /** @throws Error with its whole output if it ends with a code other than 0. */
  async function succeeds(): Promise<void> {
    const [ended] = (await code) as [number | null];
    if (ended !== 0) throw new Error(`the demo has ended with ${ended}:\n${demo.output}`);
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (demo.output += chunk.toString()));
  }
  return demo;
}

/** Returns the addresses that the demo has printed. */
export function servicesIn(output: string): string[] {
  return [...output.matchAll(/ledger, signs, tables +(\S+) +(\S+) +(\S+)/g)].flatMap(
    ([, ...urls]) => urls,
  );
}

export async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/health/live`).then(
    () => true,
    () => false,
  );
}
