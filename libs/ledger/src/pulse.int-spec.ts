import { redisAddress, redisUrl } from '#testing/redis';
import { until } from '#testing/until';
import { FrameSubscriber } from './frame-subscriber.js';
import type { Ledger } from './ledger.js';
import { commitFrom, once } from './testing/commits.js';
import { giveEachTestALedger } from './testing/own-ledger.js';

let ledger: Ledger;
let subscriber: FrameSubscriber | undefined;

giveEachTestALedger((own) => ({ ledger } = own));
afterEach(() => subscriber?.close());

const stored = async () => (await ledger.readValues(7)).pulse;

test('a pulse is stored with its age, and published on the channel of the frames', async () => {
  const received: string[] = [];
  subscriber = new FrameSubscriber(redisAddress(redisUrl));
  subscriber.listen((text) => received.push(text));
  expect(await subscriber.subscribe([ledger.keys(7).frames])).toBe(0);
  expect(await stored()).toBeUndefined();
  expect(await ledger.publishPulse(7, 0, 'one', 'a pulse')).toBe(true);
  await until('it is received', () => received.length > 0);
  expect(received).toEqual(['a pulse']);
  await new Promise((resolve) => setTimeout(resolve, 60));
  const pulse = await stored();
  expect(pulse?.text).toBe('a pulse');
  expect(pulse?.storedForMs).toBeGreaterThanOrEqual(50);
  expect(pulse?.storedForMs).toBeLessThan(10_000);
});

test('an instance that is behind the ledger publishes none while the owner does', async () => {
  expect(await ledger.publishPulse(7, 0, 'old', 'first')).toBe(true);
  await ledger.commit(7, commitFrom(0), once);
  expect(await ledger.publishPulse(7, 10, 'new', 'of the owner')).toBe(true);
  expect(await ledger.publishPulse(7, 0, 'old', 'of another')).toBe(false);
  expect((await stored())?.text).toBe('of the owner');
});

test('an owner publishes also while a commit of its own is on its way', async () => {
  expect(await ledger.publishPulse(7, 0, 'one', 'before')).toBe(true);
  await ledger.commit(7, commitFrom(0), once);
  expect(await ledger.publishPulse(7, 0, 'one', 'after')).toBe(true);
});

test('a pulse changes nothing of the ledger', async () => {
  await ledger.commit(7, commitFrom(0), once);
  const before = await ledger.load(7);
  await ledger.publishPulse(7, 10, 'one', 'a pulse');
  expect(await ledger.load(7)).toEqual(before);
});
