import { homePartition, type AwardMessage, type ValueMessage } from '#contract';
import type { Ledger } from '#ledger';
import { accountNames, parseTable, tableKey, type Jackpot, type TableState } from '#pools';
import { parseStoredJackpot } from './snapshot.js';

/** A jackpot as the ledger has it, and how far its partition is. */
export interface JackpotReading {
  readonly jackpot: Jackpot;
  /** What the signs show, minor units. */
  readonly valueMinor: number;
  readonly lastAward: AwardMessage | undefined;
  readonly partition: number;
  /** Offset of the next record to apply. */
  readonly position: number;
}

/** Nothing is known of any jackpot: no answer of Redis, or no service has opened the ledger. */
export class LedgerUnavailable extends Error {}

/**
 * Reads jackpots, tables and awards of any partition; undefined for what is not there.
 * @throws LedgerUnavailable from every method.
 */
export class LedgerReader {
  constructor(private readonly ledger: Ledger) {}

  /** All jackpots, by id. */
  async readJackpots(): Promise<JackpotReading[]> {
    const count = await this.countPartitions();
    const partitions = Array.from({ length: count }, (_, partition) => partition);
    const readings = await Promise.all(
      partitions.map(async (partition) => {
        const ids = await answered(this.ledger.readJackpotIds(partition));
        return Promise.all(ids.map((id) => this.readFrom(partition, id)));
      }),
    );
    return readings
      .flat()
      .filter((reading) => reading !== undefined)
      .sort((one, other) => (one.jackpot.id < other.jackpot.id ? -1 : 1));
  }

  async readJackpot(id: string): Promise<JackpotReading | undefined> {
    return this.readFrom(await this.homeOf(id), id);
  }

  /** Newest first; only those of records before `beforeOffset` where that is given. */
  async readAwards(
    id: string,
    range: { readonly beforeOffset?: number; readonly limit: number },
  ): Promise<AwardMessage[]> {
    const awards = await answered(this.ledger.readAwards(await this.homeOf(id), id, range));
    return awards.map(({ json }) => JSON.parse(json) as AwardMessage);
  }

  async readTable(id: string, source: string): Promise<TableState | undefined> {
    const field = tableKey(id, source);
    const text = await answered(this.ledger.readTable(await this.homeOf(id), field));
    return text === undefined ? undefined : parseTable(text);
  }

  private async readFrom(partition: number, id: string): Promise<JackpotReading | undefined> {
    const stored = await answered(this.ledger.readJackpot(partition, id, accountNames));
    if (!stored) return undefined;
    const { position, newestAward } = stored;
    const jackpot = parseStoredJackpot(id, stored);
    return {
      jackpot,
      valueMinor: (JSON.parse(stored.value as string) as ValueMessage).value,
      lastAward: newestAward === undefined ? undefined : (JSON.parse(newestAward) as AwardMessage),
      partition,
      position,
    };
  }

  private async homeOf(id: string): Promise<number> {
    return homePartition(id, await this.countPartitions());
  }

  private async countPartitions(): Promise<number> {
    const partitions = await answered(this.ledger.countPartitions());
    if (partitions !== undefined) return partitions;
    throw new LedgerUnavailable('The ledger is unknown until the ledger service has opened it.');
  }
}

async function answered<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw new LedgerUnavailable('Redis does not answer.', { cause: error });
  }
}
