import {
  accountField,
  digestOf,
  hashBlock,
  journalGenesis,
  StateDigest,
  type LedgerSnapshot,
} from '#ledger';
import {
  AssertionError,
  emptyState,
  parseAuthority,
  serializeJackpot,
  serializeTable,
  type PartitionState,
} from '#pools';
import { echoList, echoSchema, journalSchema } from '#contract';
import { WrittenLog } from '#testing/written-log';
import { commitOf, whyDiverged } from './committing.js';
import { foldRecords } from './folding.js';
import { readState } from './snapshot.js';

const { context, jackpots, partition } = WrittenLog;

const [main, side] = jackpots;
const start = { head: journalGenesis, block: 0, partitions: 3, clusterId: 'c', anchor: 'a' };
const atStart = () => ({ ...start, digest: new StateDigest() });

function playedLog() {
  return new WrittenLog()
    .configure(main)
    .configure(side)
    .bet(main, 'T1', '1', 1)
    .bet(main, 'T1', '1', 2)
    .bet(side, 'T1', '1', 1)
    .settle(main, 'T1', '1', [{ seat: 2, hand: 'straight-flush' }])
    .bet(main, 'T1', '2', 3).records;
}

/** Commits of a log, cut after each of these numbers of records. */
function commitsOf(state: PartitionState, ...lengths: number[]) {
  const records = playedLog();
  let { head, block } = start;
  const digest = new StateDigest();
  return lengths.map((length) => {
    const folded = foldRecords(state, records.splice(0, length), context);
    const commit = commitOf(state, folded, { ...start, head, block, digest });
    ({ hash: head, block } = commit.block);
    return commit;
  });
}

test('a commit says what it did, for the tables', () => {
  const log = new WrittenLog().configure(main).bet(main, 'T1', '1', 1).bet(main, 'T1', '1', 1);
  const [, , bet, taken] = log.records.map(({ value }) => String(value));
  log.value(String(bet)).value(String(taken)).value('no JSON');
  const state = emptyState();
  const commit = commitOf(state, foldRecords(state, log.records, context), atStart());
  const echo = echoSchema.parse(JSON.parse(commit.echo));
  const refused = { sequence: '2', reason: 'seat-taken', type: 'bet.placed', round: '1', seat: 1 };
  const none = { sequence: null, type: null, round: null, seat: null };
  expect(echo).toEqual({
    ...{
      echo: partition,
      from: 0,
      position: 7,
      awards: [],
      changed: [
        [main, null],
        [`${main}/T1`, '2'],
      ],
    },
    refused: [
      { ...refused, offset: 3, table: `${main}/T1` },
      { ...refused, ...none, reason: 'malformed', offset: 6, table: '' },
    ],
    repeated: [
      [4, null],
      [5, 'seat-taken'],
    ],
  });
  expect(echoList(Array.from({ length: 201 }))).toBeNull();
});

describe('the journal', () => {
  test('chains each block to the one before it, range after range', () => {
    const commits = commitsOf(emptyState(), 3, 3, 2);
    const blocks = commits.map((commit) => commit.block);
    expect(blocks.map(({ block, from, to }) => [block, from, to])).toEqual([
      [1, 0, 2],
      [2, 3, 5],
      [3, 6, 7],
    ]);
    expect(blocks.map(({ previous }) => previous)).toEqual([
      journalGenesis,
      blocks[0]?.hash,
      blocks[1]?.hash,
    ]);
    for (const block of blocks) expect(hashBlock(block)).toBe(block.hash);
    expect(commits.map(({ from, position }) => [from, position])).toEqual([
      [0, 3],
      [3, 6],
      [6, 8],
    ]);
  });

  test('has the netted postings, which sum to zero, and is the last output of its commit', () => {
    for (const { block, outbox, deltas } of commitsOf(emptyState(), 5, 3)) {
      expect(journalSchema.parse(block)).toEqual(block);
      const last = outbox.at(-1);
      expect(last).toMatchObject({ topic: 'journal', key: String(partition) });
      expect(last?.id).toBe(`${partition}/${block.to}/journal/${block.hash}`);
      expect(JSON.parse(last?.value ?? '')).toEqual(block);
      for (const posting of block.postings) {
        const own = deltas.filter(({ jackpot }) => jackpot === posting.jackpot);
        expect(own.map(({ account, micros }) => [account, String(micros)])).toEqual(
          own.map(({ account }) => [account, posting[account as 'pool']]),
        );
        expect(own.reduce((sum, { micros }) => sum + micros, 0n)).toBe(0n);
        expect(own).toHaveLength(5);
      }
    }
  });

  test('shows another hash when anything that the commit changed is another', () => {
    const [honest] = commitsOf(emptyState(), 8);
    const state = emptyState();
    const folded = foldRecords(state, playedLog(), context);
    (state.tables.get('main/T1') as { over: string }).over = 'edited';
    const edited = commitOf(state, folded, atStart());
    expect(edited.block.postings).toEqual(honest?.block.postings);
    expect(edited.block.hash).not.toBe(honest?.block.hash);
  });

  test('has the digest of the whole ledger after each commit', () => {
    const hashes = { accounts: {}, jackpots: {}, tables: {}, claims: {}, values: {}, meters: {} };
    const accounts: Record<string, bigint> = {};
    let authority = '';
    for (const commit of commitsOf(emptyState(), 3, 3, 2)) {
      for (const { jackpot, account, micros } of commit.deltas) {
        const field = accountField(jackpot, account);
        accounts[field] = (accounts[field] ?? 0n) + micros;
      }
      const balances = Object.entries(accounts).map(([field, micros]) => [field, String(micros)]);
      Object.assign(hashes.accounts, Object.fromEntries(balances));
      Object.assign(hashes.jackpots, Object.fromEntries(commit.jackpots));
      Object.assign(hashes.tables, Object.fromEntries(commit.tables));
      Object.assign(hashes.claims, Object.fromEntries(commit.claims));
      Object.assign(hashes.values, Object.fromEntries(commit.values));
      Object.assign(hashes.meters, Object.fromEntries(commit.meters));
      const { newestMs, refusals } = commit;
      authority = commit.authority ?? authority;
      const digest = StateDigest.of({ ...hashes, newestMs, refusals, authority });
      expect(commit.block.state).toBe(digest.root());
    }
  });

  test('has the digest of all that its commit sends before it', () => {
    for (const { block, outbox } of commitsOf(emptyState(), 7, 1)) {
      expect(outbox.length).toBeGreaterThan(1);
      expect(block.digest).toBe(digestOf(outbox.slice(0, -1)));
    }
  });

  test('names what a transaction left in the log, which changes nothing else', () => {
    const log = new WrittenLog().configure(main).bet(main, 'T1', '1', 1);
    const [keys, , bet] = log.value('', { steppedOver: 'marker' }).records;
    const ignored = log.records.length - 1;
    for (const steppedOver of ['aborted', 'aborted', 'marker'] as const) {
      log.value(String(bet?.value), { steppedOver });
    }
    log.bet(main, 'T1', '1', 2).value('', { steppedOver: 'marker' });
    const { records } = log;
    const [all, plain] = [emptyState(), emptyState()];
    const folded = foldRecords(all, records, context);
    const events = records.filter(({ steppedOver }) => !steppedOver);
    foldRecords(plain, events, context);
    expect(all.jackpots.get(main)?.accounts).toEqual(plain.jackpots.get(main)?.accounts);
    const { block } = commitOf(all, folded, atStart());
    expect(block).toMatchObject({ from: keys?.offset, to: records.length - 1 });
    expect(block.steppedOver).toEqual([
      [ignored, ignored + 3],
      [records.length - 1, records.length - 1],
    ]);
    expect(journalSchema.parse(block)).toEqual(block);
    expect(hashBlock(block)).toBe(block.hash);
  });

  test('of a commit without an event has no posting, and the time of its last record', () => {
    const [, marker] = new WrittenLog().value('', { steppedOver: 'marker' }).records;
    const state = emptyState();
    const { block } = commitOf(state, foldRecords(state, [marker as never], context), atStart());
    expect(block).toMatchObject({ from: 1, to: 1, postings: [], steppedOver: [[1, 1]] });
    expect(Date.parse(block.at)).toBe(marker?.recordedAtMs);
  });

  // clause 41
  test('names the build where another one made the block before, with what is in force then', () => {
    const log = new WrittenLog().configure(main).bet(main, 'T1', '1', 1).records;
    const state = emptyState();
    const folded = foldRecords(state, log, context);
    const commit = commitOf(state, folded, { ...atStart(), newBuild: '0.1.0+1' });
    expect(commit.block.start).toEqual({ build: '0.1.0+1', edition: 1, keys: 1 });
    expect(commit.build).toBe('0.1.0+1');
    expect(journalSchema.parse(commit.block)).toEqual(commit.block);
    expect(hashBlock(commit.block)).toBe(commit.block.hash);
    const [same] = commitsOf(emptyState(), 3);
    expect([same?.build, same?.block.start]).toEqual([null, undefined]);
  });

  test('is the same for the same log', () => {
    const [one] = commitsOf(emptyState(), 8);
    const [other] = commitsOf(emptyState(), 8);
    expect(other?.block).toEqual(one?.block);
  });
});

test('a commit says who may sign where a signed record came, and else leaves it as it is', () => {
  const [configured, bets] = commitsOf(emptyState(), 3, 3);
  expect(parseAuthority(configured?.authority ?? '')).toMatchObject({ version: 1 });
  expect(bets?.authority).toBeNull();
});

test('a commit whose postings do not sum to zero is not made', () => {
  const state = emptyState();
  const folded = foldRecords(state, playedLog(), context);
  (folded.postings.get(main) as { pool: bigint }).pool += 1n;
  expect(() => commitOf(state, folded, atStart())).toThrow(AssertionError);
});

describe('what the ledger answers', () => {
  const state = emptyState();
  foldRecords(state, playedLog(), context);
  const balances = new Map(
    [...state.jackpots.values()].flatMap(({ id, accounts }) =>
      Object.entries(accounts).map(([account, micros]) => [accountField(id, account), micros]),
    ),
  );

  test('agrees with the state', () => {
    expect(whyDiverged(state, balances)).toBeUndefined();
  });

  test('by a micro-unit more is a divergence that names the account', () => {
    const wrong = new Map(balances).set('main/pool', (balances.get('main/pool') ?? 0n) + 1n);
    expect(whyDiverged(state, wrong)).toMatch(/^main\/pool is \d+ in Redis and \d+ by the log/);
  });

  test('about a jackpot that the state does not have is a divergence', () => {
    expect(whyDiverged(state, new Map([['ghost/pool', 0n]]))).toMatch(/^ghost\/pool/);
  });
});

describe('a snapshot of the ledger', () => {
  const state = emptyState();
  const [commit] = commitsOf(state, 8);
  const whole = {
    accounts: Object.fromEntries(
      [...state.jackpots.values()].flatMap(({ id, accounts }) =>
        Object.entries(accounts).map(([name, micros]) => [accountField(id, name), String(micros)]),
      ),
    ),
    jackpots: Object.fromEntries(commit?.jackpots ?? []),
    tables: Object.fromEntries(commit?.tables ?? []),
    claims: Object.fromEntries(commit?.claims ?? []),
    values: Object.fromEntries(commit?.values ?? []),
    meters: Object.fromEntries(commit?.meters ?? []),
    refusals: commit?.refusals,
    authority: commit?.authority,
    newestMs: commit?.newestMs,
  } as unknown as LedgerSnapshot;

  test('that a commit left is read back as the state that made it', () => {
    const read = readState(whole) as PartitionState;
    expect(read).toEqual(state);
    expect([...read.jackpots.values()].map(serializeJackpot)).toEqual(
      [...state.jackpots.values()].map(serializeJackpot),
    );
    expect([...read.tables.values()].map(serializeTable)).toEqual(
      [...state.tables.values()].map(serializeTable),
    );
  });

  test.each<[string, Partial<LedgerSnapshot>, string]>([
    [
      'without an account',
      { accounts: { ...whole.accounts, 'main/house': undefined as unknown as string } },
      'main/house is missing.',
    ],
    [
      'that does not sum to zero',
      { accounts: { ...whole.accounts, 'main/reserve': '1' } },
      'The accounts of main sum to -1499999 micro-units.',
    ],
    ['without a value', { values: {} }, 'The value of main is missing.'],
    ['without meters', { meters: {} }, 'The meters of main are missing.'],
  ])('%s is none, and says so', (_, changes, detail) => {
    const halt = { outcome: 'halt', reason: 'ledger-unbalanced', detail };
    expect(readState({ ...whole, ...changes })).toEqual(halt);
  });

  test('without a value of a jackpot named like a member of objects says so too', () => {
    const text = whole.jackpots['main'] as string;
    const accounts = Object.fromEntries(
      ['pool', 'reserve', 'house', 'players', 'held'].map((name) => [`constructor/${name}`, '0']),
    );
    const odd = { accounts, jackpots: { constructor: text }, tables: {}, values: {} };
    expect(readState(odd as unknown as LedgerSnapshot)).toMatchObject({
      reason: 'ledger-unbalanced',
      detail: 'The value of constructor is missing.',
    });
  });
});
