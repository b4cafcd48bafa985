/**
 * Redis keys of one partition, all in one slot by their hash tag: `jackpot:{7}:accounts`. The part
 * before the tag comes from the topics' prefix, so ledgers of different logs can share a Redis.
 */
export function ledgerKeys(topicPrefix: string, partition: number) {
  const at = (name: string): string => `${keyPrefix(topicPrefix)}:{${partition}}:${name}`;
  return {
    position: at('position'),
    accounts: at('accounts'),
    jackpots: at('jackpots'),
    tables: at('tables'),
    values: at('values'),
    outbox: at('outbox'),
    /** A shard channel, not a key. */
    frames: at('frames'),
    awards: (jackpot: string): string => at(`awards:${jackpot}`),
    /** A shard channel that no one listens to, for asking whether frames may be published. */
    probe: at('probe'),
  };
}

/** Hash with what the log is: its cluster and its partitions. For finding the keys, not for money. */
export function logKey(topicPrefix: string): string {
  return `${keyPrefix(topicPrefix)}:log`;
}

function keyPrefix(topicPrefix: string): string {
  return topicPrefix.replace(/\.$/, '');
}

export type LedgerKeys = ReturnType<typeof ledgerKeys>;

/** Field of an account in the hash of accounts. */
export function accountField(jackpot: string, account: string): string {
  return `${jackpot}/${account}`;
}
