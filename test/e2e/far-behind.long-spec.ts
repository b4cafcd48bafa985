import type { JournalBlock } from '#ledger';
import { recordsPerApply, type OutgoingMessage } from '#log';
import { jackpot } from '#testing/jackpot';
import { getJson, TestStack, type PartitionHealth } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

/** A resort whose ledger stopped for half an hour. */
describe('a partition that is far behind', () => {
  let stack: TestStack;
  beforeEach(() => {
    stack = new TestStack();
  });
  afterEach(() => stack.close());

  const rounds = 800;
  const tables = 10;

  it('catches up in commits of several runs, also when it is killed on the way, and all agrees', async () => {
    const first = await stack.startJackpot();
    await stack.configure(first.url, jackpot('main'));
    await first.child.kill();
    const all = Array.from({ length: tables }, (_, each) => {
      const table = new Table(stack.prefix, 'main', `T${each}`);
      return Array.from({ length: rounds }, (__, number) => {
        const round = String(number);
        const bets = [1, 2, 3, 4, 5].map((seat) => table.bet(round, seat));
        const hasWin = each === 0 && number === 7;
        return [...bets, hasWin ? table.settle(round, [2, 'flush']) : table.settle(round)];
      }).flat();
    });
    // The tables take turns, as on a real floor.
    const inTurns = Array.from({ length: rounds * 6 }, (_, at) =>
      all.map((own) => own[at]!),
    ).flat();
    await stack.send(inTurns);

    const killed = await stack.startJackpot();
    const position = async (url: string) =>
      (await getJson<{ position: number }>(`${url}/v1/jackpots/main`)).position;
    await until('it to have begun', async () => (await position(killed.url)) > 10);
    await killed.child.kill();
    const { url } = await stack.startJackpot();
    const end = inTurns.length + 2;
    await until('it to have caught up', async () => (await position(url)) === end);

    const { value } = await getJson<{ value: number }>(`${url}/v1/jackpots/main`);
    const bets = tables * rounds * 5;
    expect(value).toBe(1_000_000 + bets * 3_500);
    // After a crash, a message that is sent again has its earlier id.
    expect(new Set((await stack.outputs('awards')).map(({ id }) => id)).size).toBe(1);
    const blocks = await until('the newest block', async () => {
      const found = await stack.outputs<JournalBlock>('journal');
      return found.some(({ message }) => message.to === end - 1) && found;
    });
    const sizes = blocks.map(({ message: { from, to } }) => to - from + 1);
    expect(Math.max(...sizes)).toBeGreaterThan(recordsPerApply);
    expect((await stack.cli('verify')).code).toBe(0);
  });

  it('meets a bug of the fold, and commits the runs before it all the same', async () => {
    // Prizes have moved the accounts far; when huge stakes are then given back, one account leaves
    // the ledger's range. Nothing else in a log makes the fold fail.
    const most = 1_000_000_000_000;
    const own = jackpot('absurd');
    const first = await stack.startJackpot();
    const configuration = {
      ...own,
      stake: { min: 1, max: most },
      rates: { pool: 1, reserve: 0 },
      prizes: { ...own.prizes, flush: { fixed: most } },
    };
    await stack.configure(first.url, configuration);
    await first.child.kill();
    const table = new Table(stack.prefix, 'absurd', 'T1');
    const open = Array.from({ length: 20 }, (_, n) => new Table(stack.prefix, 'absurd', `O${n}`));
    const round = (number: number, hasWins: boolean): OutgoingMessage[] => {
      const wins = hasWins ? [1, 2, 3].map((seat): [number, string] => [seat, 'flush']) : [];
      const bets = [1, 2, 3, 4, 5].map((seat) => table.bet(String(number), seat));
      return [...bets, table.settle(String(number), ...wins)];
    };
    const paidRounds = 159;
    const rounds = (from: number, to: number): OutgoingMessage[] =>
      Array.from({ length: to - from }, (_, n) => round(from + n, from + n < paidRounds)).flat();
    const staked = open.flatMap((each) =>
      [1, 2, 3, 4, 5, 6, 7].map((seat) => each.bet('1', seat, most)),
    );
    const before = [...staked, ...rounds(0, 2_000)];
    const back = open.map((each) => each.event('round.voided', { round: '1', reason: 'other' }));
    const all = [...before, ...back, ...rounds(2_000, 3_000)];
    await stack.send(all);

    const url = await stack.start('apps/jackpot').url();
    const halted = await until('it to halt', async () => {
      const { partitions } = await getJson<PartitionHealth>(`${url}/health/partitions`);
      return partitions.find(({ state }) => state === 'halted');
    });
    expect(halted.reason).toBe('ledger-unbalanced');
    // The eighteenth table no longer gets its stakes back.
    const failsAt = 2 + before.length + 17;
    expect(halted.position ?? 0).toBeGreaterThan(failsAt - recordsPerApply);
    expect(halted.position ?? 0).toBeLessThanOrEqual(failsAt);
    await until('every award', async () => (await stack.outputs('awards')).length >= paidRounds);
  });
});
