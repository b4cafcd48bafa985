import { isUnknown, type Ledger } from '#ledger';

/**
 * Returns the reason that the service must not start on this log, or undefined. With another number
 * of partitions, jackpots would get other home partitions, away from their money; waiting does not
 * help.
 * @throws the connection's error while Redis does not answer.
 */
export async function whyNotStarted(
  ledger: Ledger,
  { topic, partitions }: { readonly topic: string; readonly partitions: number },
): Promise<string | undefined> {
  try {
    const made = await ledger.countPartitions();
    if (made === undefined || made === partitions) return undefined;
    return (
      `The topic ${topic} has ${partitions} partitions, and its ledger in Redis was made with ` +
      `${made}: make the topic again with ${made} and copy its records back in place ` +
      '(deploy/operations/partition-count-changed.md). If the topic never had another number, ' +
      'somebody has written to Redis: that page says what to set.'
    );
  } catch (error) {
    if (isUnknown(error as Error)) throw error;
    // A denied command or a damaged key halts each partition, with the reason for it.
    return undefined;
  }
}

/**
 * Returns the id of the store; the service joins its group as an instance of it. If Redis does not
 * give the id, the store counts as a separate one, `unreadable`: it shares the group with no other,
 * and each of its partitions halts with the reason.
 * @throws the connection's error while Redis does not answer.
 */
export async function storeIdOf(ledger: Ledger, unreadable: string): Promise<string> {
  try {
    return await ledger.identify();
  } catch (error) {
    if (isUnknown(error as Error)) throw error;
    return unreadable;
  }
}
