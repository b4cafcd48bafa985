import { isUnknown, type Ledger } from '#ledger';

/**
 * Why the service must not start on this log, or undefined: with another number of partitions each jackpot
 * could have another home than its money, and no waiting mends that.
 * @throws the connection's error while Redis does not answer.
 */
export async function whyRefused(
  ledger: Ledger,
  { topic, partitions }: { readonly topic: string; readonly partitions: number },
): Promise<string | undefined> {
  try {
    const made = await ledger.countPartitions();
    if (made === 0 || made === partitions) return undefined;
    return (
      `The topic ${topic} has ${partitions} partitions, and its ledger in Redis was made with ` +
      `${made}: make the topic again with ${made} and copy its records back in place ` +
      '(deploy/operations/partition-count-changed.md).'
    );
  } catch (error) {
    if (isUnknown(error as Error)) throw error;
    // What Redis denies, or what another hand has written, each partition halts for by its name.
    return undefined;
  }
}
