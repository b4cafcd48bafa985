import type { AwardMessage } from '#contract';
import type { FloorView } from '../ledger/floor.js';
import { floorBody } from './floor-page.js';

const reader = { language: 'en', person: undefined, path: '/' } as const;
const award = (offset: number, currency: string, amount: number) => ({
  zone: 'UTC',
  award: {
    ...{ jackpot: 'main', offset, currency, table: `T${offset}`, states: [{ state: 'locked' }] },
    payouts: [{ seat: 1, hand: 'flush', amount }],
    recordedAt: '2026-11-21T04:00:00.000Z',
  } as unknown as AwardMessage,
});
const textOf = (queue: FloorView['queue']): string => {
  const none = { readings: [], unreadable: [], attention: [], alerts: undefined };
  return floorBody(reader, { ...none, queue, zone: 'UTC' }).text;
};

test('the largest award that waits is named once for each currency, wherever it is in the queue', () => {
  const queue = [award(1, 'HKD', 90_000), award(2, 'MOP', 50_000), award(3, 'MOP', 80_000)];
  const [line = ''] = /3[^<]*the largest:.*?<\/p>/s.exec(textOf(queue)) ?? [];
  expect([...line.matchAll(/[A-Z]{3} [\d,.]+/g)].map(String)).toEqual(['HKD 900.00', 'MOP 800.00']);
  expect(textOf(queue.slice(0, 1))).not.toContain('the largest');
});
