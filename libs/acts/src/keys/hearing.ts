import { exitCodes, type Root, thumbprintInForce, UserError } from '#contract';
import type { Authority } from '#pools';
import type { Signer } from '../signer.js';

/** The target partitions of a command that accept COMMAND_KEY, and the others. */
interface Hearing {
  readonly heard: readonly number[];
  readonly unheard: readonly number[];
}

/**
 * Tries COMMAND_KEY in each partition separately, so that a root or a set of keys that a thief has
 * put in force in one of them does not lock the holder of the key out of the others.
 * @param assertHeard throws a UserError if the service would not accept the key.
 * @throws UserError of the first partition, if no partition accepts the key.
 */
export function hearingOf(
  partitions: readonly number[],
  assertHeard: (partition: number) => void,
): Hearing {
  const heard: number[] = [];
  const refusals = new Map<number, UserError>();
  for (const partition of partitions) {
    try {
      assertHeard(partition);
      heard.push(partition);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      refusals.set(partition, error);
    }
  }
  const [first] = refusals.values();
  if (first && heard.length === 0) throw first;
  return { heard, unheard: [...refusals.keys()] };
}

/**
 * Names the partitions that get nothing, with the root in force there: a sentence for each root.
 * @param all by partition.
 * @param first the root of COMMAND_ROOT, which is in force while there are no keys.
 */
export function describeUnheard(
  unheard: readonly number[],
  all: readonly Authority[],
  first: Root,
  { kid }: Signer,
): string[] {
  const groups = Map.groupBy(
    unheard,
    (each) => thumbprintInForce(all[each] as Authority) ?? first.thumbprint,
  );
  return [...groups].map(([root, group]) => {
    const numbers = group.join(', ');
    const who = group.length > 1 ? `Partitions ${numbers} get` : `Partition ${numbers} gets`;
    return `${who} nothing, because the root ${root} is in force there and does not accept COMMAND_KEY (${kid}). Run the same command with a key of that root.`;
  });
}

/** Joins these sentences into one failure; undefined if there are none. */
export function differenceIn(sentences: readonly string[]): UserError | undefined {
  return sentences.length > 0 ? new UserError(sentences.join('\n'), exitCodes.differs) : undefined;
}
