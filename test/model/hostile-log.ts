import { foldRecords } from '#engine';
import type { LogRecord } from '#log';
import { emptyState } from '#pools';
import { Random } from '#pit/random';
import { isCommand } from './authority.js';
import type { ModelEvent } from './events.js';
import { hostileEvents } from './generator.js';
import { root, rootText } from './hostile-keys.js';
import { Signatures, type Said, type Written } from './hostile-signatures.js';
import { SideBySide } from './side-by-side.js';

const writtenAt = Date.parse('2026-11-21T04:00:00.000Z');
/** One partition, which is the home of every jackpot. */
export const context = { partitions: 1, root };

/** A record that has no place in a log yet. */
export interface HostileRecord {
  recordedAtMs: number;
  value: Buffer;
  headers: LogRecord['headers'];
  /** Its JSON can be read in different ways, so that it must be `malformed`. */
  isLoose: boolean;
}

/** Folds a seed's hostile records, the model beside it. */
export function firstDifference(seed: number, records: number) {
  return differenceIn([...hostileRecords(seed, records)]);
}

/** The index of the first record on which fold and model differ; null where they agree. */
export function differenceIn(
  records: readonly HostileRecord[],
): { index: number; what: string } | null {
  const state = emptyState();
  const beside = new SideBySide(rootText);
  for (const [index, hostile] of records.entries()) {
    const record = placed(hostile, index);
    const folded = foldRecords(state, [record], context);
    const what = beside.compare(record, folded, state);
    if (what !== null) return { index, what };
    const { isLoose, value } = hostile;
    if (folded.counts.exceptions.has('malformed') === isLoose) continue;
    return {
      index,
      what: `offset ${index} is ${isLoose ? 'taken' : 'malformed'}: ${value}`,
    };
  }
  return null;
}

/** The record at this offset of the log. */
export function placed({ recordedAtMs, value, headers }: HostileRecord, offset: number): LogRecord {
  return { partition: 0, offset, recordedAtMs, key: null, value, headers };
}

/** Hostile events as records, with commands and keys that not everybody may have signed. */
export function* hostileRecords(seed: number, count: number): Generator<HostileRecord> {
  const hostile = new HostileLog(seed, count);
  for (let made = 0; made < count; made += 1) yield hostile.next();
}

class HostileLog {
  private readonly random: Random;
  private readonly signatures: Signatures;
  private readonly events: Iterator<ModelEvent>;
  private readonly firstKeys: number;
  private command: Said = { type: 'jackpot.resumed', subject: 'north', data: { reason: 'test' } };
  private last: HostileRecord | null = null;
  private left = 0;
  private made = 0;
  private atMs = writtenAt;
  private newestMs = 0;

  constructor(seed: number, count: number) {
    this.random = new Random(`log/${seed}`);
    // A ledger may be called like a jackpot.
    const ledger = this.random.pick(['macau-1', 'macau-1', 'north']);
    this.signatures = new Signatures(this.random, ledger);
    this.firstKeys = this.random.pick([0, 0, 0, 4, 9]);
    this.events = hostileEvents(seed, count);
  }

  next(): HostileRecord {
    const { last, random } = this;
    // Now and then the same record again and again, more often than messages of it are sent.
    if (last && this.left === 0 && random.chance(0.0006)) this.left = random.whole(90, 240);
    if (last && this.left > 0) {
      this.left -= 1;
      return { ...last, recordedAtMs: this.atMs };
    }
    this.atMs += 1_000;
    const recordedAtMs = this.atMs + clockError(random);
    this.newestMs = Math.max(this.newestMs, recordedAtMs);
    this.signatures.at(this.newestMs);
    this.last = { recordedAtMs, ...this.record() };
    this.made += 1;
    return this.last;
  }

  private record(): Omit<HostileRecord, 'recordedAtMs'> {
    const { made, firstKeys, random, signatures } = this;
    const tight = (written: Written) => ({ ...written, isLoose: false });
    if (made === firstKeys || random.chance(0.015)) return tight(signatures.newKeys());
    if (random.chance(made < firstKeys ? 0.4 : 0.02)) return tight(signatures.wrongKeys());
    if (random.chance(0.045)) return tight(signatures.hostile(this.command));
    const event = this.events.next().value as ModelEvent;
    const loosen = random.chance(0.02) ? loosened(random, isCommand(event)) : null;
    if (!isCommand(event)) {
      const text = JSON.stringify({ specversion: '1.0', ...event });
      const value = Buffer.from(loosen?.(text) ?? text);
      return { value, headers: {}, isLoose: loosen !== null };
    }
    this.command = event;
    if (loosen) return { ...signatures.loose(event, loosen), isLoose: true };
    // Pauses stay short: a jackpot without bets shows little else.
    const isHostile = event.type !== 'jackpot.resumed' && random.chance(0.12);
    return tight(isHostile ? signatures.hostile(event) : signatures.right(event));
  }
}

/** How wrong the clock of a record's producer is. */
function clockError(random: Random): number {
  if (!random.chance(0.05)) return 0;
  return random.pick([-25 * 365 * 86_400_000, -writtenAt, -60_000, 40_000]);
}

/** Makes of a text one that JSON readers read in different ways (contract 3), or a wrong member. */
function loosened(random: Random, isOfCommand: boolean): (text: string) => string {
  return (text) => {
    const member = random.pick(text.match(/"\w+":/g) ?? []);
    const before = random.pick([
      `${member}null,${member}`,
      `"other":[{"n":100.00000000000000001}],${member}`,
      `"__proto__":{},${member}`,
    ]);
    // A time without a zone.
    if (isOfCommand && random.chance(0.2)) return text.replace('{', '{"expires":"2036-01-01",');
    return text.replace(member, () => before);
  };
}
