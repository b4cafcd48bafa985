/** Messages to the signs. */

export type Pool = {
  jackpot: string;
  currency?: string;
  exponent?: number;
  value: number;
  version: number;
  state?: 'running' | 'suspended' | 'retired' | 'fault';
  fault?: 'halted' | 'silent' | null;
  asOf?: string | null;
  ageMs?: number | null;
  hit?: Hit | null;
  held?: number;
  pending?: PendingAward[];
  pendingMore?: number;
  last?: object | null;
};
export type Hit = {
  award: string;
  offset: number;
  table: string;
  state: 'awarded' | 'locked' | 'verified' | 'reversed';
  winners: Winner[];
};
export type PendingAward = {
  award: string;
  table: string;
  at: string;
  winners: (Winner & { state: 'locked' | 'verified' })[];
};
type Winner = { seat: number; hand: string; amount: number };

export const asOf = '2026-11-21T04:02:10.120Z';
const standing = { state: 'running', fault: null, asOf, ageMs: 35 };

export function valueEvent(pool: Pool): string {
  return JSON.stringify(shown(pool));
}

export function pulseEvent(...pools: Partial<Pool>[]): string {
  const entries = pools.map(({ jackpot, version, ...rest }) => {
    const { state, fault, asOf, ageMs } = { ...standing, ...rest };
    return { jackpot, version, state, fault, asOf, ageMs };
  });
  return JSON.stringify({ pools: entries });
}

function shown(pool: Pool): object {
  const at = '2026-11-21T04:01:00.000Z';
  const rest = { currency: 'MOP', exponent: 2, text: '', at, hit: null, pending: [], last: null };
  return { ...standing, ...rest, held: pool.version, ...pool };
}

/** The pool of the pictures. */
export const fortune: Pool = {
  jackpot: 'fortune-main',
  value: 524_801_100,
  version: 90_311,
  last: {
    table: 'F3-07',
    hand: 'full-house',
    amount: 500_000,
    at: '2026-11-21T04:01:00.000Z',
  },
};

/** Five seats in four awards: three wait for their verification, two for their payment. */
export const waiting: PendingAward[] = [
  ['F3-07', [[3, 'royal-flush', 523_456_789, 'locked']]],
  [
    'F3-21',
    [
      [1, 'straight-flush', 52_345_670, 'locked'],
      [6, 'four-of-a-kind', 1_500_000, 'verified'],
    ],
  ],
  ['F3-09', [[7, 'four-of-a-kind', 1_500_000, 'locked']]],
  ['F3-12', [[2, 'straight-flush', 51_200_000, 'verified']]],
].map(([table, winners], index) => ({
  award: `fortune-main/${table}/184468/${90_310 - index}`,
  table: table as string,
  at: '2026-11-21T04:01:00.000Z',
  winners: (winners as [number, string, number, 'locked' | 'verified'][]).map(
    ([seat, hand, amount, state]) => ({ seat, hand, amount, state }),
  ),
}));

export function aboutOf(jackpot: string, currency = 'MOP', exponent = 2): object {
  const of = (major: number) => major * 10 ** exponent;
  return {
    jackpot,
    name: { en: 'Fortune Jackpot', pt: 'Jackpot da Fortuna', 'zh-Hant': '財富累進大獎' },
    currency,
    exponent,
    prizes: {
      'royal-flush': { fixed: of(500_000), share: 10_000 },
      'straight-flush': { fixed: of(25_000), share: 1_000 },
      'four-of-a-kind': { fixed: of(15_000) },
      'full-house': { fixed: of(5_000) },
      flush: { fixed: of(2_500) },
    },
    seed: of(1_000_000),
    ceiling: of(20_000_000),
    payoutUnit: of(10),
    zone: 'Asia/Macau',
    stake: { min: of(50), max: of(50) },
  };
}
