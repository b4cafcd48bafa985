import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { homePartition, readRoot, topicName, type AwardMessage } from '#contract';
import { ledgerKeys } from '#ledger';
import { readWatermarks } from '#log';
import { jackpot } from '#testing/jackpot';
import { openRedis } from '#testing/redis';
import { newKey, rootOf } from '#testing/test-keys';
import { TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

/** Actions and views of an operator in the shell while the service runs. */
describe('from the shell', () => {
  const stack = new TestStack();
  const table = new Table(stack.prefix, 'main', 'T1');
  const url = stack.env['REDIS_URL'] as string;
  const redis = openRedis({ url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] });
  let api: string;

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    await stack.configure(api, jackpot('main'));
    await stack.send([table.bet('1', 3), table.settle('1', [3, 'flush']), table.bet('2', 4)]);
    await until('the bets', async () => (await view()).value === 1_007_000);
    await untilState('running');
  });
  afterAll(async () => {
    redis.disconnect();
    await stack.close();
  });

  const view = () => getJson<{ value: number; state: string }>(`${api}/v1/jackpots/main`);
  /** Waits for the state: on a machine that stalls for seconds it is a fault meanwhile. */
  const untilState = (state: string) => until(state, async () => (await view()).state === state);
  const json = async (...args: string[]) => {
    const { code, output, stdout } = await stack.cli(...args, '--json');
    expect({ code, output }).toEqual({ code: 0, output });
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  it('suspend shows what it would do, does it with --yes, and says by which record', async () => {
    const dry = await stack.cli('suspend', 'main', '--reason', 'a card is missing');
    expect(dry.output).toBe(
      'main\n  state: running -> suspended\n  the signs keep showing MOP 10,070.00\nNothing was sent. Add --yes to do it.\n',
    );
    expect(dry.code).toBe(0);
    await untilState('running');
    const done = await stack.cli('suspend', 'main', '--reason', 'a card is missing', '--yes');
    expect(done.output).toMatch(/main: applied \(by the record at offset 5 of partition \d+\)/);
    expect(done.code).toBe(0);
    await untilState('suspended');
    const again = await stack.cli('suspend', 'main', '--reason', 'again', '--yes');
    expect(again.output).toContain('main is suspended already, by ops-1 at ');
    expect((await stack.cli('status')).output).toMatch(/^main .* suspended /m);
  });

  it('resume takes bets again, and --json says so for a program', async () => {
    expect(await json('resume', 'main', '--reason', 'found', '--yes')).toMatchObject({
      command: 'jackpot.resumed',
      before: { state: 'suspended' },
      after: { state: 'running' },
      answer: { offset: 6 },
    });
    await untilState('running');
  });

  it('adjust moves the pool by an amount in major units, and shows what the signs will', async () => {
    const args = ['adjust', 'main', '--amount', '-70.00', '--reason', 'see ticket 7'];
    expect(await stack.cli(...args)).toMatchObject({
      code: 64,
      output: expect.stringContaining('--amount takes money.'),
    });
    args.push('--not-an-award');
    const dry = await stack.cli(...args);
    expect(dry.output).toContain('pool: MOP 10,070.00 -> MOP 10,000.00');
    expect(dry.output).toContain('house: MOP -10,000.00 -> MOP -9,930.00');
    expect(dry.output).toContain('the signs: MOP 10,070.00 -> MOP 10,000.00');
    expect(await view()).toMatchObject({ value: 1_007_000 });
    expect((await stack.cli(...args, '--yes')).code).toBe(0);
    expect(await view()).toMatchObject({ value: 1_000_000 });
    const reserve = ['--account', 'reserve', '--amount', '+0.50', '--reason', 'x', '--yes'];
    expect(await json('adjust', 'main', ...reserve)).toMatchObject({
      before: { reserve: '5000000', sign: 1_000_000 },
      after: { reserve: '5500000', sign: 1_000_000 },
    });
  });

  it('says in a sentence what is wrong', async () => {
    const wrong: [string[], number, string][] = [
      [
        ['adjust', 'main', '--amount', '-99999.00', '--reason', 'x', '--not-an-award'],
        1,
        'would be refused, invalid-command: The pool of main holds 1000000 minor units',
      ],
      [['suspend', 'main', '--reason', ' '], 64, '--reason: say why'],
      [['suspend', 'ghost', '--reason', 'x'], 1, 'There is no jackpot ghost. There is main.'],
      [['table', 'main', 'T9'], 1, 'main does not know table T9. There is T1.'],
      [
        ['awards', '--from', 'noon'],
        64,
        '--from noon is not a time such as 2026-11-21T12:00:00+08:00',
      ],
    ];
    const answers = await Promise.all(wrong.map(([args]) => stack.cli(...args)));
    for (const [index, [, exit, sentence]] of wrong.entries()) {
      const { code, output } = answers[index] as { code: number; output: string };
      expect([code, output]).toEqual([exit, expect.stringContaining(sentence)]);
    }
  });

  it('table shows rounds, bets and sequence', async () => {
    const { code, output } = await stack.cli('table', 'main', 'T1');
    expect(output).toContain('T1 of main, last sequence 3\n');
    expect(output).toMatch(/^2 +open +no +\d+ +4 \(MOP 50\.00\)$/m);
    expect(output).toContain('bets that wait for the next round: none\n');
    expect(code).toBe(0);
    expect(await json('table', 'main', 'T1')).toEqual(
      await getJson(`${api}/v1/jackpots/main/tables/T1`),
    );
  });

  it('a pipe that is closed early ends it without a word', () => {
    const env = { ...process.env, ...stack.env };
    const file = resolve('dist/apps/cli/src/main.js');
    const line = `"${process.execPath}" "${file}" status --json | head -c 1`;
    const { stdout, stderr } = spawnSync('bash', ['-c', line], { env, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['{', '']);
  });

  it('verify writes its metrics for the textfile collector, also when the ledger differs', async () => {
    const file = join(stack.folder, 'jackpot.prom');
    expect(await json('verify', '--textfile', file)).toMatchObject({ agrees: true, records: 20 });
    expect(readFileSync(file, 'utf8')).toContain('\njackpot_verify_success 1\n');
    const { accounts } = ledgerKeys(stack.prefix, homePartition('main', 12));
    await redis.hincrby(accounts, 'main/pool', 1);
    const differs = await stack.cli('verify', '--textfile', file, '--json');
    await redis.hincrby(accounts, 'main/pool', -1);
    expect(differs.output).toContain('"agrees": false');
    expect(differs.code).toBe(2);
    expect(readFileSync(file, 'utf8')).toContain('\njackpot_verify_success 0\n');
  });

  it('a server that is away is named as that', async () => {
    const kafka = await stack.run(['verify'], { KAFKA_BROKERS: '127.0.0.1:1' });
    const away = await stack.run(['verify'], { REDIS_URL: 'redis://127.0.0.1:1' });
    expect([kafka.code, away.code]).toEqual([69, 69]);
    expect(kafka.output).toContain('Kafka does not answer at 127.0.0.1:1');
    expect(away.output).toContain('Redis does not answer at 127.0.0.1:1');
    expect(kafka.output + away.output).not.toMatch(/topic|differs/);
  });

  it('a topic that is missing, and another root, are named as that', async () => {
    const nowhere = await stack.run(['status'], { TOPIC_PREFIX: 'nowhere.' });
    expect(nowhere.code).toBe(1);
    expect(nowhere.output).toContain('has no topic nowhere.events (TOPIC_PREFIX)');
    const file = join(stack.folder, 'other.jwks');
    const other = rootOf(newKey('root'));
    writeFileSync(file, other.text);
    const { thumbprint } = readRoot(readFileSync(stack.env['COMMAND_ROOT'] as string, 'utf8'));
    const commands = [['verify'], ['value', 'main', '--at', '3'], ['explain', 'main/T1/1/3']];
    const own = { COMMAND_ROOT: file };
    for (const args of commands) {
      const { code, output } = await stack.run(args, own);
      expect(code).toBe(78);
      expect(output).toContain(
        `began with the root ${thumbprint}, and COMMAND_ROOT is the root ${other.root.thumbprint}.`,
      );
    }
  });
});

describe('awards', () => {
  const stack = new TestStack();
  let api: string;
  const rounds = 1_250;

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    await stack.configure(api, jackpot('main'));
    const [first, second] = [
      new Table(stack.prefix, 'main', 'T1'),
      new Table(stack.prefix, 'main', 'T2'),
    ];
    await stack.send([first.bet('1', 1), first.settle('1', [1, 'full-house'])]);
    const played = Array.from({ length: rounds }, (_, n) => [
      second.bet(`${n}`, 2),
      second.settle(`${n}`, [2, 'flush']),
    ]);
    await stack.send(played.flat());
    await until('all awards on the topic', async () => {
      const marks = await readWatermarks(stack.kafka, topicName(stack.prefix, 'awards'));
      return marks.reduce((sum, { high }) => sum + high, 0) === rounds + 1;
    });
  });
  afterAll(() => stack.close());

  const found = async (...args: string[]): Promise<AwardMessage[]> => {
    const { stdout } = await stack.cli('awards', ...args, '--json');
    return (JSON.parse(stdout) as { awards: AwardMessage[] }).awards;
  };
  const page = (query: string) =>
    getJson<{ awards: AwardMessage[]; next: string | null }>(
      `${api}/v1/jackpots/main/awards?${query}`,
    );

  it('reaches back to the first one, which the ledger no longer remembers', async () => {
    const [oldest, ...others] = await found('main', '--table', 'T1');
    expect(oldest).toMatchObject({ table: 'T1', offset: 3 });
    expect(others).toEqual([]);
    expect(await found('--hand', 'full-house', '--limit', '1')).toEqual([oldest]);
    expect((await page('table=T1&limit=1')).awards).toEqual([]);
  });

  it('gives the newest first, and only those of the times asked for', async () => {
    const newest = await found('main');
    expect(newest).toHaveLength(20);
    expect(newest.map(({ round }) => round).slice(0, 2)).toEqual(['1249', '1248']);
    const { recordedAt: time } = newest.at(-1) as AwardMessage;
    const later = await found('main', '--from', time, '--limit', '99999');
    expect(later.length).toBeGreaterThanOrEqual(20);
    expect(later.every((award) => award.recordedAt >= time)).toBe(true);
    const earlier = await found('main', '--to', time, '--limit', '1');
    expect(Date.parse(earlier[0]?.recordedAt ?? '')).toBeLessThan(Date.parse(time));
    expect((await page(`from=${time}&limit=200`)).awards).toEqual(later.slice(0, 200));
  });

  it('the API looks at a bounded number of awards for each page, and the next page goes on', async () => {
    const first = await page('hand=royal-flush');
    expect(first.awards).toEqual([]);
    expect(first.next).not.toBeNull();
    let next: string | null = first.next;
    let pages = 1;
    for (; next !== null; pages += 1) ({ next } = await page(`hand=royal-flush&before=${next}`));
    expect(pages).toBe(7);
    for (const query of ['from=noon', 'hand=pair', 'table=', 'to=1&to=2']) {
      const address = `${api}/v1/jackpots/main/awards?${query}`;
      expect([query, (await fetch(address)).status]).toEqual([query, 400]);
    }
  });
});

describe('the program jackpot', () => {
  const file = resolve('dist/apps/cli/src/main.js');
  const run = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' });

  it('starts without the modules that only some commands need', () => {
    const listing = `data:text/javascript,${encodeURIComponent(
      "import { registerHooks } from 'node:module'; registerHooks({ load(url, context, next) { if (url.includes('node_modules')) process.stderr.write(url + '\\n'); return next(url, context); } });",
    )}`;
    const { stderr } = run('--import', listing, file, '--version');
    const packages = [...stderr.matchAll(/node_modules\/([^/\n]+)/g)].map(([, name]) => name);
    expect([...new Set(packages)].sort()).toEqual(['@commander-js', 'commander']);
  });

  it('says its version, and the exit codes in the help of every command', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(run(file, '--version').stdout).toBe(`${version}\n`);
    for (const command of [[], ['verify'], ['keys', 'new'], ['adjust']]) {
      expect(run(file, ...command, '--help').stdout).toContain('69  Kafka, Redis or the ledger');
    }
  });

  it('keys new writes the private half where only its owner can read it, outside of a checkout', () => {
    const home = mkdtempSync(join(tmpdir(), 'jackpot-home-'));
    const env = { PATH: process.env['PATH'], HOME: home };
    const open = join(home, 'ops-7.public.jwk');
    const args = [
      file,
      'keys',
      'new',
      '--ledger',
      'macau-1',
      '--kid',
      'ops-7',
      '--holder',
      'J.Wong',
      '--roles',
      'operate',
      '--public',
      open,
    ];
    execFileSync(process.execPath, args, { env });
    const folder = join(home, '.config', 'jackpot');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'ops-7.private.jwk')).mode & 0o777).toBe(0o600);
    rmSync(home, { recursive: true });
  });

  it('git takes no private key of a checkout', () => {
    const names = ['ops-1.private.jwk', 'apps/cli/ops-1.private.jwk'];
    const ignored = execFileSync('git', ['check-ignore', ...names], { encoding: 'utf8' });
    expect(ignored.trim().split('\n')).toEqual(names);
  });
});
