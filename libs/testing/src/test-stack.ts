import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homePartition, topicName, type OutputKind, type WrittenConfiguration } from '#contract';
import { LogProducer, openKafka, readLog, readWatermarks, type OutgoingMessage } from '#log';
import type { SigningKey } from '#pools';
import { Child } from './child.js';
import { CommandHost, type Answer } from './command-host.js';
import { Operator } from './operator.js';
import { until } from './until.js';

export const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** One test's part of the shared Kafka and Redis: a topic prefix, a key pair, and its services. */
export class TestStack {
  readonly prefix = `t${randomBytes(4).toString('hex')}.`;
  readonly folder = mkdtempSync(join(tmpdir(), 'jackpot-test-'));
  kafka: ReturnType<typeof openKafka>;
  producer: LogProducer;
  readonly env: Record<string, string>;
  readonly operator: Operator;
  /** The tree of the build that the programs run. */
  root = '.';
  private readonly children: Child[] = [];
  /** Hosts by the build that each runs, and the certificates that it trusts from its start. */
  private readonly hosts = new Map<string, CommandHost>();
  private hasKeys = false;

  constructor(own: Readonly<Record<string, string>> = {}) {
    this.env = {
      KAFKA_BROKERS: own['KAFKA_BROKERS'] ?? given('KAFKA_BROKERS'),
      REDIS_URL: own['REDIS_URL'] ?? given('REDIS_URL'),
      TOPIC_PREFIX: this.prefix,
      KAFKA_GROUP_ID: `${this.prefix}ledger`,
      COMMAND_ROOT: join(this.folder, 'root.jwks'),
      COMMAND_KEY: join(this.folder, 'ops-1.jwk'),
      HOST: '127.0.0.1',
      PORT: '0',
      ...own,
    };
    this.operator = new Operator(this.env);
    this.kafka = clientOf(this.env);
    this.producer = new LogProducer(this.kafka);
  }

  /** From now on, programs that start, and this stack’s own clients, know only these brokers. */
  async useBrokers(brokers: string): Promise<void> {
    await this.producer.close();
    this.env['KAFKA_BROKERS'] = brokers;
    this.kafka = clientOf(this.env);
    this.producer = new LogProducer(this.kafka);
  }

  start(program: string, args: string[] = [], own: Record<string, string> = {}): Child {
    const child = new Child(program, args, { ...this.env, ...own }, this.root);
    this.children.push(child);
    return child;
  }

  /** Starts the ledger service and waits until it is ready and has opened every partition. */
  async startJackpot(own: Record<string, string> = {}): Promise<{ child: Child; url: string }> {
    const child = this.start('apps/jackpot', [], own);
    const url = await child.url();
    await until('the ledger to be ready', () => isOk(`${url}/health/ready`));
    await until('all partitions', async () => (await openPartitions(url)) === 12);
    return { child, url };
  }

  /** Writes a file of the expected signs, by name, with the jackpots that they show. */
  signsFile(signs: Readonly<Record<string, readonly string[]>>): string {
    const file = join(this.folder, 'signs.json');
    const entries = Object.entries(signs);
    const written = entries.map(([name, jackpots]) => ({ name, jackpots, place: 'a wall' }));
    writeFileSync(file, JSON.stringify({ signs: written }));
    return file;
  }

  async startSigns(own: Record<string, string> = {}): Promise<{ child: Child; url: string }> {
    const child = this.start('apps/signs', [], own);
    const url = await child.url();
    await until('the signs to be ready', () => isOk(`${url}/health/ready`));
    return { child, url };
  }

  /** Starts the control room for pages at `room`, such as `http://localhost:3002`, until ready. */
  async startConsole(room: string, own: Record<string, string> = {}): Promise<Child> {
    const at = { PORT: new URL(room).port, CONSOLE_ORIGIN: room };
    const child = this.start('apps/console', [], { ...at, ...own });
    const url = await child.url();
    await until('the console to be ready', () => isOk(`${url}/health/ready`));
    return child;
  }

  /** Starts the table gateway with a token for each of these tables: `tokenOfTable`. */
  async startTables(tables: readonly string[], own: Record<string, string> = {}) {
    const file = join(this.folder, 'tables.tokens');
    const lines = tables.map((table) => `${table} ${hash('sha256', tokenOfTable(table))}`);
    writeFileSync(file, `${lines.join('\n')}\n`);
    const child = this.start('apps/tables', [], { TABLES_TOKENS: file, ...own });
    const url = await child.url();
    await until('the table gateway to be ready', () => isOk(`${url}/health/ready`));
    return { child, url };
  }

  /** Writes the tokens of tables in the form that the pit reads. @returns the file */
  tokensOfPit(tables: readonly string[]): string {
    const file = join(this.folder, 'pit.tokens');
    writeFileSync(file, tables.map((table) => `${table} ${tokenOfTable(table)}\n`).join(''));
    return file;
  }

  /** Runs the operator's CLI. */
  cli(...args: string[]): Promise<Answer> {
    return this.run(args);
  }

  /** Runs a command line of the operator's CLI, with changes of the environment. */
  run(args: readonly string[], own: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const env = { ...this.env, ...own };
    const { NODE_EXTRA_CA_CERTS: certificates = '' } = env;
    const name = `${this.root} ${certificates}`;
    const host =
      this.hosts.get(name) ??
      new CommandHost(this.root, certificates ? { NODE_EXTRA_CA_CERTS: certificates } : {});
    this.hosts.set(name, host);
    return host.run(args, env);
  }

  /** Sends records in order, in requests of a size that a broker accepts. */
  async send(records: readonly OutgoingMessage[], producer = this.producer): Promise<void> {
    for (let start = 0; start < records.length; start += 2_000) {
      await producer.send(records.slice(start, start + 2_000));
    }
  }

  /**
   * Configures a jackpot and waits until the ledger has it. Sends the command again while the
   * partition does not have a leader, as for some seconds after a start or a long pause.
   */
  async configure(url: string, configuration: WrittenConfiguration): Promise<void> {
    const command = this.operator.command('jackpot.configured', configuration.id, configuration);
    const records = [...(this.hasKeys ? [] : this.operator.keys()), command];
    const send = (): Promise<true> => this.producer.send(records).then(() => true);
    await until(`a broker to take jackpot ${configuration.id}`, send);
    this.hasKeys = true;
    await until(`jackpot ${configuration.id}`, () =>
      isOk(`${url}/v1/jackpots/${configuration.id}`),
    );
  }

  /**
   * Puts the operator's key in force in every partition, as the first record of each log, and waits
   * until it is in force.
   */
  async setKeys(url: string, beside: readonly SigningKey[] = []): Promise<void> {
    await this.producer.send(this.operator.keys(beside));
    this.hasKeys = true;
    await until('the keys to be in force', async () => {
      const { partitions } = await getJson<PartitionHealth>(`${url}/health/partitions`);
      return partitions.every(({ position }) => position !== null && position > 0);
    });
  }

  /** Waits until the journal has a block of the partition of a jackpot. */
  async untilBlockOf(jackpot: string): Promise<void> {
    const beginning = `${homePartition(jackpot, 12)}/`;
    await until(`a block of ${jackpot} to be sent`, async () =>
      (await this.outputs('journal')).some(({ id }) => id.startsWith(beginning)),
    );
  }

  /** Number of records that were ever written to the events topic. */
  async recordsWritten(): Promise<number> {
    const marks = await readWatermarks(this.kafka, topicName(this.prefix, 'events'));
    return marks.reduce((sum, { high }) => sum + high, 0);
  }

  /** All messages on an output topic so far, parsed, in the order of each partition. */
  async outputs<T>(kind: OutputKind): Promise<{ id: string; offset: string; message: T }[]> {
    const topic = topicName(this.prefix, kind);
    const marks = await readWatermarks(this.kafka, topic);
    const ranges = new Map(marks.map(({ low, high }, each) => [each, { from: low, to: high }]));
    const found: { id: string; offset: string; message: T }[] = [];
    await readLog(this.kafka, topic, ranges, (_, records) => {
      for (const { value, headers } of records) {
        found.push({
          id: String(headers['id']),
          offset: String(headers['offset']),
          message: JSON.parse(String(value)) as T,
        });
      }
    });
    return found;
  }

  async close(): Promise<void> {
    await Promise.all(
      this.children.map(async (child) => {
        child.signal('SIGCONT');
        const limit = setTimeout(() => child.signal('SIGKILL'), 6_000);
        await child.stop();
        clearTimeout(limit);
      }),
    );
    await Promise.all([...this.hosts.values()].map((host) => host.close()));
    await this.producer.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function tokenOfTable(table: string): string {
  return `${table}-0123456789abcdef`;
}

function clientOf(env: Readonly<Record<string, string>>): ReturnType<typeof openKafka> {
  const brokers = (env['KAFKA_BROKERS'] as string).split(',');
  return openKafka({ brokers, ssl: false, sasl: undefined, clientId: 'test' }, silent);
}

/** Number of partitions that an instance of the ledger service has open. */
export async function openPartitions(url: string): Promise<number> {
  const { partitions } = await getJson<PartitionHealth>(`${url}/health/partitions`);
  return partitions.filter(({ state }) => state === 'open').length;
}

/** The answer of `/health/partitions`, with the members that tests use. */
export interface PartitionHealth {
  readonly log: string;
  readonly partitions: readonly {
    readonly partition: number;
    readonly state: string;
    readonly position: number | null;
    readonly lag: number | null;
    readonly reason: string | null;
    readonly detail: string | null;
    readonly page: string | null;
  }[];
}

export async function getJson<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}

export async function isOk(url: string): Promise<boolean> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.ok;
}

function given(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is missing: run these tests with npm test, it starts Kafka and Redis`);
  return value;
}
