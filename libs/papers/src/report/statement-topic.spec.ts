import { readFileSync } from 'node:fs';
import type { StatementMessage } from '#contract';
import { topicOf } from './testing/topic-of.js';
import { isUnbroken, readStatement, readStatements } from './statement-topic.js';

const sample = new URL('../../../../libs/contract/samples/statement.json', import.meta.url);
const stated = JSON.parse(readFileSync(sample, 'utf8')) as StatementMessage;
const day = (changes: Partial<StatementMessage> = {}) => ({ ...stated, ...changes });
const [first, second] = [
  day({ day: '2026-11-20', after: null, offset: 10 }),
  day({ day: '2026-11-22', after: '2026-11-20', offset: 20 }),
];

/** The statements read from a topic with these records; objects are statements. */
async function read(date: string, ...records: (object | string | null)[]) {
  return readStatement(topicOf(records), 'fortune-main', date);
}

test.each<[string, StatementMessage | undefined]>([
  ['2026-11-19', first],
  ['2026-11-20', first],
  ['2026-11-21', second],
  ['2026-11-22', second],
  ['2026-11-23', undefined],
])('%s is in the day that was closed then, or next', async (date, found) => {
  expect(await read(date, first, second)).toEqual(found);
  expect(await read(date, second, first, first, second)).toEqual(found);
});

test('the parts of a statement are one, in any order, and one that is missing makes none', async () => {
  const row = stated.tables[0] as StatementMessage['tables'][number];
  const part = (number: number, table: string) =>
    day({ part: number, parts: 2, tables: [{ ...row, table }] });
  const whole = await read(stated.day, part(2, 'T2'), part(1, 'T1'));
  expect(whole?.tables.map(({ table }) => table)).toEqual(['T1', 'T2']);
  expect(await read(stated.day, part(1, 'T1'))).toBeUndefined();
});

test('what is no statement is passed over', async () => {
  const others = ['junk', null, '{}', { ...first, causes: 7 }, day({ jackpot: 'other' })];
  expect(await read(first.day, ...others, first)).toEqual(first);
});

test.each([
  ['with other figures', { closing: { ...stated.closing, pool: '1' } }],
  ['of another record', { offset: 11 }],
])('a second statement of a day %s is an error, and none is shown', async (_, changes) => {
  const forged = { ...first, ...changes };
  for (const records of [
    [first, forged],
    [forged, first],
    [forged, ...Array<string>(500).fill('junk'), first],
  ]) {
    await expect(read(first.day, ...records)).rejects.toThrow('somebody else has written there');
  }
});

test('the statements of several days are in the order of the days, each once', async () => {
  const third = day({ day: '2026-11-23', after: '2026-11-22', offset: 30 });
  const between = (from: string, to: string, ...records: object[]) =>
    readStatements(topicOf(records), 'fortune-main', { from, to });
  const all = [first, second, third];
  expect(await between('2026-11-20', '2026-11-23', third, first, second, first)).toEqual(all);
  expect(await between('2026-11-21', '2026-11-22', ...all)).toEqual([second]);
  expect(isUnbroken(all, '2026-11-20')).toBe(true);
  expect(isUnbroken([first, third], '2026-11-20')).toBe(false);
  expect(isUnbroken([second, third], '2026-11-20')).toBe(false);
});

test('a day that lies within another one is an error', async () => {
  const within = day({ day: '2026-11-21', after: '2026-11-20', offset: 15 });
  const range = { from: '2026-11-20', to: '2026-11-22' };
  const reading = readStatements(topicOf([first, second, within]), 'fortune-main', range);
  await expect(reading).rejects.toThrow('somebody else has written there');
});
