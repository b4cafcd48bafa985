import type { Home } from '#acts';
import type { LiveLedger } from '#proof';
import { fortune, jackpot as written } from '#testing/jackpot';
import { commandOf } from './commands.js';
import type { OwnWish } from './wishes.js';

const claim = { id: 'main/90310', table: 'F3-07', round: '184468', offset: 90_310 };
const homeOf = (state: string): Home => {
  const seats = [{ seat: 3, state, slip: state === 'verified' ? 4 : null }];
  const claims = new Map([[claim.id, { ...claim, seats }]]);
  return {
    id: 'main',
    jackpot: { configuration: written('main', fortune), claims },
  } as unknown as Home;
};
const made = (wish: object, state = 'awarded') =>
  commandOf({} as LiveLedger, homeOf(state), { jackpot: 'main', ...wish } as OwnWish);

const adjust = { act: 'adjust', account: 'pool', amount: '+10.00', reason: 'a bonus' };
test.each([
  ['takes money', { ...adjust, amount: '-10.00' }],
  ['names an award', { ...adjust, reason: 'pays round 184468' }],
])('an adjustment that %s needs the word that it is no award', async (_, wish) => {
  await expect(made(wish)).rejects.toThrow('An adjustment pays nobody');
  expect(await made({ ...wish, isNoAward: 'yes' })).toMatchObject({ type: 'pool.adjusted' });
  expect(await made(adjust)).toMatchObject({ data: { amount: 1_000, account: 'pool' } });
});

test('an award that the table has paid is reversed once its chips are back', async () => {
  const reverse = { act: 'reverse', award: claim.id, cause: 'misread', reason: 'another hand' };
  await expect(made(reverse)).rejects.toThrow('Are its chips back');
  for (const [state, areChipsBack] of [
    ['awarded', 'yes'],
    ['claimed', undefined],
  ] as const) {
    const done = await made({ ...reverse, areChipsBack }, state);
    expect(done).toMatchObject({ type: 'award.reversed', data: { cause: 'misread' } });
  }
});

test('a payment is of the slip in the hand: another number pays nobody', async () => {
  const pay = { act: 'pay', award: claim.id, seat: 3, method: 'cash' };
  await expect(made({ ...pay, slip: '5' }, 'verified')).rejects.toThrow(
    'Seat 3 of main/90310 has another slip than 5. Open the award of the slip in your hand',
  );
});

test('a day is closed with the funds that were counted', async () => {
  const day = { act: 'close-day', day: '2026-11-28' };
  expect(await made({ ...day, funds: '1234.50' })).toMatchObject({
    data: { day: '2026-11-28', funds: 123_450 },
  });
});

test('a win whose cards the table has declared is verified by who says what was seen', async () => {
  const [place, value] = [
    { offset: 90_310 },
    JSON.stringify({ data: { community: ['As', 'Ks'] } }),
  ];
  const live = { recordsAt: () => Promise.resolve([{ ...place, value: Buffer.from(value) }]) };
  const verify = { act: 'verify', jackpot: 'main', award: claim.id, seats: [3], deck: 'counted' };
  const verifies = (said: object) =>
    commandOf(live as unknown as LiveLedger, homeOf('locked'), { ...verify, ...said } as OwnWish);
  await expect(verifies({})).rejects.toThrow('Who has seen the cards?');
  expect(await verifies({ areCardsSeen: 'yes' })).toMatchObject({
    data: { evidence: { community: ['As', 'Ks'] } },
  });
  for (const said of [{ surveillance: '1187' }, { note: 'the shuffler has taken them' }]) {
    expect(await verifies(said)).toMatchObject({ type: 'award.verified' });
  }
});
