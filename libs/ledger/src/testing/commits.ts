import { randomUUID } from 'node:crypto';
import type { Commit } from '../commit.js';
import { chainBlock, journalGenesis } from '../journal.js';

const at = '2026-11-21T04:00:00.000Z';

/**
 * The head at a position: commits of these tests follow in steps of ten, each after the last block.
 */
function headAt(position: number): string {
  return position < 10 ? journalGenesis : commitFrom(position - 10).block.hash;
}

/** A commit of the next ten records, like one of the service, with changes. */
export function commitFrom(
  from: number,
  changes: Partial<Commit> = {},
  previous = headAt(from),
): Commit {
  const to = (changes.position ?? from + 10) - 1;
  const postings = [
    { jackpot: 'main', pool: '5', reserve: '1', house: '4', players: '-10', held: '0' },
  ];
  const content = { partition: 7, block: from + 1, from, to, at, postings };
  const digests = { digest: 'digest', state: 'state' };
  return {
    id: randomUUID(),
    from,
    position: to + 1,
    anchor: `anchor of ${to}`,
    newestMs: Date.parse(at) + to,
    partitions: 12,
    clusterId: 'cluster',
    block: chainBlock({ ...content, ...digests, previous }),
    sent: { partition: 3, offset: from },
    refusals: `[${to}]`,
    authority: null,
    build: null,
    deltas: [
      { jackpot: 'main', account: 'pool', micros: 5n },
      { jackpot: 'main', account: 'reserve', micros: 1n },
      { jackpot: 'main', account: 'house', micros: 4n },
      { jackpot: 'main', account: 'players', micros: -10n },
      { jackpot: 'main', account: 'held', micros: 0n },
    ],
    jackpots: [['main', `{"at":${to}}`]],
    tables: [['main/T1', `{"at":${to}}`]],
    claims: [[`main/T1/1/${to}`, `{"at":${to}}`]],
    values: [['main', `{"version":${to}}`]],
    meters: [['main', `[${to}]`]],
    outbox: [
      { outboxId: `${to}-1`, topic: 'awards', key: 'main', id: `7/${to}/award`, value: '{}' },
      { outboxId: `${to}-2`, topic: 'journal', key: '7', id: `7/${to}/journal`, value: '{}' },
    ],
    frames: [`{"version":${to}}`],
    echo: '{"echo":7}',
    ...changes,
  };
}

/** Abandons a `commit` at the first repeat. */
export const once = (): Promise<boolean> => Promise.resolve(false);
