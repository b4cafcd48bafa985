import { randomUUID } from 'node:crypto';
import { build } from '#contract';
import { anyTimeBefore, whyDiverged } from '#engine';
import { isDenial, isMarked, isUnknown, type LedgerSnapshot } from '#ledger';
import {
  halt,
  type Applied,
  type ApplyRecords,
  type Halt,
  type HaltReason,
  type LookAtLedger,
  type Looked,
  type Opened,
  type OpenPartition,
} from '#log';
import type { PartitionState } from '#pools';
import { foldBatch, type FoldedCommit, type Folds } from './fold-batch.js';
import { HeadWatch, type LedgerHead } from './head-watch.js';
import { openFromLedger, type FoundLedger } from './opening.js';
import { OutboxSender } from './outbox-sender.js';
import type { PartitionParts } from './partition-parts.js';
import { ReadBack } from './read-back.js';
import type { BatchTrace } from './traces.js';

/** The folded state: the ledger's, plus the uncommitted records. */
interface Kept extends Folds, LedgerHead {
  readonly is: 'kept';
  /** Position of the ledger. */
  readonly position: number;
  /** Trace of the uncommitted records. */
  readonly trace?: BatchTrace | undefined;
}

type Life =
  /** Not read yet, or halted. At most the ids of its jackpots are known. */
  | { readonly is: 'unread'; readonly jackpots: readonly string[] }
  | Kept
  /** Ahead of the ledger until a commit is answered; kept again if it had the expected effect. */
  | { readonly is: 'applying'; readonly state: PartitionState };

/** A fault found in the ledger itself, and its position. */
interface Fault {
  readonly position: number;
  readonly head: string;
  readonly halted: Halt;
}

/** Pause of a partition whose block Kafka has not accepted. */
const heldForMs = 3_000;

/** A partition that this instance owns. To lose it is to drop this object, after `leave`. */
export class OwnedPartition {
  /** Sends its outbox. */
  readonly sender: OutboxSender;
  /** Undefined until the partition was read from Redis. */
  readBack: ReadBack | undefined;
  private headWatch: HeadWatch | undefined;
  private life: Life = { is: 'unread', jackpots: [] };
  private fault: Fault | undefined;
  /** Entries of its outbox that no commit known here wrote, or that this instance may not trim. */
  private doubt: string | undefined;
  /** Before this offset each run has its own commit: see `FoldFailed`. */
  private apartUntil = 0;
  /** The reason that it is not reopened at once: the other partitions continue meanwhile. */
  private held: { readonly untilMs: number; readonly detail: string } | undefined;
  /** The last request to open it. */
  private log: OpenPartition | undefined;

  constructor(
    readonly partition: number,
    private readonly parts: PartitionParts,
  ) {
    this.sender = new OutboxSender(partition, parts.relay, (sentence) => (this.doubt = sentence));
  }

  /**
   * Returns the state of the last commit, plus folded records that are not committed yet; undefined
   * if none is known, for example if the ledger has halted the partition.
   */
  get state(): PartitionState | undefined {
    return this.life.is === 'unread' ? undefined : this.life.state;
  }

  /** Returns the ids of its jackpots, as far as they are known. */
  jackpotIds(): readonly string[] {
    return this.life.is === 'unread' ? this.life.jackpots : [...this.life.state.jackpots.keys()];
  }

  /** Drops the state: the partitions were assigned again. */
  forget(): void {
    this.life = { is: 'unread', jackpots: this.jackpotIds() };
    this.sender.forget();
  }

  /** Notes that another instance owns it now. */
  leave(): void {
    this.forget();
    this.sender.leave();
  }

  async open(asked: OpenPartition): Promise<Opened> {
    this.forget();
    this.doubt = undefined;
    this.log = asked;
    const { life, held } = this;
    if (held && performance.now() < held.untilMs) {
      // A partition that waits for Kafka is not stuck.
      this.parts.relay.logServer.markHeldBack();
      return { outcome: 'wait', detail: held.detail };
    }
    this.held = undefined;
    const found = await openFromLedger(asked, this.parts, (snapshot) =>
      this.knownFault(snapshot, life),
    );
    if (found.outcome === 'wait') return found;
    if (found.outcome === 'found') {
      if (this.life === life) return this.begin(found);
      return { outcome: 'wait', detail: 'the partition was assigned again' };
    }
    if (found.snapshot) await this.haltFor(found.snapshot, found.halted, life);
    if (this.jackpotIds().length === 0) {
      const ids = await this.parts.ledger.readJackpotIds(this.partition).catch(() => []);
      if (this.life === life) this.life = { is: 'unread', jackpots: ids };
    }
    return found.halted;
  }

  private begin({ snapshot, state, digest, unsent, acceptsTime }: FoundLedger): Opened {
    const { metrics } = this.parts;
    const { position, anchor, newestMs, head, block, sent, build: last } = snapshot;
    metrics.counted.begin(this.partition, snapshot);
    this.life = { is: 'kept', state, digest, position, head, block, sent, build: last };
    this.headWatch = new HeadWatch(this.partition, this.parts.check);
    metrics.opened(state);
    this.readBack = new ReadBack(state);
    this.sender.expectOnly(unsent);
    this.sender.kick();
    const place = { position, anchor: anchor ?? undefined, newestMs };
    return { outcome: 'opened', ...place, anyTimeBefore: anyTimeBefore(snapshot, acceptsTime) };
  }

  /** Detects a Redis that came back without its last second, or another Redis in its place. */
  async look({ position }: LookAtLedger): Promise<Looked> {
    const { life, doubt } = this;
    // The log counts it as open, but it has no state: open it again.
    if (life.is === 'unread') return { outcome: 'reload', detail: 'its state is not known' };
    if (life.is !== 'kept') return { outcome: 'same' };
    if (doubt !== undefined) return { outcome: 'reload', detail: doubt };
    if (!life.uncommitted) this.sender.needsNoBlock();
    // A fold changes the state before its commit changes the ledger.
    const canCompare = life.position === position && !life.uncommitted;
    return canCompare ? this.compare(life) : { outcome: 'same' };
  }

  /**
   * Compares the ledger with memory: its place in the log and, if due, entries. The same place
   * means the same commits, so a different text was not written by a commit. It is read twice all
   * the same, because a difference halts the partition.
   */
  private async compare(kept: Omit<Kept, 'is'>): Promise<Looked> {
    const { life, readBack } = this;
    const { ledger } = this.parts;
    const { state, digest, position, head } = kept;
    if (await this.headWatch?.isLost(kept)) {
      const detail = 'its last block is not on the journal’s topic any more';
      return this.life === life ? { outcome: 'reload', detail } : { outcome: 'same' };
    }
    const slice = this.log && readBack?.due({ state, digest, log: this.log });
    let seen: string | undefined;
    try {
      for (let look = 1; ; look += 1) {
        const read = slice
          ? await ledger.readEntries(this.partition, slice.keys, slice.lists)
          : undefined;
        const found = read ?? (await ledger.readPlace(this.partition));
        // A commit, or another assignment, has happened in between.
        if (this.life !== life) return { outcome: 'same' };
        if (found.position !== position || found.head !== head) {
          const detail = `the ledger is at ${found.position} and was left at ${position}`;
          return { outcome: 'reload', detail };
        }
        // Reopening the partition writes the right number.
        const counted = slice ? await ledger.countPartitions() : undefined;
        if (slice && counted !== this.log?.partitions) {
          const detail = `Redis has ${counted} partitions, and the log ${this.log?.partitions}`;
          return { outcome: 'reload', detail };
        }
        seen = slice && read && readBack?.take(slice, read);
        if (seen === undefined) return { outcome: 'same' };
        if (look === 2) break;
      }
    } catch (error) {
      // Its opening names the denied command.
      if (isDenial(error)) return { outcome: 'reload', detail: (error as Error).message };
      // The ledger logs that it waits for Redis; without an answer no change is known.
      if (isUnknown(error as Error)) return { outcome: 'same' };
      // No commit makes a key of another type.
      seen = `Redis cannot be read back: ${(error as Error).message}.`;
    }
    return this.haltFor(kept, halt('ledger-diverged', seen), life);
  }

  async apply(work: ApplyRecords): Promise<Applied> {
    const hasRoom = await this.sender.makeRoom(() => stillOwns(work));
    if (!hasRoom) return { outcome: 'reload', detail: 'the partition was taken away' };
    const { life: kept, doubt } = this;
    if (doubt !== undefined || kept.is !== 'kept' || !continues(kept, work)) {
      return { outcome: 'reload', detail: doubt ?? 'its state is not at these records' };
    }
    const applying: Life = { is: 'applying', state: kept.state };
    this.life = applying;
    const { env, traces, metrics, bounds } = this.parts;
    const trace = kept.trace ?? traces.begin(work);
    const context = { partitions: work.partitions, root: env.root };
    const isApart = kept.position < this.apartUntil;
    const made = foldBatch(kept, work, {
      context,
      countedFrom: metrics.counted.of(this.partition),
      bounds: isApart ? { ...bounds, waiting: Infinity } : bounds,
    });
    if ('to' in made) {
      this.apartUntil = made.to;
      return made;
    }
    // Not a fault of the ledger: another instance may have the build of a newer edition.
    if ('outcome' in made && made.reason === 'newer-edition') return this.hide(made, applying);
    if ('outcome' in made) return this.haltFor(kept, made, applying);
    if ('commit' in made) return this.commit(work, kept, made, trace);
    const { uncommitted, foldMs } = made;
    this.life = { ...kept, uncommitted, trace };
    return { outcome: 'folded', position: uncommitted.folding.to + 1, foldMs };
  }

  private async commit(
    work: ApplyRecords,
    kept: Kept,
    { folded, commit, foldMs }: FoldedCommit,
    trace: BatchTrace | undefined,
  ): Promise<Applied> {
    const { life } = this;
    const { ledger, metrics } = this.parts;
    const { state, digest } = kept;
    const frames = trace?.folded(commit) ?? commit.frames;
    const waiting = () => stillOwns(work);
    const stopTimer = metrics.commitDuration.startTimer();
    const sent = await this.sender.writeBlock(commit, waiting);
    if (typeof sent === 'string') {
      trace?.committed(undefined);
      // Work given up for another batch or instance is not a fault of Kafka.
      if (!work.abandoned()) this.held = { untilMs: performance.now() + heldForMs, detail: sent };
      return { outcome: 'reload', detail: sent };
    }
    // The topic has lost the blocks before this one, and no later look would notice.
    if (kept.sent?.partition === sent.partition && sent.offset <= kept.sent.offset) {
      trace?.committed(undefined);
      return { outcome: 'reload', detail: 'the journal’s topic has lost its end' };
    }
    const whole = { id: randomUUID(), ...commit, frames, sent };
    const result = await ledger.commit(this.partition, whole, waiting);
    stopTimer();
    trace?.committed(result?.result);
    if (result?.result === 'ok' || result?.result === 'duplicate') {
      metrics.committed(this.partition, folded);
    }
    switch (result?.result) {
      case undefined:
        return { outcome: 'reload', detail: 'the partition was taken away before Redis answered' };
      case 'fenced':
        return { outcome: 'reload', detail: `fenced: the ledger is at ${result.position}` };
      case 'refused': {
        if (isMarked(result.detail)) return { outcome: 'reload', detail: result.detail };
        const why = `Redis cannot take the commit: ${result.detail}.`;
        return this.haltFor(kept, halt('ledger-diverged', why), life);
      }
      case 'denied':
        // Nothing was written. The partition is opened again until the permission is back.
        if (this.life === life) this.sender.forget();
        return this.hide(halt('redis-unsafe', result.detail), life);
      case 'ok': {
        const divergence = whyDiverged(state, result.balances);
        if (divergence === undefined) break;
        const committed = { position: commit.position, head: commit.block.hash };
        return this.haltFor(committed, halt('ledger-diverged', divergence), life);
      }
      case 'duplicate':
        break;
      default:
        return result satisfies never;
    }
    if (work.abandoned()) {
      return { outcome: 'reload', detail: 'the partition was taken away during the commit' };
    }
    if (folded.newer) {
      // After reopening, it halts at the first record that this build cannot read.
      const { offset, edition } = folded.newer;
      return { outcome: 'reload', detail: `edition ${edition} begins at offset ${offset}` };
    }
    const { position, block } = commit;
    const { hash: head } = block;
    const now = { state, digest, position, head, block: block.block, sent, build };
    if (folded.authorityChanged) metrics.knowKeys(state.authority.keys.keys());
    this.sender.kick(commit.outbox.length);
    // With constant bets there is no pause in which `look` would read back.
    const looked = this.readBack?.isDue() === true ? await this.compare(now) : undefined;
    if (looked && looked.outcome !== 'same') return looked;
    // Another assignment may have happened in between.
    if (this.life === life) this.life = { is: 'kept', ...now };
    return { outcome: 'applied', position, foldMs };
  }

  /**
   * Stores the halt in the ledger, where it binds every instance until an operator has recovered
   * the partition. If Redis does not answer now, the next opening stores it.
   * @param life the life in which the fault was found.
   */
  private async haltFor(
    { position, head }: Pick<LedgerSnapshot, 'position' | 'head'>,
    halted: Halt,
    life: Life,
  ): Promise<Halt> {
    this.fault = { position, head, halted };
    this.hide(halted, life);
    const mark = this.parts.ledger.markHalted(this.partition, { position, head }, halted);
    await mark.catch(() => undefined);
    return halted;
  }

  /** Hides the state of a halted partition, unless it has begun another life meanwhile. */
  private hide(halted: Halt, life: Life): Halt {
    if (this.life === life && life.is !== 'unread') {
      this.life = { is: 'unread', jackpots: this.jackpotIds() };
    }
    return halted;
  }

  /**
   * Returns the fault of a ledger that has not moved since: one that has moved was recovered, or
   * continues.
   */
  private async knownFault(snapshot: LedgerSnapshot, life: Life): Promise<Halt | undefined> {
    const { position, head, halted } = snapshot;
    if (halted) return halt(halted.reason as HaltReason, halted.detail);
    const { fault } = this;
    if (fault?.position === position && fault.head === head) {
      return this.haltFor(fault, fault.halted, life);
    }
    this.fault = undefined;
    return undefined;
  }
}

/** Returns whether these records follow a state; an empty list does if some are uncommitted. */
function continues({ position, uncommitted }: Kept, { records: [first] }: ApplyRecords): boolean {
  if (!first) return uncommitted !== undefined;
  return first.offset === (uncommitted ? uncommitted.folding.to + 1 : position);
}

/** Tells Kafka that this instance is alive; false if the partition was taken away. */
async function stillOwns(work: ApplyRecords): Promise<boolean> {
  await work.heartbeat();
  return !work.abandoned();
}
