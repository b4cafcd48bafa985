import type { AwardMessage, ValueMessage } from '#contract';
import { ledgerKeys } from '#ledger';
import type { Random } from '#pit/random';
import type { SimulatedCluster } from './simulated-cluster.js';

/** Forges something of a partition; false where there is nothing to forge in that way. */
type Way = (cluster: SimulatedCluster, partition: number, random: Random) => boolean;

/**
 * Somebody who may write to Redis or to the output topics forges something.
 * @returns what, or undefined where nothing could be forged.
 */
export function forge(
  cluster: SimulatedCluster,
  random: Random,
  partitions: readonly number[],
): string | undefined {
  const { state } = cluster.redis.master;
  const playing = partitions.filter(
    (each) => state.hash(ledgerKeys('jackpot.', each).accounts).size > 0,
  );
  if (playing.length === 0) return undefined;
  const partition = random.pick(playing);
  const left = Object.keys(ways) as (keyof typeof ways)[];
  while (left.length > 0) {
    const [way] = left.splice(random.below(left.length), 1);
    if (way !== undefined && ways[way](cluster, partition, random)) return way;
  }
  return undefined;
}

const ways = {
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
  'an award in Redis': keptAward,
  'a balance': balance,
  'an award in the outbox': unsentAward,
  'a block that is gone': onHead(() => undefined),
  'a block that was altered': onHead((text) => text.replace('"from":', '"from": ')),
} satisfies Record<string, Way>;

/** What somebody may forge. */
export const forgeries: readonly string[] = Object.keys(ways);

/** Writes another message beside one that is there. */
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

/** Removes all copies of a message; one that waits in the outbox would be sent again. */
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

/** Changes each copy of the ledger's last block, or removes it; none where it waits to be sent. */
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

function keptAward({ redis }: SimulatedCluster, partition: number, random: Random): boolean {
  const { state } = redis.master;
  const { awards } = ledgerKeys('jackpot.', partition);
  const kept = [...state.keys].filter(([key]) => key.startsWith(awards('')));
  const [key, entry] = kept[0] ?? [];
  if (key === undefined || entry?.type !== 'zset') return false;
  const [text, score] = random.pick([...entry.members]);
  const members = new Map(entry.members);
  members.delete(text);
  members.set(text.replace(/"amount":(\d+)/, '"amount":9$1'), score);
  state.keys.set(key, { type: 'zset', members });
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

function unsentAward({ redis, outputs }: SimulatedCluster, partition: number): boolean {
  const { state } = redis.master;
  const { outbox } = ledgerKeys('jackpot.', partition);
  const [offset = 0, index = 0] = state.stream(outbox).last.split('-').map(Number);
  const value = outputs.topic('awards')[0]?.value ?? '{}';
  const fields = ['topic', 'awards', 'key', 'main', 'id', `${partition}/1/award`, 'value', value];
  state.append(outbox, [{ place: `${offset}-${index + 1}`, fields }]);
  return true;
}
