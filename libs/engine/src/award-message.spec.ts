import { awardSchema } from '#contract';
import { emptyState } from '#pools';
import { foldRecords } from './folding.js';
import { WrittenLog } from '#testing/written-log';

const { context, jackpots } = WrittenLog;

const [main] = jackpots;

/** The award of a round that these hands won, seat 1 first; every seat has bet 1,000. */
function awardOf(changes: object, ...hands: string[]) {
  const log = new WrittenLog().configure(main, changes);
  for (const index of hands.keys()) log.bet(main, 'T1', '1', index + 1);
  log.settle(
    main,
    'T1',
    '1',
    hands.map((hand, index) => ({ seat: index + 1, hand })),
  );
  const { awards, outbox } = foldRecords(emptyState(), log.records, context);
  const [award] = awards;
  if (!award) throw new Error('no award');
  expect(awardSchema.parse(award)).toEqual(award);
  return { award, text: outbox.find(({ topic }) => topic === 'awards')?.value };
}

describe('the message of an award', () => {
  test('is this text, to the byte, for a fixed prize', () => {
    expect(awardOf({}, 'flush').text).toBe(
      '{"id":"main/T1/1/3","jackpot":"main","table":"T1","round":"1",' +
        '"currency":"MOP","poolBefore":100700,"poolAfter":100700,"payouts":[{"order":1,"seat":1,' +
        '"hand":"flush","basis":"fixed","amount":250,"fromPool":0,"fromHouse":250}],' +
        '"restart":null,"offset":3,"wonAt":null,"recordedAt":"2026-11-21T04:00:00.003Z",' +
        '"states":[{"seat":1,"state":"awarded","slip":null,"verified":null}],"by":[],"cause":null,' +
        '"replaces":null,"affects":[]}',
    );
  });

  test('is this text, to the byte, for a restart under jackpotStakeOnWin: returned', () => {
    const policies = { jackpotStakeOnWin: 'returned' };
    expect(awardOf({ policies }, 'royal-flush').text).toBe(
      '{"id":"main/T1/1/3","jackpot":"main","table":"T1","round":"1",' +
        '"currency":"MOP","poolBefore":100700,"poolAfter":100000,"payouts":[{"order":1,"seat":1,' +
        '"hand":"royal-flush","basis":"share","amount":100700,"fromPool":100700,"fromHouse":0,' +
        '"stakeReturned":1000}],"restart":{"seed":100000,"fromReserve":50,"fromHouse":99950},' +
        '"offset":3,"wonAt":null,"recordedAt":"2026-11-21T04:00:00.003Z",' +
        '"states":[{"seat":1,"state":"awarded","slip":null,"verified":null}],"by":[],"cause":null,' +
        '"replaces":null,"affects":[]}',
    );
  });

  test('rounds down to the minor unit where the ledger has a fraction', () => {
    const changes = { rates: { pool: 3_333, reserve: 0 }, stake: { min: 1, max: 1_000 } };
    const { award } = awardOf(changes, 'flush');
    expect(award).toMatchObject({ poolBefore: 100_333, poolAfter: 100_333 });
  });

  test('counts in the minor units of its currency, of none or of three digits', () => {
    for (const currency of ['JPY', 'KWD']) {
      const { award } = awardOf({ currency }, 'royal-flush');
      expect(award.payouts[0]).toMatchObject({ amount: 100_700, fromPool: 100_700 });
      expect(award).toMatchObject({ currency, poolBefore: 100_700, poolAfter: 100_000 });
    }
  });

  test('rounds the pool’s part of a prize down and the house’s part up, so they sum to it', () => {
    const { award } = awardOf(
      {
        seed: 0,
        payoutUnit: 1,
        rates: { pool: 3_333, reserve: 0 },
        policies: { fixedTiersFromPool: true },
      },
      'full-house',
      'full-house',
    );
    expect(award.payouts).toMatchObject([
      { seat: 1, amount: 500, fromPool: 500, fromHouse: 0 },
      { seat: 2, amount: 500, fromPool: 166, fromHouse: 334 },
    ]);
    expect(award.restart).toEqual({ seed: 0, fromReserve: 0, fromHouse: 0 });
  });

  test('rounds the reserve’s part of the seed down and the house’s part up, so they sum to it', () => {
    const { award } = awardOf({ rates: { pool: 7_000, reserve: 3 } }, 'royal-flush');
    expect(award.restart).toEqual({ seed: 100_000, fromReserve: 0, fromHouse: 100_000 });
  });
});
