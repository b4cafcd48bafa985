import type { ModelEvent } from './events.js';

const DEFAULT_MAX_TABLES = 1000;
const CONTENTS_REMEMBERED = 16;
const DAY_MICROS = 24n * 60n * 60n * 1_000_000n;

/** What a jackpot knows of one of its tables (contract 3.1). */
interface Source {
  sequence: bigint;
  /** Of the last sequences that were used up, the newest last. */
  contents: string[];
  /** What was refused of these, in their order; null for what was applied. */
  ends: (RefusedEvent | null)[];
  floor: Floor | null;
}

/** What a table is said of an event that was refused. */
export interface RefusedEvent {
  sequence: bigint;
  reason: string;
  type: string;
  round: unknown;
  seat: unknown;
}

/** The highest sequence that a key of the table has signed (contract 3.6). */
export interface Floor {
  kid: string;
  sequence: bigint;
}

/** How a table's record was sent: what it says, to the byte, and the kid that has signed it. */
export interface Sending {
  content: string;
  kid: string | null;
}

type Order = 'first' | 'next' | 'gap' | 'duplicate' | 'reused' | 'behind';

/** The sources that each jackpot knows, which are its tables. No command makes one. */
export class Sources {
  private readonly known = new Map<string, Map<string, Source>>();

  of(jackpot: string, source: string): Readonly<Source> | null {
    return this.known.get(jackpot)?.get(source) ?? null;
  }

  /** Knows of one jackpot what others know. */
  copy(jackpot: string, { known }: Sources): void {
    const sources = [...(known.get(jackpot) ?? [])];
    this.known.set(jackpot, new Map(sources.map(([name, source]) => [name, { ...source }])));
  }

  tables(jackpot: string): number {
    return this.known.get(jackpot)?.size ?? 0;
  }

  names(jackpot: string): string[] {
    return [...(this.known.get(jackpot)?.keys() ?? [])];
  }

  orderOf({ subject, source, sequence: text }: ModelEvent, { content }: Sending): Order {
    const last = this.of(subject, source);
    if (!last) return 'first';
    const sequence = BigInt(text);
    if (sequence > last.sequence) return sequence === last.sequence + 1n ? 'next' : 'gap';
    if (last.contents.includes(content)) return 'duplicate';
    return sequence === last.sequence ? 'reused' : 'behind';
  }

  /** Would this be an event of one table more than the jackpot may have? */
  isOneTooMany(event: ModelEvent, { kid }: Sending, maxTables = DEFAULT_MAX_TABLES): boolean {
    if (!isPlay(event) || kid !== null || this.of(event.subject, event.source)) return false;
    return this.tables(event.subject) >= maxTables;
  }

  /** contract 3.6: what a table has signed is good once, whatever becomes of it. */
  note({ subject, source, sequence: text }: ModelEvent, { kid }: Sending): void {
    const known = this.known.get(subject)?.get(source);
    if (!known || kid === null) return;
    const [{ floor }, sequence] = [known, BigInt(text)];
    if (floor?.kid === kid && floor.sequence >= sequence) return;
    known.floor = { kid, sequence };
  }

  /** The event has come as far as its rounds and its money: it was applied, or refused by them. */
  take(event: ModelEvent, reason: string | null, sending: Sending): void {
    const { subject, source, type } = event;
    const before = this.of(subject, source);
    if (!before && sending.kid === null && !(reason === null && isPlay(event))) return;
    const { round = null, seat = null } = event.data;
    const sequence = BigInt(event.sequence);
    const said = reason === null ? null : { sequence, reason, type, round, seat };
    const ends = [...(before?.ends ?? []), said].slice(-CONTENTS_REMEMBERED);
    const contents = [...(before?.contents ?? []), sending.content].slice(-CONTENTS_REMEMBERED);
    const sources = this.known.get(subject) ?? new Map<string, Source>();
    this.known.set(subject, sources);
    sources.set(source, { sequence, contents, ends, floor: before?.floor ?? null });
    this.note(event, sending);
  }

  /** contract 3.6: sets the sequence of a table that the jackpot knows. */
  reset(jackpot: string, source: string, sequence: bigint): void {
    const known = this.known.get(jackpot)?.get(source);
    if (!known) return;
    known.sequence = sequence;
    if (known.floor && sequence < known.floor.sequence) known.floor = null;
  }
}

/** Is the sequence over a day ahead of the record's time, in microseconds since 1970? */
export function isAhead({ sequence }: { sequence: string }, timestampMs: number): boolean {
  return BigInt(sequence) - BigInt(timestampMs) * 1000n > DAY_MICROS;
}

function isPlay({ type }: ModelEvent): boolean {
  return type !== 'table.heartbeat';
}
