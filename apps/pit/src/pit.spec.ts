import { jackpotBetAfterVoid } from '#rules';
import type { PitRecord } from './controller.js';
import { misbehaviours, type Misbehaviour } from './misbehaviour.js';
import { Pit, type PitOptions } from './pit.js';
import { Tally } from './tally.js';
import { decode, demoConfigurations, pitJackpots, TestLedger, time } from './testing/ledger.js';

const usual: PitOptions = {
  tables: 12,
  rounds: 1_000,
  seed: 'test',
  luck: 10,
  misbehaveShare: 0,
  voidShare: 0.05,
  unsettledShare: 0,
  withHeartbeat: false,
  withCards: true,
  firstSequence: 1_000_000n,
};

function play(options: Partial<PitOptions> = {}, policies: Record<string, unknown> = {}) {
  const configurations = demoConfigurations(policies);
  const pit = new Pit({ ...usual, ...options }, pitJackpots(configurations));
  const records: PitRecord[] = [];
  for (let record = pit.next(); record; record = pit.next()) records.push(record);
  const tally = new Tally();
  for (const record of records) tally.add(record);
  return { configurations, records, tally: tally.summary() };
}

function textsOf(records: readonly PitRecord[]): string[] {
  return records.map(({ text }) => text.write(time));
}

function sourceOf({ text }: PitRecord): string {
  return /"source":"([^"]+)"/.exec(text.write(time))?.[1] as string;
}

describe('the same seed and options', () => {
  test('give the same records to the byte, misbehaviour included', () => {
    const options = { rounds: 300, misbehaveShare: 0.2, unsettledShare: 0.1, withHeartbeat: true };
    expect(textsOf(play(options).records)).toEqual(textsOf(play(options).records));
  });

  test('and another seed gives others', () => {
    const [first] = textsOf(play({ rounds: 12 }).records);
    expect(textsOf(play({ rounds: 12, seed: 'other' }).records)).not.toContain(first);
  });

  test('give a table the same events, whatever the number of tables', () => {
    const few = play({ tables: 3, rounds: 30 }).records;
    const many = play({ tables: 30, rounds: 300 }).records;
    const ofSecond = (records: readonly PitRecord[]) =>
      textsOf(records.filter((record) => sourceOf(record) === 'F3-02'));
    expect(ofSecond(few)).toEqual(ofSecond(many));
  });
});

test('exactly the requested number of rounds is played', () => {
  const { tally } = play({ tables: 7, rounds: 100, unsettledShare: 0.5 });
  expect(tally.rounds).toBe(100);
});

test('a pit without a limit plays until it is closed, and then ends its rounds', () => {
  const configurations = demoConfigurations();
  const pit = new Pit({ ...usual, rounds: 0 }, pitJackpots(configurations));
  const records: PitRecord[] = [];
  for (let count = 0; count < 5_000; count += 1) records.push(pit.next() as PitRecord);
  pit.close();
  for (let record = pit.next(); record; record = pit.next()) records.push(record);
  const ledger = new TestLedger(configurations).fold(records);
  expect(ledger.exceptions).toEqual({});
  expect(ledger.unfinished).toEqual([]);
});

test('every record passes the contract, and the clock does not go back', () => {
  const { records } = play({ withHeartbeat: true, rounds: 1_000 });
  for (const record of records) expect(decode(record)).toMatchObject({ event: expect.anything() });
  const times = records.map(({ atSeconds }) => atSeconds);
  expect(times).toEqual([...times].sort((one, other) => one - other));
});

test('a table has its own name, one jackpot, and sequences that grow by one', () => {
  const { records } = play({ tables: 40, rounds: 400 });
  const jackpots = new Map<string, string>();
  const next = new Map<string, bigint>();
  for (const record of records) {
    const { source, sequence, subject } = JSON.parse(record.text.write(time)) as {
      source: string;
      sequence: string;
      subject: string;
    };
    expect(jackpots.get(source) ?? subject).toBe(subject);
    jackpots.set(source, subject);
    expect(BigInt(sequence)).toBe(next.get(source) ?? usual.firstSequence);
    next.set(source, BigInt(sequence) + 1n);
  }
  const tablesOf = (id: string) => [...jackpots.values()].filter((each) => each === id).length;
  expect(jackpots.size).toBe(40);
  expect(['fortune-main', 'fortune-mini', 'harbour'].map(tablesOf)).toEqual([24, 8, 8]);
});

describe('a well-behaved pit causes no exception, and all its wins are paid', () => {
  test.each([
    ['by default', {}, {}],
    ['with carried bets that are held', { voidShare: 0.3 }, { carriedJackpotWithoutBase: 'hold' }],
    ['with forfeited bets', { voidShare: 0.3 }, { carriedJackpotWithoutBase: 'forfeit' }],
    ['where both base bets are needed', { voidShare: 0.1 }, { sideBetBase: 'both-base-bets' }],
    ['with results that come late', { unsettledShare: 0.5 }, {}],
    ['with late results and void rounds', { unsettledShare: 0.5, voidShare: 0.5 }, {}],
    ['without cards', { withCards: false }, {}],
    ['with heartbeats', { withHeartbeat: true }, {}],
  ])('%s', (_, options, policies) => {
    const { configurations, records, tally } = play(options, policies);
    const ledger = new TestLedger(configurations).fold(records);
    expect(ledger.exceptions).toEqual({});
    expect(ledger.duplicates).toBe(0);
    expect(ledger.unfinished).toEqual([]);
    const paid: Record<string, number> = {};
    for (const { hand } of ledger.awards.flatMap(({ payouts }) => payouts)) {
      paid[hand] = (paid[hand] ?? 0) + 1;
    }
    expect(paid).toEqual(tally.claims);
  });
});

describe('a misbehaving pit', () => {
  const options = { misbehaveShare: 0.3, unsettledShare: 0.1, withHeartbeat: true };

  test('causes exactly the exceptions that it intends', () => {
    const { configurations, records, tally } = play(options);
    const ledger = new TestLedger(configurations).fold(records);
    const meant: Record<string, number> = {};
    for (const [misbehaviour, count] of Object.entries(tally.misbehaved) as [
      Misbehaviour,
      number,
    ][]) {
      const reason = misbehaviours[misbehaviour];
      if (reason !== null) meant[reason] = (meant[reason] ?? 0) + count;
      expect(count).toBeGreaterThan(10);
    }
    expect(Object.keys(tally.misbehaved).sort()).toEqual(Object.keys(misbehaviours).sort());
    expect(ledger.exceptions).toEqual(meant);
    expect(ledger.duplicates).toBe(tally.misbehaved['duplicate']);
    expect(ledger.unfinished).toEqual([]);
  });

  test('without cards makes no false claim that would be paid', () => {
    const { configurations, records, tally } = play({ ...options, withCards: false });
    expect(tally.misbehaved).not.toHaveProperty('false-claim');
    const payouts = new TestLedger(configurations)
      .fold(records)
      .awards.flatMap((each) => each.payouts);
    const claimed = Object.values(tally.claims).reduce((sum, count) => sum + count, 0);
    expect(payouts.length).toBe(claimed);
  });

  test('plays the same rounds as a well-behaved one: the same bets, wins and void rounds', () => {
    const { misbehaved, events, ...disturbed } = play(options).tally;
    const wellBehaved = play({ ...options, misbehaveShare: 0 }).tally;
    expect(wellBehaved).toMatchObject(disturbed);
    expect(events).toBeGreaterThan(wellBehaved.events);
    expect(wellBehaved.misbehaved).not.toEqual(misbehaved);
  });
});

test('a carried bet plays in the next round without a second stake, or is withdrawn there', () => {
  const { records } = play({ voidShare: 0.3 });
  const carried = new Map<string, Set<number>>();
  const bets = new Map<string, Set<number>>();
  const seen = { played: 0, withdrawn: 0 };
  for (const record of records) {
    const { event } = record;
    if (event.type === 'table.heartbeat') continue;
    const source = sourceOf(record);
    const waiting = carried.get(source) ?? new Set<number>();
    const inPlay = bets.get(source) ?? new Set<number>();
    bets.set(source, inPlay);
    if (event.type === 'bet.placed') {
      expect(waiting).not.toContain(event.data.seat);
      inPlay.add(event.data.seat);
    } else if (event.type === 'bet.withdrawn') {
      if (waiting.delete(event.data.seat)) seen.withdrawn += 1;
      inPlay.delete(event.data.seat);
    } else if (event.type === 'round.settled' || event.type === 'round.voided') {
      const all = [...inPlay, ...waiting];
      seen.played += waiting.size;
      const isCarried =
        event.type === 'round.voided' && jackpotBetAfterVoid(event.data.reason) === 'carried';
      carried.set(source, new Set(isCarried ? all : []));
      inPlay.clear();
      if (event.type === 'round.settled') {
        for (const { seat } of event.data.hands ?? []) expect(all).toContain(seat);
      }
    }
  }
  expect(seen.played).toBeGreaterThan(100);
  expect(seen.withdrawn).toBeGreaterThan(5);
});
