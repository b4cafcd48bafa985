import { type Root, UserError } from '#contract';
import { readState, timeOf } from '#engine';
import { StateDigest, type LedgerSnapshot } from '#ledger';
import { pageOf } from '#log';
import { parseAuthority, type Jackpot } from '#pools';
import type { LiveLedger } from '../source/live-ledger.js';
import type { RecoveryAct } from '../compare/recovery-block.js';
import type { Diagnosis } from './diagnosis.js';
import type { PartitionChange } from './change.js';
import { compareLedgers, foldAgain, hasApprovals, rebuiltJackpots } from './rebuild.js';
import { byHand, fixInstead } from './recovery-acts.js';
import { restore } from './restore.js';
import { isSameRecord } from './same-record.js';

/** An act on one partition, with its changes. */
export interface Plan extends PartitionChange {
  readonly act: RecoveryAct;
  readonly diagnosis: Diagnosis;
  /** The reason why the partition had halted, for the journal. */
  readonly reason: string;
  /**
   * True if a jackpot of the partition has `approvals`, by the ledger or by the log (contract 8.5).
   */
  readonly needsTwo: boolean;
}

/**
 * Plans the changes of an act to a partition.
 * @throws UserError if the act does not fit the finding, so that nothing correct is undone.
 */
export async function planOf(
  live: LiveLedger,
  diagnosis: Diagnosis,
  { act, force, root, checkpoint }: RecoveryWish,
): Promise<Plan> {
  const { partition, finding, snapshot, partitions, acts } = diagnosis;
  if (!finding && !(force && act === 'rebuild')) {
    throw new UserError(
      `Partition ${partition}: nothing is wrong; only --act rebuild with --force is possible.`,
    );
  }
  if (finding && !acts.includes(act)) {
    const fix = fixInstead(finding.reason, act);
    throw new UserError(`Partition ${partition} (${finding.reason}): ${act} does not fit. ${fix}`);
  }
  if (snapshot.partitions !== null && snapshot.partitions !== partitions) {
    throw new UserError(
      `Partition ${partition}: the number of partitions has changed too. ${byHand['partition-count-changed'] ?? ''}`,
    );
  }
  const change = await changes[act](diagnosis, live, root, checkpoint);
  const needsTwo = change.hasApprovals === true || holdsApprovals(snapshot);
  return { act, diagnosis, reason: finding?.reason ?? 'forced', needsTwo, ...change };
}

/** An operator's request for a partition. */
interface RecoveryWish {
  readonly act: RecoveryAct;
  readonly force: boolean;
  readonly root: Root;
  /** File of the checkpoint to restore. */
  readonly checkpoint: string | undefined;
}

/** Returns false for an unreadable ledger: it is emptied, and then the log decides. */
function holdsApprovals({ jackpots }: LedgerSnapshot): boolean {
  return Object.values(jackpots).some((text) => {
    try {
      const { configuration } = JSON.parse(text) as Pick<Jackpot, 'configuration'>;
      return configuration.approvals !== null;
    } catch {
      return false;
    }
  });
}

const changes = {
  rebuild,
  restore,
  skip,
  'accept-log': acceptLog,
  'accept-time': acceptTime,
};

function skip({ finding, snapshot }: Diagnosis): PartitionChange {
  const from = snapshot.position;
  const position = finding?.goesOnAt ?? from;
  return {
    from,
    to: position - 1,
    position,
    anchor: null,
    authority: parseAuthority(snapshot.authority),
    effect: { act: 'skip', from, position },
  };
}

async function acceptLog(diagnosis: Diagnosis, live: LiveLedger): Promise<PartitionChange> {
  const { snapshot, clusterId } = diagnosis;
  const why = await whyNotAccepted(live, diagnosis);
  if (why !== undefined) {
    throw new UserError(`Partition ${diagnosis.partition}: this log cannot be accepted, ${why}.`);
  }
  const { position } = snapshot;
  const effect = { act: 'accept-log', position } as const;
  return { ...inPlace(snapshot), effect: { ...effect, clusters: [snapshot.clusterId, clusterId] } };
}

function acceptTime({ finding, snapshot }: Diagnosis): PartitionChange {
  const { position, newestMs } = snapshot;
  const recordedAtMs = timeOf({ recordedAtMs: finding?.recordedAtMs ?? 0 }, newestMs);
  const effect = { act: 'accept-time', times: [newestMs, recordedAtMs], position } as const;
  return { ...inPlace(snapshot), effect };
}

/** The common part of acts that leave the ledger in place. */
function inPlace({ position, anchor, authority }: LedgerSnapshot) {
  return {
    from: position,
    to: position - 1,
    position,
    anchor,
    authority: parseAuthority(authority),
  };
}

async function whyNotAccepted(
  live: LiveLedger,
  { partition, snapshot, low, high }: Diagnosis,
): Promise<string | undefined> {
  const { position, anchor } = snapshot;
  const state = readState(snapshot);
  if ('outcome' in state) return `the ledger is wrong: ${state.detail.replace(/\.$/, '')}`;
  if (high < position) return `it ends at ${high}, before the position ${position}`;
  if (position === 0) return undefined;
  if (anchor === null || low >= position) {
    return `it has nothing to compare with: the record before ${position} is gone`;
  }
  if (await isSameRecord(live, partition, snapshot, low)) return undefined;
  return `its record at offset ${position - 1} is not the one that was applied`;
}

async function rebuild(
  diagnosis: Diagnosis,
  live: LiveLedger,
  root: Root,
): Promise<PartitionChange> {
  const { partition, finding, low, high } = diagnosis;
  if (low > 0) {
    throw new UserError(
      `Partition ${partition}: the log begins at offset ${low}, so the records before it cannot be folded again. Restore a checkpoint: recover --act restore --from CHECKPOINT. See ${pageOf(finding?.reason ?? 'ledger-diverged')}.`,
    );
  }
  const snapshot = await asItWas(live, diagnosis);
  const { state, records } = await foldAgain(live, { ...diagnosis, snapshot }, root);
  // Not beyond the end of the log: records that arrive there now were never counted.
  const counted = Math.min(Math.max(snapshot.position, snapshot.counted ?? 0), high);
  const emptied = { jackpots: rebuiltJackpots(snapshot, state), counted };
  return {
    from: 0,
    to: -1,
    position: 0,
    anchor: null,
    emptied,
    state: new StateDigest().root(),
    authority: state.authority,
    hasApprovals: hasApprovals(state),
    effect: {
      act: 'rebuild',
      positions: [snapshot.position, 0],
      isHalted: finding !== undefined,
      records,
      pending: high - records,
      comparison: compareLedgers(diagnosis.snapshot, state),
    },
  };
}

/**
 * Returns how far the ledger had come: one that begins again, or whose position somebody has
 * changed, has lost this fact, but its journal still has the blocks.
 */
async function asItWas(
  live: LiveLedger,
  { partition, snapshot, high }: Diagnosis,
): Promise<LedgerSnapshot> {
  // Not the newest block: it may be an act that went back, or a commit folded again since.
  const furthest = await live.withJournal((journal) => journal.furthest(partition));
  const position = Math.min((furthest?.to ?? -1) + 1, high);
  return { ...snapshot, position: Math.max(snapshot.position, position) };
}
