import { readFileSync } from 'node:fs';
import { foldRecords } from '#engine';
import {
  decodeRecord,
  homePartition,
  readConfiguration,
  type AwardMessage,
  type ExceptionMessage,
  type ExceptionReason,
  type Root,
  type WrittenConfiguration,
} from '#contract';
import { emptyState, foldEvent, type Configuration, type PartitionState } from '#pools';
import { parse } from 'yaml';
import type { PitRecord } from '../controller.js';
import type { PitJackpot } from '../jackpots.js';

const partitions = 12;
/** No command is sent, so nobody has to sign. */
const root: Root = { keys: new Map(), thumbprint: '' };
const at = Date.UTC(2026, 10, 21, 4);
export const time = new Date(at).toISOString();

/** Returns the demo's three jackpots with these policies. */
export function demoConfigurations(policies: Record<string, unknown> = {}): Configuration[] {
  const file = new URL('../../../demo/jackpots.yaml', import.meta.url);
  const { jackpots } = parse(readFileSync(file, 'utf8')) as { jackpots: WrittenConfiguration[] };
  return jackpots.map((written) => {
    const read = readConfiguration({ ...written, policies });
    if ('refused' in read) throw new Error(read.refused.join());
    return read.configuration;
  });
}

export function pitJackpots(configurations: readonly Configuration[]): PitJackpot[] {
  return configurations.map(({ id, currency, stake, policies }) => ({
    id,
    currency,
    stake,
    policies,
  }));
}

/** Folds a pit's records as the service does, one state for each partition. */
export class TestLedger {
  private readonly states = new Map<number, PartitionState>();
  private readonly offsets = new Map<number, number>();
  readonly exceptions: Partial<Record<ExceptionReason, number>> = {};
  /** Messages that the service would send to `jackpot.exceptions`. */
  readonly messages: { message: ExceptionMessage }[] = [];
  readonly awards: AwardMessage[] = [];
  duplicates = 0;

  constructor(configurations: readonly Configuration[]) {
    for (const configuration of configurations) {
      const event = {
        type: 'jackpot.configured' as const,
        id: configuration.id,
        jackpot: configuration.id,
        source: 'test',
        sequence: 1n,
        by: { kid: 'ops-1', holder: 'ops-1', roles: ['configure' as const] },
        data: { configuration, exponent: 2, effective: 'now' as const, replacesPending: false },
      };
      foldEvent(this.state(homePartition(configuration.id, partitions)), event, {
        offset: 0,
        recordedAtMs: at,
      });
    }
  }

  fold(records: readonly PitRecord[]): this {
    for (const record of records) this.foldOne(record);
    return this;
  }

  /** Returns the balances of every jackpot, by account, in micro-units. */
  get balances() {
    const jackpots = [...this.states.values()].flatMap((state) => [...state.jackpots.values()]);
    return Object.fromEntries(jackpots.map(({ id, accounts }) => [id, accounts]));
  }

  /** Returns the tables with a round that has bets and has not ended. */
  get unfinished(): string[] {
    return [...this.states.values()].flatMap(({ tables }) =>
      [...tables]
        .filter(([, { rounds }]) => rounds.some(({ bets }) => bets.length > 0))
        .map(([key]) => key),
    );
  }

  private foldOne({ jackpot, text }: PitRecord): void {
    const partition = homePartition(jackpot.id, partitions);
    const offset = (this.offsets.get(partition) ?? 0) + 1;
    this.offsets.set(partition, offset);
    const value = Buffer.from(text.write(time));
    const record = {
      partition,
      offset,
      recordedAtMs: at,
      key: Buffer.from(jackpot.id),
      value,
      headers: {},
    };
    const folded = foldRecords(this.state(partition), [record], { partitions, root });
    this.awards.push(...folded.awards);
    for (const { topic, value } of folded.outbox) {
      if (topic !== 'exceptions') continue;
      this.messages.push({ message: JSON.parse(value) as ExceptionMessage });
    }
    this.duplicates += folded.counts.duplicate;
    for (const [reason, count] of folded.counts.exceptions) {
      this.exceptions[reason] = (this.exceptions[reason] ?? 0) + count;
    }
  }

  private state(partition: number): PartitionState {
    const state = this.states.get(partition) ?? emptyState();
    this.states.set(partition, state);
    return state;
  }
}

/** Decodes the record like the service, or returns the reason of its refusal. */
export function decode({ jackpot, text }: PitRecord) {
  const partition = homePartition(jackpot.id, partitions);
  const value = Buffer.from(text.write(time));
  const record = { partition, offset: 0, recordedAtMs: at, value };
  const { authority, jackpots } = emptyState();
  return decodeRecord(record, { partitions, root, authority, jackpots });
}
