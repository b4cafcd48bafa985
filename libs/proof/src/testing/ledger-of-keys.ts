import { homePartition } from '#contract';
import { JournalTopic } from '#engine';
import {
  blockText,
  chainBlock,
  journalGenesis,
  StateDigest,
  type JournalBlock,
  type LedgerSnapshot,
} from '#ledger';
import { serializeAuthority, type Authority } from '#pools';
import type { LiveLedger } from '../source/live-ledger.js';
import { recordOf } from './journal-ledger.js';

/** A ledger of partitions that have only these keys, as their journal says. */
export function ledgerOfKeys(all: readonly Authority[]): Partial<LiveLedger> {
  const partitions = [...all.keys()];
  const found = partitions.map((partition) => partitionOf(partition, all));
  const topic = partitions.map((home) =>
    found.flatMap(({ block }) =>
      homePartition(String(block.partition), all.length) === home ? [blockText(block)] : [],
    ),
  );
  const marks = () => Promise.resolve(topic.map(({ length: high }) => ({ low: 0, high })));
  const read = (of: number, from: number) =>
    Promise.resolve(
      (topic[of] ?? []).map((text, offset) => recordOf(offset, Buffer.from(text))).slice(from),
    );
  return {
    partitions: () => Promise.resolve(partitions),
    clusterId: () => Promise.resolve('c'),
    watermarks: () => Promise.resolve(partitions.map(() => ({ low: 0, high: 1 }))),
    snapshot: (of) => Promise.resolve(found[of]?.snapshot as LedgerSnapshot),
    withJournal: (look) => look(new JournalTopic({ read, marks })),
  };
}

function partitionOf(
  partition: number,
  all: readonly Authority[],
): { readonly block: JournalBlock; readonly snapshot: LedgerSnapshot } {
  const content = {
    ...{ newestMs: 1, refusals: '', authority: serializeAuthority(all[partition] as Authority) },
    ...{ accounts: {}, jackpots: {}, tables: {}, claims: {}, values: {}, meters: {} },
  };
  const at = new Date(content.newestMs).toISOString();
  const block = chainBlock({
    ...{ partition, block: 1, from: 0, to: 0, at, postings: [], digest: '' },
    ...{ state: StateDigest.of(content).root(), previous: journalGenesis },
  });
  const place = { position: 1, head: block.hash, block: 1, anchor: null };
  const about = { partitions: all.length, clusterId: 'c', halted: null, counted: null };
  return { block, snapshot: { ...content, ...place, ...about, build: null, sent: null } };
}
