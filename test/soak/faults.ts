import type { Random } from '#pit/random';
import type { SoakRun } from './soak-run.js';

const repliesLost = 5;

/**
 * The faults around the judged ledger service, which keeps running. After each fault all services
 * run again.
 */
export function faultsOf(run: SoakRun): Record<string, () => Promise<void>> {
  return {
    'peer killed': () => run.killAndStart('peer'),
    'Redis restarted': async () => {
      await run.redis.kill();
      await run.redis.startAgain();
    },
    'peer stopped': () => run.stopAndStart('peer'),
    'broker restarted': async () => {
      await run.kafka.kill();
      await run.kafka.startAgain();
    },
    'replies of Redis cut': () => run.cutReplies(repliesLost),
  };
}

/** The order of the faults: random, each kind once before any repeats. */
export function planFaults(
  random: Random,
  names: readonly string[],
  seconds: number,
  every: number,
): { at: number; name: string }[] {
  const count = Math.floor(seconds / every);
  const bag: string[] = [];
  return Array.from({ length: count }, (_, index) => {
    if (bag.length === 0) bag.push(...names);
    const [name] = bag.splice(random.below(bag.length), 1);
    return { at: (index + 0.3 + random.share() * 0.3) * every, name: name as string };
  });
}
