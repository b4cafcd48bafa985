import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration, type AwardMessage, type ExceptionMessage } from '#contract';
import { jackpot } from '#testing/jackpot';
import { RecordText, type PitRecord } from '#pit/controller';
import { namedJackpots } from '#pit/jackpots';
import { misbehaviours } from '#pit/misbehaviour';
import { Pit } from '#pit/pit';
import { TestLedger, time } from '#pit/testing/ledger';
import { audit, auditCount, type Service } from './audit.js';
import { readBooks, type BookedRecord } from './books.js';
import { Expected } from './expected.js';

const configurations = ['main', 'mini'].map((id) => jackpot(id));

/** The replacements that the table sends for these texts. */
const raised = new Map<RecordText, RecordText>();

/** Enough wins and void rounds to reach every row of the contract's table. */
const records = play();

function play(): PitRecord[] {
  const options = {
    tables: 10,
    rounds: 600,
    seed: 'auditor',
    luck: 100,
    misbehaveShare: 0.1,
    voidShare: 0.1,
    unsettledShare: 0.1,
    withHeartbeat: true,
    withCards: false,
    firstSequence: 1_000n,
  };
  const pit = new Pit(options, namedJackpots(['main', 'mini'], 5_000, 'MOP'));
  const all: PitRecord[] = [];
  for (let record = pit.next(); record; record = pit.next()) all.push(withGreatHand(record));
  return all;
}

/**
 * Without cards a table's claim is accepted, so some wins are raised to the highest hands. A text
 * that a table sends again stays the same to the byte.
 */
function withGreatHand(record: PitRecord): PitRecord {
  const sent = raised.get(record.text);
  if (sent) return { ...record, text: sent };
  const { event, misbehaviour, text: given } = record;
  if (event.type !== 'round.settled' || event.data.wins.length !== 1) return record;
  if (misbehaviour !== null || !given.isJson) return record;
  const hand = ['royal-flush', 'straight-flush'][Number(event.data.round) % 20];
  if (hand === undefined) return record;
  const text = record.text.write(time).replace(/"hand":"[a-z-]+"/, `"hand":"${hand}"`);
  const [before = '', after = ''] = text.split(time);
  const great = new RecordText((at) => before + at + after, true);
  raised.set(given, great);
  return { ...record, text: great };
}

function bookOf(record: PitRecord, offset: number): BookedRecord {
  const text = record.text.write(time);
  const event = record.text.isJson ? (JSON.parse(text) as BookedRecord['event']) : null;
  return { partition: 0, offset, event };
}

function expectedOf(booked: readonly PitRecord[]): Expected {
  const expected = new Expected();
  for (const each of configurations) expected.configure(each);
  for (const record of booked.map(bookOf)) expected.take(record);
  return expected;
}

/** The results of the service's own fold for the records. */
function serviceOf(applied: readonly PitRecord[]): Service {
  const read = configurations.map((each) => {
    const configuration = readConfiguration(each);
    if ('refused' in configuration) throw new Error(configuration.refused.join());
    return configuration.configuration;
  });
  const ledger = new TestLedger(read).fold(applied);
  const accounts = Object.entries(ledger.balances).map(([id, balances]) => {
    const { pool, reserve, house, players, held } = balances;
    const texts = {
      pool: `${pool}`,
      reserve: `${reserve}`,
      house: `${house}`,
      players: `${players}`,
      held: `${held}`,
    };
    return [id, texts] as const;
  });
  const awards = ledger.awards.map((award) => ({
    id: `${award.jackpot}/${award.offset}/award`,
    message: award as AwardMessage,
  }));
  return { accounts: new Map(accounts), awards, exceptions: ledger.messages };
}

const expected = expectedOf(records);
const service = serviceOf(records);
const whatOf = (changes: Partial<Service>) =>
  audit(expected, { ...service, ...changes }).map(({ what }) => what);

test('the auditor’s own figures are the fold’s, over wins, restarts and every misbehaviour', () => {
  expect(audit(expected, service)).toEqual([]);
  expect(expected.awards.size).toBeGreaterThan(40);
  for (const id of expected.jackpots) expect(expected.generation(id)).toBeGreaterThan(1);
  const reasons = new Set([...expected.exceptions].map((key) => key.split(': ')[1]));
  const meant = Object.values(misbehaviours).filter((reason) => reason !== null);
  // Without cards no claim can contradict them.
  expect([...reasons].sort()).toEqual(
    [...new Set(meant)].filter((reason) => reason !== 'wins-disagree-with-cards').sort(),
  );
});

test('a repeated message with a known id is no finding', () => {
  expect(whatOf({ awards: [...service.awards, ...service.awards.slice(5)] })).toEqual([]);
});

/** A seat that bets once in its round, without misbehaviour. */
const lastBet = records.findLastIndex(({ event, misbehaviour }) => {
  const isSame = ({ event: other }: PitRecord): boolean =>
    JSON.stringify(other) === JSON.stringify(event);
  const isAlone = records.filter(isSame).length === 1;
  return event.type === 'bet.placed' && misbehaviour === null && isAlone;
});

test('one bet that the service never applied is found', () => {
  const bet = records[lastBet] as PitRecord;
  const less = serviceOf(records.filter((record) => record !== bet));
  expect(audit(expected, less)).toContainEqual(expect.objectContaining({ what: 'lost' }));
});

test('one bet that the service applied and the brokers never acknowledged is found', () => {
  const fewer = expectedOf(records.slice(0, lastBet));
  const applied = serviceOf(records.slice(0, lastBet + 1));
  expect(audit(fewer, applied).map(({ what }) => what)).toEqual(['doubled']);
});

test.each(['pool', 'reserve', 'house', 'players', 'held'] as const)(
  'a micro-unit too much in %s is found',
  (account) => {
    const accounts = new Map(service.accounts);
    const main = accounts.get('main') as Record<typeof account, string>;
    accounts.set('main', { ...main, [account]: `${BigInt(main[account]) + 1n}` } as never);
    expect(whatOf({ accounts })).toHaveLength(1);
  },
);

test('a jackpot that the service does not know is found', () => {
  expect(whatOf({ accounts: new Map([...service.accounts].slice(1)) })).toEqual(['lost']);
});

describe('of the awards', () => {
  const [first, ...others] = service.awards as [Service['awards'][number], ...Service['awards']];

  test('a missing one is found', () => {
    expect(whatOf({ awards: others })).toEqual(['lost']);
  });

  test('one that was made twice is found', () => {
    const again = { ...first, id: `${first.id}/again` };
    expect(whatOf({ awards: [...service.awards, again] })).toEqual(['doubled']);
  });

  test('one that nobody claimed is found', () => {
    const message = { ...first.message, round: `${first.message.round}9` };
    const awards = [...service.awards, { id: 'other', message }];
    expect(whatOf({ awards })).toEqual(['doubled']);
  });

  test('one of another amount is found', () => {
    const payouts = first.message.payouts.map((each) => ({ ...each, amount: each.amount + 1 }));
    const message = { ...first.message, payouts };
    expect(whatOf({ awards: [{ ...first, message }, ...others] })).toEqual(['differs']);
  });

  test('a repeat that says something else is found', () => {
    const repeat = { ...first, message: { ...first.message, poolAfter: 0 } };
    expect(whatOf({ awards: [...service.awards, repeat] })).toEqual(['differs']);
  });
});

test('an exception without a cause is found, and a missing one', () => {
  const message = { jackpot: 'main', source: 'F3-01', sequence: '7', reason: 'seat-taken' };
  const more = [...service.exceptions, { message: message as ExceptionMessage }];
  expect(whatOf({ exceptions: more })).toEqual(['differs']);
  const isNamed = ({ message }: Service['exceptions'][number]) => message.source !== null;
  const [one] = service.exceptions.filter(isNamed);
  expect(whatOf({ exceptions: service.exceptions.filter((each) => each !== one) })).toEqual([
    'differs',
  ]);
});

test('books that were cut are refused', () => {
  const bet = bookOf(records[0] as PitRecord, 0);
  const folder = mkdtempSync(join(tmpdir(), 'jackpot-books-'));
  try {
    const file = join(folder, 'books.jsonl');
    writeFileSync(file, `${JSON.stringify(bet)}\n{"event":{"ty`);
    expect(() => readBooks(file)).toThrow('was cut');
    writeFileSync(file, `${JSON.stringify(bet)}\n`);
    expect(readBooks(file)).toEqual([bet]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('an event that the tables know to be judged and the log lacks is lost', () => {
  const output = 'F3-01: It goes on.\n{"rounds":2,"events":7}\n';
  const kinds = (records: number, said = output) =>
    auditCount(said, records).map(({ what }) => what);
  expect([kinds(7), kinds(6), kinds(8), kinds(0, 'cut')]).toEqual([
    ...[[], ['lost'], ['doubled'], ['lost']],
  ]);
});
