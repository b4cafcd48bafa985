import { foldRecords } from '#engine';
import type { LogRecord } from '#log';
import { emptyState } from '#pools';
import { Random } from '#pit/random';
import { isCommand } from './authority.js';
import type { Act, ModelEvent } from './events.js';
import { sumOf } from './claims.js';
import { minorUnit } from './currency.js';
import { tablesAndApprovals } from './generated-approvals.js';
import { verification } from './generated-awards.js';
import { madeFromOf } from './generated-configuration.js';
import { Hostile, TABLES } from './generator.js';
import { Acts } from './hostile-acts.js';
import { Ends } from './hostile-ends.js';
import { Awards } from './hostile-awards.js';
import { root, rootText } from './hostile-keys.js';
import { Roots } from './hostile-roots.js';
import { Signatures, type Said, type Written } from './hostile-signatures.js';
import { Tables } from './hostile-tables.js';
import { Partition } from './partition.js';
import { SideBySide } from './side-by-side.js';
import { StoredLedger } from './stored-ledger.js';

const writtenAt = Date.parse('2026-11-21T04:00:00.000Z');
/** One partition, the home of every jackpot. */
export const context = { partitions: 1, root };

/** A record without a place in a log yet. */
export interface HostileRecord {
  recordedAtMs: number;
  value: Buffer;
  headers: LogRecord['headers'];
  /** Its JSON has several readings, so that it must be `malformed`. */
  isLoose: boolean;
}

/** Folds a seed's hostile records and compares the model. */
export function firstDifference(seed: number, records: number) {
  return differenceIn([...hostileRecords(seed, records)]);
}

/** The index of the first record where fold and model differ; null if they agree. */
export function differenceIn(
  records: readonly HostileRecord[],
): { index: number; what: string } | null {
  let state = emptyState();
  const beside = new SideBySide(rootText);
  const stored = new StoredLedger();
  for (const [index, hostile] of records.entries()) {
    const record = placed(hostile, index);
    const folded = foldRecords(state, [record], context);
    // A part of a log may begin with keys of an edition that this build does not have.
    if (folded.newer) return null;
    const what = beside.compare(record, folded, state);
    if (what !== null) return { index, what };
    stored.take(state, folded);
    // Another process continues with the stored state.
    if (index % 50 === 0) state = stored.read();
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

/** Hostile events as records, with commands and keys; some signers have no right to sign. */
export function* hostileRecords(seed: number, count: number): Generator<HostileRecord> {
  const hostile = new HostileLog(seed);
  for (let made = 0; made < count; made += 1) yield hostile.next();
}

class HostileLog {
  private readonly random: Random;
  private readonly signatures: Signatures;
  private readonly roots: Roots;
  private readonly controllers: Hostile;
  private readonly acts: Acts;
  private readonly awards: Awards;
  private readonly tables: Tables;
  private readonly ends: Ends;
  /** The writers of the log read it as the model does. */
  private readonly partition = new Partition(rootText);
  private readonly firstKeys: number;
  private command: Said = { type: 'jackpot.resumed', subject: 'north', data: { reason: 'test' } };
  private last: HostileRecord | null = null;
  private left = 0;
  /** The difference of a table's meters from ours, minor units. */
  private readonly skews = new Map<string, { stakes: number; paid: number }>();
  private made = 0;
  private offset = 0;
  private atMs = writtenAt;

  constructor(seed: number) {
    const { random, partition } = { random: new Random(`log/${seed}`), partition: this.partition };
    // A ledger may have the name of a jackpot.
    const ledger = random.pick(['macau-1', 'macau-1', 'north']);
    this.random = random;
    this.signatures = new Signatures(random, ledger);
    this.roots = new Roots(random, this.signatures, ledger);
    this.firstKeys = random.pick([0, 0, 0, 4, 9]);
    this.controllers = new Hostile(seed);
    this.acts = new Acts(random, this.signatures, partition.jackpots);
    this.awards = new Awards(random, partition.jackpots);
    this.ends = new Ends(random, partition.jackpots);
    this.tables = new Tables(random, this.signatures, partition.jackpots, this.controllers);
  }

  next(): HostileRecord {
    const { last, random } = this;
    // Now and then the same record repeatedly, more often than its messages are sent.
    if (last && this.left === 0 && random.chance(0.0006)) this.left = random.whole(90, 240);
    if (last && this.left > 0) {
      this.left -= 1;
      return this.read({ ...last, recordedAtMs: this.atMs });
    }
    // Now and then nothing comes for minutes, or for an hour.
    const isPause = this.random.chance(0.0015);
    this.atMs += isPause ? this.random.pick([310_000, 310_000, 3_650_000]) : 1_000;
    const due = random.chance(0.05) ? this.acts.expiring(this.atMs) : null;
    // Just in time, or just too late.
    if (due) this.atMs = due.proposal.expiresMs - random.pick([0, 0, 1]);
    const recordedAtMs = this.atMs + (due ? 0 : clockError(random));
    this.signatures.at(this.partition.jackpots.recorded(recordedAtMs));
    const record = due ? tight(this.acts.wordOn(due)) : this.record();
    this.last = this.read({ recordedAtMs, ...record });
    this.made += 1;
    return this.last;
  }

  private record(): Omit<HostileRecord, 'recordedAtMs'> {
    const { made, firstKeys, random, roots, signatures } = this;
    if (made === firstKeys || random.chance(0.015)) return tight(signatures.newKeys());
    if (random.chance(made < firstKeys ? 0.4 : 0.02)) return tight(signatures.wrongKeys());
    if (random.chance(0.01)) return tight(random.chance(0.4) ? roots.right() : roots.wrong());
    if (random.chance(0.04)) return tight(signatures.hostile(this.command));
    const written = this.acts.oneOfCrowd() ?? this.aside();
    if (written) return tight(written);
    const event = this.controllers.next();
    const loosen = random.chance(0.02) ? loosened(random, isCommand(event)) : null;
    if (loosen && !isCommand(event)) {
      const value = Buffer.from(loosen(JSON.stringify({ specversion: '1.0', ...event })));
      return { value, headers: {}, isLoose: true };
    }
    if (!isCommand(event)) return tight(this.tables.sent(event));
    const said = { ...event, data: this.completed(event) };
    this.command = said;
    if (loosen) return { ...signatures.loose(said, loosen), isLoose: true };
    return tight(this.given(said));
  }

  /** A record that is neither play nor an operator's usual work; null if there is none. */
  private aside(): Written | null {
    const { random, tables } = this;
    const late = random.chance(0.3) ? tables.late() : null;
    if (late) return late;
    const taken = this.acts.takeOver();
    if (taken) return taken;
    if (random.chance(0.09)) return this.acts.about();
    if (random.chance(0.01)) return tables.again();
    const onAward = this.awards.next();
    if (onAward) return this.given(onAward);
    const held = random.chance(0.04) ? tables.holding() : null;
    if (held) return held;
    if (random.chance(0.006)) return this.given(this.acts.closing());
    if (random.chance(0.06)) return this.brief();
    const alive = random.chance(0.06) ? this.heartbeat() : null;
    if (alive) return alive;
    if (random.chance(0.02)) return this.given(this.acts.adjustment());
    const resumed = random.chance(0.04) ? this.acts.resumption() : null;
    if (resumed) return this.given(resumed);
    return random.chance(tables.isDue() ? 0.1 : 0.02) ? this.given(tables.command()) : null;
  }

  /** A heartbeat with a table's own meters, usually equal to ours or as different as before. */
  private heartbeat(): Written | null {
    const { random, skews } = this;
    const subject = random.pick(Object.keys(TABLES));
    const source = random.pick(TABLES[subject] ?? []);
    const jackpot = this.partition.jackpots.look(subject);
    if (!jackpot) return null;
    const {
      stakes = 0n,
      refunded = 0n,
      paidAtTable = 0n,
    } = jackpot.tables.get(source)?.counted ?? {};
    const unit = minorUnit(jackpot.configuration.currency);
    const skew = skews.get(`${subject}/${source}`) ?? { stakes: 500, paid: 0 };
    if (random.chance(0.08)) skew.stakes += random.pick([100, 200, -100]);
    if (random.chance(0.04)) skew.paid += random.pick([50, -1]);
    skews.set(`${subject}/${source}`, skew);
    const late = random.chance(0.15) ? 100 : 0;
    const right = {
      stakes: Math.max(0, Number((stakes - refunded) / unit) + skew.stakes - late),
      paid: Math.max(0, Number(paidAtTable / unit) + skew.paid),
    };
    const meters = random.chance(0.01) ? { stakes: 10 ** 15, paid: 0 } : right;
    return this.tables.sent(this.controllers.say(subject, source, 'table.heartbeat', { meters }));
  }

  /** The next record of a jackpot with a short life. */
  private brief(): Written {
    const word = this.random.chance(0.4) ? this.acts.about(this.ends.id) : null;
    if (word) return word;
    const next = this.ends.next();
    return 'said' in next ? this.given(next.said) : this.tables.sent(next.sent);
  }

  /** A command by itself, or as a proposal. */
  private given(said: Said): Written {
    const { random, signatures, acts } = this;
    // Suspensions stay short: a jackpot without bets shows little else.
    if (said.type !== 'jackpot.resumed' && random.chance(0.12)) return signatures.hostile(said);
    const isProposed = acts.isForMore(said) || random.chance(0.02);
    return isProposed ? acts.propose(said) : signatures.right(said);
  }

  private completed({ type, subject, data }: ModelEvent): Record<string, unknown> {
    if (type !== 'jackpot.configured') return data;
    const { claims = [], configuredAt = null } = this.partition.jackpots.look(subject) ?? {};
    const sums = claims.slice(-8).map(({ award }) => sumOf(award.payouts));
    const chosen = tablesAndApprovals(this.random, TABLES[subject] ?? [], sums);
    const madeFrom = madeFromOf(this.random, configuredAt);
    const more = { ...chosen, ...verification(this.random), ...madeFrom };
    const { effective, replacesPending, ...rest } = { ...data, ...more } as Said['data'];
    const { madeFrom: from, reason, ...configuration } = rest as Said['data'];
    if (this.random.chance(0.9)) return { ...data, ...more };
    const arrival = Object.entries({ effective, replacesPending, madeFrom: from, reason });
    const given = Object.fromEntries(arrival.filter(([, value]) => value !== undefined));
    const twice = this.random.chance(0.1) ? { seed: data['seed'] } : {};
    return { ...given, ...twice, configuration };
  }

  private read(record: HostileRecord): HostileRecord {
    const { offset, partition } = this;
    const { recordedAtMs, isLoose, ...written } = record;
    const at = { offset, timestampMs: recordedAtMs };
    this.offset += 1;
    if (isLoose) return record;
    const event = JSON.parse(String(written.value)) as ModelEvent;
    const act = actIn(event);
    const { outcome } = partition.take(event, written, at);
    const isDone = outcome.effect === 'applied';
    this.tables.read(written, event, outcome, act);
    if (isCommand(event)) {
      this.signatures.read(written, event.type, isDone, partition.authority);
    }
    if (isDone) this.acts.read(event, offset);
    this.awards.read(outcome, offset);
    return record;
  }
}

function tight(written: Written): Omit<HostileRecord, 'recordedAtMs'> {
  return { ...written, isLoose: false };
}

/** The act of a command or of an approval; null for a table's event. */
function actIn(event: ModelEvent): Act | null {
  if (!isCommand(event)) return null;
  const { act } = event.data as { act?: Act | null };
  return event.type === 'act.approved' && act ? act : { type: event.type, data: event.data };
}

/** The error of the clock of a record's producer. */
function clockError(random: Random): number {
  if (!random.chance(0.05)) return 0;
  return random.pick([-25 * 365 * 86_400_000, -writtenAt, -60_000, 40_000]);
}

/**
 * Changes a text so that JSON readers disagree about it (contract 3), or gives it a wrong member.
 */
function loosened(random: Random, isOfCommand: boolean): (text: string) => string {
  return (text) => {
    const member = random.pick(text.match(/"\w+":/g) ?? []);
    const before = random.pick([
      `${member}null,${member}`,
      `"other":[{"n":100.00000000000000001}],${member}`,
      `"__proto__":{},${member}`,
      `"other":["${random.pick(['\\ud83d', '\\ude00\\ud83d', '\\uDE00'])}"],${member}`,
    ]);
    // A time without a zone.
    if (isOfCommand && random.chance(0.2))
      return text.replace(/"expires":"[^"]*"/, '"expires":"2036-01-01"');
    return text.replace(member, () => before);
  };
}
