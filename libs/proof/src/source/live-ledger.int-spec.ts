import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { topicName, type TopicKind } from '#contract';
import type { Ledger } from '#ledger';
import { ensureTopics } from '#log';
import { TestStack } from '#testing/test-stack';
import { LiveLedger } from './live-ledger.js';

const stack = new TestStack();
const live = new LiveLedger({} as Ledger, stack.kafka, stack.prefix, {
  progress: () => ({ add() {}, end() {} }),
  asked: (answer) => answer,
});
const kinds: readonly TopicKind[] = ['events', 'exceptions'];
beforeAll(() =>
  ensureTopics(
    stack.kafka,
    kinds.map((kind) => ({ topic: topicName(stack.prefix, kind), partitions: 2, config: {} })),
  ),
);
afterAll(async () => {
  await live.close();
  await stack.close();
});

async function socketsOpened(ask: () => Promise<unknown>): Promise<number> {
  let opened = 0;
  const count = (): void => void (opened += 1);
  subscribe('net.client.socket', count);
  await ask().finally(() => unsubscribe('net.client.socket', count));
  return opened;
}

// A broker's listener queues 50 connections (`socket.listen.backlog.size`) and drops the others.
test('a hundred people who read at the same moment share the connections', async () => {
  const ask = (): Promise<unknown> =>
    Promise.all([
      live.watermarks('events'),
      live.watermarks('exceptions'),
      live.nextRecord('events', 0, 0),
      live.readEvents(new Map([[0, { from: 0, to: 0 }]]), () => undefined),
    ]);
  const all = (): Promise<unknown> => Promise.all(Array.from({ length: 100 }, ask));
  const first = await socketsOpened(all);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(10);
  expect(await socketsOpened(all)).toBe(0);
});
