import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type JournalBlock, type Root } from '#contract';
import { commitOf, foldRecords } from '#engine';
import { journalGenesis, StateDigest, type Output } from '#ledger';
import { anchorOf, type LogRecord } from '#log';
import { emptyState, serializeAuthority, serializeRefusals, type PartitionState } from '#pools';
import { ledgerTexts } from '#testing/ledger-texts';

/** A log of one partition, and the settings needed to fold it. */
export interface GoldenLog {
  readonly name: string;
  /** The partitions of the events topic. */
  readonly partitions: number;
  readonly root: Root;
  readonly records: readonly LogRecord[];
}

/** The result of folding a log: a line for each block, and at the end a line for each text. */
export interface Folded {
  readonly journal: readonly string[];
  readonly ledger: readonly string[];
  /** The messages sent, in order. */
  readonly outputs: readonly Output[];
}

/** The lengths of the commits, repeated: a large one, small ones, single records. */
const lengths = [40, 1, 7, 1, 1, 3, 128, 2];

/** Folds a log in commits of fixed lengths. */
export function fold({ partitions, root, records }: GoldenLog): Folded {
  const state = emptyState();
  const digest = new StateDigest();
  const journal: string[] = [];
  const outputs: Output[] = [];
  let [head, block] = [journalGenesis, 0];
  for (let from = 0; from < records.length;) {
    const run = records.slice(from, from + (lengths[block % lengths.length] as number));
    from += run.length;
    const folded = foldRecords(state, run, { partitions, root });
    const anchor = anchorOf(run.at(-1) as LogRecord);
    const log = { partitions, clusterId: 'golden', anchor };
    const newBuild = block === 0 ? 'golden' : undefined;
    const commit = commitOf(state, folded, { head, block, digest, newBuild, ...log });
    ({ hash: head, block } = commit.block);
    journal.push(JSON.stringify(commit.block));
    outputs.push(...folded.outbox);
  }
  return { journal, ledger: ledgerOf(state), outputs };
}

/** All texts of the ledger, as Redis has them. */
function ledgerOf(state: PartitionState): string[] {
  const { refusals, authority, newestMs } = state;
  const entries: [string, string][] = [
    ['newestMs', String(newestMs)],
    ['refusals', serializeRefusals(refusals)],
    ['authority', serializeAuthority(authority)],
  ];
  for (const [kind, texts] of Object.entries(ledgerTexts(state))) {
    for (const [key, text] of texts) entries.push([`${kind} ${key}`, text]);
  }
  return entries.map((entry) => entry.join(' ')).toSorted();
}

/** The files of a log. */
export class GoldenFiles {
  private readonly folder: string;

  constructor(edition: number, name: string) {
    this.folder = join(import.meta.dirname, `edition-${edition}`, name);
  }

  write(log: GoldenLog): void {
    mkdirSync(this.folder, { recursive: true });
    const { journal, ledger } = fold(log);
    this.put('log', log.records.map(lineOf));
    this.put('journal', journal);
    this.put('ledger', ledger);
  }

  /** @throws the error of the file system, or of a file that is not text packed by zstd */
  records(partition = 0): LogRecord[] {
    return this.lines('log').map((line, offset) => recordOf(line, partition, offset));
  }

  lines(name: 'log' | 'journal' | 'ledger'): string[] {
    const packed = readFileSync(join(this.folder, `${name}.zst`));
    return zstdDecompressSync(packed).toString().split('\n');
  }

  private put(name: string, lines: readonly string[]): void {
    writeFileSync(join(this.folder, `${name}.zst`), zstdCompressSync(lines.join('\n')));
  }
}

type Line = [
  recordedAtMs: number,
  steppedOver: LogRecord['steppedOver'] | null,
  signatures: readonly (string | null)[],
  value: string | null,
];

/** A record as a line: Kafka timestamp, reason for skipping it, signatures, value; in base64. */
function lineOf({ recordedAtMs, steppedOver, value, headers }: LogRecord): string {
  const given = 'signature' in headers ? [headers['signature']].flat() : [];
  const signatures = given.map((each) => (each ? Buffer.from(each).toString('base64') : null));
  const packed = value === null ? null : value.toString('base64');
  return JSON.stringify([recordedAtMs, steppedOver ?? null, signatures, packed] satisfies Line);
}

function recordOf(line: string, partition: number, offset: number): LogRecord {
  const [recordedAtMs, steppedOver, signatures, value] = JSON.parse(line) as Line;
  const given = signatures.map((each) => (each === null ? null : Buffer.from(each, 'base64')));
  return {
    ...{ partition, offset, recordedAtMs, key: null },
    value: value === null ? null : Buffer.from(value, 'base64'),
    headers: given.length === 0 ? {} : { signature: given.length > 1 ? given : given[0] },
    ...(steppedOver && { steppedOver }),
  };
}

/** The first difference of two lists of blocks, as a sentence; undefined if they are equal. */
export function whyOtherJournal(
  found: readonly string[],
  written: readonly string[],
): string | undefined {
  const at = written.findIndex((line, index) => found[index] !== line);
  if (at === -1 && found.length === written.length) return undefined;
  const { block, from, to } = JSON.parse(written[at] ?? '{}') as Partial<JournalBlock>;
  return `block ${block}, of the records ${from} to ${to}, is another one`;
}
