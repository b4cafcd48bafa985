import { jest } from '@jest/globals';
import { testLedger } from '#testing/test-keys';
import { passkeyNamed, passkeyOf, touched } from '#testing/test-passkey';
import type { ConsoleLedger } from '../ledger/console-ledger.js';
import { MaybeSent } from './maybe-sent.js';
import { Previews } from './previews.js';
import type { Rehearsal, Rehearsals } from './rehearsals.js';
import type { ActWish } from './wishes.js';

const device = passkeyNamed('m-silva', 'P-256', 'localhost');
const person = passkeyOf(device, { holder: 'M.Silva', roles: ['operate'] });
const other = { ...person, kid: 'l-ho' };
const wish = { act: 'suspend', jackpot: 'main', reason: 'x', despite: 'y' } as const;
let now: Partial<Rehearsal>;
const asked: ActWish[] = [];
const of = async (given: ActWish): Promise<Rehearsal> => {
  await Promise.resolve();
  asked.push(given);
  const keys = new Map([[person.kid, person]]);
  const signed = { ledger: testLedger, value: 'bytes', partitions: [] };
  const prepared = { is: 'invitation', holder: 'N', expires: '' };
  return { wish: given, keys, signed, prepared, seen: '1', ...now } as Rehearsal;
};
let previews: Previews;
const touch = touched(testLedger, Buffer.from('bytes'), device);

beforeEach(() => {
  now = {};
  asked.length = 0;
  jest.useFakeTimers();
  previews = new Previews({} as ConsoleLedger, { of } as unknown as Rehearsals, 'http://x');
});
afterEach(() => jest.useRealTimers());

test('a preview is good for ten minutes', async () => {
  const [one, late] = [await previews.make(wish, person), await previews.make(wish, person)];
  jest.advanceTimersByTime(10 * 60_000 - 1);
  expect(await previews.send(one.id, touch, person)).toMatchObject({ left: null });
  jest.advanceTimersByTime(1);
  await expect(previews.send(late.id, touch, person)).rejects.toBeInstanceOf(MaybeSent);
});

test.each([-3_600_000, 3_600_000])(
  'also if the clock is set by %i ms meanwhile',
  async (movedMs) => {
    const [one, late] = [await previews.make(wish, person), await previews.make(wish, person)];
    jest.setSystemTime(Date.now() + movedMs);
    expect(await previews.send(one.id, touch, person)).toMatchObject({ left: null });
    jest.advanceTimersByTime(10 * 60_000);
    await expect(previews.send(late.id, touch, person)).rejects.toBeInstanceOf(MaybeSent);
  },
);

test('what is doubtful is not passed on, whatever is signed', async () => {
  now = { isDoubtful: true };
  const { id } = await previews.make(wish, person);
  await expect(previews.send(id, touch, person)).rejects.toThrow('say first why it is right');
});

test('where the ledger has moved, the person says again why it is right', async () => {
  const { id } = await previews.make(wish, person);
  now = { seen: '2' };
  expect(await previews.send(id, touch, person)).toMatchObject({ wish: { act: 'suspend' } });
  expect(asked.at(-1)).toMatchObject({ despite: undefined });
});

test('nobody pushes out the previews of others', async () => {
  const { id } = await previews.make(wish, person);
  for (let each = 0; each < 9; each += 1) await previews.make(wish, other);
  expect(previews.mayBeSent(id)).toBe(false);
});

test('what failed before it was sent may be touched again', async () => {
  const { id } = await previews.make(wish, person);
  now = {
    get seen(): string {
      throw new Error('away');
    },
  };
  await expect(previews.send(id, touch, person)).rejects.toThrow('away');
  now = {};
  expect(await previews.send(id, touch, person)).toMatchObject({ left: null });
});
