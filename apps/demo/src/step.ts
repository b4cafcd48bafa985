import { say } from '#tools/process/process.mjs';

/** Does one step of the start, and prints one line with its duration and `describe`'s result. */
export async function step<T>(
  name: string,
  work: () => Promise<T>,
  describe: (result: T) => string = () => '',
): Promise<T> {
  const startedAt = performance.now();
  if (process.stderr.isTTY) process.stderr.write(`        ${name} ...`);
  try {
    const result = await work();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    eraseLine();
    say(`${seconds.padStart(5)} s ${name.padEnd(17)} ${describe(result)}`.trimEnd());
    return result;
  } catch (error) {
    eraseLine();
    throw error;
  }
}

function eraseLine(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}
