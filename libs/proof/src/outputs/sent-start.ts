import { UserError } from '#contract/exit-codes';
import type { LiveLedger } from '../source/live-ledger.js';
import type { Checkpoint } from '../checkpoint-file.js';
import type { SentKind } from './message-id.js';

/** Whether a checkpoint has its places of these topics, and of all partitions. */
export async function isOfTopics(live: LiveLedger, checkpoint: Checkpoint): Promise<boolean> {
  const { cluster, ledger, partitions } = checkpoint;
  return ledger.length === partitions && cluster === (await live.clusterId());
}

/**
 * Where a topic is read from on.
 * @throws UserError where the topic ends before that place.
 */
export function startsOf(
  { outputs }: Checkpoint,
  kind: SentKind,
  marks: readonly { readonly high: number }[],
): readonly number[] {
  const starts = outputs[kind];
  const short = starts.findIndex((start, partition) => start > (marks[partition]?.high ?? 0));
  if (short < 0) return starts;
  const high = marks[short]?.high ?? 0;
  throw new UserError(
    `The checkpoint was written when the topic of ${kind} had ${starts[short]} records in its partition ${short}, and it has ${high}: it is not that topic. Verify without --from, and write another checkpoint.`,
  );
}
