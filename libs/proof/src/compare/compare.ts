import { meterTexts, valueMessage } from '#engine';
import {
  accountField,
  entryOf,
  StateDigest,
  type JournalBlock,
  type LedgerSnapshot,
} from '#ledger';
import {
  accountNames,
  parseAuthority,
  serializeAuthority,
  serializeClaim,
  serializeJackpot,
  serializeRefusals,
  serializeTable,
  type AccountName,
  type PartitionState,
} from '#pools';
import { moneyText, moreOrLess, plainDifference, type Difference } from './difference.js';
import type { Refold } from '../fold/refold.js';
import { redisDifference } from './message-difference.js';
import { tableDifference, wholeDifference } from './text-difference.js';

type Texts = Readonly<Record<string, string>>;

/** Lists the differences between the ledger in Redis and the fold of the log, the money first. */
export function ledgerDifferences(
  partition: number,
  snapshot: LedgerSnapshot,
  { state, anchor, head, origin }: Refold,
): Difference[] {
  const money = accountDifferences(partition, snapshot, state);
  // If the log ends before the ledger, everything else differs too.
  if (head !== snapshot.head) return money;
  const place: string[] = [];
  if (anchor !== undefined && snapshot.anchor !== anchor) {
    place.push(`the anchor is ${snapshot.anchor} in Redis and ${anchor} by the log`);
  }
  if (snapshot.newestMs !== state.newestMs) {
    place.push(`the newest time is ${snapshot.newestMs} in Redis and ${state.newestMs} by the log`);
  }
  const refusals = serializeRefusals(state.refusals);
  const [authority, expected] = [parseAuthority(snapshot.authority), state.authority].map(
    serializeAuthority,
  );
  if (authority !== expected) {
    place.push(`who may sign is ${authority} in Redis and ${expected} by the log`);
  }
  const claims = new Map([...state.jackpots.values()].flatMap((each) => [...each.claims]));
  const meters = [...state.jackpots.values()].flatMap(meterTexts);
  const texts = [
    ...textDifferences('count of', { refusals: snapshot.refusals }, { refusals }),
    ...textDifferences('jackpot', snapshot.jackpots, ledgerTexts(state.jackpots, serializeJackpot)),
    ...textDifferences(
      'table',
      snapshot.tables,
      ledgerTexts(state.tables, serializeTable),
      tableDifference,
    ),
    ...textDifferences('remembered award', snapshot.claims, ledgerTexts(claims, serializeClaim)),
    ...textDifferences('meters of', snapshot.meters, Object.fromEntries(meters)),
  ];
  const others = [...place, ...texts].map((sentence) =>
    plainDifference('redis', partition, `partition ${partition}: ${sentence}`),
  );
  const named = [...money, ...valueDifferences(partition, snapshot, state), ...others];
  if (named.length > 0) return named;
  // Whatever the digest covers and no comparison above names is still a difference.
  const [found, made] = [StateDigest.of(snapshot).root(), origin.digest.root()];
  if (found === made) return [];
  const sentence = `partition ${partition}: the digest of the ledger is ${found} in Redis and ${made} by the log`;
  return [plainDifference('redis', partition, sentence)];
}

/** Lists the differences between the log's block and the journal's, the money first. */
export function blockDifferences(
  made: JournalBlock,
  found: JournalBlock,
  state: PartitionState,
): Difference[] {
  const { partition } = found;
  const where = `block ${found.block} of partition ${partition} (offsets ${found.from}-${found.to})`;
  const money = postingDifferences(made, found, state, where);
  if (money.length > 0) return money;
  const stepped = [made, found].map(({ steppedOver = [] }) => JSON.stringify(steppedOver));
  if (stepped[0] !== stepped[1]) {
    const sentence = `${where}: the log steps over the offsets ${stepped[0]}, the journal over ${stepped[1]}`;
    return [plainDifference('journal', partition, sentence)];
  }
  const [what, ours, theirs] =
    made.state === found.state
      ? ['the awards, exceptions or values that it sends are', made.digest, found.digest]
      : ['the ledger after it is', made.state, found.state];
  const sentence = `${where}: the postings are those of the log, but ${what} not (digest ${ours} by the log, ${theirs} in the journal)`;
  return [plainDifference('journal', partition, sentence)];
}

function postingDifferences(
  made: JournalBlock,
  found: JournalBlock,
  state: PartitionState,
  where: string,
): Difference[] {
  const all = [...made.postings, ...found.postings].map(({ jackpot }) => jackpot);
  return [...new Set(all)].flatMap((jackpot) => {
    const [inJournal, byLog] = [found, made].map(({ postings }) =>
      postings.find((posting) => posting.jackpot === jackpot),
    );
    return accountNames.flatMap((account): Difference[] => {
      const foundMicros = BigInt(inJournal?.[account] ?? 0);
      const logMicros = BigInt(byLog?.[account] ?? 0);
      if (foundMicros === logMicros) return [];
      const amount = moreOrLess(foundMicros, logMicros, currencyOf(state, jackpot));
      const sentence = `jackpot ${jackpot}: ${where} posts ${amount} to ${account} than the log gives`;
      const { partition } = found;
      return [{ in: 'journal', partition, jackpot, sentence, foundMicros, logMicros }];
    });
  });
}

function accountDifferences(
  partition: number,
  { accounts }: LedgerSnapshot,
  state: PartitionState,
): Difference[] {
  const fields = [...state.jackpots.keys()].flatMap((id) =>
    accountNames.map((account) => accountField(id, account)),
  );
  const all = [...new Set([...Object.keys(accounts), ...fields])].sort();
  return all.flatMap((field): Difference[] => {
    const [, jackpot = field, account = ''] = /^(.*)\/(\w+)$/.exec(field) ?? [];
    const log = state.jackpots.get(jackpot)?.accounts[account as AccountName];
    const found = entryOf(accounts, field);
    if (found === log?.toString()) return [];
    const foundMicros = found !== undefined && /^-?\d+$/.test(found) ? BigInt(found) : null;
    const logMicros = log ?? null;
    const currency = currencyOf(state, jackpot);
    const inRedis = foundMicros === null ? (found ?? 'missing') : moneyText(foundMicros, currency);
    const byLog = logMicros === null ? 'unknown' : moneyText(logMicros, currency);
    const both = `${inRedis} in Redis and ${byLog} by the log`;
    const apart =
      foundMicros === null || logMicros === null
        ? both
        : `${moreOrLess(foundMicros, logMicros, currency, ['above', 'below'])} the log (${both})`;
    const sentence = `jackpot ${jackpot}: ${account} is ${apart}`;
    return [{ in: 'redis', partition, jackpot, sentence, foundMicros, logMicros }];
  });
}

function currencyOf(state: PartitionState, jackpot: string): string | undefined {
  return state.jackpots.get(jackpot)?.configuration.currency;
}

function valueDifferences(
  partition: number,
  { values }: LedgerSnapshot,
  { jackpots }: PartitionState,
): Difference[] {
  return [...new Set([...jackpots.keys(), ...Object.keys(values)])].sort().flatMap((id) => {
    const jackpot = jackpots.get(id);
    const value = jackpot && JSON.stringify(valueMessage(jackpot, null));
    const found = entryOf(values, id);
    return found === value ? [] : [redisDifference('pool-values', partition, found, value)];
  });
}

function ledgerTexts<T>(entries: ReadonlyMap<string, T>, write: (entry: T) => string): Texts {
  return Object.fromEntries([...entries].map(([key, entry]) => [key, write(entry)]));
}

function textDifferences(
  what: string,
  inRedis: Texts,
  byLog: Texts,
  difference = wholeDifference,
): string[] {
  return [...new Set([...Object.keys(byLog), ...Object.keys(inRedis)])].sort().flatMap((name) => {
    const [found, expected] = [entryOf(inRedis, name), entryOf(byLog, name)];
    return found === expected ? [] : `${what} ${name} ${difference(found, expected)}`;
  });
}
