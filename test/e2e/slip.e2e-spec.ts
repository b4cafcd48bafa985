import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signRecord, type AwardMessage } from '#contract';
import type { OutgoingMessage } from '#log';
import { jackpot } from '#testing/jackpot';
import { connected } from '#testing/redis';
import { newKey, signingKey, testLedger } from '#testing/test-keys';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

/** The payment slip of a seat (contract 4.8), from its lock to its end. */
describe('the payment slip', () => {
  const stack = new TestStack();
  const table = new Table(stack.prefix, 'main', 'T1');
  const [floor, cage] = [newKey('floor-2'), newKey('cage-1')];
  const approvals = { 'award.verified': [{ from: 0, by: ['approve' as const], notice: 'DICJ' }] };
  const evidence = {
    deck: 'counted',
    hands: [{ seat: 3, cards: ['As', 'Ks', 'Qs'] }],
    community: ['Js', 'Ts'],
    surveillance: 'recording 4-1187',
  };
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  let api: string;

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    await stack.setKeys(api, [
      signingKey(floor, { holder: 'M.Silva', roles: ['approve'] }),
      signingKey(cage, { holder: 'C.Chan', roles: ['pay'] }),
    ]);
    await stack.configure(api, jackpot('main', { approvals, verifyAbove: 100_000 }));
  });
  afterAll(() => stack.close());

  const signedBy = (key: typeof floor, message: OutgoingMessage): OutgoingMessage => {
    const signature = signRecord(testLedger, message.value as Buffer, key.kid, key.privateKey);
    return { ...message, headers: { signature } };
  };
  const command = (type: string, data: object) => stack.operator.command(type, 'main', data);
  const awards = async () =>
    (await getJson<{ awards: AwardMessage[] }>(`${api}/v1/jackpots/main/awards`)).awards;
  const untilState = (id: string, state: string) =>
    until(`the seat to be ${state}`, async () => {
      const award = (await awards()).find((each) => each.id === id);
      return award?.states[0]?.state === state && award;
    });

  /** Plays a royal flush of seat 3. */
  async function win(round: string): Promise<string> {
    await stack.send([table.bet(round, 3), table.settle(round, [3, 'royal-flush'])]);
    const won = async () => (await awards()).find((award) => award.round === round);
    return (await until('the award', won)).id;
  }

  /** Has the operator propose the verification and another person approve it. */
  async function verify(id: string): Promise<AwardMessage> {
    const act = { type: 'award.verified', data: { award: id, seats: [3], evidence } };
    await stack.send([command('act.proposed', { act, expires, note: 'deck counted' })]);
    const proposal = await until('the proposal', async () => {
      type Waiting = { proposals: { proposal: number }[] };
      return (await getJson<Waiting>(`${api}/v1/jackpots/main`)).proposals[0]?.proposal;
    });
    await stack.send([signedBy(floor, command('act.approved', { proposal, act }))]);
    return untilState(id, 'verified') as Promise<AwardMessage>;
  }

  /** Does with all awards what Redis does with the oldest ones when it has too many. */
  async function forgetAwards(): Promise<void> {
    const redis = await connected(stack.env['REDIS_URL'] as string);
    const [key = ''] = await redis.keys(`${stack.prefix.replace(/\.$/, '')}:*:awards:main`);
    await redis.del(key);
    redis.disconnect();
  }

  it('is refused before the seat is verified, and then has its number, people and proof', async () => {
    const id = await win('1');
    const refused = await stack.cli('slip', id, '--seat', '3');
    expect(refused.code).toBe(1);
    expect(refused.output).toContain(`Seat 3 of ${id} has no slip: it is locked.`);

    const award = await verify(id);
    const { code, output } = await stack.cli('slip', id, '--seat', '3', '--house', 'Casino Lótus');
    expect(code).toBe(0);
    for (const line of [
      /^Casino Lótus +PAYMENT SLIP {2}No\. 1$/m,
      /^\*\*\* TO BE PAID \*\*\*$/m,
      /^Cards +As Ks Qs; on the table Js Ts$/m,
      /^Deck +counted \/ contado \/ 已點算$/m,
      /^Surveillance +recording 4-1187$/m,
      /^Amount +MOP 10,035\.00$/m,
      /^In words +ten thousand and thirty-five patacas$/m,
      /^Verification +proposed by ops-1, 2/m,
      /^Verification +approved by M\.Silva, 2/m,
      /^Approved by  M\.Silva +_+$/m,
      /^To be informed +DICJ$/m,
    ]) {
      expect(output).toMatch(line);
    }
    const slip = JSON.parse((await stack.cli('slip', id, '--seat', '3', '--json')).stdout) as {
      proof: { offsets: number[]; block: { block: number } | null };
    };
    const offsets = [award.offset, ...award.by.map(({ offset }) => offset)];
    expect(slip).toMatchObject({ status: 'payable', house: null, proof: { offsets } });
    expect(slip.proof.block?.block).toBeGreaterThan(0);
  });

  it('says PAID with what was withheld, and is never written over another file', async () => {
    const [award] = await awards();
    const { id = '' } = award ?? {};
    const paid = { award: id, seat: 3, slip: 1, amount: 1_003_500, method: 'cash', withheld: 1 };
    await stack.send([signedBy(cage, command('award.paid', paid))]);
    await untilState(id, 'paid');
    const file = join(stack.folder, 'slip.html');
    const asPage = ['slip', id, '--seat', '3', '--html', file];
    const stdout = `Wrote slip 1 to ${file}.\n`;
    expect(await stack.cli(...asPage)).toMatchObject({ code: 0, stdout });
    const page = readFileSync(file, 'utf8');
    expect(page).toMatch(/PAID · PAGO · 已支付<\/b> <span>20/);
    expect(page).toContain('<b>MOP 10,034.99</b>');
    const again = await stack.cli(...asPage);
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('never overwritten')]);
    expect(readFileSync(file, 'utf8')).toBe(page);
  });

  it('is VOID where the award was reversed, and keeps its number', async () => {
    const id = await win('2');
    await verify(id);
    const reversal = { award: id, cause: 'misdeal', reason: 'the cut card was missing' };
    await stack.send([command('award.reversed', reversal)]);
    await untilState(id, 'reversed');
    const { code, output } = await stack.cli('slip', id, '--seat', '3');
    expect(code).toBe(0);
    expect(output).toMatch(/PAYMENT SLIP {2}No\. 2 {2}VOID$/m);
    expect(
      output
        .trimEnd()
        .split('\n')
        .every((line) => line.endsWith('VOID')),
    ).toBe(true);
  });

  it('is a record without a number where the table has paid', async () => {
    await stack.send([table.bet('3', 3), table.settle('3', [3, 'full-house'])]);
    const won = async () => (await awards()).find(({ round }) => round === '3');
    const { id } = await until('the award', won);
    const { code, output } = await stack.cli('slip', id, '--seat', '3');
    expect(code).toBe(0);
    expect(output).toMatch(/RECORD OF AN AWARD {2}RECORD$/m);
    expect(output).toMatch(/^\*\*\* PAID AT THE TABLE \*\*\* +RECORD$/m);
    expect(output).not.toContain('PAYMENT SLIP');
  });

  // The service may halt once it finds that awards are gone: nothing is played after this.
  it('is the same from the awards topic, where Redis no longer has the award', async () => {
    const id = (await awards()).find(({ round }) => round === '1')?.id ?? '';
    const slip = ['slip', id, '--seat', '3'];
    const printed = async () => {
      return (await stack.cli(...slip)).stdout.replace(/^Printed .*$/m, 'Printed');
    };
    const before = await printed();
    await forgetAwards();
    expect(await awards()).toEqual([]);
    expect(before).toContain('\nPrinted\n');
    expect(await printed()).toBe(before);
  });

  it.each([
    [['main/T1/1/999999', '--seat', '3'], 1, 'There is no award main/T1/1/999999.'],
    [['main/T1/7', '--seat', '3'], 64, 'There is no award main/T1/7 that the ledger remembers'],
    [['main/T1/1/5', '--seat', '8'], 64, '--seat 8: a seat is 1 to 7.'],
    [['other/T1/1/5', '--seat', '3'], 1, 'There is no jackpot other.'],
  ])('%j is refused with exit code %d', async (args, code, sentence) => {
    const refused = await stack.cli('slip', ...args);
    expect([refused.code, refused.output]).toEqual([code, expect.stringContaining(sentence)]);
  });
});
