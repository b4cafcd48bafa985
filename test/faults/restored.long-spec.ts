import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { topicName, type TopicKind } from '#contract';
import { blockText, chainBlock, StateDigest, type JournalBlock } from '#ledger';
import { testLedger } from '#testing/test-keys';
import { getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import {
  writeCheckpoint,
  type Checkpoint,
  type CheckpointPartition,
} from '../../libs/proof/src/checkpoint-file.js';
import { openSigner } from '../../apps/cli/src/keys/open-signer.js';
import { HaltScenario, mainPartition, miniPartition } from './halting.js';

/** The log's beginning is deleted and Redis is lost: only a checkpoint brings the ledger back. */
describe('a ledger that is lost when the log no longer has its beginning', () => {
  let scenario: HaltScenario;
  let checkpoint: string;
  let early: string;
  const inFolder = (name: string) => join(scenario.stack.folder, name);
  const only = ['--partition', String(mainPartition)];
  /** The partition of `mini` as Redis had it before the checkpoint. */
  let oldCopy: Map<string, Buffer>;

  interface Written {
    readonly content: { readonly ledger: Place[] };
  }
  interface Place {
    readonly partition: number;
    readonly position: number;
    readonly sent: { readonly partition: number; readonly offset: number };
  }

  async function checkpointTo(file: string): Promise<string> {
    const path = inFolder(file);
    expect(await scenario.stack.cli('checkpoint', '-o', path)).toMatchObject({ code: 0 });
    return path;
  }

  const placesOf = (file: string): Place[] =>
    (JSON.parse(readFileSync(file, 'utf8')) as Written).content.ledger;

  /** Deletes all records older than the last one that a checkpoint knows. */
  async function truncate(file: string): Promise<void> {
    const deleteTo = async (kind: TopicKind, marks: [number, number][]) => {
      const topic = topicName(scenario.stack.prefix, kind);
      const partitions = marks.map(([partition, offset]) => ({
        partition,
        offset: String(offset),
      }));
      const admin = scenario.stack.kafka.admin();
      await admin.connect();
      // kafkajs learns the leaders of the partitions only by this.
      await admin.fetchTopicOffsets(topic);
      await admin.deleteTopicRecords({ topic, partitions });
      await admin.disconnect();
    };
    const places = placesOf(file);
    await deleteTo(
      'events',
      places.map(({ partition, position }) => [partition, Math.max(0, position - 1)]),
    );
    const { sent } = places.find(({ partition }) => partition === mainPartition) as Place;
    // Blocks of other partitions may be in the same partition of the journal's topic.
    const shared = places.filter((each) => each.sent.partition === sent.partition);
    const oldest = Math.min(...shared.map((each) => each.sent.offset));
    await deleteTo('journal', [[sent.partition, oldest]]);
  }

  async function win(round: string, hand: string): Promise<void> {
    await scenario.stack.send([
      scenario.main.bet(round, 3),
      scenario.main.settle(round, [3, hand]),
    ]);
  }

  /** A false checkpoint by a person whose key may sign checkpoints. */
  function forged(name: string, change: (own: CheckpointPartition) => void): string {
    const { content } = JSON.parse(readFileSync(checkpoint, 'utf8')) as { content: Checkpoint };
    change(content.ledger.find(({ partition }) => partition === mainPartition) as never);
    const { text } = writeCheckpoint(content, (signed) =>
      openSigner(scenario.stack.env['COMMAND_KEY'], { warn: () => undefined }).sign(
        testLedger,
        signed,
      ),
    );
    writeFileSync(inFolder(name), text);
    return inFolder(name);
  }

  const awards = async () =>
    (await getJson<{ awards: object[] }>(`${scenario.url}/v1/jackpots/main/awards`)).awards;

  /** Checks that the answer says why, and that the ledger is unchanged. */
  async function expectRefused(sentence: RegExp, ...args: string[]): Promise<void> {
    const before = await scenario.ledgerOf(mainPartition);
    const { code, output } = await scenario.recover(...only, ...args);
    expect(output).toMatch(sentence);
    expect(code).not.toBe(0);
    expect(await scenario.ledgerOf(mainPartition)).toEqual(before);
  }

  beforeAll(async () => {
    scenario = await HaltScenario.open();
    early = await checkpointTo('early.json');
    oldCopy = new Map();
    for (const key of (await scenario.ledgerOf(miniPartition)).keys()) {
      oldCopy.set(key, await scenario.redis.dumpBuffer(key));
    }
    await scenario.expectMiniGoesOn();
    await scenario.expectMiniGoesOn();
    await win('a', 'flush');
    await until('the first award', async () => (await awards()).length === 1);
    checkpoint = await checkpointTo('checkpoint.json');
    await scenario.bet(3);
    await win('b', 'straight-flush');
    await until('the second award', async () => (await awards()).length === 2);
  });
  afterAll(() => scenario.close());

  let before: { pool: string; awards: object[] };

  it('halts by name, and says that a checkpoint is to be restored', async () => {
    before = { pool: await scenario.pool('main'), awards: await awards() };
    await scenario.stop();
    // The outbox is empty: its waiting messages were never sent.
    await truncate(checkpoint);
    for (const partition of [mainPartition, miniPartition]) {
      for (const key of (await scenario.ledgerOf(partition)).keys()) await scenario.redis.del(key);
    }
    for (const [key, content] of oldCopy) await scenario.redis.restore(key, 0, content);
    await scenario.start();
    await scenario.expectHalted([
      { partition: mainPartition, reason: 'ledger-lost' },
      { partition: miniPartition, reason: 'log-trimmed' },
    ]);
    const { code, output } = await scenario.stack.cli('recover', ...only);
    expect(output).toContain(
      `npm run jackpot -- recover --partition ${mainPartition} --act restore --from CHECKPOINT`,
    );
    expect(code).toBe(2);
  });

  it('is not skipped where the journal knows more than an old copy of Redis', async () => {
    const own = ['recover', '--partition', String(miniPartition)];
    const advised = await scenario.stack.cli(...own);
    expect(advised.output).toContain('--act restore --from CHECKPOINT');
    const { code, output } = await scenario.stack.cli(...own, '--act', 'skip');
    expect(output).toContain(
      'skip does not fit. The journal continues past this ledger’s last block',
    );
    expect(code).toBe(1);
  });

  it('is neither skipped nor rebuilt', async () => {
    await expectRefused(/skip does not fit/, '--act', 'skip');
    await expectRefused(/the log begins at offset \d+.*Restore a checkpoint/, '--act', 'rebuild');
    await expectRefused(/--act restore and --from CHECKPOINT belong together/, '--act', 'restore');
  });

  it('takes no checkpoint that was edited, is too old, or is not what its block says', async () => {
    const restore = (file: string) => ['--act', 'restore', '--from', file];
    const edited = inFolder('edited.json');
    const text = readFileSync(checkpoint, 'utf8');
    writeFileSync(edited, text.replace(/"main\/pool": "\d+"/, '"main/pool": "1"'));
    await expectRefused(/edited.json was edited/, ...restore(edited));
    await expectRefused(/is not on the journal’s topic|the log begins at/, ...restore(early));
    await expectRefused(/cannot be read/, ...restore(inFolder('none.json')));
    const richer = forged('richer.json', (own) => {
      const accounts = own.accounts as Record<string, string>;
      for (const [name, micros] of [
        ['pool', 7_000_000n],
        ['house', -7_000_000n],
      ] as const) {
        accounts[`main/${name}`] = String(BigInt(accounts[`main/${name}`] ?? '') + micros);
      }
    });
    await expectRefused(
      /its content is not what block \d+ of the journal says/,
      ...restore(richer),
    );
    const more = forged('more.json', (own) => {
      const claims = own.claims as Record<string, string>;
      claims['main/T1/9/9'] = Object.values(claims)[0] as string;
    });
    await expectRefused(/its content is not what block \d+ of the journal says/, ...restore(more));
  });

  it('shows what the checkpoint gives, and changes nothing without a signature', async () => {
    const shown = await scenario.expectDryRun(...only, '--act', 'restore', '--from', checkpoint);
    expect(shown).toMatch(/position: 0 -> \d+, as the checkpoint of .* has it/);
    expect(shown).toMatch(/the log after it gives each block of the journal, 5 records/);
    expect(shown).toMatch(/SHA-256 [0-9a-f]{64}, which must equal the one in your notes/);
  });

  it('is back with a signed act: pools, awards and positions, and the proof goes on', async () => {
    const done = await scenario.recover('--act', 'restore', '--from', checkpoint);
    expect(done).toMatchObject({ code: 0 });
    await scenario.expectWell();
    await until('the pool', async () => (await scenario.pool('main')) === before.pool);
    expect(await awards()).toEqual(before.awards);
    await scenario.expectMiniGoesOn();
    const { code, output } = await scenario.stack.cli('verify', '--from', checkpoint);
    expect(output).toContain('The ledger agrees with the log');
    expect(output.match(/a checkpoint was put in the ledger’s place/g)).toHaveLength(2);
    expect(code).toBe(0);
  });

  it('does not go back behind what was restored by a later checkpoint', async () => {
    const later = inFolder('later.json');
    const written = await scenario.stack.cli('checkpoint', '--from', checkpoint, '-o', later);
    expect(written).toMatchObject({ code: 0 });
    await scenario.bet(1);
    const explained = await scenario.stack.cli(
      'value',
      'main',
      '--at',
      new Date().toISOString(),
      '--from',
      later,
    );
    expect(explained).toMatchObject({ code: 0 });
    const verified = await scenario.stack.cli('verify', '--from', later);
    expect(verified).toMatchObject({ code: 0 });
    await scenario.stop();
    const act = ['--act', 'restore', '--from'];
    await loseMain();
    expect(await scenario.recover(...act, checkpoint)).toMatchObject({ code: 0 });
    await loseMain();
    await expectRefused(
      /an act of an operator has gone back to before this checkpoint/,
      ...act,
      later,
    );
  });

  it('takes no money that a forged block of the journal confirms', async () => {
    const topic = topicName(scenario.stack.prefix, 'journal');
    const honest = await scenario.stack.outputs<JournalBlock>('journal');
    const { content } = JSON.parse(readFileSync(checkpoint, 'utf8')) as { content: Checkpoint };
    const own = content.ledger.find(({ partition }) => partition === mainPartition);
    const last = honest.find(({ message }) => message.hash === own?.head)?.message as JournalBlock;
    const accounts = { ...own?.accounts };
    accounts['main/pool'] = String(BigInt(accounts['main/pool'] ?? '') + 100_000_000_000n);
    accounts['main/house'] = String(BigInt(accounts['main/house'] ?? '') - 100_000_000_000n);
    const state = StateDigest.of({ ...(own as CheckpointPartition), accounts }).root();
    const { hash: head, ...block } = chainBlock({ ...last, state });
    const { partition } = (own as CheckpointPartition).sent as { partition: number };
    const value = blockText({ ...block, hash: head });
    const record = { topic, key: String(mainPartition), partition, value };
    const [written] = await scenario.stack.producer.send([record]);
    const sent = { block: last.block, partition, offset: Number(written?.baseOffset) };
    const evil = forged('evil.json', (kept) => Object.assign(kept, { accounts, head, sent }));
    await expectRefused(
      /both end at offset \d+ with different ledgers, so one is forged/,
      '--act',
      'restore',
      '--from',
      evil,
    );
  });

  async function loseMain(): Promise<void> {
    for (const key of (await scenario.ledgerOf(mainPartition)).keys())
      await scenario.redis.del(key);
  }
});
