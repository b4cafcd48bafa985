import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homePartition, signRecord, type TopicKind } from '#contract';
import { commitOf, foldRecords, JournalTopic, readState } from '#engine';
import {
  accountField,
  blockText,
  chainBlock,
  journalGenesis,
  recoveryText,
  StateDigest,
  type JournalBlock,
  type LedgerSnapshot,
  type Recovery,
} from '#ledger';
import { anchorOf, type LogRecord } from '#log';
import { emptyState, serializeAuthority, type PartitionState } from '#pools';
import { keyFileOf, testLedger } from '#testing/test-keys';
import { WrittenLog } from '#testing/written-log';
import { addSpan } from '../archive.js';
import { noProgress } from '../../source/progress.js';
import type { LiveLedger } from '../../source/live-ledger.js';
import {
  writeCheckpoint,
  type Checkpoint,
  type CheckpointPartition,
} from '../../checkpoint-file.js';

const { partitions } = WrittenLog.context;
const { partition } = WrittenLog;
const { signer } = WrittenLog.keys;
const home = homePartition(String(partition), partitions);

/** Ledgers, log and journal of three partitions, one of them with records; and its folder. */
export class WrittenLedger {
  readonly folder = mkdtempSync(join(tmpdir(), 'jackpot-archive-'));
  readonly archive = join(this.folder, 'archive');
  readonly log = new WrittenLog();
  /** The log's topic: the records before `low` are deleted. */
  records: readonly LogRecord[] = [];
  low = 0;
  readonly journal: string[] = [];
  journalLow = 0;
  private state = emptyState();
  private digest = new StateDigest();
  /** The ledger of the partition with records. */
  snapshot: LedgerSnapshot = emptySnapshot();

  constructor() {
    writeFileSync(this.path('key.jwk'), keyFileOf(signer), { mode: 0o600 });
    writeFileSync(this.path('root.jwks'), WrittenLog.keys.root);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /**
   * Commits pending records, `atATime` in each commit.
   * @param until offset at which it ends; by default after the last record.
   */
  commit(atATime = 3, until = Infinity): this {
    this.records = this.log.records;
    while (this.snapshot.position < Math.min(until, this.records.length)) {
      const { position } = this.snapshot;
      this.commitSome(this.records.slice(position, position + atATime));
    }
    return this;
  }

  /** Commits a jackpot and its first round: six records with the keys. */
  begin(): this {
    this.log.configure('main');
    return this.play('1');
  }

  /** Commits a round with an award: four more records. */
  play(round: string): this {
    this.log.bet('main', 'T1', round, 1).bet('main', 'T1', round, 2).bet('main', 'T1', round, 3);
    this.log.settle('main', 'T1', round, [{ seat: 1, hand: 'flush' }]);
    return this.commit();
  }

  /** Replaces the ledger with an earlier snapshot; later changes are undone. */
  restore(saved: LedgerSnapshot): this {
    const { head, block } = this.snapshot;
    const { position } = saved;
    this.state = readState(saved) as PartitionState;
    this.digest = StateDigest.of(saved);
    this.snapshot = { ...saved, head, block };
    return this.act('restore', position, position - 1);
  }

  /** Writes an operator's act; a rebuild empties the ledger. */
  act(act: Recovery['act'], from: number, to: number, changes: Partial<Recovery> = {}): this {
    const { head: previous, block } = this.snapshot;
    if (act === 'rebuild') {
      this.state = emptyState();
      this.digest = new StateDigest();
      this.snapshot = emptySnapshot();
    }
    const place = { partition, block: block + 1, from, to, previous };
    const said = { act, reason: 'ledger-lost', note: 'a test' };
    const text = Buffer.from(recoveryText(place, said));
    const signature = signRecord(testLedger, text, signer.kid, signer.privateKey);
    this.write({
      ...place,
      at: '2031-01-01T00:00:00.000Z',
      postings: [],
      digest: 'd'.repeat(64),
      state: this.digest.root(),
      recovery: { ...said, signature, ...changes },
    });
    return this;
  }

  /**
   * Writes a signed checkpoint of all partitions.
   * @param own changes to the partition with records.
   * @returns its path
   */
  checkpoint(
    name: string,
    changes: Partial<Checkpoint> = {},
    own: Partial<CheckpointPartition> = {},
    ledgerId = testLedger,
  ): string {
    const ledger = this.snapshots.map((snapshot, each) => {
      const kept = { partition: each, verified: true, ...snapshot };
      return each === partition ? { ...kept, ...own } : kept;
    });
    const content: Checkpoint = {
      at: `2026-11-2${name.length % 10}T04:00:00.000Z`,
      cluster: 'c',
      partitions,
      ledger,
      outputs: { awards: [], exceptions: [], statements: [], 'pool-values': [] },
      owed: [],
      previous: null,
      ...changes,
    };
    const sign = (text: string): string =>
      signRecord(ledgerId, Buffer.from(text), signer.kid, signer.privateKey);
    writeFileSync(this.path(name), writeCheckpoint(content, sign).text);
    return this.path(name);
  }

  /** Adds a span to an archive, signed with the key of the folder. */
  add(until: string, { folder = this.archive, live = this.live, say = noWord } = {}) {
    const { root } = WrittenLog.context;
    const openSigner = () => {
      const jwk = JSON.parse(readFileSync(this.path('key.jwk'), 'utf8')) as { kid: string };
      const privateKey = createPrivateKey({ key: { ...jwk }, format: 'jwk' });
      return (id: string, text: string) => signRecord(id, Buffer.from(text), jwk.kid, privateKey);
    };
    const keyFile = this.path('key.jwk');
    return addSpan(live, { folder, until, root, openSigner, keyFile, say });
  }

  get live(): LiveLedger {
    const rowsOf = (kind: string, of: number): { low: number; rows: readonly LogRecord[] } => {
      if (kind === 'events') return { low: this.low, rows: of === partition ? this.records : [] };
      return { low: this.journalLow, rows: of === home ? this.journal.map(journalRecord) : [] };
    };
    const marksOf = (kind: TopicKind) => {
      const marks = [0, 1, 2].map((each) => rowsOf(kind, each));
      return Promise.resolve(marks.map(({ low, rows }) => ({ low, high: rows.length })));
    };
    const read = (kind: TopicKind, of: number, from: number) => {
      const { low, rows } = rowsOf(kind, of);
      return Promise.resolve(from < low ? undefined : rows.slice(from, from + 7));
    };
    const live = {
      progress: noProgress,
      topic: (kind) => `jackpot.${kind}`,
      partitions: () => Promise.resolve([0, 1, 2]),
      snapshots: () => Promise.resolve(this.snapshots),
      snapshot: (of) => Promise.resolve(this.snapshots[of] as LedgerSnapshot),
      clusterId: () => Promise.resolve('c'),
      watermarks: marksOf,
      read,
      readTopic: (kind, ranges, onRecord) => {
        for (const [of, { from, to }] of ranges)
          rowsOf(kind, of).rows.slice(from, to).forEach(onRecord);
        return Promise.resolve();
      },
      nextRecord: async (kind, of, from) => (await read(kind, of, from))?.[0],
      readEvents: (ranges, onRecords) => {
        for (const [of, { from, to }] of ranges)
          onRecords(of, rowsOf('events', of).rows.slice(from, to));
        return Promise.resolve();
      },
      withJournal: (look) => {
        const marks = () => marksOf('journal');
        return look(new JournalTopic({ read: (of, from) => read('journal', of, from), marks }));
      },
    } satisfies Partial<LiveLedger>;
    return live as unknown as LiveLedger;
  }

  private get snapshots(): LedgerSnapshot[] {
    return [0, 1, 2].map((each) => (each === partition ? this.snapshot : emptySnapshot()));
  }

  private commitSome(records: readonly LogRecord[]): void {
    const { state, digest, snapshot } = this;
    const { head, block } = snapshot;
    const folded = foldRecords(state, records, WrittenLog.context);
    const anchor = anchorOf(records.at(-1) as LogRecord);
    const newBuild = block === 0 ? '0.1.0+unknown' : undefined;
    const context = { head, block, digest, anchor, newBuild, partitions, clusterId: 'c' };
    const commit = commitOf(state, folded, context);
    const accounts = { ...snapshot.accounts };
    for (const { jackpot, account, micros } of commit.deltas) {
      const field = accountField(jackpot, account);
      accounts[field] = String(BigInt(accounts[field] ?? 0) + micros);
    }
    this.snapshot = {
      ...snapshot,
      anchor,
      newestMs: commit.newestMs,
      refusals: commit.refusals,
      authority: serializeAuthority(state.authority),
      accounts,
      jackpots: { ...snapshot.jackpots, ...Object.fromEntries(commit.jackpots) },
      tables: { ...snapshot.tables, ...Object.fromEntries(commit.tables) },
      claims: { ...snapshot.claims, ...(Object.fromEntries(commit.claims) as object) },
      values: { ...snapshot.values, ...Object.fromEntries(commit.values) },
      meters: { ...snapshot.meters, ...Object.fromEntries(commit.meters) },
    };
    this.write(commit.block);
  }

  private write(content: Omit<JournalBlock, 'hash'>): void {
    const block = chainBlock(content);
    this.journal.push(blockText(block));
    const sent = { block: block.block, partition: home, offset: this.journal.length - 1 };
    const place = { position: block.to + 1, head: block.hash, block: block.block, sent };
    this.snapshot = { ...this.snapshot, ...place };
  }
}

const noWord: (line: string) => void = () => undefined;

function emptySnapshot(): LedgerSnapshot {
  return {
    position: 0,
    anchor: null,
    newestMs: 0,
    head: journalGenesis,
    block: 0,
    partitions,
    clusterId: 'c',
    halted: null,
    counted: null,
    refusals: '',
    authority: '',
    build: '0.1.0+unknown',
    sent: null,
    accounts: {},
    jackpots: {},
    tables: {},
    claims: {},
    values: {},
    meters: {},
  };
}

function journalRecord(text: string, offset: number): LogRecord {
  const value = Buffer.from(text);
  return { partition: home, offset, recordedAtMs: 0, key: null, value, headers: {} };
}
