import { Random } from '#pit/random';
import type { ModelEvent } from './events.js';
import { configured } from './generated-configuration.js';
import { settlementWords } from './generated-cards.js';

/** Names are shared on purpose: one table serves two jackpots, and round ids are the same. */
export const TABLES: Record<string, string[]> = { north: ['T1', 'T2', 'T3'], south: ['T1', 'T4'] };
const STRANGER = 'nowhere';
const OPERATOR = 'ops';
/** Sources that appear now and then; a jackpot may have no room for them. */
const VISITORS = 12;
/** Sequences that no table may use: the largest, and one of a clock that is two days fast. */
const AHEAD = [2n ** 62n, BigInt(Date.parse('2026-11-23T04:00:00Z')) * 1000n];
/** The times on the clocks of tables. */
const CLOCKS = ['2026-11-21T04:00:00.000Z', '2026-11-21T12:00+0800', 'noon', ''];
/**
 * An id from up to this number of rounds ago may come again: some of them are forgotten by then.
 */
const ROUNDS_BACK = 90;

/** The state as a controller knows it; the ledger's may differ. */
interface Desk {
  jackpot: string;
  table: string;
  sequence: bigint;
  number: number;
  step: number;
  /** Seats believed to have a bet, for the last ten rounds, newest last. */
  rounds: { id: string; seats: Set<number> }[];
  waiting: Set<number>;
  /** Newest last. */
  sent: ModelEvent[];
}

const REASONS = [
  'dealing-procedure',
  'shuffler-fault',
  'dealer-card-exposed',
  'player-cards-exposed',
  'other',
];

/** An endless source of hostile events; the same seed and count always give the same events. */
export class Hostile {
  private readonly random: Random;
  private readonly desks: Desk[];
  private readonly operators: Desk[];
  private readonly visitors: Desk[];
  private readonly currencies: Record<string, string>;
  private count = 0;

  constructor(seed: number) {
    this.random = new Random(`model/${seed}`);
    const desk = (jackpot: string, table: string): Desk => {
      const sequence = BigInt(this.random.whole(0, 5));
      return {
        ...{ jackpot, table, sequence, number: 0, step: 0, rounds: [] },
        ...{ waiting: new Set(), sent: [] },
      };
    };
    const names = Object.entries(TABLES);
    this.desks = names.flatMap(([jackpot, tables]) => tables.map((table) => desk(jackpot, table)));
    this.operators = [...names.map(([jackpot]) => desk(jackpot, OPERATOR))];
    this.visitors = names.flatMap(([jackpot]) =>
      Array.from({ length: VISITORS }, (_, index) => desk(jackpot, `V${index + 1}`)),
    );
    this.currencies = { north: 'MOP', south: this.random.pick(['JPY', 'KWD', 'MOP']) };
  }

  next(): ModelEvent {
    for (const desk of this.operators) {
      // Pauses are short.
      if (desk.waiting.size > 0 && this.random.chance(0.05)) return this.pause(desk, false);
    }
    if (this.count > 12 && this.random.chance(0.05)) return this.visit();
    if (this.count > 12 && this.random.chance(0.93)) return this.tableEvent();
    if (this.count > 12 && this.random.chance(0.04)) return this.stranger();
    return this.count < 5 ? this.tableEvent() : this.command();
  }

  /** The table's present sequence, by its own count. */
  sequenceOf(jackpot: string, table: string): bigint {
    return this.deskOf(jackpot, table)?.sequence ?? 0n;
  }

  /** Continues the table after this sequence. */
  goOn(jackpot: string, table: string, sequence: bigint): void {
    const desk = this.deskOf(jackpot, table);
    if (desk) desk.sequence = sequence;
  }

  /** Replaces the table's next event by this one. */
  say(jackpot: string, table: string, type: string, data: Record<string, unknown>): ModelEvent {
    const desk = this.deskOf(jackpot, table);
    if (!desk) throw new Error(`${table} is no table of ${jackpot}.`);
    return this.event(desk, type, data);
  }

  private deskOf(jackpot: string, table: string): Desk | undefined {
    const all = [...this.desks, ...this.visitors, ...this.operators];
    return all.find((desk) => desk.jackpot === jackpot && desk.table === table);
  }

  private event(desk: Desk, type: string, data: Record<string, unknown>): ModelEvent {
    const { random } = this;
    this.count += 1;
    const late = random.chance(0.3) ? desk.sent : desk.sent.slice(-1);
    if (late.length > 0 && random.chance(0.016)) return structuredClone(random.pick(late));
    const id = `${desk.table}/${type}/${this.count}`;
    let sequence = desk.sequence + 1n;
    if (random.chance(0.01)) sequence = desk.sequence;
    else if (random.chance(0.01)) sequence = desk.sequence - BigInt(random.whole(0, 3));
    else if (random.chance(0.02)) sequence += BigInt(random.whole(1, 5));
    if (sequence < 0n) sequence = 0n;
    if (sequence > desk.sequence) desk.sequence = sequence;
    if (random.chance(0.004)) sequence = random.pick(AHEAD);
    const event = {
      ...{ type, id, source: desk.table, sequence: String(sequence) },
      ...{ subject: desk.jackpot, data },
      ...(random.chance(0.3) ? { time: random.pick(CLOCKS) } : {}),
    };
    desk.sent = [...desk.sent, event].slice(-24);
    return event;
  }

  private stranger(): ModelEvent {
    const desk = this.random.pick(this.desks);
    return { ...this.event(desk, 'round.opened', { round: 'r1' }), subject: STRANGER };
  }

  /** An event of a source that the jackpot may not know, or may know only from commands. */
  private visit(): ModelEvent {
    const { random } = this;
    const desk = random.pick(random.chance(0.05) ? this.operators : this.visitors);
    const round = `${random.pick(['', 'r'])}${random.whole(0, 3)}`;
    const stake = random.pick([100, 1]);
    const [type, data] = random.pick<[string, Record<string, unknown>]>([
      ['table.heartbeat', {}],
      ['bet.withdrawn', { round, seat: 1 }],
      ['bet.placed', { round, seat: random.whole(1, 7), stake, baseBets: ['ante'] }],
      ['round.opened', { round }],
      ['round.dealt', { round }],
      ['round.dealt', { round, seats: [1, 2] }],
      ['round.settled', { round, wins: [] }],
    ]);
    return this.event(desk, type, data);
  }

  private command(): ModelEvent {
    const { random } = this;
    const early = this.count < 12 ? this.operators[this.count % 2] : undefined;
    const desk = early ?? random.pick(this.operators);
    const kind = early ? 1 : random.whole(1, 100);
    if (kind <= 40) {
      const data = configured(random, desk.jackpot, this.currencies[desk.jackpot] ?? 'MOP');
      return this.event(desk, 'jackpot.configured', data);
    }
    if (kind <= 60) return this.pause(desk, random.chance(0.6));
    const size = random.pick([1, 99, 500, 2500, 20_000]);
    const account = random.pick(['pool', 'pool', 'reserve']);
    const amount = random.chance(0.55) ? -size : size;
    const data = { amount, account, reason: 'test' };
    return this.event(desk, 'pool.adjusted', random.chance(0.9) ? data : this.noSense(data));
  }

  private noSense(data: Record<string, unknown>): Record<string, unknown> {
    const { random } = this;
    const long = 'x'.repeat(1001);
    return {
      ...data,
      ...random.pick<Record<string, unknown>>([
        { amount: random.pick([0, 0.5, '99', 10 ** 12 + 1]) },
        { account: random.pick(['house', 'players', null]) },
        { reason: random.pick(['', long, null, 7]) },
      ]),
    };
  }

  /** An operator's desk has no waiting seats; a zero among them marks a suspended jackpot. */
  private pause(desk: Desk, suspended: boolean): ModelEvent {
    desk.waiting = new Set(suspended ? [0] : []);
    const type = suspended ? 'jackpot.suspended' : 'jackpot.resumed';
    const reason = this.random.chance(0.05) ? this.random.pick(['', null]) : 'test';
    return this.event(desk, type, { reason });
  }

  private tableEvent(): ModelEvent {
    const desk = this.random.pick(this.desks);
    if (desk.rounds.length === 0 || this.random.chance(0.005)) this.newRound(desk);
    if (this.random.chance(0.01)) return this.event(desk, 'table.heartbeat', {});
    if (this.random.chance(0.13)) return this.lateWord(desk);
    return this.play(desk);
  }

  private newRound(desk: Desk) {
    desk.number += 1;
    desk.step = 0;
    const { random } = this;
    const back = random.chance(0.04) ? random.whole(1, ROUNDS_BACK) : 0;
    const number = Math.max(0, desk.number - back);
    const round = { id: random.chance(0.02) ? `r${number}` : String(number), seats: desk.waiting };
    desk.waiting = new Set();
    desk.rounds = [...desk.rounds, round].slice(-10);
    return round;
  }

  /** A correct round: bets, perhaps a withdrawal, the deal, and an end or no end. */
  private play(desk: Desk): ModelEvent {
    const { random } = this;
    const round = desk.rounds.at(-1) ?? this.newRound(desk);
    desk.step += 1;
    if (desk.step === 1 && random.chance(0.45)) return this.about(desk, 'round.opened', round);
    if (desk.step <= 6 && !random.chance(0.14)) return this.bet(desk, round);
    if (desk.step <= 6 && random.chance(0.3)) return this.withdrawal(desk, round);
    if (desk.step <= 7) {
      // A second deal may name a seat that the first one has left out.
      desk.step = random.chance(0.15) ? 6 : 8;
      if (random.chance(0.75)) return this.dealt(desk, round);
    }
    const finished = this.ending(desk, round);
    if (desk.step > 9 || random.chance(0.92)) this.newRound(desk);
    return finished;
  }

  private ending(desk: Desk, round: { id: string; seats: Set<number> }): ModelEvent {
    if (this.random.chance(0.16)) return this.voided(desk, round);
    // Left open, for a while or forever.
    if (this.random.chance(0.14)) return this.bet(desk, this.newRound(desk));
    const data = { round: round.id, ...settlementWords(this.random, [...round.seats]) };
    return this.event(desk, 'round.settled', data);
  }

  private lateWord(desk: Desk): ModelEvent {
    const [older, all] = [desk.rounds.slice(0, -1), desk.rounds];
    const round = this.random.pick(older.length > 0 && this.random.chance(0.85) ? older : all);
    const kind = this.random.whole(1, 100);
    if (kind <= 30) return this.bet(desk, round);
    if (kind <= 45) return this.withdrawal(desk, round);
    if (kind <= 55) return this.dealt(desk, round);
    if (kind <= 63) return this.about(desk, 'round.opened', round);
    if (kind <= 78) return this.voided(desk, round);
    const data = { round: round.id, ...settlementWords(this.random, [...round.seats]) };
    return this.event(desk, 'round.settled', data);
  }

  private about(desk: Desk, type: string, round: { id: string }): ModelEvent {
    return this.event(desk, type, { round: round.id });
  }

  /** Most name the seats that were dealt in; a player with a carried bet may have left. */
  private dealt(desk: Desk, round: { id: string; seats: Set<number> }): ModelEvent {
    const { random } = this;
    const others = [1, 2, 3, 4, 5, 6, 7].filter(() => random.chance(0.3));
    const there = [...round.seats].filter(() => !random.chance(0.1));
    const seats = random.shuffled([...new Set([...there, ...others])]);
    const isSaid = seats.length > 0 && random.chance(0.6);
    return this.event(desk, 'round.dealt', { round: round.id, ...(isSaid ? { seats } : {}) });
  }

  private bet(desk: Desk, round: { id: string; seats: Set<number> }): ModelEvent {
    const { random } = this;
    const free = [1, 2, 3, 4, 5, 6, 7].filter((seat) => !round.seats.has(seat));
    const seat = random.chance(0.92) && free.length > 0 ? random.pick(free) : random.whole(1, 7);
    const stake = random.chance(0.93) ? 100 : random.pick([1, 49, 50, 200, 201, 1000, 9000]);
    const both = random.shuffled(['ante', 'pair-plus']);
    const baseBets = random.chance(0.85) ? both : both.slice(0, random.whole(0, 1));
    const currency = random.chance(0.04) ? { currency: random.pick(['MOP', 'JPY', 'EUR']) } : {};
    const current = round === desk.rounds.at(-1) && desk.step < 8;
    if (current && stake === 100 && baseBets.length > 0) round.seats.add(seat);
    return this.event(desk, 'bet.placed', { round: round.id, seat, stake, baseBets, ...currency });
  }

  private withdrawal(desk: Desk, round: { id: string; seats: Set<number> }): ModelEvent {
    const { random } = this;
    const seats = [...round.seats];
    const seat = seats.length > 0 && random.chance(0.85) ? random.pick(seats) : random.whole(1, 7);
    if (round === desk.rounds.at(-1) && desk.step < 8) round.seats.delete(seat);
    return this.event(desk, 'bet.withdrawn', { round: round.id, seat });
  }

  private voided(desk: Desk, round: { id: string; seats: Set<number> }): ModelEvent {
    const reason = this.random.pick(REASONS);
    if (['dealing-procedure', 'shuffler-fault'].includes(reason)) {
      for (const seat of round.seats) desk.waiting.add(seat);
    }
    round.seats = new Set();
    return this.event(desk, 'round.voided', { round: round.id, reason });
  }
}

/** This number of hostile events of a seed. */
export function* hostileEvents(seed: number, count: number): Generator<ModelEvent> {
  const hostile = new Hostile(seed);
  for (let made = 0; made < count; made += 1) yield hostile.next();
}
