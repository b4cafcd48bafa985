import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { decodeRecord, homePartition } from '#contract';
import { eventFault, eventName, writeEvent } from '#table-client';
import type { GameEvent, StateOfTable } from '#table-client';
import { keyInForce, recordOf } from '../../libs/contract/src/testing/record.js';
import { readEvents } from '../../apps/tables/src/events/read-events.js';
import type { Standing } from '../../apps/tables/src/tables/standing.js';

const samples = 'libs/contract/samples';
const names = /^(bet\.placed|bet\.withdrawn|round\.\w+|table\.heartbeat)\..*json$/;
const events = readdirSync(samples)
  .filter((name) => names.test(name))
  .map((name) => JSON.parse(readFileSync(`${samples}/${name}`, 'utf8')) as GameEvent);

const envelope = { jackpot: 'main', table: 'T1', time: '2026-11-21T04:00:00.000Z', sequence: 7n };
const { context } = keyInForce();
const written = (event: GameEvent): Buffer =>
  Buffer.from(writeEvent(event, { ...envelope, id: eventName(event, 7n) }));

/** Values that a controller may give by mistake instead of any member. */
const wrong = fc.oneof(
  fc.constantFrom<unknown>(null, '', 0, -1, 1.5, NaN, Infinity, 8, [], {}, 'x\ny', 'As', true),
  fc.constantFrom<unknown>([1, 1], [8], ['ante', 'ante'], [{}], 2 ** 53, 'a'.repeat(65), '🂡'),
  fc.string(),
  fc.integer(),
);

test('a program knows all of a state that the gateway gives', () => {
  const known = (standing: Standing): StateOfTable => standing;
  expect(known).toBeInstanceOf(Function);
});

test.each(events.map((event) => [event.type, event] as const))(
  'the contract’s %s is no fault, and is read as it was meant',
  (type, event) => {
    expect(eventFault(event)).toBeUndefined();
    const record = recordOf(written(event), { partition: homePartition('main', 12) });
    expect(decodeRecord(record, context)).toMatchObject({ event: { type, data: event.data } });
  },
);

test.each([
  [{ type: 'round.dealt', data: { round: '1', seat: [1] } }, 'data has no member seat.'],
  [
    { type: 'round.settled', data: { round: '1', wins: [{ seat: 1, hand: 'flush', rank: 1 }] } },
    'wins.0 has no member rank.',
  ],
  [{ type: 'round.dealt', data: { round: '1', seats: undefined } }, undefined],
])('a member that an event does not have is named: %j', (event, fault) => {
  expect(eventFault(event as GameEvent)).toBe(fault);
});

test('what is not refused here, no gateway refuses as malformed', () => {
  let passed = 0;
  const inputs = [fc.constantFrom(...events), fc.nat(), wrong] as const;
  fc.assert(
    fc.property(...inputs, (event, member, value) => {
      const members = Object.keys(event.data);
      const name = members[member % Math.max(1, members.length)] ?? 'other';
      const changed = { ...event, data: { ...event.data, [name]: value } } as GameEvent;
      if (eventFault(changed) !== undefined) return;
      passed += 1;
      const headers = { 'content-type': 'application/cloudevents+json' };
      expect(readEvents(headers, written(changed), 'T1', 12)).toHaveLength(1);
    }),
    { numRuns: 3_000 },
  );
  expect(passed).toBeGreaterThan(30);
});
