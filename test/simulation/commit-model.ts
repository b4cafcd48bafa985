import { journalGenesis } from '#ledger';
import type { RedisState, StreamEntry } from './redis-state.js';

/**
 * Does the same as `libs/ledger/src/lua/commit.lua`, in TypeScript on a model of Redis: the same
 * checks in the same order, the same answers, the same contents. `commit-model.int-spec.ts`
 * compares the two.
 */
export function commitInModel(
  state: RedisState,
  keys: readonly string[],
  args: readonly string[],
  publish: (channel: string, frame: string) => void = () => undefined,
): string[] {
  const [positionKey = '', accountsKey = '', jackpotsKey = '', tablesKey = ''] = keys;
  const [claimsKey = '', valuesKey = '', metersKey = ''] = keys.slice(4);
  const [outboxKey = '', framesChannel = ''] = keys.slice(7);
  const read = readArguments(args);
  if (!read) return ['refused', 'the arguments are not those of a commit'];
  const { deltas, jackpots, tables, claims, values, meters, outbox, frames } = read;
  const [expectedOffset, commitId, newOffset] = args as [string, string, string];

  const positionFault = whyWrongType(state, positionKey, 'hash');
  if (positionFault) return ['refused', positionFault];
  const position = state.hash(positionKey);
  const currentOffset = position.get('offset') ?? '0';
  if (currentOffset === newOffset && position.get('commit') === commitId) return ['duplicate'];
  if (currentOffset !== expectedOffset) return ['fenced', currentOffset];
  const currentHead = position.get('head') ?? journalGenesis;
  if (currentHead !== args[8]) return ['fenced', currentOffset];
  const mark = position.get('halted');
  if (mark !== undefined) return ['refused', `the partition is marked as halted: ${mark}`];

  const fault =
    whyWrongTypes(state, keys, [deltas, jackpots, tables, claims, values, meters, outbox]) ??
    whyNotForward(currentOffset, newOffset) ??
    whyBack(position.get('newestMs') ?? '0', args[10] as string) ??
    whyNotPosted(state, accountsKey, jackpotsKey, deltas) ??
    whyNoPlace(outbox) ??
    whyNoAward(keys, claims) ??
    whyBehind(state, outboxKey, outbox);
  if (fault) return ['refused', fault];

  // After this point the commit must succeed.
  const names = ['anchor', 'head', 'block', 'partitions', 'cluster'];
  state.setFields(positionKey, [
    ['offset', newOffset],
    ['commit', commitId],
    ...['refusals', 'newestMs'].map((name, index) => [name, args[9 + index] as string] as const),
    ...names.map((name, index) => [name, args[3 + index] as string] as const),
    ['sent', `${args[5]}/${args[13]}`],
    ...(args[11] === '' ? [] : [['authority', args[11] as string] as const]),
    ...(args[12] === '' ? [] : [['build', args[12] as string] as const]),
  ]);
  const balances = state.hash(accountsKey);
  state.setFields(
    accountsKey,
    deltas.map(([field = '', delta = '']) => [
      field,
      String(BigInt(balances.get(field) ?? '0') + BigInt(delta)),
    ]),
  );
  state.setFields(jackpotsKey, jackpots.map(pair));
  state.setFields(tablesKey, tables.map(pair));
  for (const [place, offset, award = '', text = ''] of claims) {
    const list = keys[Number(place) - 1] as string;
    if (text === '') {
      state.deleteFields(claimsKey, [award]);
      state.deleteMember(list, award);
    } else {
      state.setFields(claimsKey, [[award, text]]);
      state.addMember(list, award, Number(offset));
    }
  }
  state.setFields(valuesKey, values.map(pair));
  state.setFields(metersKey, meters.map(pair));
  state.append(outboxKey, outbox.map(streamEntry));
  for (const [frame = ''] of frames) publish(framesChannel, frame);
  const after = state.hash(accountsKey);
  return ['ok', ...deltas.flatMap(([field = '']) => [field, after.get(field) as string])];
}

type Row = readonly string[];

/** The sections after the thirteen single arguments; null if their lengths are wrong. */
function readArguments(args: readonly string[]) {
  let cursor = 14;
  let isComplete = true;
  const section = (width: number): Row[] => {
    const text = args[cursor];
    const count = isCount(text) ? Number(text) : 0;
    if (!isCount(text)) isComplete = false;
    const first = cursor + 1;
    cursor = first + count * width;
    if (cursor > args.length) return [];
    return Array.from({ length: count }, (_, index) =>
      args.slice(first + index * width, first + (index + 1) * width),
    );
  };
  const sections = {
    deltas: section(2),
    jackpots: section(2),
    tables: section(2),
    claims: section(4),
    values: section(2),
    meters: section(2),
    outbox: section(5),
    frames: section(1),
  };
  return isComplete && cursor === args.length ? sections : null;
}

function isCount(text: string | undefined): boolean {
  return text !== undefined && /^\d{1,9}$/.test(text);
}

function isNatural(text: string): boolean {
  return /^(0|[1-9]\d*)$/.test(text);
}

function whyWrongType(state: RedisState, key: string, expected: string): string | null {
  const found = state.keys.get(key)?.type ?? 'none';
  return found === 'none' || found === expected ? null : `${key} is a ${found}`;
}

/** @param sections the writes to the second to the eighth key */
function whyWrongTypes(
  state: RedisState,
  keys: readonly string[],
  sections: readonly (readonly Row[])[],
): string | null {
  for (const [index, key] of keys.entries()) {
    // The first key is checked earlier; the ninth is a channel.
    if (index === 0 || index === 8 || sections[index - 1]?.length === 0) continue;
    const expected = index < 7 ? 'hash' : index === 7 ? 'stream' : 'zset';
    const fault = whyWrongType(state, key, expected);
    if (fault) return fault;
  }
  return null;
}

function whyNotForward(current: string, next: string): string | null {
  if (isNatural(next) && isLess(current, next)) return null;
  return `the position cannot go from ${current} to ${next}`;
}

function whyBack(current: string, next: string): string | null {
  if (isNatural(next) && !isLess(next, current)) return null;
  return `the time cannot go from ${current} to ${next}`;
}

function isLess(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}

const halfOfInt64 = 2n ** 62n - 1n;

function isInRange(amount: string): boolean {
  if (amount === '0') return true;
  if (!/^-?[1-9]\d*$/.test(amount)) return false;
  const value = BigInt(amount);
  return value <= halfOfInt64 && -value <= halfOfInt64;
}

function whyNotPosted(
  state: RedisState,
  accountsKey: string,
  jackpotsKey: string,
  deltas: readonly Row[],
): string | null {
  const changed = new Set<string>();
  const accounts = state.hash(accountsKey);
  for (const [field = '', delta = ''] of deltas) {
    if (changed.has(field)) return `${field} would be changed twice`;
    changed.add(field);
    const balance = accounts.get(field);
    const fault = balance === undefined ? whyWrongType(state, jackpotsKey, 'hash') : null;
    if (fault) return fault;
    const slash = field.lastIndexOf('/');
    const jackpot = slash === -1 ? field : field.slice(0, slash);
    if (balance === undefined && state.hash(jackpotsKey).has(jackpot)) {
      return `the account ${field} is missing`;
    }
    if (!isInRange(balance ?? '0')) return `${field} holds ${balance}`;
    if (!isInRange(delta)) return `${field} would be changed by ${delta}`;
  }
  return null;
}

function whyNoPlace(outbox: readonly Row[]): string | null {
  let last: Place | null = null;
  for (const [place = ''] of outbox) {
    const [, offset = '', index = ''] = /^(\d+)-(\d+)$/.exec(place) ?? [];
    if (!isPlacePart(offset) || !isPlacePart(index) || index === '0') {
      return `${place} is no place in the outbox`;
    }
    const next: Place = [offset, index];
    if (last && !isAfter(next, last)) return `the outbox would already be at ${last.join('-')}`;
    last = next;
  }
  return null;
}

/** In this case Redis itself refuses the first entry. */
function whyBehind(state: RedisState, key: string, [first]: readonly Row[]): string | null {
  const before = state.keys.get(key);
  const place = first?.[0];
  if (before?.type !== 'stream' || place === undefined) return null;
  if (isAfter(placeOf(place), placeOf(before.last))) return null;
  return `the outbox is already at ${place} or after it`;
}

type Place = [offset: string, index: string];

function placeOf(id: string): Place {
  return id.split('-') as Place;
}

function isAfter(next: Place, last: Place): boolean {
  return isLess(last[0], next[0]) || (last[0] === next[0] && isLess(last[1], next[1]));
}

function isPlacePart(text: string): boolean {
  return isNatural(text) && BigInt(text) < 2n ** 64n;
}

function whyNoAward(keys: readonly string[], claims: readonly Row[]): string | null {
  for (const [place = '', offset = '', award = ''] of claims) {
    const index = place.trim() === '' ? NaN : Number(place);
    if (!(index >= 10) || keys[index - 1] === undefined || !isNatural(offset)) {
      return `award ${award} has no place`;
    }
  }
  return null;
}

function pair([field = '', text = '']: Row): readonly [string, string] {
  return [field, text];
}

function streamEntry([place = '', topic = '', key = '', id = '', value = '']: Row): StreamEntry {
  return { place, fields: ['topic', topic, 'key', key, 'id', id, 'value', value] };
}
