import type { AwardMessage, ValueMessage } from '#contract';
import { ledgerKeys, type EntryKind } from '#ledger';
import type { Random } from '#pit/random';
import type { SimulatedCluster } from './simulated-cluster.js';

/** Forges something in a partition; false if there is nothing to forge in that way. */
type Way = (cluster: SimulatedCluster, partition: number, random: Random) => boolean;

/**
 * Forges something with write access to Redis or to the output topics.
 * @returns what and where, or undefined if nothing could be forged
 */
export function forge(
  cluster: SimulatedCluster,
  random: Random,
  partitions: readonly number[],
): { readonly name: string; readonly partition: number } | undefined {
  const { state } = cluster.redis.master;
  const playing = partitions.filter(
    (each) => state.hash(ledgerKeys('jackpot.', each).accounts).size > 0,
  );
  if (playing.length === 0) return undefined;
  const partition = random.pick(playing);
  const left = Object.keys(ways) as (keyof typeof ways)[];
  while (left.length > 0) {
    const [way] = left.splice(random.below(left.length), 1);
    if (way !== undefined && ways[way](cluster, partition, random)) return { name: way, partition };
  }
  return undefined;
}

/** Edits that the digest of the ledger covers: nobody may act on them. */
const editsOfLedger = {
  'a balance': balance,
  'a jackpot': inHash('jackpots'),
  'a table': inHash('tables'),
  'a remembered award': inHash('claims'),
  'a value': inHash('values'),
  'what a cause has posted': inHash('meters'),
  'a table that is gone': goneFrom('tables'),
  'an award that nobody remembers any more': goneFrom('claims'),
  'the keys': inPosition('authority'),
  'the newest time': inPosition('newestMs'),
  'the counts of refusals': inPosition('refusals'),
} satisfies Record<string, Way>;

const ways = {
  ...editsOfLedger,
  'an award that pays more': onTopic('awards', (award: AwardMessage) => ({
    ...award,
    payouts: award.payouts.map((payout) => ({ ...payout, amount: payout.amount + 1 })),
  })),
  'an award that never was': onTopic('awards', (award: AwardMessage) => ({
    ...award,
    id: award.id.replace(/\d+$/, (offset) => String(Number(offset) - 1)),
  })),
  'a value that never was': onTopic('pool-values', (value: ValueMessage) => ({
    ...value,
    value: value.value + 1,
  })),
  'a value of a version to come': onTopic('pool-values', (value: ValueMessage) => ({
    ...value,
    version: 4_000_000_000,
  })),
  'an award that is gone': removed('awards'),
  'an exception that is gone': removed('exceptions'),
  'an award in a list': listedAward,
  'an award in the outbox': unsentAward,
  'a block that is gone': onHead(() => undefined),
  'a block that was altered': onHead((text) => text.replace('"from":', '"from": ')),
} satisfies Record<string, Way>;

/** Whether a forgery changes the ledger itself. */
export function isEditOfLedger(name: string): boolean {
  return Object.hasOwn(editsOfLedger, name);
}

export const forgeries: readonly string[] = Object.keys(ways);

/** Writes another version of an existing message. */
function onTopic<T>(kind: string, edit: (message: T) => T): Way {
  return ({ outputs }, partition, random) => {
    const own = outputs.topic(kind).filter((each) => each.partition === partition);
    if (own.length === 0) return false;
    const message = random.pick(own);
    const value = JSON.stringify(edit(JSON.parse(message.value) as T));
    outputs.forge(kind, (all) => [...all, { ...message, value }]);
    return true;
  };
}

/** Removes all copies of a message; a copy waiting in the outbox would be sent again. */
function removed(kind: string): Way {
  return ({ outputs, redis }, partition, random) => {
    const { entries } = redis.master.state.stream(ledgerKeys('jackpot.', partition).outbox);
    const waiting = new Set(entries.flatMap(({ fields }) => fields));
    const own = outputs
      .topic(kind)
      .filter((each) => each.partition === partition && !waiting.has(each.id));
    if (own.length === 0) return false;
    const { id } = random.pick(own);
    outputs.forge(kind, (all) => all.filter((each) => each.id !== id));
    return true;
  };
}

/**
 * Changes each copy of the ledger's last block, or removes it; does nothing while it waits to be
 * sent.
 */
function onHead(edit: (text: string) => string | undefined): Way {
  return ({ outputs, redis }, partition) => {
    const { state } = redis.master;
    const { position, outbox } = ledgerKeys('jackpot.', partition);
    const head = `"hash":"${state.hash(position).get('head')}"`;
    const waiting = state.stream(outbox).entries.flatMap(({ fields }) => fields);
    const isSent = outputs.topic('journal').some(({ value }) => value.includes(head));
    if (!isSent || waiting.some((text) => text.includes(head))) return false;
    outputs.forge('journal', (all) =>
      all.flatMap((each) => {
        const value = each.value.includes(head) ? edit(each.value) : each.value;
        return value === undefined ? [] : [{ ...each, value }];
      }),
    );
    return true;
  };
}

/** Removes one award from the list of awards. */
function listedAward({ redis }: SimulatedCluster, partition: number, random: Random): boolean {
  const { state } = redis.master;
  const { awards } = ledgerKeys('jackpot.', partition);
  const lists = [...state.keys].filter(([key]) => key.startsWith(awards('')));
  const [key, entry] = lists[0] ?? [];
  if (key === undefined || entry?.type !== 'zset') return false;
  state.deleteMember(key, random.pick([...entry.members.keys()]));
  return true;
}

function balance({ redis }: SimulatedCluster, partition: number): boolean {
  const { state } = redis.master;
  const { accounts } = ledgerKeys('jackpot.', partition);
  const [[field, micros] = []] = state.hash(accounts);
  if (field === undefined || micros === undefined) return false;
  state.setFields(accounts, [[field, String(BigInt(micros) + 1n)]]);
  return true;
}

/** Changes a digit of an entry, so that it has another meaning. */
function inHash(kind: Exclude<EntryKind, 'accounts'>): Way {
  return ({ redis }, partition, random) => {
    const key = ledgerKeys('jackpot.', partition)[kind];
    const { state } = redis.master;
    const entries = [...state.hash(key)];
    if (entries.length === 0) return false;
    const [field, text] = random.pick(entries);
    state.setFields(key, [[field, otherDigit(text)]]);
    return true;
  };
}

function goneFrom(kind: Exclude<EntryKind, 'accounts'>): Way {
  return ({ redis }, partition, random) => {
    const key = ledgerKeys('jackpot.', partition)[kind];
    const { state } = redis.master;
    const fields = [...state.hash(key).keys()];
    if (fields.length === 0) return false;
    state.deleteFields(key, [random.pick(fields)]);
    return true;
  };
}

function inPosition(field: 'authority' | 'newestMs' | 'refusals'): Way {
  return ({ redis }, partition) => {
    const { position } = ledgerKeys('jackpot.', partition);
    const { state } = redis.master;
    const text = state.hash(position).get(field) ?? '';
    if (!/\d/.test(text)) return false;
    state.setFields(position, [[field, otherDigit(text)]]);
    return true;
  };
}

function otherDigit(text: string): string {
  const at = text.search(/\d(?=\D*$)/);
  return `${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`;
}

function unsentAward({ redis, outputs }: SimulatedCluster, partition: number): boolean {
  const { state } = redis.master;
  const { outbox } = ledgerKeys('jackpot.', partition);
  const [offset = 0, index = 0] = state.stream(outbox).last.split('-').map(Number);
  const value = outputs.topic('awards')[0]?.value ?? '{}';
  const fields = ['topic', 'awards', 'key', 'main', 'id', `${partition}/1/award`, 'value', value];
  state.append(outbox, [{ place: `${offset}-${index + 1}`, fields }]);
  return true;
}
