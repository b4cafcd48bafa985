import type { ModelEvent } from './events.js';

const DEFAULT_MAX_TABLES = 1000;
const IDS_REMEMBERED = 16;
const DAY_MICROS = 24n * 60n * 60n * 1_000_000n;

/** What a jackpot knows of one of its tables (contract 3.1). */
interface Source {
  sequence: bigint;
  /** Of the last sequences that were used up, the newest last. */
  ids: string[];
  /** Of the event that has used `sequence` up; null where a reset has set it. */
  lastId: string | null;
  /** The newest sequence of its records whose signature was verified (contract 3.6). */
  verified: bigint;
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

  orderOf({ subject, source, id, sequence: text }: ModelEvent, isVerified: boolean): Order {
    const last = this.of(subject, source);
    if (!last) return 'first';
    const sequence = BigInt(text);
    if (sequence > last.sequence) return sequence === last.sequence + 1n ? 'next' : 'gap';
    const isNewest = sequence === last.sequence;
    const isSame = isNewest && last.lastId !== null ? last.lastId === id : last.ids.includes(id);
    // contract 3.6: nobody had to sign the record of before.
    const isOther = isVerified && sequence > last.verified;
    if (isSame && !isOther) return 'duplicate';
    return isNewest ? 'reused' : 'behind';
  }

  /** Would this be an event of one table more than the jackpot may have? */
  isOneTooMany(event: ModelEvent, isVerified: boolean, maxTables = DEFAULT_MAX_TABLES): boolean {
    if (!(isPlay(event) || isVerified) || this.of(event.subject, event.source)) return false;
    return this.tables(event.subject) >= maxTables;
  }

  /** The event has come as far as its rounds and its money: it was applied, or refused by them. */
  take(event: ModelEvent, isApplied: boolean, isVerified: boolean): void {
    const { subject, source, id } = event;
    const before = this.of(subject, source);
    if (!before && !isVerified && !(isApplied && isPlay(event))) return;
    const ids = [...(before?.ids ?? []), id].slice(-IDS_REMEMBERED);
    const sources = this.known.get(subject) ?? new Map<string, Source>();
    this.known.set(subject, sources);
    const sequence = BigInt(event.sequence);
    const verified = isVerified ? sequence : (before?.verified ?? 0n);
    sources.set(source, { sequence, ids, lastId: id, verified });
  }

  /** contract 3.6: sets the sequence of a table that the jackpot knows. */
  reset(jackpot: string, source: string, sequence: bigint): void {
    const known = this.known.get(jackpot)?.get(source);
    if (known) Object.assign(known, { sequence, lastId: null });
  }
}

/** Is the sequence over a day ahead of the record's time, in microseconds since 1970? */
export function isAhead({ sequence }: { sequence: string }, timestampMs: number): boolean {
  return BigInt(sequence) - BigInt(timestampMs) * 1000n > DAY_MICROS;
}

function isPlay({ type }: ModelEvent): boolean {
  return type !== 'table.heartbeat';
}
