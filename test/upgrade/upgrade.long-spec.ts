import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, exitCodes, type JournalBlock } from '#contract';
import type { Child } from '#testing/child';
import { jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';
import { NextBuild } from './next-build.js';

/**
 * Tests a rolling upgrade with two builds: the present one, and one with one more edition. A table
 * plays all the time, and its own books tell the expected pool.
 */
const stake = 5_000;
/** Time limit while two programs start next to others on two cores. */
const limitMs = 120_000;
const configuration = jackpot('main', { rates: { pool: 3_333, reserve: 500 } });

describe('two builds and one ledger', () => {
  let next: NextBuild;
  let stack: TestStack;
  let table: Table;
  let round = 0;
  /** The expected pool, in micro-units. */
  let poolMicros = 1_000_000n * 10_000n;
  /**
   * Part of each stake for the pool, in micro-units. Edition 1: 1,666.5 minor units; edition 2:
   * 1,666.
   */
  let partMicros = 16_665_000n;

  beforeAll(async () => {
    next = await NextBuild.make();
    stack = new TestStack();
    table = new Table(stack.prefix, 'main', 'T1');
  });
  afterAll(async () => {
    await stack.close();
    next.remove();
  });

  const useOld = () => (stack.root = '.');
  const useNew = () => (stack.root = next.folder);

  async function play(): Promise<void> {
    const bets = Array.from({ length: 7 }, (_, seat) => table.bet(String(round), seat + 1, stake));
    await stack.send([...bets, table.settle(String(round))]);
    round += 1;
    poolMicros += 7n * partMicros;
  }

  /**
   * Checks that the table's books agree with the pool, and the proof of the build in use with the
   * ledger.
   */
  async function expectProven(url: string): Promise<void> {
    await play();
    await until(
      `a pool of ${poolMicros}`,
      async () => {
        const { accounts } = await getJson<{ accounts: { pool: string } }>(
          `${url}/v1/jackpots/main`,
        );
        return accounts.pool === String(poolMicros);
      },
      limitMs,
    );
    const { code, output } = await stack.cli('verify');
    expect(output).toContain('The ledger agrees with the log');
    const [version, edition] = [
      stack.root === '.' ? '0.1.0' : '0.2.0',
      partMicros === 16_665_000n ? 1 : 2,
    ];
    expect(output).toMatch(
      new RegExp(`Judged by ${version}\\+\\w+, at the end by edition ${edition}\\.`),
    );
    expect(code).toBe(exitCodes.ok);
  }

  async function start(): Promise<{ child: Child; url: string }> {
    const child = stack.start('apps/jackpot');
    const url = await child.url();
    await until(
      'the instance to have its share',
      async () => {
        const { partitions } = await partitionsAt(url);
        return partitions.length > 0 && partitions.every(({ state }) => state === 'open');
      },
      limitMs,
    );
    return { child, url };
  }

  const partitionsAt = (url: string) =>
    getJson<{ partitions: { state: string; reason: string | null; detail: string | null }[] }>(
      `${url}/health/partitions`,
    );

  it('is upgraded instance by instance, rolled back, upgraded again, and raised to a new edition', async () => {
    const one = await stack.startJackpot();
    await stack.configure(one.url, configuration);
    const two = await start();
    await expectProven(two.url);

    // The program of this build does not know edition 2, and that of the next build finds old
    // instances.
    const unknown = await stack.cli('upgrade', '--edition', '2', '--yes');
    expect(unknown.code).toBe(exitCodes.usage);
    expect(unknown.output).toContain(`--edition: this program, ${ownBuild('0.1.0')}`);
    useNew();
    const early = await stack.cli('upgrade', '--edition', '2', '--yes');
    expect(early.code).toBe(exitCodes.failed);
    expect(early.output).toMatch(
      /^Nothing was sent: the instance of partition 0 supports editions up to 1 \(and 11 more\)\./m,
    );

    const three = await start();
    await one.child.stop();
    await expectProven(three.url);
    useOld();
    await expectProven(three.url);

    // Goes back to the older version while the edition is still the older one.
    const back = await start();
    await three.child.stop();
    await expectProven(back.url);

    useNew();
    const four = await start();
    await two.child.stop();
    await back.child.stop();
    await expectProven(four.url);
    // The last messages of the old instances about their partitions stay valid until the new one
    // replaces them.
    const raised = await until('every partition to have the new build', async () => {
      const answer = await stack.cli('upgrade', '--edition', '2', '--yes');
      return answer.output.includes('Start the new build for every') ? undefined : answer;
    });
    expect([raised.code, raised.output]).toEqual([
      exitCodes.ok,
      expect.stringContaining('The log of test-ledger is read by edition 2 in every partition.'),
    ]);
    partMicros = 16_660_000n;
    await expectProven(four.url);
    // The jackpot of edition 1 has exactly the members of edition 1; a new jackpot has those of
    // edition 2.
    const file = join(stack.folder, 'side.json');
    writeFileSync(file, JSON.stringify(jackpot('side')));
    const applied = await stack.cli('apply', '-f', file, '--yes');
    expect([applied.code, applied.output]).toEqual([exitCodes.ok, expect.anything()]);
    expect(await seasonOf(four.url, 'main')).toBeUndefined();
    expect(await seasonOf(four.url, 'side')).toBe('all-year');
    const again = await stack.cli('upgrade', '--edition', '2', '--yes');
    expect(again.output).toContain('was already read by edition 2');
    await expectOldRefused();
    await expectProven(four.url);
    await expectStarts();
  });

  const seasonOf = async (url: string, id: string) => {
    const { configuration: shown } = await getJson<{ configuration: { season?: string } }>(
      `${url}/v1/jackpots/${id}`,
    );
    return shown.season;
  };

  /** Checks the message of an older program or instance about a newer edition. */
  async function expectOldRefused(): Promise<void> {
    useOld();
    const proof = await stack.cli('verify');
    expect(proof.code).not.toBe(exitCodes.ok);
    expect(proof.output).toMatch(
      /newer-edition\. From offset \d+ on the log is of edition 2, and this build reads up to 1/,
    );
    const old = stack.start('apps/jackpot');
    const url = await old.url();
    await until(
      'its partitions to halt',
      async () => {
        const { partitions } = await partitionsAt(url);
        return (
          partitions.length > 0 && partitions.every(({ reason }) => reason === 'newer-edition')
        );
      },
      limitMs,
    );
    const { partitions } = await partitionsAt(url);
    expect(partitions[0]?.detail).toBe(
      'The ledger is of edition 2, and this build reads up to 1: install a newer one.',
    );
    await old.stop();
    useNew();
  }

  /** Checks that the journal says which build made which blocks, and by which edition. */
  async function expectStarts(): Promise<void> {
    const home = partitionOf(await stack.outputs<JournalBlock>('journal'));
    const starts = home.flatMap(({ start }) => (start ? [start] : []));
    const versions = starts.map((start) => start.build.split('+')[0]);
    expect(versions[0]).toBe('0.1.0');
    expect(versions.at(-1)).toBe('0.2.0');
    // Each start uses another build than the last one.
    expect(versions.filter((version, index) => version === versions[index - 1])).toEqual([]);
    for (const start of starts) expect(start).toMatchObject({ edition: 1, keys: 1 });
  }

  /** The blocks of the partition that has the jackpot. */
  function partitionOf(blocks: readonly { message: JournalBlock }[]): JournalBlock[] {
    const ofMain = ({ message }: { message: JournalBlock }): boolean =>
      message.postings.some(({ jackpot: id }) => id === 'main');
    const own = blocks.find(ofMain)?.message.partition;
    return blocks.map(({ message }) => message).filter(({ partition }) => partition === own);
  }

  function ownBuild(version: string): string {
    return build.startsWith(version) ? version : build;
  }
});
