import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldRecords } from '#engine';
import { emptyState } from '#pools';
import { WrittenLog } from '#testing/written-log';
import { PGlite } from '@electric-sql/pglite';

/** What two gaming days with two awards have sent, and what a third record changes. */
function messages(): { statements: string[]; awards: string[] } {
  const log = new WrittenLog()
    .configure('main')
    .bet('main', 'T1', '1', 1)
    .bet('main', 'T2', '1', 2);
  log.settle('main', 'T1', '1', [{ seat: 1, hand: 'flush' }]);
  log.event('main', 'ops', 'day.closed', { day: '2026-11-21' });
  log.bet('main', 'T1', '2', 3).settle('main', 'T1', '2', [{ seat: 3, hand: 'royal-flush' }]);
  const award = `main/T1/2/${log.records.length - 1}`;
  log.event('main', 'ops', 'award.reversed', { award, cause: 'misread', reason: 'tape 7' });
  log.event('main', 'ops', 'day.closed', { day: '2026-11-22' });
  const { outbox } = foldRecords(emptyState(), log.records, WrittenLog.context);
  const of = (topic: string) =>
    outbox.filter((each) => each.topic === topic).map(({ value }) => value);
  return { statements: of('statements'), awards: of('awards') };
}

describe('the recipe for PostgreSQL', () => {
  const db = new PGlite();
  const { statements, awards } = messages();
  const rows = async (sql: string) => (await db.query<Record<string, unknown>>(sql)).rows;

  /** As `psql -c "\copy …"` does. */
  async function load(lines: readonly string[]): Promise<unknown> {
    for (const line of lines) await db.query('insert into progressive.line values ($1)', [line]);
    return (await rows('select progressive.load() as said'))[0]?.['said'];
  }

  beforeAll(async () => {
    const sql = readFileSync(join(import.meta.dirname, 'postgres.sql'), 'utf8');
    await db.exec(sql);
    await db.exec(sql);
  }, 60_000);
  afterAll(() => db.close());

  it('loads what the topics have, once, in any order', async () => {
    expect([statements.length, awards.length]).toEqual([2, 3]);
    const all = [...awards.toReversed(), ...statements];
    expect(await load(all)).toBe('2 parts of statements and 2 awards are new');
    expect(await load([...all, ...all])).toBe('0 parts of statements and 0 awards are new');
  });

  it('shows accounts that follow from what was posted', async () => {
    const days = await rows('select * from progressive.day');
    expect(days.length).toBe(10);
    expect(new Set(days.map(({ difference }) => Number(difference)))).toEqual(new Set([0]));
    const [sums] = await rows(
      'select sum(abs(players + pool + reserve + house + held)) as apart, count(*)::int as count from progressive.day_cause',
    );
    expect(Number(sums?.['apart'])).toBe(0);
    expect(sums?.['count']).toBeGreaterThan(4);
  });

  it('shows what each table has added on a day', async () => {
    const tables = await rows(
      'select day::text, table_name, bets::int, stakes::float, wins::int, taken_back::float > 0 as back from progressive.day_table order by day, table_name',
    );
    expect(tables).toEqual([
      { day: '2026-11-21', table_name: 'T1', bets: 1, stakes: 10, wins: 1, back: false },
      { day: '2026-11-21', table_name: 'T2', bets: 1, stakes: 10, wins: 0, back: false },
      { day: '2026-11-22', table_name: 'T1', bets: 1, stakes: 10, wins: 1, back: true },
      { day: '2026-11-22', table_name: 'T2', bets: 0, stakes: 0, wins: 0, back: false },
    ]);
  });

  it('shows each prize as it stands now, in major units', async () => {
    const prizes = await rows(
      'select hand, seat, state, currency, amount::float from progressive.prize order by recorded_at',
    );
    const [flush, royal] = awards.map((value) => {
      const { payouts } = JSON.parse(value) as { payouts: { amount: number }[] };
      return (payouts[0]?.amount ?? 0) / 100;
    });
    expect(prizes).toEqual([
      { hand: 'flush', seat: 1, state: 'paid at table', currency: 'MOP', amount: flush },
      { hand: 'royal-flush', seat: 3, state: 'reversed', currency: 'MOP', amount: royal },
    ]);
  });

  it('names a day that was not loaded', async () => {
    expect(await rows('select * from progressive.missing_day')).toEqual([]);
    const third = { ...(JSON.parse(statements[1] ?? '') as object), day: '2026-11-24' };
    await load([JSON.stringify({ ...third, after: '2026-11-23' })]);
    expect(await rows('select jackpot, day::text from progressive.missing_day')).toEqual([
      { jackpot: 'main', day: '2026-11-23' },
    ]);
  });

  it('loads nothing where a statement is not the one of before', async () => {
    const forged = { ...(JSON.parse(statements[0] ?? '') as object), funds: 1 };
    const other = JSON.stringify({ ...(JSON.parse(awards[0] ?? '') as object), id: 'main/T9/1/1' });
    await expect(load([other, JSON.stringify(forged)])).rejects.toThrow(
      'there are two statements of 2026-11-21 for main',
    );
    const count = 'select count(*)::int as count from progressive.award';
    expect(await rows(count)).toEqual([{ count: 2 }]);
  });
});
