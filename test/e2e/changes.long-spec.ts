import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis as RedisClient } from 'ioredis';
import { exitCodes } from '#contract';
import type { Child } from '#testing/child';
import { jackpot } from '#testing/jackpot';
import { getJson, isOk, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { sections, stepsOf, type Step } from '../support/changes-page.js';
import { MovingBrokers } from '../support/moving-brokers.js';
import { OwnServer } from '../support/own-stack.js';
import { Table } from '../support/table.js';

/**
 * Types deploy/operations/changes.md: the steps of each section in order, every command as written
 * there, while a table plays. A step that this test does not know fails it.
 */
type Redis = Awaited<ReturnType<typeof OwnServer.redis>>;

/** A ledger service in use, and the machine on which an operator types. */
class Site {
  private readonly table: Table;
  private instances: { child: Child; url: string }[] = [];
  private bets = 0;
  private newRedis: Redis | undefined;
  private redisUrl: string;
  /** Environment of the services and of the CLI, where it differs from that of the stack. */
  private readonly own: Record<string, string> = {};

  private constructor(
    readonly stack: TestStack,
    private readonly oldRedis: Redis,
    readonly brokers?: MovingBrokers,
  ) {
    this.redisUrl = oldRedis.running.url;
    this.table = new Table(stack.prefix, 'main', 'T1');
  }

  /** A site without a service; its ledger has no root and no keys. */
  static async openEmpty(): Promise<Site> {
    const redis = await OwnServer.redis();
    return new Site(new TestStack({ REDIS_URL: redis.running.url }), redis);
  }

  static async open(): Promise<Site> {
    return (await Site.openEmpty()).begin();
  }

  /** A site on its own Kafka brokers. */
  static async openOnBrokers(): Promise<Site> {
    const [redis, brokers] = await Promise.all([OwnServer.redis(), MovingBrokers.open()]);
    const stack = new TestStack({ REDIS_URL: redis.running.url, KAFKA_BROKERS: brokers.old });
    const site = await new Site(stack, redis, brokers).begin();
    await brokers.reassignToOld();
    return site;
  }

  private async begin(): Promise<this> {
    this.instances.push(await this.stack.startJackpot());
    await this.stack.configure(this.url, jackpot('main'));
    await this.bet();
    return this;
  }

  async close(): Promise<void> {
    await this.stack.close();
    await Promise.all([this.oldRedis.remove(), this.newRedis?.remove(), this.brokers?.remove()]);
  }

  /** Address of the newest instance. */
  get url(): string {
    return this.instances.at(-1)?.url as string;
  }

  async bet(): Promise<void> {
    this.bets += 1;
    await this.stack.send([this.table.bet(String(this.bets), 1)]);
  }

  /** Checks that exactly the bets that were sent are in the pool. */
  async expectNothingLost(): Promise<void> {
    const expected = 1_000_000 + this.bets * 3_500;
    await until(`${this.bets} bets`, async () => {
      const { value } = await getJson<{ value: number }>(`${this.url}/v1/jackpots/main`);
      return value === expected;
    });
  }

  /** Changes the brokers, with bets before, during and after the change. */
  async whileBetting(act: (brokers: MovingBrokers) => Promise<void>): Promise<void> {
    let isDone = false;
    const acting = act(this.brokers as MovingBrokers).finally(() => (isDone = true));
    do {
      await this.bet();
      await sleep(200);
    } while (!isDone);
    await acting;
    await this.bet();
  }

  /** Starts an instance; the table plays on. */
  async start(): Promise<void> {
    await this.bet();
    await this.startInstance();
    await this.bet();
  }

  private async startInstance(): Promise<void> {
    const child = this.stack.start('apps/jackpot', [], this.env);
    this.instances.push({ child, url: await child.url() });
  }

  /** Stops all instances except this number of the newest ones. */
  async stopAllBut(newest: number): Promise<void> {
    const stopped = this.instances.splice(0, this.instances.length - newest);
    for (const { child } of stopped) expect(await child.stop()).toBe(0);
    await this.bet();
  }

  async useNewBrokers(): Promise<void> {
    this.own['KAFKA_BROKERS'] = this.brokers?.new as string;
    await this.start();
  }

  async startWithRoot(): Promise<void> {
    this.own['COMMAND_ROOT'] = this.file('root.jwks');
    // No table can play before the service has made the topics.
    await this.startInstance();
  }

  signWith(kid: string): Promise<void> {
    this.own['COMMAND_KEY'] = this.file(`${kid}.private.jwk`);
    return Promise.resolve();
  }

  async emptyRedis(): Promise<void> {
    // A ledger that has never sent a block may start again from nothing.
    await this.stack.untilBlockOf('main');
    await this.oldRedis.kill();
    await rm(join(this.oldRedis.running.dataDir, 'appendonlydir'), { recursive: true });
    await this.oldRedis.startAgain();
    await this.bet();
    const isLost = async (): Promise<boolean> =>
      (await (await fetch(`${this.url}/health/partitions`)).text()).includes('ledger-lost');
    await until('the service to find that the ledger is gone', isLost);
  }

  async startNewRedis(): Promise<void> {
    this.newRedis = await OwnServer.redis();
    // Redis waits five seconds for further copies that somebody may ask for.
    await this.askRedis(['-u', '$OLD', 'CONFIG', 'SET', 'repl-diskless-sync-delay', '0']);
  }

  async useNewRedis(): Promise<void> {
    this.redisUrl = this.newRedis?.running.url as string;
    await this.start();
  }

  /** @returns the output of the command */
  async type(command: string): Promise<string> {
    const [program = '', ...words] = command.split(' ');
    if (command.startsWith('npm run jackpot -- ')) {
      for (let attempt = 1; ; attempt += 1) {
        const { code, output } = await this.stack.run(this.onThisMachine(words.slice(3)), this.env);
        // A service that is ready sends its first pulse within a second; 69 is "try again".
        if (code === exitCodes.unavailable && attempt < 5) continue;
        expect([command, code, output]).toEqual([command, 0, output]);
        return output;
      }
    }
    if (program === 'curl') {
      const url = (words.at(-1) as string).replace('$JACKPOT', this.url);
      await until(command, () => isOk(url));
      return '';
    }
    if (program === 'redis-cli') return this.askRedis(words);
    throw new Error(`The test cannot type: ${command}`);
  }

  /** A file of the test, next to those that the stack made for itself. */
  file(name: string): string {
    return join(this.stack.folder, `own-${name}`);
  }

  private get env(): Record<string, string> {
    return { ...this.own, REDIS_URL: this.redisUrl };
  }

  /** Uses its files in the folder of the test; the person who types has a separate folder. */
  private onThisMachine(words: readonly string[]): string[] {
    const placed = words.map((word) => (/\.jwks?$/.test(word) ? this.file(word) : word));
    if (!words.join(' ').startsWith('keys new')) return placed;
    const kid = words[words.indexOf('--kid') + 1] as string;
    const name = words.includes('--root') ? 'root.jwks' : `${kid}.public.jwk`;
    const own = words.includes('--public') ? [] : ['--public', this.file(name)];
    return [...placed, ...own, '--private', this.file(`${kid}.private.jwk`)];
  }

  private async askRedis([, address, name = '', ...args]: string[]): Promise<string> {
    const server = address === '$NEW' ? this.newRedis : this.oldRedis;
    const { port } = this.oldRedis.running;
    const given = args.map(
      (arg) => ({ OLD_HOST: '127.0.0.1', OLD_PORT: String(port) })[arg] ?? arg,
    );
    const redis = new RedisClient(server?.running.url as string);
    try {
      return String(await redis.call(name, given));
    } finally {
      redis.disconnect();
    }
  }
}

const acts: Readonly<Record<string, (site: Site) => Promise<void>>> = {
  'Start an instance of the new version': (site) => site.start(),
  'Stop an old instance': (site) => site.stopAllBut(1),
  'Start an instance of the older version': (site) => site.start(),
  'Stop the newer instance': (site) => site.stopAllBut(1),
  'Start an empty Redis': (site) => site.emptyRedis(),
  'Start the new Redis': (site) => site.startNewRedis(),
  'Stop every ledger instance': (site) => site.stopAllBut(0),
  'Start the services with the new REDIS_URL': (site) => site.useNewRedis(),
  'Start the new brokers': (site) => site.whileBetting((brokers) => brokers.startNew()),
  'Reassign every partition to the new brokers': (site) =>
    site.whileBetting((brokers) => brokers.reassignToNew()),
  'Start an instance with the new KAFKA_BROKERS': (site) => site.useNewBrokers(),
  'Stop the old brokers': (site) => site.whileBetting((brokers) => brokers.stopOld()),
  'Start the service with the root': (site) => site.startWithRoot(),
  'Set COMMAND_KEY to the private half of the root': (site) => site.signWith('root-1'),
  // The key of the stack has all roles.
  'Set COMMAND_KEY to a key with the role keys': () => Promise.resolve(),
  'Set COMMAND_KEY to your own private key': (site) => site.signWith('ops-1'),
  'Set COMMAND_KEY to the new private key': (site) => site.signWith('ops-2'),
  'Set COMMAND_KEY to the private half of the root in force': (site) => site.signWith('root-1'),
  'Set COMMAND_KEY to the private half of the new root': (site) => site.signWith('root-2'),
};

async function follow(site: Site, steps: readonly Step[]): Promise<void> {
  for (const { act, command, says } of steps) {
    if (act !== undefined) await (acts[act] as (typeof acts)[string])(site);
    else expect(await site.type(command as string)).toContain(says ?? '');
  }
}

describe('deploy/operations/changes.md', () => {
  test.each<[string[], number, (() => Promise<Site>)?]>([
    [['Upgrade', 'Roll back'], 11],
    [['Raise the edition'], 4],
    [['Restore from nothing'], 5],
    [['Another Redis'], 8],
    [['Other brokers'], 10, () => Site.openOnBrokers()],
  ])(
    '%j, typed step by step, loses and doubles no bet',
    async (names, count, open = () => Site.open()) => {
      const steps = names.flatMap(stepsOf);
      expect(steps).toHaveLength(count);
      const site = await open();
      try {
        await follow(site, steps);
        await site.expectNothingLost();
      } finally {
        await site.close();
      }
    },
  );

  it('"The first keys", "Another key" and "Another root", typed on a new ledger, leave the newest key and root alone in force', async () => {
    const steps = ['The first keys', 'Another key', 'Another root'].flatMap(stepsOf);
    expect(steps).toHaveLength(23);
    const site = await Site.openEmpty();
    try {
      await follow(site, steps);
      const list = await site.type('npm run jackpot -- keys list');
      expect(list).toMatch(/^ops-2 /m);
      expect(list).not.toMatch(/^ops-1 |have not got this set/m);
      await site.signWith('ops-2');
      writeFileSync(site.file('main.yaml'), JSON.stringify(jackpot('main')));
      const apply = `npm run jackpot -- apply -f ${site.file('main.yaml')} --yes`;
      expect(await site.type(apply)).toContain('main: applied');
    } finally {
      await site.close();
    }
  });

  it('has no section that is not typed', () => {
    const moves = [
      'Upgrade',
      'Raise the edition',
      'Roll back',
      'Restore from nothing',
      'Another Redis',
      'Other brokers',
    ];
    expect(sections).toEqual([...moves, 'The first keys', 'Another key', 'Another root']);
  });
});
