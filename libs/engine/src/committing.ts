import { echoList, refusalsListed, type Echo } from '#contract';
import {
  accountField,
  chainBlock,
  closedDayField,
  digestOf,
  fieldKinds,
  type Commit,
  type CommitContent,
  type JournalBlock,
  type NettedPostings,
  type StateDigest,
} from '#ledger';
import {
  accountNames,
  AssertionError,
  serializeAuthority,
  serializeClosedDay,
  serializeClaim,
  serializeJackpot,
  serializeMeters,
  serializeRefusals,
  serializeTable,
  type Jackpot,
  type PartitionState,
} from '#pools';
import type { Folded } from './folded.js';
import { nextOutboxId } from './folding.js';
import { valueMessage } from './values.js';

/** The result of the previous commit, and facts about the log. */
interface CommitContext {
  readonly head: string;
  readonly block: number;
  readonly partitions: number;
  readonly clusterId: string;
  /** Result of `anchorOf` for the last record. */
  readonly anchor: string;
  /** Digest of the ledger before the commit; it is updated to the state after it. */
  readonly digest: StateDigest;
  /** The build that commits; undefined if it made the previous commit too. */
  readonly newBuild?: string | undefined;
}

/**
 * The commit of a folded run: postings, changed texts, outputs and the journal's block. Its digests
 * cover the whole ledger and all that it sends.
 * @throws AssertionError if the postings of a jackpot do not sum to zero.
 */
export function commitOf(
  state: PartitionState,
  folded: Folded,
  context: CommitContext,
): CommitContent {
  const postings = nettedPostings(folded);
  const texts = storedTexts(state, folded);
  const { digest, newBuild } = context;
  for (const id of folded.postings.keys()) digest.setAccounts(id, balancesOf(known(state, id)));
  for (const kind of fieldKinds) {
    for (const [key, text] of texts[kind]) digest.set(kind, key, text);
  }
  const refusals = serializeRefusals(state.refusals);
  const authority = folded.authorityChanged ? serializeAuthority(state.authority) : null;
  digest.setCounts({ newestMs: folded.recordedAtMs, refusals });
  if (authority !== null) digest.setAuthority(authority);
  const { edition, version } = state.authority;
  const block = chainBlock({
    partition: folded.partition,
    block: context.block + 1,
    from: folded.from,
    to: folded.to,
    at: new Date(folded.recordedAtMs).toISOString(),
    postings,
    digest: digestOf(folded.outbox),
    state: digest.root(),
    previous: context.head,
    ...(folded.steppedOver.length > 0 && { steppedOver: folded.steppedOver }),
    ...(newBuild !== undefined && { start: { build: newBuild, edition, keys: version } }),
  });
  return {
    from: folded.from,
    position: folded.to + 1,
    anchor: context.anchor,
    newestMs: folded.recordedAtMs,
    partitions: context.partitions,
    clusterId: context.clusterId,
    block,
    refusals,
    authority,
    build: newBuild ?? null,
    deltas: [...folded.postings].flatMap(([jackpot, netted]) =>
      accountNames.map((account) => ({ jackpot, account, micros: netted[account] })),
    ),
    ...texts,
    outbox: [...folded.outbox, journalEntry(folded, block)],
    frames: folded.frames,
    echo: JSON.stringify(echoOf(state, folded)),
  };
}

/** The effect of the commit, for the tables (contract 8.9). */
function echoOf(state: PartitionState, folded: Folded): Echo {
  const { partition, from, to, jackpots, tables, claims } = folded;
  const ids = new Set([...jackpots, ...claims.values()]);
  const changed = [
    ...[...ids].map((id): [string, null] => [id, null]),
    ...[...tables].map((key): [string, string] => {
      return [key, String(state.tables.get(key)?.sequence ?? 0n)];
    }),
  ];
  return {
    echo: partition,
    from,
    position: to + 1,
    changed: echoList(changed),
    awards: echoList(claims.keys()),
    refused: echoList(folded.refused, refusalsListed),
    repeated: echoList(folded.repeated, refusalsListed),
  };
}

const accountsInOrder = accountNames.toSorted();

/** The field of each account with its balance, as in the digest. */
function balancesOf({ id, accounts }: Jackpot): string[] {
  return accountsInOrder.flatMap((name) => [accountField(id, name), String(accounts[name])]);
}

/** The texts that the ledger must store; null for an award that it no longer remembers. */
function storedTexts(state: PartitionState, folded: Folded) {
  const jackpots = [...folded.jackpots].map(
    (id) => [id, serializeJackpot(known(state, id))] as const,
  );
  const tables = [...folded.tables].map((key) => {
    const table = state.tables.get(key);
    if (!table) throw new AssertionError(`table ${key} was touched but is not there`);
    return [key, serializeTable(table)] as const;
  });
  const claims = [...folded.claims].map(([id, jackpot]) => {
    const claim = known(state, jackpot).claims.get(id);
    return [id, claim ? serializeClaim(claim) : null] as const;
  });
  const values = [...folded.shown.keys()].map((id) => {
    const made = folded.lastShown.get(id);
    return [id, made ?? JSON.stringify(valueMessage(known(state, id), null))] as const;
  });
  const metered = new Set([...folded.postings.keys(), ...folded.claims.values()]);
  const meters = [
    ...[...metered].map((id) => [id, serializeMeters(known(state, id))] as const),
    ...[...folded.closed].flatMap((id) => closedDayTexts(known(state, id))),
  ];
  return { jackpots, tables, claims, values, meters };
}

/** All meters of a jackpot in the ledger, by the fields of their hash. */
export function meterTexts(jackpot: Jackpot): (readonly [field: string, text: string])[] {
  return [[jackpot.id, serializeMeters(jackpot)], ...closedDayTexts(jackpot)];
}

function closedDayTexts({ id, closed }: Jackpot): (readonly [field: string, text: string])[] {
  return closed ? [[closedDayField(id), serializeClosedDay(closed)]] : [];
}

/** Says how state and ledger differ after a commit, as a sentence; undefined if they agree. */
export function whyDiverged(
  state: PartitionState,
  balances: ReadonlyMap<string, bigint>,
): string | undefined {
  for (const [field, balance] of balances) {
    const [, jackpot = '', account = ''] = /^(.*)\/(\w+)$/.exec(field) ?? [];
    const expected = state.jackpots.get(jackpot)?.accounts[account as 'pool'];
    if (expected !== balance) {
      return `${accountField(jackpot, account)} is ${balance} in Redis and ${expected} by the log.`;
    }
  }
  return undefined;
}

function journalEntry(folded: Folded, block: JournalBlock): Commit['outbox'][number] {
  return {
    outboxId: nextOutboxId(folded, folded.to),
    topic: 'journal',
    key: String(folded.partition),
    id: `${folded.partition}/${folded.to}/journal/${block.hash}`,
    value: JSON.stringify(block),
  };
}

function nettedPostings(folded: Folded): NettedPostings[] {
  return [...folded.postings].map(([jackpot, netted]) => {
    const sum = accountNames.reduce((total, account) => total + netted[account], 0n);
    if (sum !== 0n) throw new AssertionError(`the commit of ${jackpot} sums to ${sum}`);
    const texts = accountNames.map((account) => [account, String(netted[account])]);
    return { jackpot, ...Object.fromEntries(texts) } as NettedPostings;
  });
}

function known(state: PartitionState, id: string) {
  const jackpot = state.jackpots.get(id);
  if (!jackpot) throw new AssertionError(`jackpot ${id} was touched but is not there`);
  return jackpot;
}
