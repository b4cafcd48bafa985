import { OutboxReader, type OutboxCommit } from '#engine';
import {
  isDenial,
  type CommitContent,
  type JournalPlace,
  type OutboxBacklog,
  type OutboxEntry,
} from '#ledger';
import type { Relay } from './relay.js';

/** Below the brokers' usual limit for one batch, 1 MiB, with room for keys and headers. */
const bytesPerSend = 512 * 1024;
/**
 * Above this number of waiting messages a partition folds nothing more. It limits Redis' memory,
 * and the time that an award waits after the outputs of garbage in the log.
 */
const outboxBound = 2_000;
const lookAgainAfterMs = 50;
const againAfterMs = 500;
const heartbeatMs = 1_000;
/**
 * Maximum wait of a commit for its block: the other partitions of its fetch wait with it. After a
 * failure it waits longer, for a Kafka that is slow.
 */
const blockLimitsMs = { least: 3_000, most: 12_000 };

/** The waiting part of an outbox. */
interface WaitingOutbox {
  readonly messages: number;
  /** Age of the oldest message at that look, by the Kafka time of its record; 0 for none. */
  readonly oldestForMs: number;
}

/**
 * Writes each block of a partition to the journal before its commit; sends the commit's messages
 * from the outbox to the other topics, whole commits at a time, and then deletes them. After a
 * crash in between they are sent again with the same ids. It sends only messages that the block of
 * a commit covers, of blocks that the partition knows.
 */
export class OutboxSender {
  /** The outbox at the last look; undefined before. */
  seen: WaitingOutbox | undefined;
  /** True while the partition waits until its outbox is within its limit. */
  isHeldBack = false;
  isRunning = false;
  private isLeft = false;
  /** True if there may be messages that the last look has not seen. */
  private isPending = false;
  /** Number of messages added here and not sent; above the limit the count is read from Redis. */
  private messages = 0;
  /** Hashes of the blocks that may be sent; undefined while the ledger is read. */
  private expected: Set<string> | undefined;
  /** Time at which the oldest message was first seen, ms of `performance.now()`. */
  private firstSeen: { readonly id: string; readonly atMs: number } | undefined;
  /** The key by which the relay measures the wait of blocks, apart from the outbox. */
  private readonly blocks: { readonly partition: number };
  private blockLimitMs = blockLimitsMs.least;
  /** Time since which a block, or messages of the outbox, wait without one being sent. */
  private readonly waitsSinceMs: { block?: number | undefined; outbox?: number | undefined } = {};

  /** @param onFault receives entries of the outbox that no commit known here has written. */
  constructor(
    readonly partition: number,
    private readonly relay: Relay,
    private readonly onFault: (sentence: string) => void,
  ) {
    this.blocks = { partition };
  }

  /**
   * Writes the block of a commit that is about to be made. A person with write access to Redis
   * alone can then put nothing there that a block covers.
   * @param whileWaiting called at intervals; if it returns false the block is given up.
   * @returns the place of the block; else a sentence on why it is not known to be written: it may
   *   reach the topic all the same.
   */
  async writeBlock(
    { outbox, block }: Pick<CommitContent, 'outbox' | 'block'>,
    whileWaiting: () => Promise<boolean>,
  ): Promise<JournalPlace | string> {
    const { relay, partition, blockLimitMs } = this;
    this.waitsSinceMs.block ??= performance.now();
    try {
      const sending = relay.send(partition, outbox.slice(-1));
      const place = await answeredWithin(blockLimitMs, sending, whileWaiting);
      if (!place) return 'its block was given up before Kafka answered';
      this.waitsSinceMs.block = undefined;
      relay.sendsAgain(this.blocks);
      this.blockLimitMs = blockLimitsMs.least;
      this.expected?.add(block.hash);
      return place;
    } catch (error) {
      relay.waits(this.blocks, error);
      this.blockLimitMs = Math.min(2 * blockLimitMs, blockLimitsMs.most);
      return `Kafka does not take its block: ${(error as Error).message}`;
    }
  }

  /** Notes that nothing waits for a commit, so no block is overdue. */
  needsNoBlock(): void {
    this.waitsSinceMs.block = undefined;
  }

  /** Sends nothing until the ledger was read. */
  forget(): void {
    this.expected = undefined;
  }

  /** Notes that the ledger was read: these blocks wait in its outbox. */
  expectOnly(hashes: ReadonlySet<string>): void {
    if (!this.isLeft) this.expected = new Set(hashes);
  }

  /** Stops sending; the rest stays in the outbox for the partition's next owner. */
  leave(): void {
    this.isLeft = true;
    this.waitsSinceMs.block = undefined;
    this.relay.ends(this.blocks);
  }

  /**
   * Returns the time that messages have waited for Kafka without any being sent, ms; 0 if none
   * waits.
   */
  unsentForMs(): number {
    const nowMs = performance.now();
    const { block = nowMs, outbox = nowMs } = this.waitsSinceMs;
    return Math.round(nowMs - Math.min(block, outbox));
  }

  /**
   * Waits until the outbox is within its limit.
   * @param whileWaiting called before each look; if it returns false the waiting ends.
   * @returns false if it ended that way, or the partition is another instance's.
   */
  async makeRoom(whileWaiting: () => Promise<boolean>): Promise<boolean> {
    const { ledger, logServer } = this.relay;
    try {
      while (!this.isLeft && this.messages > outboxBound) {
        this.isHeldBack = true;
        logServer.markHeldBack();
        if (!(await whileWaiting())) return false;
        const before = this.messages;
        const found = await ledger.readBacklog(this.partition).catch(() => undefined);
        if (found && this.messages === before) this.messages = found.messages;
        if (this.messages > outboxBound) await sleep(lookAgainAfterMs);
      }
      return !this.isLeft;
    } finally {
      this.isHeldBack = false;
    }
  }

  /**
   * Sends the outbox.
   * @param added number of messages that the last commit added.
   */
  kick(added = 0): void {
    if (this.isLeft) return;
    this.messages += added;
    this.isPending = true;
    if (this.isRunning) return;
    this.isRunning = true;
    void this.drain().finally(() => {
      this.isRunning = false;
      // A kick after the last look only set `isPending`, because the work was still running.
      if (this.isPending && !this.relay.isStopped) this.kick();
    });
  }

  /** Reads the number of waiting messages in the outbox. @throws the connection's error. */
  async look(): Promise<void> {
    const backlog = await this.relay.ledger.readBacklog(this.partition);
    this.seen = { messages: backlog.messages, oldestForMs: this.oldestForMs(backlog) };
  }

  /**
   * Returns the age of the oldest message, ms; 0 for none. It is at least the time since the
   * message was first seen as the oldest. An exception has no time of its own, so only that counts.
   */
  private oldestForMs({ oldest }: OutboxBacklog): number {
    if (!oldest) return 0;
    const { id } = oldest;
    const nowMs = performance.now();
    if (this.firstSeen?.id !== id) this.firstSeen = { id, atMs: nowMs };
    const seenForMs = Math.round(nowMs - this.firstSeen.atMs);
    const { time, at } = JSON.parse(oldest.value) as { time?: string; at?: string };
    const written = Date.parse(time ?? at ?? '');
    if (oldest.topic === 'exceptions' || Number.isNaN(written)) return seenForMs;
    return Math.max(seenForMs, Date.now() - written);
  }

  private async drain(): Promise<void> {
    const { relay } = this;
    while (this.isPending && !relay.isStopped && !this.isLeft) {
      await relay.turn();
      if (this.isLeft) break;
      this.isPending = false;
      this.waitsSinceMs.outbox ??= performance.now();
      try {
        await this.sendAll();
        this.waitsSinceMs.outbox = undefined;
        relay.sendsAgain(this);
      } catch (error) {
        // Messages sent but not trimmed would be sent without end: the opening names the denied
        // command.
        if (isDenial(error)) {
          this.forget();
          this.onFault((error as Error).message);
          break;
        }
        relay.waits(this, error);
        this.isPending = true;
        await sleep(againAfterMs);
      }
    }
    this.waitsSinceMs.outbox = undefined;
    relay.ends(this);
  }

  private async sendAll(): Promise<void> {
    const outbox = new OutboxReader(this.partition, (after) =>
      this.relay.ledger.readOutbox(this.partition, this.relay.entriesPerRead, after),
    );
    while (!this.relay.isStopped && !this.isLeft) {
      const commits = await outbox.next();
      const own = this.expected;
      const unknown = commits.findIndex(({ block }) => own?.has(block.hash) !== true);
      const known = unknown < 0 ? commits : commits.slice(0, unknown);
      if (known.length > 0 && !(await this.sendCommits(known))) return this.lookAgain(known);
      for (const { block } of known) own?.delete(block.hash);
      if (outbox.fault !== undefined) return this.onFault(outbox.fault);
      // It was dropped, or it is being read: then its opening names the blocks to send.
      if (known.length === 0 && (unknown < 0 || !own)) return;
      if (unknown >= 0) return this.onFault('the outbox has a block of another instance');
    }
  }

  /**
   * Handles sent commits that were not deleted here: another sender has deleted them, or Redis has
   * gone back and lost them. The messages after them must still be sent.
   */
  private async lookAgain([sent]: readonly OutboxCommit[]): Promise<void> {
    const [first] = await this.relay.ledger.readOutbox(this.partition, 1);
    if (first && first.outboxId !== sent?.entries[0]?.outboxId) this.isPending = true;
  }

  /**
   * Sends commits in batches that fit a broker. Only whole commits are deleted: see `digest`.
   * @returns whether they are deleted: if Redis has gone back they may stay, and are sent again
   *   after the partition is reopened.
   */
  private async sendCommits(commits: readonly OutboxCommit[]): Promise<boolean> {
    const { partition, relay } = this;
    const sent = commits.map((commit) => commit.entries);
    // The block at the end of each is on the journal already, from before the commit.
    const messages = sent.flatMap((entries) => entries.slice(0, -1));
    for (const batch of batchesOf(messages)) {
      await relay.send(partition, batch);
      this.waitsSinceMs.outbox = performance.now();
    }
    const deleted = await relay.ledger.trimOutbox(partition, sent);
    this.messages = Math.max(0, this.messages - deleted);
    return deleted > 0;
  }
}

/**
 * Returns the awaited answer; undefined once `whileWaiting` has returned false.
 * @throws the error of the answer, or an error after the limit.
 */
async function answeredWithin<T>(
  limitMs: number,
  awaited: Promise<T>,
  whileWaiting: () => Promise<boolean>,
): Promise<T | undefined> {
  const ended = Promise.withResolvers<undefined>();
  const endAtMs = performance.now() + limitMs;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    if (performance.now() >= endAtMs) return ended.reject(new Error(`no answer in ${limitMs} ms`));
    if (!(await whileWaiting())) return ended.resolve(undefined);
    if (!isOver) timer = setTimeout(() => void look(), heartbeatMs);
  };
  timer = setTimeout(() => void look(), heartbeatMs);
  try {
    return await Promise.race([awaited, ended.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

function sleep(forMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, forMs));
}

/** Cuts entries into batches of at most `bytesPerSend`. */
function batchesOf(entries: readonly OutboxEntry[]): OutboxEntry[][] {
  const batches: OutboxEntry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const bytes = Buffer.byteLength(entry.value) + 2 * Buffer.byteLength(entry.id) + 512;
    if (batches.length === 0 || bytes > room) {
      batches.push([]);
      room = bytesPerSend;
    }
    batches.at(-1)?.push(entry);
    room -= bytes;
  }
  return batches;
}
