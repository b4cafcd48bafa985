import { until } from '#testing/until';
import { Book, LogServiceHarness, type Service } from './testing/log-service-harness.js';

/** Instances of two ledgers, and other members, in one Kafka group (contract 10.1). */
let harness: LogServiceHarness;
const groupOf = (): string => `${harness.topic}-group`;
const ofLedger = (id: string) => ({ storeId: () => Promise.resolve(id) });
const shareOf = ({ server }: Service): number => server.report().partitions.length;

beforeEach(async () => {
  harness = new LogServiceHarness();
  await harness.make(4);
});
afterEach(() => harness.stop());

test('instances of one ledger share the partitions', async () => {
  const services = [
    await harness.serve(new Book(), ofLedger('one')),
    await harness.serve(new Book(), ofLedger('one')),
  ];
  await until('each has two', () => services.map(shareOf).join() === '2,2');
});

test('an instance of another ledger ends by name, and nobody in the group notices', async () => {
  const first = await harness.serve(new Book(), ofLedger('one'));
  await until('it has all', () => shareOf(first) === 4);
  const { rebalances } = first.server.report();
  const second = await harness.serve(new Book(), ofLedger('two'));
  await until('it gives up', () => second.fatal.length > 0);
  expect(second.fatal).toEqual([
    expect.stringMatching(
      new RegExp(
        `^The Kafka group ${groupOf()} is held by the ledger in the store one \\(test at \\S+\\); this instance is ` +
          'of the store two and stays out of it\\. .*\\(deploy/operations/foreign-members\\.md\\)\\.$',
      ),
    ),
  ]);
  expect(second.captured.lines).toMatchObject([{ fields: { event: 'group-foreign' } }]);
  expect(second.server.report()).toMatchObject({ state: 'waiting', isGroupForeign: true });
  expect(shareOf(second)).toBe(0);
  expect(first.server.report()).toMatchObject({ state: 'running', rebalances });
  expect(shareOf(first)).toBe(4);
});

test('an ordinary consumer is not let in, and where it came first no ledger is', async () => {
  const consumer = harness.kafka.consumer({ groupId: groupOf(), retry: { retries: 0 } });
  const first = await harness.serve(new Book(), ofLedger('one'));
  await until('it has all', () => shareOf(first) === 4);
  const crashed = new Promise((resolve) =>
    consumer.on('consumer.crash', ({ payload }) => resolve(payload.error.message)),
  );
  await consumer.connect();
  await consumer.subscribe({ topic: harness.topic });
  await consumer.run({ eachBatch: async () => undefined });
  expect(await crashed).toMatch(/protocol/);
  expect(shareOf(first)).toBe(4);
  await consumer.disconnect();
  await first.app.close();

  const other = harness.kafka.consumer({ groupId: groupOf() });
  const joined = new Promise((resolve) => other.on('consumer.group_join', resolve));
  await other.connect();
  await other.subscribe({ topic: harness.topic });
  await other.run({ eachBatch: async () => undefined });
  await joined;
  const late = await harness.serve(new Book(), ofLedger('one'));
  await until('it gives up', () => late.fatal.length > 0);
  expect(late.fatal[0]).toContain('held by clients that are no ledger, of the type consumer (test');
  await other.disconnect();
});

test('an instance whose ledger is replaced leaves its group, and serves as one of the new', async () => {
  let id = 'one';
  const service = await harness.serve(new Book(), { storeId: () => Promise.resolve(id) });
  await until('it has all', () => shareOf(service) === 4);
  id = 'two';
  await until('it has all again', () => {
    const { rebalances, state } = service.server.report();
    return rebalances === 2 && state === 'running' && shareOf(service) === 4;
  });
  const { groups } = await harnessGroups();
  expect(groups[0]).toMatchObject({ protocol: 'jackpot-ledger/two', members: [{}] });
  expect(service.captured.lines.map(({ message }) => message)).toContain(
    'Redis has the store two now, and had one: its group is joined anew',
  );
});

test('an instance that was in the group waits for its place, and serves again by itself', async () => {
  let id = 'one';
  const first = await harness.serve(new Book(), { storeId: () => Promise.resolve(id) });
  await until('it has all', () => shareOf(first) === 4);
  const partner = await harness.serve(new Book(), ofLedger('one'));
  await until('they share', () => shareOf(partner) === 2);
  id = 'two';
  await until('it is kept out', () => first.server.report().isGroupForeign);
  // Longer than a new instance would wait.
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  expect(first.fatal).toEqual([]);
  await partner.app.close();
  await until('it has all', () => shareOf(first) === 4);
  expect(first.server.report()).toMatchObject({ state: 'running', isGroupForeign: false });
});

async function harnessGroups() {
  await harness.admin.connect();
  return harness.admin.describeGroups([groupOf()]);
}
