import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { twoGamingDays } from '#testing/two-gaming-days';
import { PGlite } from '@electric-sql/pglite';

/** Returns a message with other members. */
function changed(message = '', members: object): string {
  return JSON.stringify({ ...(JSON.parse(message) as object), ...members });
}

describe('the recipe for PostgreSQL', () => {
  const db = new PGlite();
  const { statements, awards } = twoGamingDays();
  const rows = async (sql: string) => (await db.query<Record<string, unknown>>(sql)).rows;

  /** Loads lines like `psql -c "\copy …"`. */
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
    expect(await load(all)).toBe(
      '2 parts of statements and 2 awards are new, 0 lines are neither; the newest days: main 2026-11-22',
    );
    expect(await load([...all, ...all])).toBe(
      '0 parts of statements and 0 awards are new, 0 lines are neither; the newest days: main 2026-11-22',
    );
  });

  it('says that nothing was read, where nothing was', async () => {
    await expect(load([])).rejects.toThrow('progressive.line is empty');
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

  it('shows that the awards are what the newest statement counts', async () => {
    const hands = await rows(
      'select hand, wins::int, wins_of_awards::int, difference::float from progressive.hand order by hand',
    );
    expect(hands).toEqual(
      ['flush', 'royal-flush'].map((hand) => {
        return { hand, wins: 1, wins_of_awards: 1, difference: 0 };
      }),
    );
  });

  it('names a day that was not loaded', async () => {
    expect(await rows('select * from progressive.missing_day')).toEqual([]);
    await load([changed(statements[1], { day: '2026-11-24', after: '2026-11-23' })]);
    expect(await rows('select jackpot, day::text from progressive.missing_day')).toEqual([
      { jackpot: 'main', day: '2026-11-23' },
    ]);
  });

  it.each([
    ['no JSON', 'junk'],
    ['no part', '{"day":"2026-11-21"}'],
    ['a character that PostgreSQL does not have', '{"a":"\\u0000"}'],
    ['another way to write a day', changed(statements[0], { day: '20261121' })],
    ['a part too many', changed(statements[0], { part: 2, parts: null })],
    ['a part that is a text', changed(statements[0], { part: '01' })],
    ['an award by nobody', changed(awards[0], { by: 7 })],
  ])('keeps %s apart, and loads the rest', async (_, line) => {
    const said = await load([line, ...statements]);
    expect(said).toBe(
      '0 parts of statements and 0 awards are new, 1 lines are neither; the newest days: main 2026-11-24',
    );
    const [last] = await rows('select message from progressive.rejected order by at desc limit 1');
    expect(last).toEqual({ message: line });
  });

  it.each([
    ['another statement', 0, { funds: 1 }, 'two statements of 2026-11-21 for main'],
    ['another message of an award', 1, { table: 'T9' }, 'two messages for main/T1/1/'],
  ])('loads nothing where there is %s', async (_, topic, change, sentence) => {
    const forged = changed([statements, awards][topic]?.[0], change);
    const other = changed(awards[0], { id: 'main/T9/1/1' });
    await db.exec('delete from progressive.line');
    await expect(load([other, forged])).rejects.toThrow(sentence);
    const count = "select count(*)::int as count from progressive.award where id = 'main/T9/1/1'";
    expect(await rows(count)).toEqual([{ count: 0 }]);
    await db.exec('delete from progressive.line');
  });
});
