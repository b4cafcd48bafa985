import { homePartition, type AwardMessage, type ValueMessage } from '#contract';
import type { Ledger } from '#ledger';
import {
  accountNames,
  offsetOfAward,
  parseClaim,
  parseTable,
  tableKey,
  type Claim,
  type Jackpot,
  type TableState,
} from '#pools';
import { isBeforeAll, matchesAward, type AwardFilter } from './award-filter.js';
import { awardMessage } from './award-message.js';
import { freshnessOf, type Freshness } from './freshness.js';
import { parseStoredJackpot } from './snapshot.js';

/** A jackpot in the ledger, and the position of its partition. */
export interface JackpotReading {
  readonly jackpot: Jackpot;
  /** The value on the signs, minor units. */
  readonly valueMinor: number;
  readonly lastAward: AwardMessage | undefined;
  readonly partition: number;
  /** Offset of the next record to apply. */
  readonly position: number;
  readonly freshness: Freshness;
}

export interface AwardsRequest {
  /** Only awards of records before this offset. */
  readonly beforeOffset?: number | undefined;
  readonly limit: number;
  /** Most awards to look at; by default `limit`. */
  readonly scanned?: number;
  readonly filter?: AwardFilter;
}

export interface AwardsPage {
  readonly awards: readonly AwardMessage[];
  /** The `beforeOffset` of the next page; undefined on the last page. */
  readonly next: number | undefined;
}

/** A jackpot and some of its awards. */
export interface ReadingWithClaims extends Omit<JackpotReading, 'lastAward'> {
  /** The requested awards that are still remembered. */
  readonly claims: readonly AwardMessage[];
  /** Undefined if the jackpot has no such table, or none was requested. */
  readonly table: TableState | undefined;
}

/** A jackpot's awards that wait for people, at one moment. */
export interface ClaimsPage {
  /** The oldest first. */
  readonly claims: readonly AwardMessage[];
  /** The `afterOffset` of the next page; undefined on the last page. */
  readonly next: number | undefined;
}

const awardsPerRead = 1_000;

/** No jackpot can be read: Redis does not answer, or no service has opened the ledger. */
export class LedgerUnavailable extends Error {}

/** Redis answers, and has no ledger of this name. */
export class LedgerUnopened extends LedgerUnavailable {
  constructor() {
    super(
      'Redis has no ledger of this TOPIC_PREFIX: its service has not run yet, or REDIS_URL or TOPIC_PREFIX is another’s.',
    );
  }
}

/** Something other than a commit has changed this jackpot in Redis. */
class LedgerUnreadable extends LedgerUnavailable {}

/**
 * Reads jackpots, tables and awards of any partition; undefined for missing ones.
 * @throws LedgerUnavailable from every method, with a sentence for the caller's user.
 */
export class LedgerReader {
  constructor(private readonly ledger: Ledger) {}

  /** All jackpots, by id, and the ids of those that were made unreadable. */
  async readJackpots(): Promise<{ readings: JackpotReading[]; unreadable: string[] }> {
    const unreadable: string[] = [];
    const count = await this.countPartitions();
    const partitions = Array.from({ length: count }, (_, partition) => partition);
    const readings = await Promise.all(
      partitions.map(async (partition) => {
        const ids = await answered(this.ledger.readJackpotIds(partition));
        return Promise.all(
          ids.map((id) =>
            this.readWhole(partition, id).catch((error: unknown) => {
              if (!(error instanceof LedgerUnreadable)) throw error;
              unreadable.push(id);
              return undefined;
            }),
          ),
        );
      }),
    );
    const found = readings.flat().filter((reading) => reading !== undefined);
    found.sort((one, other) => (one.jackpot.id < other.jackpot.id ? -1 : 1));
    return { readings: found, unreadable: unreadable.sort() };
  }

  async readJackpot(id: string): Promise<JackpotReading | undefined> {
    return this.readWhole(await this.homeOf(id), id);
  }

  /**
   * The remembered awards, newest first. Looks at no more than `scanned` of them, so that a filter
   * that few awards pass has a bounded cost; a page can then have fewer than `limit` although more
   * follow.
   */
  async readAwards(
    jackpot: Jackpot,
    { beforeOffset, limit, scanned = limit, filter = {} }: AwardsRequest,
  ): Promise<AwardsPage> {
    const { id } = jackpot;
    const partition = await this.homeOf(id);
    const awards: AwardMessage[] = [];
    let next = beforeOffset;
    for (let left = scanned; left > 0; left -= awardsPerRead) {
      const count = Math.min(left, awardsPerRead);
      const range = { limit: count, ...(next !== undefined && { beforeOffset: next }) };
      const read = await answered(this.ledger.readAwards(partition, id, range));
      for (const { id: named, offset, text } of read) {
        next = offset;
        if (text === undefined) continue;
        const award = awardMessage(readableClaim(named, text), jackpot);
        if (isBeforeAll(award, filter)) return { awards, next: undefined };
        if (matchesAward(award, filter)) awards.push(award);
        if (awards.length === limit) return { awards, next };
      }
      if (read.length < count) return { awards, next: undefined };
    }
    return { awards, next };
  }

  /**
   * The awards with a locked or verified seat (contract 4.8), the oldest first.
   * @param afterOffset the end of the previous page.
   */
  async readClaims(
    id: string,
    { afterOffset, limit }: { readonly afterOffset: number; readonly limit: number },
  ): Promise<ClaimsPage | undefined> {
    let isLast = true;
    const reading = await this.readWithClaims(id, ({ open }) => {
      const after = [...open].filter((award) => offsetOfAward(award) > afterOffset);
      isLast = after.length <= limit;
      return after.slice(0, limit);
    });
    if (!reading) return undefined;
    const { claims } = reading;
    return { claims, next: isLast ? undefined : claims.at(-1)?.offset };
  }

  /**
   * A jackpot with some of its awards, and one of its tables, from one atomic read.
   * @param wanted returns the ids of the requested awards, from the jackpot and the table.
   * @param source of the table.
   */
  async readWithClaims(
    id: string,
    wanted: (jackpot: Jackpot, table: TableState | undefined) => readonly string[],
    source = '',
  ): Promise<ReadingWithClaims | undefined> {
    const partition = await this.homeOf(id);
    let asked: readonly string[] = [];
    // Repeats until one atomic read names the awards and has them all. An award that was made since
    // the previous read is requested by the next.
    for (;;) {
      const reading = await this.readFrom(partition, id, asked, source);
      if (!reading) return undefined;
      const { jackpot, table } = reading;
      const named = wanted(jackpot, table);
      if (named.every((award) => asked.includes(award))) {
        const known = named.flatMap((award) => jackpot.claims.get(award) ?? []);
        return { ...reading, claims: known.map((claim) => awardMessage(claim, jackpot)) };
      }
      asked = named;
    }
  }

  async readTable(id: string, source: string): Promise<TableState | undefined> {
    const field = tableKey(id, source);
    const text = await answered(this.ledger.readTable(await this.homeOf(id), field));
    try {
      return text === undefined ? undefined : parseTable(text);
    } catch (error) {
      throw unreadable(`the table ${field}`, error);
    }
  }

  private async readWhole(partition: number, id: string): Promise<JackpotReading | undefined> {
    const read = await this.readFrom(partition, id);
    if (!read) return undefined;
    // Excludes awards made after the read: the view would show them without their money.
    const newest = { limit: 1, beforeOffset: read.position };
    const [lastAward] = (await this.readAwards(read.jackpot, newest)).awards;
    return { ...read, lastAward };
  }

  /** @param awards whose claims the jackpot must have. */
  private async readFrom(
    partition: number,
    id: string,
    awards: readonly string[] = [],
    source = '',
  ): Promise<Omit<ReadingWithClaims, 'claims'> | undefined> {
    const stored = await answered(
      this.ledger.readJackpot(partition, id, accountNames, awards, tableKey(id, source)),
    );
    if (!stored) return undefined;
    const { position } = stored;
    let jackpot: Jackpot;
    let valueMinor: number;
    let table: TableState | undefined;
    try {
      const claims = [...stored.claims].map(([award, text]) => parseClaim(award, text));
      jackpot = parseStoredJackpot(id, stored, claims);
      const missing = awards.find((award) => jackpot.open.has(award) && !jackpot.claims.has(award));
      if (missing !== undefined) throw new Error(`The award ${missing} is missing`);
      valueMinor = (JSON.parse(stored.value as string) as ValueMessage).value;
      table = stored.table === undefined ? undefined : parseTable(stored.table);
    } catch (error) {
      throw unreadable(id, error);
    }
    const freshness = freshnessOf(stored.pulse);
    return { jackpot, valueMinor, table, partition, position, freshness };
  }

  private async homeOf(id: string): Promise<number> {
    return homePartition(id, await this.countPartitions());
  }

  /** The number of partitions of the log. */
  async countPartitions(): Promise<number> {
    const partitions = await answered(this.ledger.countPartitions());
    if (partitions !== undefined) return partitions;
    throw new LedgerUnopened();
  }
}

function readableClaim(id: string, text: string): Claim {
  try {
    return parseClaim(id, text);
  } catch (error) {
    throw unreadable(`the award ${id}`, error);
  }
}

function unreadable(what: string, error: unknown): LedgerUnreadable {
  return new LedgerUnreadable(`The ledger of ${what} cannot be read: ${(error as Error).message}.`);
}

async function answered<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw new LedgerUnavailable('Redis does not answer.', { cause: error });
  }
}
