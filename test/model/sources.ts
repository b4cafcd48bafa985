import type { ModelEvent } from './events.js';

const DEFAULT_MAX_TABLES = 1000;
const CONTENTS_REMEMBERED = 16;
const DAY_MICROS = 24n * 60n * 60n * 1_000_000n;

/** A jackpot's knowledge of one of its tables (contract 3.1). */
interface Source {
  sequence: bigint;
  /** The contents with the last used sequences, newest last. */
  contents: string[];
  /** The refusal for each of these, in order; null for an applied event. */
  ends: (RefusedEvent | null)[];
  floor: Floor | null;
}

/** The message to a table about a refused event. */
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

/** How a table's record was sent: its content, to the byte, and the kid that signed it. */
export interface Sending {
  content: string;
  kid: string | null;
}

type Order = 'first' | 'next' | 'gap' | 'duplicate' | 'reused' | 'behind';

/** The sources that each jackpot knows, which are its tables. Commands add none. */
export class Sources {
  private readonly known = new Map<string, Map<string, Source>>();

  of(jackpot: string, source: string): Readonly<Source> | null {
    return this.known.get(jackpot)?.get(source) ?? null;
  }

  /** Copies another object's knowledge of one jackpot. */
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

  /** Whether this would be an event of one table too many for the jackpot. */
  isOneTooMany(event: ModelEvent, { kid }: Sending, maxTables = DEFAULT_MAX_TABLES): boolean {
    if (!isPlay(event) || kid !== null || this.of(event.subject, event.source)) return false;
    return this.tables(event.subject) >= maxTables;
  }

  /** contract 3.6: a signed record of a table is valid only once, whatever its result. */
  note({ subject, source, sequence: text }: ModelEvent, { kid }: Sending): void {
    const known = this.known.get(subject)?.get(source);
    if (!known || kid === null) return;
    const [{ floor }, sequence] = [known, BigInt(text)];
    if (floor?.kid === kid && floor.sequence >= sequence) return;
    known.floor = { kid, sequence };
  }

  /** Takes an event that reached its rounds and its money: these applied it or refused it. */
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

/** Whether the sequence, in microseconds since 1970, is over a day ahead of the record's time. */
export function isAhead({ sequence }: { sequence: string }, timestampMs: number): boolean {
  return BigInt(sequence) - BigInt(timestampMs) * 1000n > DAY_MICROS;
}

function isPlay({ type }: ModelEvent): boolean {
  return type !== 'table.heartbeat';
}
