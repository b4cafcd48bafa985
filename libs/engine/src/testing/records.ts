import { homePartition, readCommandKeys, signCommand } from '#contract';
import type { LogRecord } from '#log';
import { generateKeyPairSync } from 'node:crypto';
import type { FoldContext } from '../folding.js';

export const partitions = 3;
export const writtenAt = Date.parse('2026-11-21T04:00:00.000Z');

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = { kty: 'OKP', crv: 'Ed25519', kid: 'ops-1', x: publicKey.export({ format: 'jwk' }).x };
const roles = ['configure', 'operate', 'adjust'];
const keys = readCommandKeys(JSON.stringify({ keys: [{ ...key, roles }] }));
export const context: FoldContext = { partitions, keys };

/** Two jackpots of one partition. */
export const jackpots = ['main', 'minor'] as const;
export const partition = homePartition('main', partitions);

/** A log of one partition: records with the next offset, the sequences kept for each source. */
export class WrittenLog {
  readonly records: LogRecord[] = [];
  private readonly sequences = new Map<string, number>();

  event(jackpot: string, source: string, type: string, data: object): this {
    const name = `${jackpot}/${source}`;
    const sequence = (this.sequences.get(name) ?? 0) + 1;
    this.sequences.set(name, sequence);
    const id = `${source}/${sequence}`;
    const envelope = { specversion: '1.0', type, id, source, subject: jackpot };
    return this.value(JSON.stringify({ ...envelope, sequence: String(sequence), data }));
  }

  configure(jackpot: string, changes: object = {}): this {
    const configuration = {
      id: jackpot,
      currency: 'MOP',
      ruleset: 'fortune-3-card-poker/94-2025',
      seed: 100_000,
      stake: { min: 1_000, max: 10_000 },
      rates: { pool: 7_000, reserve: 500 },
      prizes: {
        'royal-flush': { fixed: 50_000, share: 10_000 },
        'straight-flush': { fixed: 5_000, share: 1_000 },
        'four-of-a-kind': { fixed: 1_500 },
        'full-house': { fixed: 500 },
        flush: { fixed: 250 },
      },
      ...changes,
    };
    return this.event(jackpot, 'ops', 'jackpot.configured', configuration);
  }

  bet(jackpot: string, source: string, round: string, seat: number): this {
    const data = { round, seat, stake: 1_000, baseBets: ['ante'] };
    return this.event(jackpot, source, 'bet.placed', data);
  }

  settle(jackpot: string, source: string, round: string, wins: object[] = []): this {
    return this.event(jackpot, source, 'round.settled', { round, wins });
  }

  /** A record of any value, signed, which only commands ask for. */
  value(text: string, changes: Partial<LogRecord> = {}): this {
    const value = Buffer.from(text);
    const offset = this.records.length;
    const signature = signCommand(value, 'ops-1', privateKey);
    const recordedAtMs = writtenAt + offset;
    const record = { partition, offset, recordedAtMs, key: null, value, headers: { signature } };
    this.records.push({ ...record, ...changes });
    return this;
  }
}
