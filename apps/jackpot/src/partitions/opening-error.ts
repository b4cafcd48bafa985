import { isDenial, LedgerMoves } from '#ledger';
import { halt, kafkaFailureOf, type Opened } from '#log';

/**
 * Returns the meaning of an error that ended the opening of a partition; undefined for a bug.
 * @param isWaiting whether Redis does not answer; an error while it does is a bug, which waiting
 * would hide.
 */
export function openingOutcome(
  error: unknown,
  isWaiting: boolean,
): Exclude<Opened, { outcome: 'opened' }> | undefined {
  const { message } = error as Error;
  if (isDenial(error)) return halt('redis-unsafe', `Redis denies a command: ${message}.`);
  // Another program than the ledger has made a key of another type.
  if (message.startsWith('WRONGTYPE')) return halt('ledger-diverged', `${message}.`);
  if (error instanceof LedgerMoves) return { outcome: 'wait', detail: message };
  if (kafkaFailureOf(error)) {
    return { outcome: 'wait', detail: `Kafka did not give the journal: ${message}` };
  }
  if (!isWaiting) return undefined;
  return { outcome: 'wait', detail: `Redis did not give the partition: ${String(error)}` };
}
