import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { homePartition, topicName, type AwardMessage, type ValueMessage } from '#contract';
import { ledgerKeys } from '#ledger';
import { jackpot } from '#testing/jackpot';
import { openRedis, redisAddress } from '#testing/redis';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { firingAlerts, startPrometheus } from '../../tools/stack/prometheus.mjs';
import { OwnServer } from './own-stack.js';
import { shortenRules } from './shortened-rules.js';
import { Sign } from './stream.js';
import { Table } from './table.js';

/** Jackpots with play; each has a different home partition here. */
const played = ['busy', 'amber', 'west', 'east', 'jade'];

/** By name, with the jackpot that each shows. */
const expectedSigns = { 'busy.1': ['busy'], 'busy.2': ['busy'], 'dark.1': ['dark'] } as const;

/** Kafka's number for the kind of resource that has the settings of a topic. */
const topicResource = 2;

/**
 * A ledger service, a sign gateway and a Redis for this floor only, tables and signs, and a
 * Prometheus that watches them by the shipped rules, sixty times as fast.
 */
export class WatchedFloor {
  private round = 0;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly seen = new Set<string>();
  private readonly acknowledging = new Map<string, () => void>();
  private readonly tables: readonly Table[];
  /** Plays like the others until it is released. */
  readonly leaving: Table;

  private constructor(
    private readonly parts: Awaited<ReturnType<typeof startParts>>,
    private readonly closing: readonly (() => unknown)[],
  ) {
    const { prefix } = parts.stack;
    this.tables = played.map((id) => new Table(prefix, id, 'T1'));
    this.leaving = new Table(prefix, 'busy', 'T2');
  }

  static async open(): Promise<WatchedFloor> {
    const closing: (() => unknown)[] = [];
    try {
      return new WatchedFloor(await startParts(closing), closing);
    } catch (error) {
      for (const end of closing.toReversed()) await end();
      throw error;
    }
  }

  get stack(): TestStack {
    return this.parts.stack;
  }

  get redis() {
    return this.parts.redis;
  }

  get signs(): readonly Sign[] {
    return this.parts.signs;
  }

  /**
   * Makes a table of `busy` win; the award is verified and not paid: a minute later, which is an
   * hour of the rules, this has lasted too long.
   */
  async owe(): Promise<void> {
    const [table] = this.tables as [Table];
    const { stack } = this;
    await stack.send([table.bet('0', 1), table.settle('0', [1, 'straight-flush'])]);
    const award = await until('the claim', async () => (await this.claims(table.jackpot))[0]?.id);
    const verified = { award, seats: [1], evidence: { deck: 'counted' } };
    await stack.send([stack.operator.command('award.verified', table.jackpot, verified)]);
    await until('its verification', async () => {
      const [claim] = await this.claims(table.jackpot);
      return claim?.states[0]?.state === 'verified';
    });
  }

  private async claims(id: string): Promise<readonly AwardMessage[]> {
    const path = `${this.parts.ledger.url}/v1/jackpots/${id}/claims`;
    return (await getJson<{ claims: AwardMessage[] }>(path)).claims;
  }

  /** Plays a round at each table twice per second. */
  play(): void {
    this.repeat(500, () => {
      this.round += 1;
      const round = String(this.round);
      const rounds = this.tables.flatMap((table) => [table.bet(round, 1), table.settle(round)]);
      return this.stack.send(rounds);
    });
    for (const [sign, jackpots] of Object.entries(expectedSigns)) {
      this.acknowledging.set(
        sign,
        this.repeat(1_000, () => this.acknowledge(sign, jackpots[0])),
      );
    }
  }

  /** Acknowledges as a sign that paints the gateway's value plus `more` minor units. */
  async acknowledge(sign: string, jackpot: string, more = 0): Promise<void> {
    const { url } = this.parts.gateway;
    const { pools } = await getJson<{ pools: ValueMessage[] }>(
      `${url}/v1/pools?jackpot=${jackpot}`,
    );
    const { version = 0, value = 0 } = pools[0] ?? {};
    const paintedAt = new Date().toISOString();
    await fetch(`${url}/v1/signs/${sign}/acks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jackpot, version, value: value + more, state: 'running', paintedAt }),
    });
  }

  /** Makes the page of a sign hang. */
  silence(sign: string): void {
    this.acknowledging.get(sign)?.();
  }

  /** Acts at once, and repeatedly until the returned function is called, or until the end. */
  repeat(everyMs: number, act: () => Promise<unknown>): () => void {
    const again = (): void => void act().catch(() => undefined);
    again();
    const timer = setInterval(again, everyMs);
    this.timers.push(timer);
    return () => clearInterval(timer);
  }

  /** Adds micro-units to an account as another client would, without the service's knowledge. */
  async edit(id: string, account: string, micros: string): Promise<void> {
    const keys = ledgerKeys(this.stack.prefix, homePartition(id, 12));
    await this.redis.hincrby(keys.accounts, `${id}/${account}`, micros);
  }

  /** Makes Kafka refuse all further values: each is too large for the topic. */
  async refuseValues(): Promise<void> {
    const name = topicName(this.stack.prefix, 'pool-values');
    const configEntries = [{ name: 'max.message.bytes', value: '1' }];
    const resources = [{ type: topicResource, name, configEntries }];
    const admin = this.stack.kafka.admin();
    await admin.connect();
    await admin.alterConfigs({ validateOnly: false, resources });
    await admin.disconnect();
  }

  async verify(): Promise<number> {
    return (await this.stack.cli('verify', '--textfile', this.parts.textfile)).code;
  }

  async killRedis(): Promise<void> {
    await this.parts.server.kill();
  }

  async killLedger(): Promise<void> {
    await this.parts.ledger.child.kill();
  }

  /** Restarts Redis, and the ledger service on the port that Prometheus knows. */
  async startAgain(): Promise<void> {
    await this.parts.server.startAgain();
    this.stack.start('apps/jackpot', [], { PORT: new URL(this.parts.ledger.url).port });
  }

  /** All alerts fired since the last call, as `JackpotHalted jackpot=main partition=3 …`. */
  fired(): string[] {
    const fired = [...this.seen].sort();
    this.seen.clear();
    return fired;
  }

  async untilFired(...expected: readonly string[]): Promise<void> {
    const missing = (): string[] => expected.filter((each) => !this.seen.has(each));
    const isFired = async (): Promise<boolean> => {
      await this.look();
      return missing().length === 0;
    };
    await until('the alerts', isFired).catch(() => expect(missing()).toEqual([]));
  }

  /** The alerts that fire now. Severity and instance carry no information here. */
  async look(): Promise<string[]> {
    const alerts = await firingAlerts(this.parts.prometheus.url);
    const firing = alerts.map(({ labels: { alertname, ...rest } }) => {
      const telling = Object.entries(rest).filter(([name]) => !/severity|instance/.test(name));
      return [alertname, ...telling.map(([name, value]) => `${name}=${value}`).sort()].join(' ');
    });
    for (const each of firing) this.seen.add(each);
    return firing;
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    for (const end of this.closing.toReversed()) await end();
  }
}

/** @param closing receives the function that ends each part, in the order of their start */
async function startParts(closing: (() => unknown)[]) {
  const server = await OwnServer.redis();
  closing.push(() => server.remove());
  const { url } = server.running;
  const stack = new TestStack({ REDIS_URL: url });
  const SIGNS_FILE = stack.signsFile(expectedSigns);
  closing.push(() => stack.close());
  const [ledger, gateway] = await Promise.all([
    stack.startJackpot(),
    stack.startSigns({ SIGNS_FILE }),
  ]);
  const configurations = [
    ...[...played, 'edited', 'halted'].map((id) => jackpot(id, { verifyAbove: 15_000 })),
    jackpot('dark', { ceiling: 1_056_000 }),
    jackpot('absent'),
  ];
  for (const each of configurations) await stack.configure(ledger.url, each);
  const signs = await Promise.all(
    ['busy', 'dark', ...played].map((id) =>
      Sign.open(`${gateway.url}/v1/pools/stream?jackpot=${id}`),
    ),
  );
  closing.push(() => signs.forEach((sign) => sign.close()));
  const textfile = join(stack.folder, 'jackpot.prom');
  expect(await stack.cli('verify', '--textfile', textfile)).toMatchObject({ code: 0 });
  // Replaces node_exporter, whose textfile collector shows such a file.
  const nodeExporter = createServer((_, answer) => answer.end(readFileSync(textfile)));
  await new Promise<void>((resolve) => nodeExporter.listen(0, '127.0.0.1', resolve));
  closing.push(() => nodeExporter.close().closeAllConnections());
  const rules = join(stack.folder, 'alerts.yml');
  writeFileSync(rules, shortenRules(readFileSync('deploy/prometheus/alerts.yml', 'utf8')));
  const prometheus = await startPrometheus({
    dataDir: join(stack.folder, 'prometheus'),
    targets: {
      jackpot: new URL(ledger.url).host,
      signs: new URL(gateway.url).host,
      node: `127.0.0.1:${(nodeExporter.address() as AddressInfo).port}`,
    },
    rules,
    every: '1s',
  });
  closing.push(() => prometheus.stop());
  // Prometheus treats a target that it has not scraped yet as gone.
  await until('a scrape of each', async () => (await targetsUp(prometheus.url)) === 3);
  const redis = openRedis(redisAddress(url));
  closing.push(() => redis.disconnect());
  return { server, stack, ledger, gateway, signs, textfile, prometheus, redis };
}

async function targetsUp(url: string): Promise<number> {
  const { data } = await getJson<{ data: { activeTargets: { health: string }[] } }>(
    `${url}/api/v1/targets`,
  );
  return data.activeTargets.filter(({ health }) => health === 'up').length;
}
