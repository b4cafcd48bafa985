import { foldRecords, type Folded } from '#engine';
import { homePartition, topicName, type CommandKeys } from '#contract';
import type { LedgerSnapshot } from '#ledger';
import type { LogRecord } from '#log';
import type { PartitionState } from '#pools';
import { readCheckpoint, type Checkpoint } from './checkpoint-file.js';
import { countPartitions, type Connections } from '../connections.js';
import { Failure } from '../failure.js';
import { readKeySet } from '../key-set.js';
import { chainOf } from './chain.js';
import { readJournal, type Link } from './journal.js';
import { originOf, readStretches } from './prove.js';
import { recoveriesOf, whyRecoveryWrong } from './recovery-block.js';
import { startOf, stretchesOf, type Origin } from './refold.js';

/** Sees every record of a partition before and after it is folded. */
export interface ReplayObserver {
  before(state: PartitionState, record: LogRecord): void;
  after(state: PartitionState, record: LogRecord, folded: Folded): void;
}

/** The past of a jackpot: its home partition, whose records can be folded once more. */
export class Replay {
  private constructor(
    private readonly connections: Connections,
    readonly partition: number,
    readonly partitions: number,
    readonly keys: CommandKeys,
    readonly snapshot: LedgerSnapshot,
    readonly checkpoint: Checkpoint | null,
    readonly origin: Origin,
    private readonly links: readonly Link[],
  ) {}

  /** @throws Failure when the ledger has no such jackpot, or its journal's chain is broken. */
  static async open(
    connections: Connections,
    jackpot: string,
    from: string | undefined,
  ): Promise<Replay> {
    const partitions = await countPartitions(connections);
    const keys = readKeySet(connections.env.COMMAND_KEYS);
    const checkpoint = from === undefined ? null : readCheckpoint(from, partitions, keys);
    const partition = homePartition(jackpot, partitions);
    const snapshot = await connections.ledger.load(partition);
    if (!Object.hasOwn(snapshot.jackpots, jackpot)) {
      throw new Failure(`The ledger has no jackpot ${jackpot}.`);
    }
    const journal = await readJournal(connections, partitions);
    const given = originOf(checkpoint, partition);
    const { links, faults } = chainOf(partition, snapshot, journal, given);
    if (faults[0]) {
      throw new Failure(`Journal of partition ${partition}: ${faults[0].sentence}.`);
    }
    const wrong = recoveriesOf(links).map((block) => whyRecoveryWrong(block, keys));
    const [fault] = wrong.filter((each) => each !== null);
    if (fault !== undefined) throw new Failure(`Journal: ${fault.replace(/\.$/, '')}.`);
    const { origin, links: folded } = startOf(links, given);
    const whole = [connections, partition, partitions, keys, snapshot, checkpoint] as const;
    return new Replay(...whole, origin, folded);
  }

  /** Folds the records before `end`, one at a time; `witness` may keep what it likes of them. */
  async fold(end: number, witness: ReplayObserver): Promise<PartitionState> {
    const { state } = this.origin;
    const { kafka, env } = this.connections;
    const context = { partitions: this.partitions, keys: this.keys };
    const stretches = stretchesOf(this.links)
      .filter(({ from }) => from < end)
      .map(({ from, to }) => ({ from, to: Math.min(to, end) }));
    const wanted = new Map([[this.partition, stretches]]);
    await readStretches(kafka, topicName(env.TOPIC_PREFIX, 'events'), wanted, (_, records) => {
      for (const record of records) {
        witness.before(state, record);
        witness.after(state, record, foldRecords(state, [record], context));
      }
    });
    return state;
  }

  /** The block of the journal that has this record in its range. */
  blockAt(offset: number): Link | null {
    return this.links.find(({ from, to }) => from <= offset && offset <= to) ?? null;
  }
}
