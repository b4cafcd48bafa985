import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import { signRecord, topicName } from '#contract';
import { blockText, chainBlock, digestOf, entryKinds, recoveryText, StateDigest } from '#ledger';
import { jackpot } from '#testing/jackpot';
import { testLedger } from '#testing/test-keys';
import { getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { addKeys, privateFile } from '../support/key-holders.js';
import { HaltScenario, mainPartition } from './halting.js';

/** A halted partition whose jackpot has `approvals` (contract 8.5): no one can restart it alone. */
describe('a recovery that needs two people', () => {
  const people = {
    alice: ['--holder', 'Alice', '--roles', 'adjust'],
    'alice-2': ['--holder', 'Alice', '--roles', 'adjust,approve'],
    bob: ['--holder', 'Bob', '--roles', 'approve'],
  };
  const act = ['--partition', String(mainPartition), '--act', 'rebuild', '--note', 'ticket 7'];
  let scenario: HaltScenario;
  const inFolder = (name: string) => join(scenario.stack.folder, name);
  const file = () => inFolder('rebuild.json');

  const recoverAs = async (kid: keyof typeof people, ...args: string[]) => {
    const own = { COMMAND_KEY: privateFile(scenario.stack, kid) };
    const all = ['recover', ...args, '--backup', scenario.stack.folder];
    return scenario.stack.run(all, own);
  };
  const blocks = async () => (await scenario.stack.outputs('journal')).length;

  /** Checks that the answer says why, and that neither ledger nor journal has changed. */
  async function expectRefused(
    said: Promise<{ code: number; output: string }>,
    code: number,
    sentence: string,
  ): Promise<void> {
    const before = [await scenario.ledgerOf(mainPartition), await blocks()];
    const answer = await said;
    expect(answer.output).toContain(sentence);
    expect(answer.code).toBe(code);
    expect([await scenario.ledgerOf(mainPartition), await blocks()]).toEqual(before);
  }

  async function halt(): Promise<void> {
    const { accounts } = scenario.keys();
    await scenario.redis.hincrby(accounts, 'main/pool', '7000000');
    await scenario.redis.hincrby(accounts, 'main/house', '-7000000');
    await scenario.bet(1);
    await scenario.expectHalted([{ partition: mainPartition, reason: 'ledger-diverged' }]);
  }

  /** Removes the approvals from Redis, as a thief would; the log still has them. */
  async function hideApprovals(): Promise<void> {
    const { jackpots } = scenario.keys();
    const stored = JSON.parse((await scenario.redis.hget(jackpots, 'main')) ?? '') as {
      configuration: object;
    };
    const configuration = { ...stored.configuration, approvals: null };
    await scenario.redis.hset(jackpots, { main: JSON.stringify({ ...stored, configuration }) });
  }

  beforeAll(async () => {
    scenario = await HaltScenario.open();
    const approvals = { 'pool.adjusted': [{ from: 0, by: ['approve' as const] }] };
    await scenario.stack.configure(scenario.url, jackpot('main', { approvals }));
    await until('the approvals', async () => {
      const found = await getJson<{ configuration: { approvals: object | null } }>(
        `${scenario.url}/v1/jackpots/main`,
      );
      return found.configuration.approvals !== null;
    });
    await addKeys(scenario.stack, people);
    await halt();
  });
  afterAll(() => scenario.close());

  it('is not done by one, who reads how two do it', async () => {
    await expectRefused(
      recoverAs('alice', ...act, '--yes'),
      1,
      `a jackpot has approvals in partition ${mainPartition}, so rebuild needs two people there. Sign it`,
    );
    const shown = await recoverAs('alice', ...act);
    expect(shown.output).toContain('It needs two people: add --sign-only FILE');
  });

  it('is not done by one either who hides the approvals from the ledger', async () => {
    await hideApprovals();
    const sentence = `a jackpot has approvals in partition ${mainPartition}`;
    await expectRefused(recoverAs('alice', ...act, '--yes'), 1, sentence);
  });

  it('is signed first by one who may adjust, into a new file, and nothing changes', async () => {
    const sign = [...act, '--sign-only', file()];
    await expectRefused(recoverAs('bob', ...sign), 78, 'bob has no role adjust');
    expect(existsSync(file())).toBe(false);
    await expectRefused(recoverAs('alice', ...sign), 0, `--countersign ${file()} --yes`);
    await expectRefused(recoverAs('alice', ...sign), 1, 'it is there already');
  });

  it('is not countersigned by the same person, also not with another key', async () => {
    const sentence = 'was signed twice by Alice, but needs two people';
    for (const kid of ['alice', 'alice-2'] as const) {
      await expectRefused(recoverAs(kid, '--countersign', file(), '--yes'), 1, sentence);
    }
  });

  it('is not done from a file that was changed', async () => {
    const signed = JSON.parse(readFileSync(file(), 'utf8')) as Record<string, unknown>;
    const changed = inFolder('changed.json');
    const position = signed['position'] as number;
    for (const [change, sentence] of [
      [{ note: 'ticket 8' }, `the first signature in ${changed} is not valid`],
      [{ reason: 'log-replaced' }, `the reason is ledger-diverged now, and log-replaced in`],
      [{ position: position + 1 }, `the position is ${position} now, and ${position + 1} in`],
      [{ more: true }, 'is not a signed act'],
    ] as const) {
      writeFileSync(changed, JSON.stringify({ ...signed, ...change }));
      await expectRefused(recoverAs('bob', '--countersign', changed, '--yes'), 1, sentence);
    }
  });

  it('is shown to another person, who does it, and verify agrees and names both', async () => {
    const shown = recoverAs('bob', '--countersign', file());
    await expectRefused(shown, 0, 'Alice has signed it: ticket 7');
    // Either the commit of the bet has halted it, or an earlier comparison with Redis has.
    expect((await shown).output).toMatch(/ MOP 10,(182|147)\.00 -> MOP 10,175\.00 /);
    const done = await recoverAs('bob', '--countersign', file(), '--yes');
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('done, rebuild is') });
    await scenario.untilBets(5);
    await scenario.expectWell();
    await scenario.expectProven(['(ledger-diverged), signed by alice and bob: ticket 7']);
  });

  it('is named by verify where one alone has written it past the command', async () => {
    await scenario.stop();
    await rebuildByHand();
    await scenario.start();
    await scenario.untilBets(5);
    await scenario.expectWell();
    const { code, output } = await scenario.stack.cli('verify');
    expect(output).toMatch(
      /the rebuild was signed by one person, and jackpots of the partition had approvals/,
    );
    expect(code).toBe(2);
  });

  it('is not done once more from the same file', async () => {
    const again = ['--countersign', file(), '--yes'];
    await expectRefused(recoverAs('bob', ...again), 1, 'nothing is wrong');
    await halt();
    await expectRefused(
      recoverAs('bob', ...again),
      1,
      `in ${file()}. Look again, and sign it again`,
    );
  });

  /**
   * Does the same as `recover`, with the valid signature of one person, directly in Kafka and
   * Redis.
   */
  async function rebuildByHand(): Promise<void> {
    const { head: previous = '', block: last } = await scenario.position();
    const block = Number(last) + 1;
    const said = { act: 'rebuild', reason: 'forced', note: 'quick' } as const;
    const range = { partition: mainPartition, block, from: 0, to: -1, previous };
    const jwk = JSON.parse(readFileSync(privateFile(scenario.stack, 'alice'), 'utf8')) as never;
    const key = createPrivateKey({ key: jwk, format: 'jwk' });
    const text = Buffer.from(recoveryText(range, said));
    const recovery = { ...said, signature: signRecord(testLedger, text, 'alice', key) };
    const state = new StateDigest().root();
    const own = { at: new Date().toISOString(), postings: [], digest: digestOf([]), state };
    const act = chainBlock({ ...range, ...own, recovery });
    const topic = topicName(scenario.stack.prefix, 'journal');
    const headers = { id: `${mainPartition}/0/journal/${act.hash}` };
    await scenario.stack.send([
      { topic, key: String(mainPartition), value: Buffer.from(blockText(act)), headers },
    ]);
    const { position, outbox, ...keys } = scenario.keys();
    await scenario.redis.del(outbox, ...entryKinds.map((kind) => keys[kind]));
    await scenario.redis.hdel(
      position,
      'commit',
      'anchor',
      'halted',
      'refusals',
      'newestMs',
      'authority',
      'sent',
    );
    await scenario.redis.hset(position, { offset: '0', head: act.hash, block: String(block) });
  }
});
