import {
  echoSchema,
  homePartition,
  pulseSchema,
  valueSchema,
  type Echo,
  type Pulse,
  type ServiceLog,
} from '#contract';
import { LedgerReader, LedgerUnopened, PulseBoard } from '#engine';
import { FrameSubscriber, Ledger } from '#ledger';
import { LOG } from '#service';
import {
  Inject,
  Injectable,
  NotFoundException,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Outcomes } from '../events/outcomes.js';
import { standingOf, type Standing } from './standing.js';
import { TableWatch, type Listener } from './table-watch.js';

const refreshEveryMs = 2_000;
const pulseEveryMs = 1_000;
const subscribeLimitMs = 500;

/** Brings the effects of commits to the followed tables. */
@Injectable()
export class TableFeed implements OnModuleInit, OnApplicationShutdown {
  /** By `<jackpot>/<table>`. */
  private readonly watches = new Map<string, TableWatch>();
  private readonly outcomes = new Map<number, Outcomes>();
  /** The position that the echoes of each partition have reached. */
  private readonly echoed = new Map<number, number>();
  private readonly pulses = new PulseBoard();
  private partitions = 0;
  private refreshedAtMs = -Infinity;
  private refreshTimer: NodeJS.Timeout | undefined;
  private pulseTimer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private hasRefused = false;

  constructor(
    private readonly subscriber: FrameSubscriber,
    private readonly ledger: Ledger,
    private readonly reader: LedgerReader,
    @Inject(LOG) private readonly log: ServiceLog,
  ) {}

  onModuleInit(): void {
    this.subscriber.listen((text) => this.hear(text));
    this.subscriber.listenToGaps(() => this.lost());
    this.pulseTimer = setInterval(() => this.pulse(), pulseEveryMs);
    void this.refreshUntilStopped();
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.refreshTimer);
    clearInterval(this.pulseTimer);
  }

  /** Returns whether the channels were subscribed to in the last few seconds. */
  isLive(): boolean {
    return performance.now() - this.refreshedAtMs < refreshEveryMs * 2 + 1_000;
  }

  /**
   * Returns the number of partitions of the log.
   * @throws LedgerUnopened before a service has opened it.
   */
  countPartitions(): number {
    if (this.partitions > 0) return this.partitions;
    throw new LedgerUnopened();
  }

  outcomesOf(partition: number): Outcomes {
    const known = this.outcomes.get(partition);
    if (known) return known;
    const own = new Outcomes();
    this.outcomes.set(partition, own);
    return own;
  }

  /**
   * Returns the present standing of a table.
   * @throws NotFoundException for an unknown jackpot; LedgerUnavailable.
   */
  async read(jackpot: string, table: string, claims: readonly string[] = []): Promise<Standing> {
    const prefix = `${jackpot}/${table}/`;
    const reading = await this.reader.readWithClaims(
      jackpot,
      ({ open }, known) => {
        const waiting = [...open].filter((award) => award.startsWith(prefix));
        const last = known?.lastAward ?? null;
        return [...new Set([...waiting, ...claims, ...(last === null ? [] : [last])])];
      },
      table,
    );
    if (!reading) throw new NotFoundException(`There is no jackpot ${jackpot}.`);
    return standingOf(reading, table);
  }

  /**
   * Follows a table; see `TableWatch.listen`.
   * @returns its state, and a function to call when nobody listens any more.
   */
  async follow(jackpot: string, table: string, listener: Listener) {
    const key = `${jackpot}/${table}`;
    const watch =
      this.watches.get(key) ?? new TableWatch((claims) => this.read(jackpot, table, claims));
    this.watches.set(key, watch);
    const dropUnused = (): void => {
      if (watch.isUnused) this.watches.delete(key);
    };
    try {
      const standing = await watch.listen(listener);
      const leave = (): void => {
        watch.leave(listener);
        dropUnused();
      };
      return { standing, leave };
    } catch (error) {
      dropUnused();
      throw error;
    }
  }

  private hear(text: string): void {
    try {
      if (text.startsWith('{"echo"')) this.echo(echoSchema.parse(JSON.parse(text)));
      else if (text.startsWith('{"pulse"')) this.takePulse(pulseSchema.parse(JSON.parse(text)));
      else this.value(text);
    } catch (error) {
      if (this.hasRefused) return;
      this.hasRefused = true;
      const fields = { event: 'frame-refused', error: String(error) } as const;
      this.log.error(fields, 'a frame is neither a value message nor a pulse nor an echo');
    }
  }

  private echo(echo: Echo): void {
    const { echo: partition, from, position } = echo;
    this.outcomesOf(partition).take(echo);
    if (this.echoed.get(partition) !== from) this.missed(partition);
    this.echoed.set(partition, position);
    // Too many changes for a list.
    if (!echo.changed || !echo.refused || !echo.awards) return this.missed(partition);
    const sequences = new Map(echo.changed.map(([key, sequence]) => [key, sequence]));
    const refused = Map.groupBy(echo.refused, ({ table }) => table);
    for (const award of echo.awards) this.watches.get(tableOfAward(award))?.made(award);
    for (const key of new Set([...refused.keys(), ...sequences.keys()])) {
      const sequence = sequences.get(key);
      // A change of a jackpot has no sequence: its refusals or its waiting awards may be new for
      // all of its tables.
      if (sequence === null) this.lookAtAll(key);
      else this.watches.get(key)?.echo(refused.get(key) ?? [], sequence, position);
    }
  }

  /** Takes a pulse, which comes after the echoes of all commits up to its position. */
  private takePulse(pulse: Pulse): void {
    this.pulses.take(pulse);
    const { pulse: partition, position } = pulse;
    if (position <= (this.echoed.get(partition) ?? -1)) return;
    this.outcomesOf(partition).skipTo(position);
    this.missed(partition);
    this.echoed.set(partition, position);
  }

  private value(text: string): void {
    const { jackpot, value, version } = valueSchema.parse(JSON.parse(text));
    for (const [key, watch] of this.watches) {
      if (jackpotOf(key) === jackpot) watch.pool(value, version);
    }
  }

  private lookAtAll(jackpot: string): void {
    for (const [key, watch] of this.watches) {
      if (jackpotOf(key) === jackpot) watch.changed();
    }
  }

  /** Notes that echoes of a partition were lost. */
  private missed(partition: number): void {
    for (const [key, watch] of this.watches) {
      if (homePartition(jackpotOf(key), this.partitions) === partition) watch.missed();
    }
  }

  private pulse(): void {
    for (const [key, watch] of this.watches) {
      watch.pulse(this.pulses.of(jackpotOf(key)));
    }
  }

  /** Notes that echoes may have been lost: the next pulse of each partition shows it. */
  private lost(): void {
    for (const outcomes of this.outcomes.values()) outcomes.forget();
    this.echoed.clear();
  }

  private async refreshUntilStopped(): Promise<void> {
    try {
      await this.refresh();
    } catch {
      // The ledger logs that it waits for Redis; the next turn tries again.
    }
    if (this.isStopped) return;
    const isNew = this.partitions === 0;
    this.refreshTimer = setTimeout(
      () => void this.refreshUntilStopped(),
      isNew ? 250 : refreshEveryMs,
    );
  }

  private async refresh(): Promise<void> {
    this.partitions = (await this.ledger.countPartitions()) ?? this.partitions;
    this.pulses.know(Math.max(1, this.partitions));
    const partitions = Array.from({ length: this.partitions }, (_, partition) => partition);
    const channels = partitions.map((each) => this.ledger.keys(each).frames);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<number>((resolve) => {
      timer = setTimeout(() => resolve(channels.length), subscribeLimitMs);
    });
    const missing = await Promise.race([this.subscriber.subscribe(channels), limit]);
    clearTimeout(timer);
    if (missing === 0 && this.partitions > 0) this.refreshedAtMs = performance.now();
  }
}

/** Returns the key of the watch of an award’s table (contract 8.1). */
function tableOfAward(award: string): string {
  return award.split('/', 2).join('/');
}

/** Returns the jackpot of a watch's key. */
function jackpotOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}
