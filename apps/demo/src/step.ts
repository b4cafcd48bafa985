import { say, seconds } from '#tools/process/process.mjs';

/** Does one step of the start, and prints one line with its duration and `describe`'s result. */
export async function step<T>(
  name: string,
  work: () => Promise<T>,
  describe: (result: T) => string = () => '',
): Promise<T> {
  const startedAt = performance.now();
  const { isTTY } = process.stderr;
  if (isTTY) process.stderr.write(`        ${name} ...`);
  const result = await work().finally(() => isTTY && process.stderr.write('\r\x1b[K'));
  say(`${seconds(startedAt).padStart(7)} ${name.padEnd(17)} ${describe(result)}`.trimEnd());
  return result;
}
