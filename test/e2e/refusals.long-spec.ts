import { homePartition, signRecord, type ExceptionMessage } from '#contract';
import type { OutgoingMessage } from '#log';
import { jackpot } from '#testing/jackpot';
import { newKey, testLedger } from '#testing/test-keys';
import { TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

/** M6: one bad record never stops the good ones after it; it is kept, with its reason. */
describe('a record that cannot be applied', () => {
  let stack: TestStack;
  let api: string;
  let table: Table;
  let round = 0;

  beforeAll(async () => {
    stack = new TestStack();
    api = (await stack.startJackpot()).url;
    await stack.configure(api, jackpot('main'));
    table = new Table(stack.prefix, 'main', 'T1');
  });
  afterAll(() => stack.close());

  const pool = async () =>
    (await getJson<{ accounts: { pool: string } }>(`${api}/v1/jackpots/main`)).accounts.pool;

  /**
   * Sends the bad record and a good bet after it, which must be posted.
   * @returns the exception
   */
  async function refused(bad: OutgoingMessage): Promise<ExceptionMessage> {
    const before = BigInt(await pool());
    const [written] = await stack.producer.send([bad]);
    round += 1;
    await stack.producer.send([table.bet(`good-${round}`, 1)]);
    await until('the good bet', async () => BigInt(await pool()) === before + 35_000_000n);
    return until('the exception', async () => {
      const exceptions = await stack.outputs<ExceptionMessage>('exceptions');
      return exceptions.find(
        ({ message }) =>
          message.partition === written?.partition && message.offset === written.baseOffset,
      )?.message;
    });
  }

  const bet = (data: object): OutgoingMessage =>
    table.event('bet.placed', { round: 'x', seat: 1, stake: 5_000, baseBets: ['ante'], ...data });

  const malformed: [string, () => OutgoingMessage][] = [
    ['that is not JSON', () => table.raw('{"specversion":')],
    ['that is not UTF-8', () => table.raw(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))],
    ['that is empty', () => table.raw('')],
    ['over 64 KiB', () => table.raw(JSON.stringify({ padding: 'x'.repeat(66_000) }))],
    ['with a stake of -1', () => bet({ stake: -1 })],
    ['with a stake of 1.5', () => bet({ stake: 1.5 })],
    ['with a stake of 1e30', () => bet({ stake: 1e30 })],
    ['with a stake of "5000"', () => bet({ stake: '5000' })],
    ['with seat 0', () => bet({ seat: 0 })],
    ['with seat 8', () => bet({ seat: 8 })],
  ];

  it.each(malformed)('is malformed: a record %s', async (_name, make) => {
    expect(await refused(make())).toMatchObject({ reason: 'malformed' });
  });

  it('is kept unchanged: JSON as the event, anything else as base64', async () => {
    const json = await refused(
      table.event('bet.placed', { seat: 9 }, { note: 12345678901234567890n.toString() }),
    );
    expect(json).toMatchObject({
      source: 'T1',
      jackpot: 'main',
      event: { note: '12345678901234567890' },
    });
    const raw = await refused(table.raw('no json'));
    expect(raw).toMatchObject({ jackpot: null, raw: Buffer.from('no json').toString('base64') });
  });

  it('is kept even among hundreds of the largest size, in letters of three bytes', async () => {
    const words = '富貴累進大獎'.repeat(3_600);
    // Each is below the number of exceptions at which those of one source are summed up.
    const tables = ['T6', 'T7', 'T8', 'T9'].map((name) => new Table(stack.prefix, 'main', name));
    const large = tables.flatMap((each) =>
      Array.from({ length: 50 }, () => each.event('bet.doubled', { words })),
    );
    for (let start = 0; start < large.length; start += 10) {
      await stack.producer.send(large.slice(start, start + 10));
    }
    const kept = await until('their exceptions', async () => {
      const all = await stack.outputs<ExceptionMessage>('exceptions');
      const found = all.filter(({ message }) => JSON.stringify(message.event)?.includes(words));
      return found.length >= large.length && found;
    });
    expect(new Set(kept.map(({ id }) => id)).size).toBe(large.length);
  });

  it('is named by its reason: unknown type, unknown jackpot, wrong partition', async () => {
    expect(await refused(table.event('bet.doubled', {}))).toMatchObject({ reason: 'unknown-type' });
    const stranger = new Table(stack.prefix, 'nobody', 'T9');
    expect(await refused(stranger.bet('1', 1))).toMatchObject({ reason: 'unknown-jackpot' });
    const home = homePartition('main', 12);
    const lost = {
      ...new Table(stack.prefix, 'main', 'T9').bet('1', 1),
      partition: (home + 1) % 12,
    };
    const exception = await refused(lost);
    expect(exception).toMatchObject({ reason: 'wrong-partition' });
    expect(exception.detail).toContain(String(home));
  });

  it('is a command without a signature, with a false one, by an unknown key, or altered', async () => {
    const data = { amount: 100, account: 'pool', reason: 'test' };
    const unsigned = stack.operator.command('pool.adjusted', 'main', data);
    delete (unsigned as { headers?: unknown }).headers;
    expect(await refused(unsigned)).toMatchObject({ reason: 'unsigned-command' });

    const { privateKey } = newKey();
    const unlike = stack.operator.command('pool.adjusted', 'main', data);
    const by = (kid: string): string =>
      signRecord(testLedger, unlike.value as Buffer, kid, privateKey);
    for (const signature of [by('ops-1'), by('ops-2'), 'nonsense', 'ops-1:']) {
      expect(await refused({ ...unlike, headers: { signature } })).toMatchObject({
        reason: 'bad-signature',
      });
    }
    const altered = stack.operator.command('pool.adjusted', 'main', data);
    const value = Buffer.from(String(altered.value).replace('"amount":100', '"amount":999'));
    expect(await refused({ ...altered, value })).toMatchObject({ reason: 'bad-signature' });
  });

  it('is an invalid configuration, with every error named at once', async () => {
    const nonsense = {
      ...jackpot('main'),
      rates: { pool: 9_000, reserve: 2_000 },
      ceiling: 5,
      ruleset: 'x',
    };
    const command = stack.operator.command('jackpot.configured', 'main', nonsense);
    const { reason, detail } = await refused(command);
    expect(reason).toBe('invalid-command');
    expect(detail).toMatch(/rates.*/);
    expect(detail).toMatch(/ceiling/);
    expect(detail).toMatch(/ruleset/);
  });

  it('leaves every partition open', async () => {
    expect((await fetch(`${api}/health/partitions`)).status).toBe(200);
    const { code, output } = await stack.cli('verify');
    expect(output).toContain('agrees');
    expect(code).toBe(0);
  });
});
