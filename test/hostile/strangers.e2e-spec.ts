import { signRecord, type AwardMessage, type ExceptionMessage } from '#contract';
import type { OutgoingMessage } from '#log';
import { jackpot } from '#testing/jackpot';
import { newKey, signingKey, testLedger, type TestKey } from '#testing/test-keys';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

/**
 * Somebody may write to the topic, and has no key. Before tables had keys, he claimed a royal flush
 * in a table's name and took the whole pool.
 */
describe('a stranger with write permission and no key', () => {
  const stack = new TestStack();
  const keys = { T1: newKey('table-1'), T2: newKey('table-2') };
  const table = new Table(stack.prefix, 'main', 'T1');
  let api: string;
  let claim: OutgoingMessage;
  /** A claim that came after a stranger's record. */
  let forestalled: OutgoingMessage;

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    const own = Object.values(keys).map((key) => signingKey(key, { roles: ['table'] }));
    await stack.setKeys(api, own);
    const tables = [
      { id: 'T1', kid: 'table-1', signs: 'settlements' as const },
      { id: 'T2', kid: 'table-2', signs: 'settlements' as const },
      { id: 'T3', kid: 'table-2' },
    ];
    await stack.configure(api, jackpot('main', { tables }));
  });
  afterAll(() => stack.close());

  const value = async () => (await getJson<{ value: number }>(`${api}/v1/jackpots/main`)).value;
  const signed = (message: OutgoingMessage, { kid, privateKey }: TestKey): OutgoingMessage => {
    const bytes = Buffer.from(message.value as string);
    return { ...message, headers: { signature: signRecord(testLedger, bytes, kid, privateKey) } };
  };
  /**
   * Sends records, and returns the reasons of the refusals once a heartbeat sent after them is
   * refused.
   */
  let seen = 0;
  const reasonsOf = async (...records: OutgoingMessage[]): Promise<string[]> => {
    const last = new Table(stack.prefix, 'main', `nobody-${seen}`).event('table.heartbeat', {});
    await stack.send([...records, last]);
    const all = await until('the exceptions', async () => {
      const found = await stack.outputs<ExceptionMessage>('exceptions');
      const isLast = ({ message }: (typeof found)[number]) => message.source === `nobody-${seen}`;
      return found.some(isLast) ? found : undefined;
    });
    const reasons = all.map(({ message }) => message.reason).slice(seen);
    seen = all.length;
    return reasons.slice(0, -1);
  };

  it('does not bet, nor move a sequence, in the name of a table that signs all', async () => {
    const own = new Table(stack.prefix, 'main', 'T3');
    const bets = Array.from({ length: 20 }, (_, n) => own.bet(String(n), 1));
    const ahead = own.event('table.heartbeat', {}, { sequence: '4000000' });
    const refused = [...bets, ahead].map(() => 'unsigned-claim');
    expect(await reasonsOf(...bets, ahead)).toEqual(refused);
    expect(await value()).toBe(1_000_000);
    const real = signed(
      new Table(stack.prefix, 'main', 'T3').event('table.heartbeat', {}),
      keys.T2,
    );
    expect(await reasonsOf(real)).toEqual([]);
  });

  it('does not win, nor end a round, in the name of a table', async () => {
    await stack.send([table.bet('1', 3)]);
    await until('the bet', async () => (await value()) === 1_003_500);
    const stranger = new Table(stack.prefix, 'main', 'T1');
    const far = { sequence: '5' };
    const wins = [{ seat: 3, hand: 'royal-flush' }];
    const cards = {
      hands: [{ seat: 3, cards: ['As', 'Ks', 'Qs'] }],
      community: ['Js', 'Ts'],
    };
    expect(
      await reasonsOf(
        stranger.event('round.settled', { round: '1', wins }, far),
        stranger.event('round.settled', { round: '1', wins, ...cards }, far),
        stranger.event('round.settled', { round: '1', wins: [] }, far),
        stranger.event('round.voided', { round: '1', reason: 'other' }, far),
      ),
    ).toEqual(['unsigned-claim', 'unsigned-claim', 'unsigned-claim', 'unsigned-claim']);
    expect(await value()).toBe(1_003_500);
    expect(await stack.outputs<AwardMessage>('awards')).toEqual([]);
  });

  it('does not speak for another table with a table’s own key', async () => {
    const other = new Table(stack.prefix, 'main', 'T1');
    const claim = other.event(
      'round.settled',
      { round: '1', wins: [{ seat: 3, hand: 'flush' }] },
      { sequence: '6' },
    );
    expect(await reasonsOf(signed(claim, keys.T2))).toEqual(['bad-signature']);
  });

  it('does not play at a table that is not listed', async () => {
    const own = new Table(stack.prefix, 'main', 'T9');
    const claim = own.settle('1', [1, 'royal-flush']);
    expect(await reasonsOf(own.bet('1', 1), claim)).toEqual(['unknown-table', 'unknown-table']);
    expect(await value()).toBe(1_003_500);
  });

  it('moves a table’s sequence to its end, which an operator takes back', async () => {
    const sequence = String(BigInt(Date.now()) * 1_000n + 80_000_000_000n);
    const jump = new Table(stack.prefix, 'main', 'T1').event('table.heartbeat', {}, { sequence });
    forestalled = signed(table.settle('1', [3, 'flush']), keys.T1);
    expect(await reasonsOf(jump, forestalled)).toEqual(['sequence-gap', 'sequence-behind']);
    const reset = ['reset-table', 'main', 'T1', '--sequence', '2', '--reason', 'a stranger'];
    expect(await stack.cli(...reset, '--yes')).toMatchObject({ code: 1 });
    const despite = ['--despite', 'it was moved ahead'];
    expect(await stack.cli(...reset, ...despite, '--yes')).toMatchObject({ code: 0 });
    claim = signed(table.settle('1', [3, 'flush']), keys.T1);
    expect(await reasonsOf(claim)).toEqual([]);
    const awards = await stack.outputs<AwardMessage>('awards');
    expect(awards.map(({ message }) => message.round)).toEqual(['1']);
  });

  it('does not win a second time with what the table has signed, also where that was refused', async () => {
    expect(await reasonsOf(claim, claim, forestalled)).toEqual(['sequence-behind']);
    const back = ['reset-table', 'main', 'T1', '--sequence', '1', '--reason', 'x', '--yes'];
    const refused = await stack.cli(...back);
    expect(refused.output).toContain(
      'invalid-command: Sequence 1 of T1 is below 3, which it has signed',
    );
    expect(refused.code).toBe(1);
    expect(await stack.outputs('awards')).toHaveLength(1);
  });

  it('is stopped at one table, whose rounds still settle', async () => {
    expect(
      await stack.cli('block-table', 'main', 'T1', '--reason', 'a stranger', '--yes'),
    ).toMatchObject({ code: 0 });
    expect(await reasonsOf(table.bet('2', 1))).toEqual(['table-blocked']);
    expect(await reasonsOf(new Table(stack.prefix, 'main', 'T2').bet('1', 1))).toEqual([]);
  });
});
