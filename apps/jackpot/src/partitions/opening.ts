import { LoadedTables, readState, whyNewerEdition, whyOtherLog, whyOtherRoot } from '#engine';
import type { LedgerSnapshot, StateDigest } from '#ledger';
import { halt, type Halt, type OpenPartition } from '#log';
import type { PartitionState } from '#pools';
import { openingOutcome } from './opening-error.js';
import type { PartitionParts } from './partition-parts.js';

/** A partition in Redis that its journal proves. */
export interface FoundLedger {
  readonly outcome: 'found';
  readonly snapshot: LedgerSnapshot;
  readonly state: PartitionState;
  readonly digest: StateDigest;
  /** Hashes of the blocks that wait in its outbox. */
  readonly unsent: ReadonlySet<string>;
  /** True if its next record passes, whatever its time. */
  readonly acceptsTime: boolean;
}

/** The reason of a partition's halt. */
interface NotOpened {
  readonly outcome: 'halt';
  readonly halted: Halt;
  /** Snapshot of a ledger that is wrong itself: the halt must be stored there. */
  readonly snapshot?: LedgerSnapshot;
}

interface NotYet {
  readonly outcome: 'wait';
  readonly detail: string;
}

/**
 * Reads a partition from Redis and compares it with its log and its journal.
 * @param knownFault the halt of a ledger that was found wrong before, and has not moved since.
 * @throws the error of a bug.
 */
export async function openFromLedger(
  { partition, clusterId, partitions }: OpenPartition,
  { ledger, env, check }: Pick<PartitionParts, 'ledger' | 'env' | 'check'>,
  knownFault: (snapshot: LedgerSnapshot) => Promise<Halt | undefined>,
): Promise<FoundLedger | NotOpened | NotYet> {
  try {
    const unsafe = (await ledger.whyUnsafe()) ?? (await ledger.whyDenied(partition));
    if (unsafe !== undefined) return { outcome: 'halt', halted: halt('redis-unsafe', unsafe) };
    const loaded = new LoadedTables();
    const snapshot = await ledger.load(partition, loaded);
    const unreadable =
      (await knownFault(snapshot)) ?? whyOtherLog(snapshot, { clusterId, partitions });
    if (unreadable) return { outcome: 'halt', halted: unreadable };
    const digest = loaded.digestWith(snapshot);
    // A fact that only the keys in Redis state is believed once the journal proves them.
    const ofKeys = whyOtherRoot(snapshot, env.root) ?? whyNewerEdition(snapshot);
    const state = ofKeys ?? readState(snapshot, loaded);
    if (!ofKeys && 'outcome' in state) return { outcome: 'halt', halted: state, snapshot };
    const checked = await check.check(partition, snapshot, digest);
    if (checked.outcome === 'halt') return { outcome: 'halt', halted: checked, snapshot };
    if (checked.outcome === 'wait') return checked;
    if ('outcome' in state) return { outcome: 'halt', halted: state };
    await ledger.describeLog(clusterId, partitions);
    const { unsent, acceptsTime } = checked;
    return { outcome: 'found', snapshot, state, digest, unsent, acceptsTime };
  } catch (error) {
    const outcome = openingOutcome(error, ledger.waitingSinceMs !== undefined);
    if (outcome === undefined) throw error;
    return outcome.outcome === 'wait' ? outcome : { outcome: 'halt', halted: outcome };
  }
}
