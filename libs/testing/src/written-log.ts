import { encodeEvent, homePartition, isCommandType, signRecord } from '#contract';
import type { LogRecord } from '#log';
import { smallJackpot } from './jackpot.js';
import { dayAfter, keysRecord, newKey, rootOf, signingKey, testLedger } from './test-keys.js';

const partitions = 3;
const writtenAt = Date.parse('2026-11-21T04:00:00.000Z');
const rootKey = newKey('root');
const key = newKey();

/**
 * Writes the log of one partition: offsets and the sequences of each source count up. Its first
 * record puts the key `ops-1` in force.
 */
export class WrittenLog {
  /** Two jackpots of one partition. */
  static readonly jackpots = ['main', 'minor'] as const;
  static readonly partition = homePartition('main', partitions);
  /** The context that folds its records. */
  static readonly context = { partitions, root: rootOf(rootKey).root };
  /** The file of COMMAND_ROOT, and the signing key, which has all roles. */
  static readonly keys = { root: rootOf(rootKey).text, signer: key };

  readonly records: LogRecord[] = [];
  private readonly sequences = new Map<string, number>();

  /** @param startMs time of its first record, epoch ms */
  constructor(private readonly startMs = writtenAt) {
    const { value, headers } = keysRecord([signingKey(key)], rootKey, { atMs: startMs });
    this.value(value.toString(), { headers });
  }

  event(jackpot: string, source: string, type: string, data: object): this {
    // A key counts for all jackpots, a table for each separately.
    const name = source === 'ops' ? source : `${jackpot}/${source}`;
    const sequence = (this.sequences.get(name) ?? 0) + 1;
    this.sequences.set(name, sequence);
    const id = `${source}/${sequence}`;
    const stamps = isCommandType(type) && { expires: dayAfter(this.startMs) };
    const event = { type, id, source, sequence, ...stamps, subject: jackpot, data };
    return this.value(JSON.stringify(encodeEvent(event)));
  }

  configure(jackpot: string, changes: object = {}): this {
    const configuration = { ...smallJackpot(jackpot), payoutUnit: 1, ...changes };
    return this.event(jackpot, 'ops', 'jackpot.configured', configuration);
  }

  bet(jackpot: string, source: string, round: string, seat: number): this {
    const data = { round, seat, stake: 1_000, baseBets: ['ante'] };
    return this.event(jackpot, source, 'bet.placed', data);
  }

  settle(jackpot: string, source: string, round: string, wins: object[] = []): this {
    return this.event(jackpot, source, 'round.settled', { round, wins });
  }

  /** A signed record with any value; only commands need the signature. */
  value(text: string, changes: Partial<LogRecord> = {}): this {
    const value = Buffer.from(text);
    const offset = this.records.length;
    const signature = signRecord(testLedger, value, key.kid, key.privateKey);
    const recordedAtMs = this.startMs + offset;
    const { partition } = WrittenLog;
    const record = { partition, offset, recordedAtMs, key: null, value, headers: { signature } };
    this.records.push({ ...record, ...changes });
    return this;
  }
}
