import { decodeRecord, formatMinor } from '#contract';
import type { Folded } from '#engine';
import type { LogRecord } from '#log';
import { accountNames, microsPerMinor, type Jackpot, type PartitionState } from '#pools';
import { z } from 'zod';
import type { Connections } from '../connections.js';
import { Failure } from '../failure.js';
import { table } from '../table.js';
import { formatMicros } from './amounts.js';
import { Replay, type ReplayObserver } from '../proof/replay.js';

export interface ValueOptions {
  readonly at: string;
  readonly from?: string;
}

/** What is asked for: the ledger behind the record at an offset, or before the first one after a time. */
export type Moment = { readonly offset: number } | { readonly until: number };

const movementsShown = 10;

/**
 * Tells what a pool held at any moment: its partition of the log folded up to there, with the last
 * records that moved the pool.
 */
export async function value(
  connections: Connections,
  jackpot: string,
  { at, from }: ValueOptions,
): Promise<void> {
  const moment = momentOf(at);
  const replay = await Replay.open(connections, jackpot, from);
  const { position } = replay.snapshot;
  const { origin } = replay;
  if ('offset' in moment && moment.offset >= position) {
    throw new Failure(
      `Offset ${moment.offset} is beyond the ledger, which is at ${position} in partition ${replay.partition}.`,
    );
  }
  if ('offset' in moment && moment.offset < origin.position - 1) {
    throw new Failure(
      `The checkpoint is of offset ${origin.position - 1}, behind offset ${moment.offset}; give an older one, or none.`,
    );
  }
  const movements = new Movements(jackpot, origin.position, moment);
  const state = await replay.fold('offset' in moment ? moment.offset + 1 : position, movements);
  const found = movements.found ?? state.jackpots.get(jackpot);
  const last = movements.last;
  if (!last && 'until' in moment && replay.checkpoint && origin.position > 0) {
    throw new Failure(`No record behind the checkpoint is of ${at} or before; give an older one.`);
  }
  if (!found) {
    throw new Failure(`${jackpot} did not exist yet: it was configured after ${at}.`);
  }
  const offset = last?.offset ?? origin.position - 1;
  process.stdout.write(textOf(found, offset, replay, movements));
}

/** @throws Failure when it is neither an offset nor a time with its zone. */
export function momentOf(at: string): Moment {
  if (/^\d{1,15}$/.test(at)) return { offset: Number(at) };
  if (!z.iso.datetime({ offset: true }).safeParse(at).success) {
    throw new Failure(
      `--at ${at} is neither an offset nor a time such as 2026-11-21T04:00:00Z.`,
      64,
    );
  }
  return { until: Date.parse(at) };
}

interface Movement {
  readonly record: LogRecord;
  readonly at: number;
  readonly micros: bigint;
  readonly poolAfter: bigint;
}

/** Remembers a jackpot as it was at the moment, and the last records that moved its pool. */
export class Movements implements ReplayObserver {
  readonly newest: Movement[] = [];
  last: { offset: number; at: number } | null = null;
  /** A copy of the jackpot at the moment, once a later record has come; null before. */
  found: Jackpot | null = null;
  /** Kafka's timestamps may go back, so the first record that is later ends it, for good. */
  private ended = false;

  constructor(
    private readonly jackpot: string,
    readonly start: number,
    private readonly moment: Moment,
  ) {}

  before(state: PartitionState, record: LogRecord): void {
    if (this.ended || 'offset' in this.moment || record.recordedAtMs <= this.moment.until) return;
    this.ended = true;
    const jackpot = state.jackpots.get(this.jackpot);
    // Without a jackpot by then the answer is that there was none, whatever comes after.
    if (jackpot) this.found = { ...jackpot, accounts: { ...jackpot.accounts } };
    else throw new Failure(`${this.jackpot} did not exist yet: it was configured later.`);
  }

  after(state: PartitionState, record: LogRecord, folded: Folded): void {
    if (this.ended) return;
    this.last = { offset: record.offset, at: folded.recordedAtMs };
    const micros = folded.postings.get(this.jackpot)?.get('pool') ?? 0n;
    if (micros === 0n) return;
    const poolAfter = state.jackpots.get(this.jackpot)?.accounts.pool ?? 0n;
    this.newest.push({ record, at: folded.recordedAtMs, micros, poolAfter });
    if (this.newest.length > movementsShown) this.newest.shift();
  }
}

function textOf(jackpot: Jackpot, offset: number, replay: Replay, movements: Movements): string {
  const { accounts, exponent, configuration, version, generation } = jackpot;
  const { currency } = configuration;
  const shown = Number(accounts.pool / microsPerMinor(exponent));
  const block = replay.blockAt(offset);
  const time = movements.last ? `, ${new Date(movements.last.at).toISOString()}` : '';
  const named = block
    ? `${block.block} (offsets ${block.from}-${block.to}), SHA-256 ${block.hash}`
    : `${replay.origin.block}, of the checkpoint, SHA-256 ${replay.origin.head}`;
  const rows = movements.newest.map(({ record, at, micros, poolAfter }) => [
    String(record.offset),
    new Date(at).toISOString(),
    ...describeRecord(record, replay),
    formatMicros(micros, currency, exponent),
    formatMicros(poolAfter, currency, exponent),
  ]);
  return [
    `${jackpot.id} at offset ${offset} of partition ${replay.partition}${time}\n`,
    `value          ${formatMinor(shown, currency)}`,
    `version        ${version}`,
    `generation     ${generation}`,
    `journal block  ${named}\n`,
    table(
      ['account', 'balance'],
      accountNames.map((name) => [name, formatMicros(accounts[name], currency, exponent)]),
    ),
    table(['offset', 'time', 'source', 'type', 'round', 'seat', 'to the pool', 'pool after'], rows),
  ].join('\n');
}

/** Source, type, round and seat of a record that was applied. */
function describeRecord(record: LogRecord, context: Pick<Replay, 'partitions' | 'keys'>): string[] {
  const decoded = decodeRecord(record, context);
  if ('refused' in decoded) return ['', decoded.refused, '', ''];
  const { source, type, data } = decoded.event;
  const { round = '', seat = '' } = data as { round?: string; seat?: number };
  return [source, type, round, String(seat)];
}
