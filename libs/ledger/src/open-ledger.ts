import { Ledger, type WaitingSink } from './ledger.js';
import { openRedis, type RedisAddress } from './redis.js';

/** Connects to Redis; `close` ends the connection. */
export function openLedger(address: RedisAddress, topicPrefix: string, sink?: WaitingSink): Ledger {
  return new Ledger(openRedis(address), topicPrefix, sink);
}
