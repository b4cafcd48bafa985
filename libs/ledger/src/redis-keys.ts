/**
 * Redis keys of one partition, all in one slot by their hash tag: `jackpot:{7}:accounts`. The part
 * before the tag comes from the topics' prefix, so ledgers of different logs can share a Redis.
 */
export function ledgerKeys(topicPrefix: string, partition: number) {
  const key = (name: string): string => `${keyPrefix(topicPrefix)}:{${partition}}:${name}`;
  return {
    position: key('position'),
    accounts: key('accounts'),
    jackpots: key('jackpots'),
    tables: key('tables'),
    claims: key('claims'),
    values: key('values'),
    meters: key('meters'),
    /** The last pulse of the partition's owner; not part of the ledger, and it expires. */
    pulse: key('pulse'),
    outbox: key('outbox'),
    /** A shard channel, not a key. */
    frames: key('frames'),
    awards: (jackpot: string): string => key(`awards:${jackpot}`),
    /** The key of a restored ledger before it replaces the old one. */
    staged: (name: string): string => key(`staged:${name}`),
  };
}

/**
 * Hash with the store's id (contract 10.1), and the log's cluster and number of partitions, used to
 * find the keys; it decides no money.
 */
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

/** Field of a jackpot's last closed day in the hash of meters: no id has a slash. */
export function closedDayField(jackpot: string): string {
  return `${jackpot}/closed`;
}

/** The jackpot of an award and the offset of the record that made it, by its id (contract 8.1). */
export function placeOfAward(id: string): { readonly jackpot: string; readonly offset: number } {
  return {
    jackpot: id.slice(0, id.indexOf('/')),
    offset: Number(id.slice(id.lastIndexOf('/') + 1)),
  };
}
