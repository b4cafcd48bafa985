import type { Random } from '../../apps/pit/src/random.js';
import type { Recording } from './record.js';
import type { SoakStack } from './stack.js';

/** What befalls the stack now and then; each leaves it running again. */
export function faultsOf(
  stack: SoakStack,
  recording: Recording,
): Record<string, () => Promise<void>> {
  return {
    'ledger-1 killed': () => stack.killAndStart('ledger-1'),
    'Redis restarted': async () => {
      await stack.redis.kill();
      await stack.redis.startAgain();
      recording.begin('redis');
    },
    'ledger-2 killed': () => stack.killAndStart('ledger-2'),
    'broker restarted': async () => {
      await stack.kafka.kill();
      await stack.kafka.startAgain();
    },
  };
}

/** When which fault comes: spread over the run but for its beginning and its end, in any order. */
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
