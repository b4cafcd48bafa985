import { readFileSync } from 'node:fs';
import type { AwardMessage, StatementMessage } from '#contract';
import { topicOf } from './testing/topic-of.js';
import { awardDays, type AwardDay } from './award-days.js';

const days = [1, 2, 3].map((day) => {
  const from = (day - 1) * 100;
  const at = `2026-11-0${day}T22:00:00.000Z`;
  return { jackpot: 'main', day: `2026-11-0${day}`, from, offset: from + 99, at };
}) as StatementMessage[];

const sample = new URL('../../../../libs/contract/samples/award.json', import.meta.url);
const given = JSON.parse(readFileSync(sample, 'utf8')) as AwardMessage;

const award = (offset: number, ...acts: [act: string, offset: number][]): AwardMessage => {
  const by = acts.map(([act, place]) => {
    return { act, kid: 'k', holder: 'h', offset: place, at: '2026-11-01T00:00:00.000Z' };
  });
  return { ...given, id: `main/T1/1/${offset}`, jackpot: 'main', offset, by };
};

/**
 * The facts about the days in a topic with these messages, and how far it had been read by then.
 */
async function read(
  messages: readonly (AwardMessage | string)[],
  each?: (day: AwardDay, to: number) => void,
) {
  const topic = topicOf(messages, Date.parse('2026-11-03T23:00:00.000Z'));
  const found: AwardDay[] = [];
  for await (const day of awardDays(topic, days, null)) {
    each?.(day, topic.readTo());
    found.push(day);
  }
  return found.map(({ statement, awards, paid }) => [
    statement.day.slice(-1),
    [...awards].map(({ offset, by }) => `${offset}:${by.length}`).join(' '),
    paid.map(({ offset, by }) => `${offset}@${by.at(-1)?.offset}`).join(' '),
  ]);
}

const verified = ['award.verified', 150] as [string, number];
const paid = ['award.paid', 250] as [string, number];

test('a day has its awards as they stood when it was closed, and its payments of older ones', async () => {
  const messages = [award(40), award(10), award(140), award(140, verified)];
  messages.push(award(140, verified, paid), award(290));
  const said = [
    ['1', '10:0 40:0', ''],
    ['2', '140:1', ''],
    ['3', '290:0', '140@250'],
  ];
  expect(await read(messages)).toEqual(said);
  // A rebuilt ledger sends everything again, and another jackpot shares the partition.
  const other = { ...award(20), jackpot: 'other' };
  expect(await read([...messages, other, ...messages, award(390)])).toEqual(said);
});

test('what is no award is passed over, and two of one record are an error', async () => {
  const days = [
    ['1', '10:0', ''],
    ['2', '', ''],
    ['3', '', ''],
  ];
  expect(await read(['junk', 'null', '{"jackpot":"main"}', award(10)])).toEqual(days);
  const other = { ...award(10), table: 'T9' };
  for (const messages of [
    [award(10), other],
    [other, award(10)],
  ]) {
    await expect(read(messages)).rejects.toThrow('two messages for main/T1/1/10 of record 10');
  }
  const acted = award(10, ['award.paid', 20]);
  const forged = { ...award(11), by: acted.by };
  await expect(read([award(10), acted, forged])).rejects.toThrow('of record 20');
});

test('a day without an award is a day', async () => {
  expect(await read([])).toEqual([
    ['1', '', ''],
    ['2', '', ''],
    ['3', '', ''],
  ]);
});

test('a day is given before the next ones are read: one of them is in memory', async () => {
  const many = Array.from({ length: 30_000 }, (_, index) => award(index % 100));
  const later = Array.from({ length: 30_000 }, () => award(200));
  let first: number | undefined;
  await read([...many, ...later], (_, to) => (first ??= to));
  expect(first).toBeLessThan(40_000);
});
