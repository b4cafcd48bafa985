import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { topicName, type AwardMessage, type StatementMessage } from '#contract';
import { fortune, jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

/** Two gaming days: a royal flush that is reversed, and one that is paid. */
describe('a gaming day', () => {
  const stack = new TestStack();
  const played = { ...fortune, verifyAbove: 1_000_000, zone: 'Asia/Macau' };
  const [first, second] = [
    new Table(stack.prefix, 'fortune', 'T1'),
    new Table(stack.prefix, 'fortune', 'T2'),
  ];
  const nowMs = Date.now();
  const dayAgo = (days: number): string =>
    new Date(nowMs - days * 86_400_000).toISOString().slice(0, 10);
  const days = [dayAgo(3), dayAgo(1)] as const;
  let api: string;
  let round = 0;

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    await stack.configure(api, jackpot('fortune', played));
  });
  afterAll(() => stack.close());

  async function bets(table: Table, count: number): Promise<void> {
    const records = Array.from({ length: count }, () => {
      round += 1;
      return [table.bet(`${round}`, 3), table.settle(`${round}`)];
    });
    await stack.send(records.flat());
  }

  /** @returns the id of its award */
  async function royal(): Promise<string> {
    round += 1;
    const own = `${round}`;
    await stack.send([first.bet(own, 3), first.settle(own, [3, 'royal-flush'])]);
    return until('the award', async () => {
      const { claims } = await getJson<{ claims: readonly AwardMessage[] }>(
        `${api}/v1/jackpots/fortune/claims`,
      );
      return claims.find((award) => award.round === own)?.id;
    });
  }

  const closeDay = (day: string, ...more: string[]) =>
    stack.cli('close-day', 'fortune', '--day', day, '--despite', 'a test', ...more, '--yes');

  it('is shown first, and closed with --yes', async () => {
    await bets(first, 99);
    const award = await royal();
    await bets(second, 10);
    const reversed = ['--cause', 'misread', '--reason', 'a test', '--yes'];
    expect(await stack.cli('reverse', award, ...reversed)).toMatchObject({ code: 0 });
    const shown = await stack.cli('close-day', 'fortune', '--day', days[0]);
    expect(shown.output).toContain(`  closed up to: no day yet -> ${days[0]}\n`);
    expect(shown.output).toMatch(
      new RegExp(
        `^  LOOK: ${days[0]} ended [345] days ago: everything since then becomes part`,
        'm',
      ),
    );
    expect(shown.output).toContain('Nothing was sent. Add --despite');
    const hasty = await stack.cli('close-day', 'fortune', '--day', 'today', '--yes');
    expect(hasty.output).toMatch(/LOOK: \d{4}-\d\d-\d\d has not ended: it is /);
    expect([hasty.code, hasty.output]).toEqual([1, expect.stringContaining('Nothing was sent')]);
    const { code, output } = await closeDay(days[0], '--funds', '1500000.00');
    expect([code, output]).toEqual([0, expect.stringContaining('applied')]);
    expect(output).toContain('  says: the house sets aside MOP 1,500,000.00; note: a test\n');
    const { closed } = await getJson<{ closed: object }>(`${api}/v1/jackpots/fortune`);
    expect(closed).toEqual({ day: days[0], offset: expect.any(Number) as number });
    const metrics = await (await fetch(`${api}/metrics`)).text();
    const seconds = Date.parse(days[0]) / 1_000;
    expect(metrics).toContain(
      `jackpot_closed_day_timestamp_seconds{jackpot="fortune"} ${seconds}\n`,
    );
  });

  it('is closed once, and no day before it', async () => {
    for (const day of [days[0], dayAgo(4)]) {
      const { code, output } = await closeDay(day);
      expect([code, output]).toEqual([
        1,
        expect.stringContaining(`would be refused, day-closed: fortune has closed ${days[0]}`),
      ]);
    }
    const far = await closeDay('2126-11-30');
    expect(far.output).toContain('day: 2126-11-30 is more than a day after');
    const wrong = await closeDay('30.11.2026');
    expect([wrong.code, wrong.output]).toEqual([
      64,
      expect.stringContaining('--day 30.11.2026 is not a day such as 2026-11-30.'),
    ]);
  });

  it('is stated on its topic, once', async () => {
    const said = await until('the statement', async () => {
      const found = await stack.outputs<StatementMessage>('statements');
      return found.length > 0 && found;
    });
    expect(said.map(({ message }) => message.day)).toEqual([days[0]]);
  });

  // clause 30
  it('is reported with figures that a pencil can check', async () => {
    const { code, output } = await stack.cli('report', 'day', 'fortune', '--day', days[0]);
    expect(code).toBe(0);
    for (const line of [
      new RegExp(`^Gaming day ${days[0]}, fortune \\(MOP\\)$`),
      /^ {2}Period: the beginning – \d{4}-\d\d-\d\d \d\d:\d\d:\d\d GMT\+8$/,
      /^ {2}Records: 0 – \d+, partition \d+$/,
      /^ {2}Journal: block \d+ has record \d+: [0-9a-f]{64}$/,
      /^ {2}Made: .* GMT\+8, by ops-1 \(ops-1\), with jackpot \d+\.\d+\.\d+$/,
      /^ {2}Compared: the ledger has the same day with the same meters$/,
      /^kept apart by the house +1,500,000\.00$/,
      /^kept apart less sign, reserve and held +495,875\.00$/,
      /^at the beginning +0\.00 +0\.00 +0\.00 +0\.00 +0\.00$/,
      /^contribution +110 +-5,500\.00 +3,850\.00 +275\.00 +1,375\.00 +0\.00$/,
      /^at the end +-5,500\.00 +1,003,850\.00 +275\.00 +-998,625\.00 +0\.00$/,
      /^the day +-5,500\.00 +1,003,850\.00 +275\.00 +-998,625\.00 +0\.00$/,
      /^difference +0\.00$/,
      /^contribution +3,850\.00$/,
      /^all +110 +5,500\.00 +4,125\.00 +0\.00 +1 +1,003,500\.00 +0\.00 +0\.00 +1,003,500\.00$/,
      /^T1 +100 +5,000\.00 +3,750\.00 +0\.00 +1 +1,003,500\.00 +0\.00 +0\.00 +1,003,500\.00$/,
      /^T2 +10 +500\.00 +375\.00 +0\.00 +0 +0\.00 +0\.00 +0\.00 +0\.00$/,
      /^Awards that wait: none\.$/,
    ]) {
      expect(output.split('\n')).toContainEqual(expect.stringMatching(line));
    }
  });

  it('is a file for a spreadsheet', async () => {
    const { code, output } = await stack.cli('report', 'day', 'fortune', '--day', days[0], '--csv');
    expect(code).toBe(0);
    const [head, opening, ...rows] = output.split('\n');
    expect(head).toBe('jackpot,day,currency,cause,times,players,pool,reserve,house,held');
    expect(opening).toBe(`fortune,${days[0]},MOP,at-beginning,,0.00,0.00,0.00,0.00,0.00`);
    const bets = `fortune,${days[0]},MOP,contribution,110,-5500.00,3850.00,275.00,1375.00,0.00`;
    expect(rows).toContain(bets);
  });

  it('that nobody has closed is part of the next one', async () => {
    const award = await royal();
    const deck = ['--deck', 'counted', '--note', 'a test', '--yes'];
    expect(await stack.cli('verify-award', award, ...deck)).toMatchObject({
      code: 0,
    });
    const paid = ['--slip', '1', '--amount', '1003885.00', '--method', 'cheque', '--yes'];
    const pay = await stack.cli('pay', award, '--seat', '3', ...paid);
    expect(pay).toMatchObject({ code: 0 });
    expect(await closeDay(days[1])).toMatchObject({ code: 0 });
    const { code, output } = await until('the report', async () => {
      const answer = await stack.cli('report', 'day', 'fortune', '--day', dayAgo(2));
      return answer.code === 0 && answer;
    });
    expect(code).toBe(0);
    const covers = `  Notes: ${dayAgo(2)} was not closed by itself: it is in ${days[1]}. ${days[1]} covers 2 days, all after ${days[0]}.\n`;
    expect(output).toContain(covers);
    expect(output).toMatch(
      /^T1 +1 +50\.00 +37\.50 +0\.00 +1 +1,003,885\.00 +0\.00 +1,003,885\.00$/m,
    );
    expect(output).toMatch(/^at the end .* 1,000,000\.00 /m);
    expect(output).not.toMatch(/^T2 /m);
  });

  it('that is not over is said to be open', async () => {
    const { code, output } = await stack.cli('report', 'day', 'fortune', '--day', dayAgo(0));
    expect([code, output]).toEqual([
      1,
      `${dayAgo(0)} of fortune is not closed: the last one is ${days[1]}.\n`,
    ]);
  });

  it('before the first one is no day', async () => {
    const { code, output } = await stack.cli('report', 'day', 'fortune', '--day', '1999-01-01');
    const first = `1999-01-01 is before the first day of fortune, which is ${days[0]}.\n`;
    expect([code, output]).toEqual([1, first]);
  });

  it('is the last one where none is asked for', async () => {
    const { code, output } = await stack.cli('report', 'day', 'fortune');
    expect([code, output]).toEqual([0, expect.stringContaining(`Gaming day ${days[1]}, fortune`)]);
  });

  // clause 9, 33, 38, 43
  it('has reports of its meters, awards, tables, configurations and acts', async () => {
    const both = `${days[0]}..${days[1]}`;
    const report = async (kind: string, ...more: string[]) => {
      const { code, output } = await stack.cli('report', kind, 'fortune', ...more);
      expect([kind, code, output]).toEqual([kind, 0, output]);
      return output;
    };
    const meters = await report('meters');
    expect(meters).toMatch(
      /^contribution +111 +-5,550\.00 +3,885\.00 +277\.50 +1,387\.50 +0\.00$/m,
    );
    expect(meters).toMatch(/^Royal Flush +2 +2,007,385\.00 +0\.00 +1,003,885\.00 +1,003,500\.00$/m);
    const awards = await report('awards', '--day', both);
    expect(awards).toMatch(/ T1 +3 +Royal Flush +share +1,003,500\.00 +reversed /);
    expect(awards).toMatch(/ T1 +3 +Royal Flush +share +1,003,885\.00 +paid by slip /);
    const paid = await report('awards', '--day', both, '--csv', 'payments');
    expect(paid).toMatch(
      new RegExp(`^fortune,MOP,${days[1]},.*,3,1,1003885\\.00,0\\.00,cheque,,ops-1,ops-1,`, 'm'),
    );
    const back = await report('awards', '--day', both, '--csv', 'taken-back');
    expect(back).toMatch(
      new RegExp(
        `^fortune,MOP,${days[0]},.*,award\\.reversed,,1003500\\.00,misread,ops-1,ops-1,`,
        'm',
      ),
    );
    const tables = await report('tables', '--day', both, '--csv');
    expect(tables.split('\n').slice(1, 4)).toEqual([
      `fortune,MOP,${days[0]},T1,100,5000.00,3750.00,0.00,1,1003500.00,0.00,0.00,0.00,1003500.00,0.00`,
      `fortune,MOP,${days[0]},T2,10,500.00,375.00,0.00,0,0.00,0.00,0.00,0.00,0.00,0.00`,
      `fortune,MOP,${days[1]},T1,1,50.00,37.50,0.00,1,1003885.00,0.00,1003885.00,0.00,0.00,0.00`,
    ]);
    expect(await report('liability', '--csv', 'currencies')).toContain(
      `jackpot,day,currency,pool,reserve,held,transfers,total\nfortune,${days[1]},MOP,1000000.00,0.00,0.00,0.00,1000000.00\n`,
    );
    expect(await report('configurations')).toMatch(/^ +1 +\d.* ops-1 +[0-9a-f]{12}…$/m);
    const events = await report('events', '--day', both);
    expect(events).toMatch(/ award\.reversed .* a test$/m);
    expect(events).toMatch(/ award\.paid .*applied/);
    expect(events).toMatch(/^\d.* build \d+\.\d+\.\d+/m);
  });

  it('is proven from the log, and says what it cannot do', async () => {
    const proven = await stack.cli('report', 'day', 'fortune', '--day', days[0], '--prove');
    expect(proven.output).toContain('Compared: the log, folded again, gives the same statement\n');
    for (const [words, ...args] of [
      ['--csv nothing: `report day` has the lists causes, balance', 'day', '--csv', 'nothing'],
      ['--day: `report day` takes one day', 'day', '--day', `${days[0]}..${days[1]}`],
      ['must be one day, or the first and the last', 'tables', '--day', `${days[1]}..${days[0]}`],
      ['--prove is for `report day`, not for tables', 'tables', '--prove'],
      ['--checkpoint is not for `report tables`', 'tables', '--checkpoint', 'x'],
    ]) {
      const [kind = '', ...more] = args;
      const { code, output } = await stack.cli('report', kind, 'fortune', ...more);
      expect([code, output]).toEqual([64, expect.stringContaining(words ?? '')]);
    }
  });

  it('is a signed file, in which no changed character goes unnoticed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'report-'));
    const path = join(folder, 'day.json');
    const check = async (text: string) => {
      writeFileSync(path, text);
      return stack.cli('report', 'check', path);
    };
    const { output: text } = await stack.cli(
      ...['report', 'day', 'fortune', '--day', days[0], '--house', 'Casa', '--json'],
    );
    const same = await check(text);
    expect([same.code, same.output]).toEqual([
      0,
      expect.stringContaining('its topics give the same; signed by ops-1 (ops-1).'),
    ]);
    const stakes = text.replace('"stakes": "5000000000"', '"stakes": "5000000001"');
    const changed = await check(stakes);
    expect([changed.code, changed.output]).toEqual([
      1,
      expect.stringMatching(
        /: line \d+, in the list tables, is "stakes": "5000000001" and should be "stakes": "5000000000"\./,
      ),
    ]);
    const lines = text.split('\n').filter((line) => /[0-9a-z]/.test(line));
    for (let index = 0; index < lines.length; index += Math.ceil(lines.length / 24)) {
      const line = lines[index] ?? '';
      const altered = line.replace(/[0-9a-z](?=[^0-9a-z]*$)/, (last) => (last === '7' ? '8' : '7'));
      const { code, output } = await check(text.replace(line, altered));
      expect([line, code, output]).toEqual([line, code === 64 ? 64 : 1, output]);
      expect(code).not.toBe(0);
    }
    const unsigned = JSON.parse(text) as { made: { by: unknown }; signature: unknown };
    [unsigned.made.by, unsigned.signature] = [null, null];
    const bare = await check(`${JSON.stringify(unsigned, null, 2)}\n`);
    expect([bare.code, bare.output]).toEqual([0, expect.stringContaining('not signed')]);
    rmSync(folder, { recursive: true });
  });

  it('is not believed where the topic has an award that the statement does not count', async () => {
    expect(await stack.cli('verify')).toMatchObject({ code: 0 });
    const awards = await stack.outputs<AwardMessage>('awards');
    const paid = awards.map(({ message }) => message).findLast(({ by }) => by.length > 1);
    const offset = (paid?.offset ?? 0) - 1;
    const invented = { ...paid, id: `fortune/T9/9/${offset}`, table: 'T9', offset, by: [] };
    const text = JSON.stringify(invented);
    await stack.send([{ topic: topicName(stack.prefix, 'awards'), key: 'fortune', value: text }]);
    const believed = await stack.cli('report', 'awards', 'fortune', '--day', days[1]);
    expect([believed.code, believed.output]).toEqual([
      2,
      expect.stringContaining('royal-flush: the topic has 2 wins of 2007770, the statement 1 of'),
    ]);
  });

  it('is proven: a statement that nobody has made is named', async () => {
    const [own] = await stack.outputs<StatementMessage>('statements');
    const value = JSON.stringify({ ...own?.message, funds: 1 });
    const topic = topicName(stack.prefix, 'statements');
    await stack.send([{ topic, key: 'fortune', value }]);
    const { code, output } = await stack.cli('verify');
    expect([code, output]).toEqual([
      2,
      expect.stringContaining(`altered: statement of fortune for ${days[0]}, part 1 of 1`),
    ]);
    const shown = await stack.cli('report', 'day', 'fortune', '--day', days[0]);
    expect([shown.code, shown.output]).toEqual([
      2,
      expect.stringContaining('somebody else has written there'),
    ]);
  });
});
