import type { AwardMessage, ShownValue } from '#contract';
import { jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { Sign } from '../support/stream.js';
import { Table } from '../support/table.js';

/** The messages to signs about an award that waits for its verification (contract 8.2, 9.3). */
describe('an award that is locked', () => {
  const stack = new TestStack();
  const table = new Table(stack.prefix, 'main', 'T1');
  let api: string;
  let gateway: Awaited<ReturnType<TestStack['startSigns']>>;
  let sign: Sign;

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    await stack.configure(api, jackpot('main', { verifyAbove: 15_000 }));
    gateway = await stack.startSigns();
    sign = await openSign();
  });
  afterAll(async () => {
    sign.close();
    await stack.close();
  });

  async function openSign(last = ''): Promise<Sign> {
    const opened = await Sign.open(`${gateway.url}/v1/pools/stream?jackpot=main${last}`);
    await until('its values', () => opened.pulseOf('main')?.fault === null);
    return opened;
  }
  const newest = (of = sign) => of.messages.at(-1) as ShownValue;
  const hitsOf = ({ messages }: Sign) => messages.flatMap(({ hit }) => hit ?? []);
  const statesOf = ({ pending }: ShownValue) =>
    pending.flatMap(({ winners }) => winners.map(({ seat, state }) => `${seat} ${state}`));
  const untilPending = (...states: string[]) =>
    until(`${states.join()} to wait`, () => statesOf(newest()).join() === states.join());
  const send = (type: string, data: object) =>
    stack.send([stack.operator.command(type, 'main', data)]);

  /** Two seats win a straight flush, which pays shares of the pool. */
  async function win(round: string): Promise<AwardMessage> {
    const bets = [1, 4].map((seat) => table.bet(round, seat));
    await stack.send(bets);
    await until('the bets', () => newest().hit === null && newest().pending.length === 0);
    await stack.send([table.settle(round, [1, 'straight-flush'], [4, 'straight-flush'])]);
    await untilPending('1 locked', '4 locked');
    const path = `${api}/v1/jackpots/main/awards?limit=1`;
    return (await getJson<{ awards: [AwardMessage] }>(path)).awards[0];
  }
  const verify = (award: string, ...seats: number[]) =>
    send('award.verified', { award, seats, evidence: { deck: 'counted' } });

  it('is pending with a hit that is locked, and verified seat by seat with a hit each', async () => {
    const { id, offset, poolAfter, payouts } = await win('1');
    expect(newest()).toMatchObject({ value: poolAfter, last: null });
    // A gateway that has just started may leave the frame out, and find the hit at its next look.
    await until('the hit', () => hitsOf(sign).length > 0);
    expect(hitsOf(sign)).toMatchObject([{ award: id, offset, state: 'locked' }]);
    await verify(id, 4);
    await untilPending('1 locked', '4 verified');
    expect(newest().last).toMatchObject({ award: id, amount: payouts[1]?.amount });
    await verify(id, 1);
    await untilPending('1 verified', '4 verified');
    await until('the other hits', () => hitsOf(sign).length > 2);
    const made = hitsOf(sign).map(({ award, state, winners }) => [award, state, winners.length]);
    expect(made).toEqual([
      [id, 'locked', 2],
      [id, 'verified', 1],
      [id, 'verified', 1],
    ]);
    expect(new Set(hitsOf(sign).map((hit) => hit.offset)).size).toBe(3);
  });

  it('is celebrated by a sign that was away, from the same gateway and from one that has begun since', async () => {
    const [locked, first, second] = hitsOf(sign);
    const last = `&last=main=${(locked?.offset ?? 0) + 1}`;
    const back = await openSign(last);
    await until('both hits', () => hitsOf(back).length === 2);
    expect(hitsOf(back)).toEqual([first, second]);
    const other = await stack.startSigns();
    const opened = await Sign.open(`${other.url}/v1/pools/stream?jackpot=main${last}`);
    await until('both hits', () => hitsOf(opened).length === 2);
    expect(hitsOf(opened)).toEqual([first, second]);
    const fresh = await openSign();
    expect(statesOf(newest(fresh))).toEqual(['1 verified', '4 verified']);
    expect(hitsOf(fresh)).toEqual([]);
    for (const each of [back, opened, fresh]) each.close();
  });

  it('that is reversed is gone with the value of before, and a sign that was away is sent that alone', async () => {
    const [locked] = hitsOf(sign);
    const { award = '' } = locked ?? {};
    await send('award.reversed', { award, cause: 'misread', reason: 'the seat had no bet' });
    await untilPending();
    // Two bets of the first round: 70 % of each.
    expect(newest()).toMatchObject({ value: 1_007_000, last: null });
    await until('the hit', () => hitsOf(sign).at(-1)?.state === 'reversed');
    const [back] = hitsOf(sign).slice(-1);
    expect(back?.winners.map(({ seat }) => seat)).toEqual([1, 4]);
    const away = await openSign(`&last=main=${(locked?.offset ?? 0) + 1}`);
    await until('what is taken back', () => hitsOf(away).length > 0);
    expect(hitsOf(away)).toEqual([back]);
    away.close();
  });
});
