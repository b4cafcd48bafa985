import { exitCodes, type Root, UserError } from '#contract';
import { foldRecords, timedRecord, type FoldContext, type Folded } from '#engine';
import type { JournalBlock, LedgerSnapshot } from '#ledger';
import { anchorOf, type LogRecord } from '#log';
import { parseAuthority, type PartitionState } from '#pools';
import type { LiveLedger } from '../source/live-ledger.js';
import { assertReadable, assertRoot } from './readable.js';
import { readCheckpoint } from '../checkpoint-file.js';
import { KafkaSource } from '../source/kafka-source.js';
import { originOf, type Origin } from './origin.js';
import { readAlong } from '../source/partition-source.js';
import {
  assertActsSigned,
  assertNotGone,
  readChains,
  type VerifiedChain,
} from '../chain/read-chains.js';

/** The place of a record: its block, and its hash by the log. */
export interface RecordPlace {
  readonly block: JournalBlock;
  readonly anchor: string;
}

/** Sees every record of a partition, with its Kafka time, before and after it is folded. */
export interface ReplayObserver {
  before(state: PartitionState, record: LogRecord): void;
  after(state: PartitionState, record: LogRecord, folded: Folded, place: RecordPlace): void;
}

/** Folds one record and shows it to the observer, before and after, with its Kafka time. */
export function foldObserved(
  state: PartitionState,
  record: LogRecord,
  block: JournalBlock,
  context: FoldContext,
  observer: ReplayObserver,
): void {
  const timed = timedRecord(record, state.newestMs);
  observer.before(state, timed);
  const folded = foldRecords(state, [record], context);
  assertReadable(folded);
  observer.after(state, timed, folded, { block, anchor: anchorOf(record) });
}

/** The past of a jackpot: its home partition, whose records can be folded again. */
export class Replay {
  private constructor(
    private readonly live: LiveLedger,
    readonly partition: number,
    readonly context: { readonly partitions: number; readonly root: Root },
    readonly snapshot: LedgerSnapshot,
    readonly origin: Origin,
    private readonly chain: VerifiedChain,
  ) {}

  /**
   * @param partition the home of the jackpot
   * @param from file of the checkpoint to begin with; by default the first record
   * @throws UserError if the checkpoint is not a proof, or the journal's chain is broken.
   */
  static async open(
    live: LiveLedger,
    partition: number,
    root: Root,
    from: string | undefined,
  ): Promise<Replay> {
    const all = await live.partitions();
    const checkpoint = from === undefined ? undefined : readCheckpoint(from, all.length, root);
    const snapshot = await live.snapshot(partition);
    assertRoot(snapshot, root);
    const given = originOf(checkpoint, partition);
    const kept = checkpoint?.ledger.find((each) => each.partition === partition);
    const wanted = [{ partition, tip: snapshot, origin: given, kept }];
    const read = await readChains(live, wanted);
    const [chain] = read as [VerifiedChain];
    assertActsSigned(chain.index.acts, parseAuthority(snapshot.authority));
    const context = { partitions: all.length, root };
    return new Replay(live, partition, context, snapshot, chain.begin, chain);
  }

  /** Acts of operators on the partition, oldest first. */
  get recoveries(): readonly JournalBlock[] {
    return this.chain.index.acts;
  }

  /**
   * Folds the records before `end`, one at a time.
   * @throws UserError if `end` is before the checkpoint or after the ledger.
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
        `Offset ${end - 1} is before the checkpoint, which ends at ${position - 1}. Give --from an older checkpoint, or omit it.`,
      );
    }
    const { live, partition, chain } = this;
    const { index, range } = chain;
    const stretches = index.stretches.filter(({ from }) => from < end);
    const { low = 0, high = 0 } = (await live.watermarks('events'))[partition] ?? {};
    if (end > high) {
      throw new UserError(
        `The log of partition ${partition} ends at offset ${high}, and the ledger is at ${this.snapshot.position}: \`recover\` says what is wrong.`,
        exitCodes.differs,
      );
    }
    assertNotGone(partition, stretches, low);
    const total = stretches.reduce((sum, { from, to }) => sum + Math.min(to, end) - from, 0);
    const progress = live.progress(`folding ${live.topic('events')}`, total);
    const source = new KafkaSource(live, partition, index.oldestFirst, high);
    try {
      const blocks = readAlong(source, range, end);
      for await (const { block, records } of blocks) {
        for (const record of records) {
          if (!record.steppedOver) foldObserved(state, record, block, this.context, observer);
        }
        progress.add(records.length);
      }
    } finally {
      progress.end();
    }
    return state;
  }
}
