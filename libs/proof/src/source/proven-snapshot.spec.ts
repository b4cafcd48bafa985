import { jest } from '@jest/globals';
import { exitCodes } from '#contract';
import type { JournalTopic } from '#engine';
import { blockText, chainBlock, readBlock, type JournalBlock, type LedgerSnapshot } from '#ledger';
import { WrittenLedger } from '../archive/testing/written-ledger.js';
import type { LiveLedger } from './live-ledger.js';
import { provenSnapshot } from './proven-snapshot.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

let ledger: WrittenLedger;
beforeEach(() => (ledger = new WrittenLedger().begin().play('2')));
afterEach(() => ledger.remove());

type Edit = (snapshot: LedgerSnapshot) => Partial<LedgerSnapshot>;

/** A live ledger for which Redis holds something else. */
function liveWith(edit: Edit, changes: Partial<LiveLedger> = {}): LiveLedger {
  const { live } = ledger;
  const snapshot: LiveLedger['snapshot'] = async (of) => {
    const found = await live.snapshot(of);
    return { ...found, ...(of === 0 && edit(found)) };
  };
  return { ...live, snapshot, ...changes } as LiveLedger;
}

/** The message for a person, and the exit code. */
async function refusalOf(live: LiveLedger): Promise<{ message: string; exitCode?: number }> {
  let refused: { message: string; exitCode?: number } | undefined;
  const asked = provenSnapshot(live, 0).catch((error: unknown) => (refused = error as Error));
  await jest.advanceTimersByTimeAsync(10_000);
  await asked;
  return refused ?? { message: 'it was believed' };
}

it('what the commits have left is believed', async () => {
  expect(await provenSnapshot(ledger.live, 0)).toEqual(ledger.snapshot);
  expect((await provenSnapshot(ledger.live, 1)).position).toBe(0);
});

it('people who ask at the same moment share one read of Redis', async () => {
  const { live } = ledger;
  let reads = 0;
  const snapshot: LiveLedger['snapshot'] = (partition) => {
    reads += 1;
    return live.snapshot(partition);
  };
  const counted = { ...live, snapshot } as LiveLedger;
  const asked = Array.from({ length: 100 }, () => provenSnapshot(counted, 0));
  expect(await Promise.all(asked)).toEqual(asked.map(() => ledger.snapshot));
  expect(reads).toBe(1);
});

it('a silent Redis is not taken for a silent Kafka', async () => {
  const { live } = ledger;
  const silent = liveWith(() => ({}), {
    snapshot: () => Promise.reject(new Error('Command timed out')),
    withJournal: (look) =>
      live.withJournal(look).catch(() => Promise.reject(new Error('Kafka does not answer.'))),
  });
  expect(await refusalOf(silent)).toMatchObject({ message: 'Command timed out' });
});

const more = (texts: Readonly<Record<string, string>>, key: string, text: string) => ({
  ...texts,
  [key]: text,
});
const edits: readonly (readonly [string, Edit])[] = [
  ['a balance', ({ accounts }) => ({ accounts: more(accounts, 'main/pool', '1') })],
  ['an account more', ({ accounts }) => ({ accounts: more(accounts, 'thief/pool', '0') })],
  ['a jackpot', ({ jackpots }) => ({ jackpots: more(jackpots, 'main', '{}') })],
  ['a table', ({ tables }) => ({ tables: more(tables, 'main/T1', '{}') })],
  ['a table that is gone', () => ({ tables: {} })],
  ['a remembered award', ({ claims }) => ({ claims: more(claims, 'main/T1/9/5', '{}') })],
  ['an award that is gone', () => ({ claims: {} })],
  ['a value', ({ values }) => ({ values: more(values, 'main', '{}') })],
  [
    'a key more',
    ({ authority }) => ({ authority: authority.replace('"keys":[', '"keys":[["k",{}],') }),
  ],
  [
    'the id of the ledger',
    ({ authority }) => ({ authority: authority.replace('"ledger":"', '"ledger":"x') }),
  ],
  ['the newest time', ({ newestMs }) => ({ newestMs: newestMs + 1 })],
  ['counts of refusals', () => ({ refusals: '[1,1,[]]' })],
  ['the position', ({ position }) => ({ position: position + 1 })],
  ['the number of the block', ({ block }) => ({ block: block - 1 })],
  ['the head', () => ({ head: 'f'.repeat(64) })],
  ['no head', () => ({ head: '0'.repeat(64), block: 0 })],
];

it.each(edits)('%s that somebody has written to Redis is not believed', async (_, edit) => {
  expect({ ...ledger.snapshot, ...edit(ledger.snapshot) }).not.toEqual(ledger.snapshot);
  const { message, exitCode } = await refusalOf(liveWith(edit));
  expect(message).toMatch(/^Nothing was signed or sent, and nothing is shown: partition 0, /);
  expect(message).toMatch(
    / Somebody has written to Redis: `verify` names what, and deploy\/operations\/ledger-diverged\.md says what to do\.$/,
  );
  expect(exitCode).toBe(exitCodes.differs);
});

it('an older ledger that somebody has put back is not believed, though a block proves it', async () => {
  const older = ledger.snapshot;
  ledger.play('3');
  const { message, exitCode } = await refusalOf(liveWith(() => older));
  expect(message).toContain(
    `Redis has the ledger at offset ${older.position}, but the journal has it at ${ledger.snapshot.position}`,
  );
  expect(exitCode).toBe(exitCodes.unavailable);
});

it('an empty Redis is not believed where the journal has blocks', async () => {
  const empty = await ledger.live.snapshot(1);
  const { message } = await refusalOf(liveWith(() => empty));
  expect(message).toContain('Redis has the ledger at offset 0, but the journal has it at 10');
});

it('an empty Redis is not believed either where the blocks are of long ago', async () => {
  const empty = await ledger.live.snapshot(1);
  const journal: Partial<JournalTopic> = {
    newest: (_, atMost = Infinity) =>
      atMost > 1_000_000
        ? ledger.live.withJournal((own) => own.newest(0))
        : Promise.resolve(undefined),
  };
  const withJournal: LiveLedger['withJournal'] = (look) => look(journal as JournalTopic);
  const { message } = await refusalOf(liveWith(() => empty, { withJournal }));
  expect(message).toContain('the journal has it at 10');
});

it.each(['rebuild', 'restore'] as const)(
  'what a %s has left behind is not believed, though it is at the end of the log',
  async (act) => {
    const before = ledger.snapshot;
    if (act === 'rebuild') ledger.act('rebuild', 0, -1);
    else ledger.act('restore', 6, 5);
    const { message } = await refusalOf(liveWith(() => before));
    expect(message).toContain(`the journal has a ${act} after it, as block ${before.block + 1}`);
  },
);

it('a block of a fail-over that gives the same ledger is no doubt, and one that gives another is', async () => {
  const { snapshot } = ledger;
  const own = readBlock(ledger.journal.at(-1) as string) as JournalBlock;
  const content = { ...own, block: own.block + 1, hash: undefined };
  ledger.journal.push(blockText(chainBlock(content)));
  expect(await provenSnapshot(ledger.live, 0)).toEqual(snapshot);
  ledger.journal.push(blockText(chainBlock({ ...content, state: 'f'.repeat(64) })));
  const { message } = await refusalOf(liveWith(() => ({})));
  expect(message).toContain('of the journal ends there too, and says another ledger');
});

it('an empty ledger is believed before the service has begun', async () => {
  const empty = await ledger.live.snapshot(1);
  ledger.journal.length = 0;
  expect(
    await provenSnapshot(
      liveWith(() => empty),
      0,
    ),
  ).toEqual(empty);
});

it('what is behind the log is believed while nothing newer is on the journal', async () => {
  const { snapshot } = ledger;
  ledger.log.bet('main', 'T1', '3', 1);
  ledger.records = ledger.log.records;
  expect(await provenSnapshot(ledger.live, 0)).toEqual(snapshot);
});

it('a ledger whose newest block is not on the topic is not believed', async () => {
  ledger.journal.pop();
  const { block } = ledger.snapshot;
  const { message, exitCode } = await refusalOf(liveWith(() => ({})));
  expect(message).toContain(`block ${block}, which Redis names as the newest, is not on`);
  expect(message).toContain('Somebody has written to Redis');
  expect(exitCode).toBe(exitCodes.differs);
});

it('an older ledger is not believed either where a late copy of its block stands last', async () => {
  const { snapshot: older } = ledger;
  const block = ledger.journal.at(-1) as string;
  ledger.play('3');
  ledger.journal.push(block);
  ledger.log.bet('main', 'T1', '4', 1);
  ledger.records = ledger.log.records;
  const { message, exitCode } = await refusalOf(liveWith(() => older));
  expect(message).toContain(`Redis has the ledger at offset ${older.position}, but the journal`);
  expect(exitCode).toBe(exitCodes.unavailable);
});

it.each([
  ['another cluster', { clusterId: 'another' }, 'wrong-cluster'],
  ['another number of partitions', { partitions: 5 }, 'partition-count-changed'],
])('a ledger of %s is not believed, by its name', async (_, changes, page) => {
  const { message } = await refusalOf(liveWith(() => changes));
  expect(message).toContain(`See deploy/operations/${page}.md.`);
});
