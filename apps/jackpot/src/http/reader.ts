import { currencyExponent, homePartition, type AwardMessage, type ValueMessage } from '#contract';
import { accountField, Ledger, type RedisConnection } from '#ledger';
import {
  accountNames,
  microsPerMinor,
  parseTable,
  tableKey,
  type Bet,
  type Configuration,
} from '#pools';
import { Inject, Injectable, NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import { REDIS } from '../ledger/tokens.js';

/** A jackpot as the HTTP API shows it (contract 9.1). */
export interface JackpotView {
  readonly id: string;
  readonly currency: string;
  readonly value: number;
  readonly generation: number;
  readonly suspended: boolean;
  readonly configuration: Configuration;
  readonly pending: Configuration | null;
  readonly accounts: Readonly<Record<string, string>>;
  readonly lastAward: AwardMessage | null;
  readonly partition: number;
  readonly position: number;
}

/** Reads the ledger of any partition from Redis, whichever instance has it. */
@Injectable()
export class LedgerReader {
  constructor(
    @Inject(REDIS) private readonly redis: RedisConnection,
    private readonly ledger: Ledger,
  ) {}

  async jackpots(): Promise<JackpotView[]> {
    const partitions = Array.from({ length: await this.partitions() }, (_, partition) => partition);
    const views = await Promise.all(
      partitions.map(async (partition) => {
        const ids = await answered(this.redis.hkeys(this.ledger.keys(partition).jackpots));
        return Promise.all(ids.map((id) => this.jackpot(id)));
      }),
    );
    return views.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async jackpot(id: string): Promise<JackpotView> {
    const partition = homePartition(id, await this.partitions());
    const keys = this.ledger.keys(partition);
    const replies = await answered(
      this.redis
        .multi()
        .hget(keys.jackpots, id)
        .hget(keys.values, id)
        .hmget(keys.accounts, ...accountNames.map((account) => accountField(id, account)))
        .hget(keys.position, 'offset')
        .zrange(keys.awards(id), '0', '0', 'REV')
        .exec(),
    );
    const [kept, shown, balances, position, awards] = (replies ?? []).map(([error, reply]) => {
      if (error) throw error;
      return reply;
    });
    if (typeof kept !== 'string') throw new NotFoundException(`There is no jackpot ${id}.`);
    const { configuration, pending, generation, suspended } = JSON.parse(kept) as JackpotView;
    const accounts = Object.fromEntries(
      accountNames.map((account, index) => [account, (balances as string[])[index] as string]),
    );
    const [lastAward] = awards as string[];
    return {
      id,
      currency: configuration.currency,
      value: (JSON.parse(shown as string) as ValueMessage).value,
      generation,
      suspended,
      configuration,
      pending,
      accounts,
      lastAward: lastAward === undefined ? null : (JSON.parse(lastAward) as AwardMessage),
      partition,
      position: Number(position ?? '0'),
    };
  }

  /** Newest first; `before` is the offset that the page before ended with. */
  async awards(
    id: string,
    limit: number,
    before: number | null,
  ): Promise<{ awards: AwardMessage[]; next: string | null }> {
    await this.jackpot(id);
    const { awards: key } = this.ledger.keys(homePartition(id, await this.partitions()));
    const from = before === null ? '+inf' : `(${before}`;
    const texts = await answered(
      this.redis.zrange(key(id), from, '-inf', 'BYSCORE', 'REV', 'LIMIT', 0, limit),
    );
    const awards = texts.map((text) => JSON.parse(text) as AwardMessage);
    const last = awards.at(-1);
    return { awards, next: last && awards.length === limit ? String(last.offset) : null };
  }

  /** Open and unsettled rounds of a table, oldest first; the last is the current one. */
  async table(id: string, source: string) {
    const { configuration, partition } = await this.jackpot(id);
    const keys = this.ledger.keys(partition);
    const text = await answered(this.redis.hget(keys.tables, tableKey(id, source)));
    const exponent = currencyExponent(configuration.currency);
    if (text === null || exponent === undefined) {
      throw new NotFoundException(`Jackpot ${id} has never heard of table ${source}.`);
    }
    const unit = microsPerMinor(exponent);
    const view = ({ seat, stakeMicros, carried }: Bet) => ({
      seat,
      stake: Number(stakeMicros / unit),
      carried,
    });
    const table = parseTable(text);
    return {
      jackpot: id,
      table: source,
      currency: configuration.currency,
      sequence: table.sequence.toString(),
      rounds: table.rounds.map((round) => ({
        round: round.id,
        state: round.unsettled ? 'unsettled' : 'open',
        dealt: round.dealt,
        bets: round.bets.map(view),
      })),
      carried: table.carried.map(view),
      ended: table.ended,
    };
  }

  private async partitions(): Promise<number> {
    const partitions = await answered(this.ledger.countPartitions());
    if (partitions > 0) return partitions;
    throw new ServiceUnavailableException('The ledger has not seen its log yet.');
  }
}

/** Redis that does not answer is a service that cannot, for now; not a fault of the request. */
async function answered<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw new ServiceUnavailableException('Redis does not answer.', { cause: error });
  }
}
