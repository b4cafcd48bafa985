import type { Jackpot } from '#pools';
import type { Home } from '../ledger-door.js';
import { elsewhereNamedLooks, transferLooks, unplayedLooks } from './meant-otherwise.js';

const micros = 10_000n;
const give = (amount: number) => ({ amount, account: 'pool' as const });
const pool = (seed: number) =>
  ({
    configuration: { seed, currency: 'MOP' },
    inForce: { minorUnitMicros: micros },
  }) as unknown as Jackpot;

test('a reason that names an award of another jackpot is asked about', () => {
  const home = (id: string) => {
    const claims = new Map([[`${id}/T1/1/5`, { id: `${id}/T1/1/5`, table: 'T1', round: '1' }]]);
    return { id, jackpot: { claims } } as unknown as Home;
  };
  const looks = (reason: string) =>
    elsewhereNamedLooks([home('main'), home('mini')], 'main', reason);
  expect(looks('left by mini/T1/1/5')).toEqual([expect.stringContaining('meant for mini?')]);
  expect(looks('left by main/T1/1/5')).toEqual([]);
  expect(looks('left by grand-mini/T1/1/5')).toEqual([]);
  expect(looks('tape 1187')).toEqual([]);
});

test('an amount that another jackpot left is received, not adjusted', () => {
  const from = (other: string) => {
    const sent = { other, offset: 7, poolMicros: 506n * micros + 7n, reserveMicros: 0n };
    return [{ id: 'vip', jackpot: { retired: sent } }];
  };
  const looks = (other: string, amount: number, received: string[] = []) =>
    transferLooks(
      from(other),
      {
        id: 'main',
        jackpot: { ...pool(1_000), received: received.map((id) => ({ other: id })) as never },
      },
      give(amount),
    );
  for (const amount of [506, 1_506]) {
    expect(looks('main', amount)).toEqual([expect.stringContaining('would come twice')]);
  }
  expect(looks('main', 506, ['vip'])).toEqual([expect.stringContaining('received already')]);
  expect(looks('main', 1_506, ['vip'])).toEqual([]);
  expect(looks('main', -506)).toEqual([]);
  expect(looks('mini', 506)).toEqual([]);
});

test('the first amount of a jackpot without bets may be meant as a take-over', () => {
  const looks = (amount: number, ...causes: string[]) =>
    unplayedLooks(
      { ...pool(500_000), causes: new Map(causes.map((cause) => [cause, {}])) } as never,
      give(amount),
    );
  expect(looks(3_480_217, 'seed')).toEqual([expect.stringContaining('`take-over`')]);
  expect(looks(3_480_217, 'seed', 'adjustment')).toHaveLength(1);
  expect(looks(3_480_217, 'seed', 'bet')).toEqual([]);
  expect(looks(100, 'seed')).toEqual([]);
});
