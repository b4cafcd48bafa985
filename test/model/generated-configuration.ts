import type { Random } from '#pit/random';

/** Every reading that affects the ledger, including the default. */
const READINGS: Record<string, (string | boolean)[]> = {
  sideBetBase: ['any-base-bet', 'both-base-bets'],
  jackpotStakeOnWin: ['kept', 'returned'],
  simultaneousStraightFlushBase: ['common', 'sequential'],
  royalBase: ['after-straight-flush', 'round-start'],
  percentTierDeduction: ['percentage', 'amount-paid', 'none-when-fixed'],
  fixedTiersFromPool: [false, true],
  floorAtSeed: [false, true],
  jackpotPayOrder: ['straight-flushes-first', 'swap-those-two'],
  carriedJackpotWithoutBase: ['refund', 'hold', 'hold', 'forfeit'],
};

function policies(random: Random): Record<string, string | boolean> {
  const chosen = Object.entries(READINGS).filter(() => random.chance(0.4));
  return Object.fromEntries(chosen.map(([policy, readings]) => [policy, random.pick(readings)]));
}

/** Small amounts, so that pools become empty, ceilings are met and fixed prizes exceed shares. */
function sensible(random: Random, id: string, currency: string) {
  const seed = random.pick([0, 1, 777, 2000, 5000, 20_000]);
  const share = random.pick([1000, 1000, 1500, 5000, 333]);
  const pool = random.pick([0, 7000, 7000, 3333, 9999, 10_000]);
  const unit = Math.floor((seed * share) / 10_000);
  return {
    id,
    currency,
    ruleset: `fortune-3-card-poker/${random.pick(['94-2025', '94-2025', '89-2025'])}`,
    seed,
    stake: random.pick([
      { min: 50, max: 200 },
      { min: 50, max: 200 },
      { min: 100, max: 100 },
      { min: 1, max: 5000 },
    ]),
    rates: { pool, reserve: random.whole(0, Math.min(1500, 10_000 - pool)) },
    prizes: {
      'royal-flush': { fixed: random.pick([1, 1500, 6000, 30_000]), share: 10_000 },
      'straight-flush': { fixed: random.pick([1, 150, 900]), share },
      'four-of-a-kind': { fixed: random.pick([150, 1200]) },
      'full-house': { fixed: random.pick([50, 450]) },
      flush: { fixed: random.whole(1, 99) },
    },
    ...(random.chance(0.5) ? { name: { en: 'Jackpot' } } : {}),
    ...(random.chance(0.7) ? { policies: policies(random) } : {}),
    ...(random.chance(0.6) && unit >= 1
      ? { payoutUnit: random.pick([1, unit, Math.min(100, unit)]) }
      : {}),
    ...(random.chance(0.3) ? { maxTables: random.pick([1, 4, 5, 7]) } : {}),
    ...(random.chance(0.5)
      ? { ceiling: random.pick([null, seed, seed + 60, seed + 500, seed + 3000]) }
      : {}),
  };
}

/** The data of a `jackpot.configured`; a few are invalid by themselves or for the jackpot. */
export function configured(random: Random, id: string, currency: string): Record<string, unknown> {
  const data: Record<string, unknown> = sensible(random, id, currency);
  if (random.chance(0.8)) data['effective'] = random.pick(['now', 'next-restart', 'next-restart']);
  if (random.chance(0.4)) data['replacesPending'] = random.chance(0.6);
  if (random.chance(0.02)) data['madeFrom'] = random.pick([null, random.whole(0, 40)]);
  if (random.chance(0.2)) {
    const wrong = ['', 5, 'x'.repeat(1_001)];
    data['reason'] = random.chance(0.9) ? 'why' : random.pick(wrong);
  }
  if (!random.chance(0.12)) return data;
  const wrong: Record<string, unknown>[] = [
    { rates: { pool: 9000, reserve: 1001 } },
    { seed: 5000, ceiling: 4999 },
    { id: `${id}-other` },
    { ruleset: 'fortune-3-card-poker/95-2026' },
    { policies: random.pick([{ royalBase: 'never' }, { invalidSideBet: 'forfeit' }]) },
    { payoutUnit: 1_000_000 },
    { maxTables: random.pick([0, 100_001, 2.5]) },
    { currency: currency === 'MOP' ? 'HKD' : 'MOP' },
  ];
  return { ...data, ...random.pick(wrong) };
}

/** @param newest offset of the last accepted configuration; null if there is none */
export function madeFromOf(random: Random, newest: number | null): Record<string, unknown> {
  if (random.chance(0.5)) return {};
  if (random.chance(0.95)) return { madeFrom: newest };
  return { madeFrom: random.pick([null, 0, (newest ?? 0) + 1, -1, 0.5, 'none']) };
}
