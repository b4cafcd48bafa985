import { slidesOf } from './slides.js';

const about = {
  ...{ jackpot: 'a', currency: 'MOP', exponent: 2, seed: 100_000_000 },
  stake: { min: 5_000, max: 10_000 },
  prizes: {
    'royal-flush': { fixed: 50_000_000, share: 10_000 },
    'straight-flush': { fixed: 0, share: 1_000 },
    flush: { fixed: 250_050 },
  },
};
const english = (more: object) =>
  slidesOf({ ...about, ...more }).map(({ title, figure, detail }) =>
    [title.en, figure.en, ...(detail ? [detail.en] : [])].join(' | ').replaceAll('\u00a0', ' '),
  );

describe('the slides of a sign', () => {
  it('name every prize, of which neither the share nor the fixed amount is hidden, and the terms', () => {
    expect(english({})).toEqual([
      'Royal Flush | 100% of the jackpot | at least MOP 500,000',
      'Straight Flush | 10% of the jackpot',
      'Flush | MOP 2,500.50',
      'Jackpot bet | MOP 50 – MOP 100',
      'Starts again from | MOP 1,000,000',
    ]);
  });

  // clause 20, 25
  it('name the ceiling, and the unit of shares, where there is one', () => {
    expect(english({ ceiling: 2_000_000_000, payoutUnit: 1_000 }).slice(-2)).toEqual([
      'Rises to at most | MOP 20,000,000',
      'Shares are paid in units of | MOP 10',
    ]);
    expect(english({ ceiling: null, payoutUnit: 1 })).toHaveLength(5);
    expect(english({ prizes: {}, payoutUnit: 1_000 })).toHaveLength(2);
  });

  it('never break an amount over two lines', () => {
    for (const { title, figure, detail } of slidesOf(about)) {
      const texts = [title, figure, ...(detail ? [detail] : [])].flatMap((row) =>
        Object.values(row),
      );
      for (const text of texts) expect(text).not.toMatch(/[A-Z]{3} \d/);
    }
  });
});
