import type { Random } from '../../apps/pit/src/random.js';
import type { SoakStack } from './stack.js';

const repliesLost = 5;

/**
 * What befalls everything around the ledger that is judged, which itself lives on; each leaves the
 * stack running again.
 */
export function faultsOf(stack: SoakStack): Record<string, () => Promise<void>> {
  return {
    'peer killed': () => stack.killAndStart('peer'),
    'Redis restarted': async () => {
      await stack.redis.kill();
      await stack.redis.startAgain();
    },
    'peer stopped': () => stack.stopAndStart('peer'),
    'broker restarted': async () => {
      await stack.kafka.kill();
      await stack.kafka.startAgain();
    },
    'replies of Redis cut': () => stack.cutReplies(repliesLost),
  };
}

/** When which fault comes: each once before any comes again, in any order. */
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
