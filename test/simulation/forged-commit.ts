import {
  blockText,
  chainBlock,
  digestOf,
  fieldKinds,
  journalGenesis,
  ledgerKeys,
  StateDigest,
} from '#ledger';
import { anchorOf } from '#log';
import type { SimulatedCluster } from './simulated-cluster.js';

/**
 * Forges a commit of the next record by write access to Redis alone: moved money between two
 * accounts, position, head, and in the outbox the block that fits them.
 * @returns whether there was a next record
 */
export function forgeCommit(cluster: SimulatedCluster, partition: number): boolean {
  const { state } = cluster.redis.master;
  const keys = ledgerKeys('jackpot.', partition);
  const place = state.hash(keys.position);
  const offset = Number(place.get('offset') ?? '0');
  const record = cluster.broker.log(partition).at(offset);
  const [one, other] = state.hash(keys.accounts);
  if (!record || !one || !other) return false;
  state.setFields(keys.accounts, [
    [one[0], String(BigInt(one[1]) + 10n)],
    [other[0], String(BigInt(other[1]) - 10n)],
  ]);
  const newestMs = Math.max(record.recordedAtMs, Number(place.get('newestMs') ?? '0'));
  const digest = new StateDigest();
  digest.setCounts({ newestMs, refusals: place.get('refusals') ?? '' });
  digest.setAuthority(place.get('authority') ?? '');
  digest.setAllAccounts(Object.fromEntries(state.hash(keys.accounts)));
  for (const kind of fieldKinds) {
    for (const [key, text] of state.hash(keys[kind])) digest.set(kind, key, text);
  }
  const number = Number(place.get('block') ?? '0') + 1;
  const block = chainBlock({
    partition,
    block: number,
    from: offset,
    to: offset,
    at: new Date(newestMs).toISOString(),
    postings: [],
    digest: digestOf([]),
    state: digest.root(),
    previous: place.get('head') ?? journalGenesis,
  });
  state.setFields(keys.position, [
    ['offset', String(offset + 1)],
    ['anchor', anchorOf({ partition, ...record })],
    ['head', block.hash],
    ['block', String(number)],
    ['newestMs', String(newestMs)],
  ]);
  const id = `${partition}/${offset}/journal/${block.hash}`;
  const entry = { topic: 'journal', key: String(partition), id, value: blockText(block) };
  const fields = Object.entries(entry).flat();
  state.append(keys.outbox, [{ place: `${offset}-1`, fields }]);
  return true;
}
