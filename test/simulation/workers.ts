import { fork } from 'node:child_process';
import type { Outcome } from './simulate.js';

export type SeedOutcome = Omit<Outcome, 'story'>;

/**
 * Distributes the seeds to child processes of this program, each with its own clock.
 * @param take returns whether to continue
 * @throws Error if a child ends by itself
 */
export async function runWorkers(
  seeds: readonly number[],
  workers: number,
  take: (outcome: SeedOutcome) => boolean,
): Promise<void> {
  const waiting = seeds.values();
  let isWanted = true;
  const runOne = () =>
    new Promise<void>((resolve, reject) => {
      const child = fork(process.argv[1] as string, [], { execArgv: process.execArgv });
      let isDone = false;
      const giveSeed = (): void => {
        const seed = isWanted ? waiting.next().value : undefined;
        if (seed !== undefined) {
          child.send(seed);
        } else {
          isDone = true;
          child.disconnect();
        }
      };
      child.on('message', (outcome: SeedOutcome) => {
        isWanted = take(outcome) && isWanted;
        giveSeed();
      });
      child.once('exit', (code) => {
        if (isDone) resolve();
        else reject(new Error(`a worker ended with code ${code}`));
      });
      giveSeed();
    });
  await Promise.all(Array.from({ length: Math.max(1, workers) }, runOne));
}
