import { signRecord } from '#contract';
import { dayAfter, keysRecord, signingKey, testLedger } from '#testing/test-keys';
import { keyOf } from '../simulation/operator.js';
import type { ModelEvent } from './events.js';
import { rootText } from './hostile-keys.js';
import { differenceIn, type HostileRecord } from './hostile-log.js';
import { Partition } from './partition.js';
import { EXAMPLE } from './spec-words.js';

const MANY = 1_010;
const startedAt = Date.parse('2026-11-21T04:00:00Z');
const operator = keyOf('ops-1');

/** A log of one person and one table, with more awards than a ledger remembers. */
class LongLog {
  readonly records: HostileRecord[] = [];
  private waitedMs = 0;

  constructor() {
    const root = { ...keyOf('root-1 of the model'), kid: 'root-1' };
    const { value, headers } = keysRecord([signingKey(operator)], root, { atMs: startedAt });
    this.add(value, { signature: Buffer.from(headers.signature) });
    this.command('jackpot.configured', { ...EXAMPLE, verifyAbove: 300_000 });
  }

  waitADay(): void {
    this.waitedMs += 86_400_000;
  }

  command(type: string, data: object): void {
    const value = this.value(type, 'ops', data);
    const { kid, privateKey } = operator;
    const signature = Buffer.from(signRecord(testLedger, value, kid, privateKey));
    this.add(value, { signature });
  }

  /** @returns the id of the award */
  won(round: string, hand: string): string {
    this.add(this.value('bet.placed', 'T1', { round, seat: 1, stake: 5000, baseBets: ['ante'] }));
    const { length } = this.records;
    this.add(this.value('round.settled', 'T1', { round, wins: [{ seat: 1, hand }] }));
    return `fortune/T1/${round}/${length}`;
  }

  /** The model's last results, for this number of records. */
  verdicts(count: number): (string | undefined)[] {
    const model = new Partition(rootText);
    const said = this.records.map(({ value, headers, recordedAtMs }, offset) => {
      const event = JSON.parse(String(value)) as ModelEvent;
      const { outcome } = model.take(
        event,
        { value, headers },
        { offset, timestampMs: recordedAtMs },
      );
      return outcome.reasons[0] ?? outcome.effect;
    });
    return said.slice(-count);
  }

  private value(type: string, source: string, data: object): Buffer {
    const { length } = this.records;
    const event = { specversion: '1.0', type, id: `${source}/${length}`, source, data };
    const stamps = { sequence: `${length + 1}`, expires: dayAfter(this.nowMs) };
    return Buffer.from(JSON.stringify({ ...event, subject: 'fortune', ...stamps }));
  }

  private add(value: Buffer, headers: HostileRecord['headers'] = {}): void {
    this.records.push({ value, headers, recordedAtMs: this.nowMs, isLoose: false });
  }

  private get nowMs(): number {
    return startedAt + this.records.length * 1000 + this.waitedMs;
  }
}

test('fold and model forget the same awards, also one that was open for long', () => {
  const log = new LongLog();
  const open = log.won('open', 'full-house');
  const [first = '', ...later] = Array.from({ length: MANY }, (_, index) => {
    if (index === MANY - 1) log.waitADay();
    return log.won(`r${index}`, 'flush');
  });
  const reverse = (award: string) => {
    log.command('award.reversed', { award, cause: 'misread', reason: 'test' });
  };
  const payout = { seat: 1, hand: 'flush', amount: 250, fromPool: 0 };
  reverse(first);
  log.command('award.granted', {
    ...{ table: 'T1', round: 'g', payouts: [payout], cause: 'ruling', reason: 'test' },
    replaces: first,
  });
  log.command('award.verified', { award: open, seats: [1], evidence: { deck: 'counted' } });
  log.command('award.paid', { award: open, seat: 1, slip: 1, amount: 500_000, method: 'cash' });
  reverse(open);
  reverse(later[9] ?? '');
  reverse(later[10] ?? '');
  reverse(`fortune/T1/none/${log.records.length}`);
  expect(log.verdicts(8)).toEqual([
    ...['award-final', 'award-final', 'applied', 'applied'],
    ...['award-final', 'award-final', 'applied', 'unknown-award'],
  ]);
  expect(differenceIn(log.records)).toBeNull();
});

test('fold and model remember all that a day has had, and forget them after it one by one', () => {
  const log = new LongLog();
  const reverse = (award: string) => {
    log.command('award.reversed', { award, cause: 'misread', reason: 'test' });
  };
  const awards = Array.from({ length: MANY }, (_, index) => log.won(`r${index}`, 'flush'));
  reverse(awards[0] ?? '');
  log.waitADay();
  reverse(awards[1] ?? '');
  reverse(awards[11] ?? '');
  expect(log.verdicts(2)).toEqual(['applied', 'award-final']);
  expect(differenceIn(log.records)).toBeNull();
});

test('fold and model take no more awards of a table that wait than people can see to', () => {
  const log = new LongLog();
  const awards = Array.from({ length: 101 }, (_, index) => log.won(`r${index}`, 'full-house'));
  log.won('low', 'flush');
  log.command('award.reversed', { award: awards[0], cause: 'misread', reason: 'test' });
  log.won('again', 'full-house');
  expect(log.verdicts(6)).toEqual([
    ...['too-many-claims', 'applied', 'applied', 'applied', 'sequence-gap', 'applied'],
  ]);
  expect(differenceIn(log.records)).toBeNull();
});

test('an old award that is reversed at last can be replaced', () => {
  const log = new LongLog();
  const open = log.won('open', 'full-house');
  for (let index = 0; index < MANY; index += 1) log.won(`r${index}`, 'flush');
  log.waitADay();
  log.won('last', 'flush');
  log.command('award.reversed', { award: open, cause: 'misread', reason: 'test' });
  const payout = { seat: 1, hand: 'flush', amount: 250, fromPool: 0 };
  log.command('award.granted', {
    ...{ table: 'T1', round: 'g', payouts: [payout], cause: 'wrong-seat', reason: 'test' },
    replaces: open,
  });
  expect(log.verdicts(2)).toEqual(['applied', 'applied']);
  expect(differenceIn(log.records)).toBeNull();
});
