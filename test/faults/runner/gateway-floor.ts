import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { homePartition, topicName, type WrittenConfiguration } from '#contract';
import { readLog, readWatermarks } from '#log';
import type { Child } from '#testing/child';
import { ServerProxy } from '#testing/server-proxy';
import type { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import type { ModelEvent } from '../../model/events.js';
import type { BookedRecord } from '../auditor/books.js';

/** The names that the pit gives to its tables. */
const tables = Array.from({ length: 40 }, (_, index) => `F3-${String(index + 1).padStart(2, '0')}`);
/** Enough rounds that a fault meets some, however long the services take. */
const rounds = 400;

/** Tables with one table client each, and their gateway after a proxy that can lose its answers. */
export class GatewayFloor {
  private constructor(
    private readonly stack: TestStack,
    private readonly port: string,
    private gateway: Child,
    readonly proxy: ServerProxy,
    private readonly address: string,
  ) {}

  static async open(stack: TestStack): Promise<GatewayFloor> {
    const { child, url } = await stack.startTables(tables);
    const { port } = new URL(url);
    const proxy = new ServerProxy(Number(port));
    return new GatewayFloor(stack, port, child, proxy, await proxy.start());
  }

  /** Plays rounds on these jackpots; the pit ends when each event is judged. */
  play(jackpots: readonly WrittenConfiguration[], seed: string, number: number): Child {
    const { stack, address } = this;
    const state = join(stack.folder, `tables-${number}`);
    mkdirSync(state);
    return stack.start(
      'apps/pit',
      [
        `--jackpots=${jackpots.map(({ id }) => id).join(',')}`,
        ...['--stake=5000', `--tables=${tables.length}`, `--rounds=${rounds}`, '--speed=max'],
        ...['--luck=30', '--void=0.03', `--seed=${seed}`],
        ...[`--gateway=http://${address}`, `--state=${state}`],
      ],
      { PIT_TOKENS: stack.tokensOfPit(tables) },
    );
  }

  async kill(): Promise<void> {
    await this.gateway.kill();
  }

  /** Uses the same port, so that the tables find it. */
  async startAgain(): Promise<void> {
    const { child } = await this.stack.startTables(tables, { PORT: this.port });
    this.gateway = child;
  }

  /** Waits until the log has more records of these jackpots. */
  async goesOn(jackpots: readonly WrittenConfiguration[], pit: Child): Promise<void> {
    const before = await this.countRecords(jackpots);
    await until('the tables to go on', async () => {
      return pit.exitCode !== null || (await this.countRecords(jackpots)) > before + 40;
    });
  }

  /** The tables' records in the log, in order; a repeated record is there once. */
  async books(jackpots: readonly WrittenConfiguration[]): Promise<BookedRecord[]> {
    const { stack } = this;
    const ids = new Set(jackpots.map(({ id }) => id));
    const books = new Map<string, BookedRecord>();
    await readLog(stack.kafka, this.topic, await this.ranges(jackpots), (partition, records) => {
      for (const { key, value, offset } of records) {
        if (!ids.has(String(key))) continue;
        const event = JSON.parse(String(value)) as ModelEvent;
        if (!tables.includes(event.source)) continue;
        const name = `${event.subject}/${event.source}/${event.sequence}`;
        if (!books.has(name)) books.set(name, { partition, offset: Number(offset), event });
      }
    });
    return [...books.values()];
  }

  private get topic(): string {
    return topicName(this.stack.prefix, 'events');
  }

  private async ranges(jackpots: readonly WrittenConfiguration[]) {
    const marks = await readWatermarks(this.stack.kafka, this.topic);
    const homes = new Set(jackpots.map(({ id }) => homePartition(id, marks.length)));
    return new Map([...homes].map((home) => [home, { from: 0, to: marks[home]?.high ?? 0 }]));
  }

  private async countRecords(jackpots: readonly WrittenConfiguration[]): Promise<number> {
    const ranges = await this.ranges(jackpots);
    return [...ranges.values()].reduce((sum, { to }) => sum + to, 0);
  }
}
