import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homePartition, topicName, type JournalBlock } from '#contract';
import { jackpot } from '#testing/jackpot';
import { TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

/**
 * Proofs that anyone can make from outside a running service: that the ledger follows from the log,
 * also from a checkpoint on; the value of a pool at any time; the calculation of an award.
 */
describe('proof from outside', () => {
  let stack: TestStack;
  let api: string;
  let table: Table;
  const home = homePartition('main', 12);
  const path = (name: string): string => join(stack.folder, name);

  beforeAll(async () => {
    stack = new TestStack();
    api = (await stack.startJackpot()).url;
    await stack.configure(api, jackpot('main', { payoutUnit: 10_000 }));
    table = new Table(stack.prefix, 'main', 'T1');
    // Offsets 2 to 6, after the keys and the configuration.
    await stack.send([
      table.bet('1', 5),
      table.void('1', 'dealing-procedure'),
      table.bet('2', 4),
      table.event('round.settled', {
        round: '2',
        wins: [
          { seat: 5, hand: 'royal-flush' },
          { seat: 4, hand: 'straight-flush' },
        ],
        hands: [
          { seat: 5, cards: ['As', 'Ks', 'Qs'] },
          { seat: 4, cards: ['9s', '8s', '7s'] },
          { seat: 1, cards: ['2d', '3d', '4d'] },
        ],
        community: ['Js', 'Ts'],
      }),
      table.bet('3', 1),
    ]);
    await settled(1_003_500);
  });
  afterAll(() => stack.close());

  const settled = (value: number) =>
    until(`a pool of ${value}`, async () => {
      const view = await getJson<{ value: number }>(`${api}/v1/jackpots/main`);
      return view.value === value;
    });

  // clause 21
  it('explain shows how Article 15 made an award, from the configuration to the journal’s block', async () => {
    const { code, output } = await stack.cli('explain', 'main/T1/2/5');
    for (const words of [
      /Set by the record at offset 1 \(.*, source ops, signed by ops-1\)/,
      /seed, offset 1 +MOP 10,000\.00/,
      /contributions of bets +2 +MOP 70\.00/,
      /pool before the award +MOP 10,070\.00/,
      /5 +2 +MOP 50\.00 +MOP 35\.00 +MOP 2\.50 +MOP 12\.50 +1 +carried from round 1 \(Art\. 17\(3\)\)/,
      /4 +4 +MOP 50\.00 +MOP 35\.00 +MOP 2\.50 +MOP 12\.50 +1 *$/m,
      /Record at offset 5/,
      /Community cards Js Ts/,
      /5 +As Ks Qs +royal-flush +wins/,
      /4 +9s 8s 7s +straight-flush +wins/,
      /1 +2d 3d 4d +no-pair +no jackpot bet/,
      /seat 4, then seat 5: a straight flush is paid before the royal flush \(Art\. 15\(5\)/,
      /1\. Seat 4, straight-flush: MOP 1,000\.00/,
      /10 % × MOP 10,070\.00 = MOP 1,007\.00, down to a multiple of MOP 100\.00: MOP 1,000\.00/,
      /2\. Seat 5, royal-flush: MOP 9,070\.00/,
      /100 % × MOP 9,070\.00 = MOP 9,070\.00, down to a multiple of MOP 0\.01: MOP 9,070\.00/,
      /MOP 10,000\.00, of which\nMOP 5\.00 from the reserve and MOP 9,995\.00 from the house\./,
      /Block \d+ of partition \d+, offsets \d+-\d+\nSHA-256 [0-9a-f]{64}/,
    ]) {
      expect(output).toMatch(words);
    }
    expect(code).toBe(0);
    const json = JSON.parse((await stack.cli('explain', 'main/T1/2/5', '--json')).stdout) as object;
    expect(json).toMatchObject({
      before: { pool: '10070000000' },
      after: { pool: '10000000000' },
      generation: { generation: 1, contributions: { count: 2, pool: '70000000' } },
      payments: [
        { base: '10070000000', exact: '1007000000', share: '1000000000', fromHouse: '0' },
        { base: '9070000000', share: '9070000000', poolLeft: '0' },
      ],
      remainder: '0',
      declaration: { offset: 5 },
    });
  });

  it('value shows what the pool held at an offset or a time, and which records led to it', async () => {
    const before = await stack.cli('value', 'main', '--at', '4');
    expect(before.output).toMatch(/^value +MOP 10,070\.00$/m);
    expect(before.output).toMatch(/^version +5\ngeneration +1$/m);
    expect(before.output).toMatch(
      /^journal block +\d+ \(offsets \d+-\d+\), SHA-256 [0-9a-f]{64}$/m,
    );
    expect(before.output).toMatch(/^house +MOP -9,975\.00$/m);
    expect(before.output).toMatch(
      /^1 .* ops +jackpot\.configured +MOP 10,000\.00 +MOP 10,000\.00$/m,
    );
    expect(before.output).toMatch(/^4 .* T1 +bet\.placed +2 +4 +MOP 35\.00 +MOP 10,070\.00$/m);
    const now = await stack.cli('value', 'main', '--at', new Date().toISOString());
    expect(now.output).toMatch(/^main at offset 6 of partition/);
    expect(now.output).toMatch(/^value +MOP 10,035\.00$/m);
    expect([before.code, now.code]).toEqual([0, 0]);
    const later = await stack.cli('value', 'main', '--at', '2099-01-01T00:00:00Z');
    expect([later.code, later.output]).toEqual([1, expect.stringContaining('has not passed yet')]);
    const failed = await stack.cli('value', 'ghost', '--at', '3', '--json');
    expect(failed.output).toContain('"exitCode": 1');
  });

  it.each([
    [['value', 'ghost', '--at', '3'], 1, 'There is no jackpot ghost. There is main.'],
    [['value', 'main', '--at', '7'], 1, 'Offset 7 is beyond the ledger, which is at 7'],
    [['value', 'main', '--at', '2020-01-01T00:00:00Z'], 1, 'main did not exist yet'],
    [['value', 'main', '--at', 'noon'], 64, '--at noon is neither an offset nor a time'],
    [['explain', 'main/T1/9/5'], 1, 'There is no award main/T1/9/5.'],
    [['explain', 'main/T1/9'], 64, 'There is no award main/T1/9 that the ledger remembers'],
    [['explain', 'main/T1/2'], 0, 'Award main/T1/2/5\n'],
    [['explain', 'main/5'], 0, 'Award main/T1/2/5\n'],
    [['explain', 'main/T1/2/4'], 64, 'those of its round, the newest first:\nmain/T1/2/5   '],
    [['explain', 'main'], 64, 'main is not an award: give its id'],
  ])('%j says in a sentence what is wrong, or finds the award', async (args, exit, sentence) => {
    const { code, output } = await stack.cli(...args);
    expect(output).toContain(sentence);
    expect(code).toBe(exit);
  });

  it('checkpoint writes the proven ledger, from which verify and the next one continue without the log before it', async () => {
    const file = path('checkpoint.json');
    const written = await stack.cli('checkpoint', '-o', file);
    expect(written.output).toMatch(new RegExp(`^${home} +7 +\\d+ +[0-9a-f]{64} +agrees with`, 'm'));
    expect(written.output).toMatch(/checkpoint\.json, signed, SHA-256 [0-9a-f]{64}\./);
    expect((await stack.cli('checkpoint', '-o', file)).output).toContain('never overwritten');

    await stack.send([table.settle('3', [1, 'flush']), table.bet('4', 2)]);
    await settled(1_007_000);
    const admin = stack.kafka.admin();
    await admin.connect();
    const topic = topicName(stack.prefix, 'events');
    // kafkajs deletes records only from a topic whose offsets it has fetched.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions: [{ partition: home, offset: '7' }] });
    await admin.disconnect();

    const alone = await stack.cli('verify');
    expect(alone.output).toContain(
      `Partition ${home}: the records from offset 0 are gone, the log begins at offset 7; give --from a checkpoint`,
    );
    const onward = await stack.cli('verify', '--from', file);
    expect(onward.output).toMatch(
      /agrees with the log: 2 records in 12 partitions since .* 1 awards/,
    );
    const value = await stack.cli('value', 'main', '--at', '8', '--from', file);
    expect(value.output).toMatch(/^value +MOP 10,070\.00$/m);
    const flush = await stack.cli('explain', 'main/T1/3/7', '--from', file);
    expect(flush.output).toMatch(/brought forward from the checkpoint, offset 6 +MOP 10,035\.00/);
    expect([alone.code, onward.code, value.code, flush.code]).toEqual([1, 0, 0, 0]);

    const next = path('next.json');
    const followed = await stack.cli('checkpoint', '--from', file, '-o', next);
    const [, digest = ''] = /SHA-256 ([0-9a-f]{64})\./.exec(written.output) ?? [];
    expect(followed.output).toContain(`It follows the checkpoint ${digest}.`);
    const now = await stack.cli('verify', '--from', next);
    expect(now.output).toMatch(/agrees with the log: 0 records in 12 partitions since .* 0 awards/);
    expect(now.output).toMatch(/agrees too: 0 awards, 0 exceptions, 0 statements, 0 pool-values\./);
    expect([followed.code, now.code]).toEqual([0, 0]);

    const edited = path('edited.json');
    writeFileSync(edited, readFileSync(file, 'utf8').replace('10035000000', '10036000000'));
    const refused = await stack.cli('verify', '--from', edited);
    expect(refused.output).toContain('was edited: its content does not fit its digest');
    expect(refused.code).toBe(1);
  });

  it('verify --journal walks every chain by itself, and names an altered copy beside them', async () => {
    const whole = await stack.cli('verify', '--journal');
    expect(whole.output).toMatch(/^The journal is whole: [1-9]\d* blocks on the chains of 12/);
    const blocks = await stack.outputs<JournalBlock>('journal');
    const { message } = blocks.at(-1) as { message: JournalBlock };
    const value = JSON.stringify(message).replace('"digest":"', '"digest":"0');
    await stack.send([{ topic: topicName(stack.prefix, 'journal'), key: String(home), value }]);
    const altered = await stack.cli('verify', '--journal');
    expect(altered.output).toMatch(
      /^Outside the chains, where it proves nothing and does no harm: Partition \d+: a copy of block \d+ was altered: record \d+ of partition \d+ of the journal’s topic\./m,
    );
    expect([whole.code, altered.code]).toEqual([0, 0]);
  });
});
