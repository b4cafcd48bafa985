import type { Root } from '#contract';
import { foldRecords, timedRecord, type FoldContext, type Folded } from '#engine';
import type { LedgerSnapshot } from '#ledger';
import { anchorOf, type LogRecord } from '#log';
import { parseAuthority, type PartitionState } from '#pools';
import type { Connections } from '../connections.js';
import { assertReadable } from '../edition.js';
import { readJackpot } from '../jackpots.js';
import { assertRoot, loadRoot } from '../root.js';
import { UserError } from '../user-error.js';
import { readCheckpoint } from './checkpoint-file.js';
import { blockWith } from './journal-reader.js';
import type { Link } from './journal.js';
import { originOf, readStretches } from './prove.js';
import { emptyOrigin, type Origin } from './refold.js';
import { assertActsSigned, readChains, type VerifiedChain } from './verified-chain.js';

/** Sees every record of a partition, with its Kafka time, before and after it is folded. */
export interface ReplayObserver {
  before(state: PartitionState, record: LogRecord): void;
  /** @param anchor the hash of the record as the log has it. */
  after(state: PartitionState, record: LogRecord, folded: Folded, anchor: string): void;
}

/** Folds one record and shows it to the observer, as it is with its Kafka time. */
export function foldObserved(
  state: PartitionState,
  record: LogRecord,
  context: FoldContext,
  observer: ReplayObserver,
) {
  const timed = timedRecord(record, state.newestMs);
  observer.before(state, timed);
  const folded = foldRecords(state, [record], context);
  assertReadable(folded);
  observer.after(state, timed, folded, anchorOf(record));
  return { timed, folded };
}

/** The past of a jackpot: its home partition, whose records can be folded again. */
export class Replay {
  private constructor(
    private readonly connections: Connections,
    readonly partition: number,
    readonly context: { readonly partitions: number; readonly root: Root },
    readonly snapshot: LedgerSnapshot,
    readonly origin: Origin,
    private readonly chain: VerifiedChain,
  ) {}

  /**
   * @param from file of the checkpoint to begin with; by default the first record.
   * @throws UserError when the ledger has no such jackpot, or its journal's chain is broken.
   */
  static async open(
    connections: Connections,
    jackpot: string,
    from: string | undefined,
  ): Promise<Replay> {
    const all = await connections.partitions();
    const root = loadRoot(connections.env.COMMAND_ROOT);
    const checkpoint = from === undefined ? undefined : readCheckpoint(from, all.length, root);
    const { partition } = await readJackpot(connections, jackpot);
    const snapshot = await connections.snapshot(partition);
    assertRoot(snapshot, root);
    const given = originOf(checkpoint, partition);
    const kept = checkpoint?.ledger.find((each) => each.partition === partition);
    const wanted = [{ partition, tip: snapshot, origin: given, kept }];
    const [chain] = await readChains(connections, wanted, checkpoint?.cluster);
    assertActsSigned(chain as VerifiedChain, parseAuthority(snapshot.authority));
    const { rebuild } = chain as VerifiedChain;
    const origin = rebuild ? emptyOrigin(rebuild) : given;
    const context = { partitions: all.length, root };
    return new Replay(connections, partition, context, snapshot, origin, chain as VerifiedChain);
  }

  /**
   * Folds the records before `end`, one at a time.
   * @throws UserError when `end` is before the checkpoint or after the ledger.
   */
  async fold(end: number, observer: ReplayObserver): Promise<PartitionState> {
    const { state, position } = this.origin;
    if (end > this.snapshot.position) {
      throw new UserError(
        `Offset ${end - 1} is beyond the ledger, which is at ${this.snapshot.position} in partition ${this.partition}.`,
      );
    }
    if (end < position) {
      throw new UserError(
        `Offset ${end - 1} is before the checkpoint, which ends at ${position - 1}; give --from an older one, or leave it out.`,
      );
    }
    const stretches = this.chain.stretches
      .filter(({ from }) => from < end)
      .map(({ from, to }) => ({ from, to: Math.min(to, end) }));
    const ranges = new Map([[this.partition, stretches]]);
    await readStretches(this.connections, ranges, (_, records) => {
      for (const record of records.filter(({ steppedOver }) => !steppedOver)) {
        foldObserved(state, record, this.context, observer);
      }
    });
    return state;
  }

  /** The block that has this record in its range. */
  blockAt(offset: number): Promise<Link | undefined> {
    return blockWith(this.connections, this.partition, this.chain.pieces, offset);
  }
}
