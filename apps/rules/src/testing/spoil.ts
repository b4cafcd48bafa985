export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Replaces or removes one value at any depth. */
export function spoil(value: Json, path: readonly number[], spoiled: Json | undefined): Json {
  const [step = 0, ...rest] = path;
  if (path.length === 0 || value === null || typeof value !== 'object') return spoiled ?? null;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(keys.length, 1)];
  if (key === undefined) return spoiled ?? null;
  const copy = structuredClone(value) as { [key: string]: Json };
  const isRemoved = rest.length === 0 && spoiled === undefined;
  if (isRemoved && Array.isArray(copy)) copy.splice(Number(key), 1);
  else if (isRemoved) delete copy[key];
  else copy[key] = spoil(copy[key]!, rest, spoiled);
  return copy;
}

/** Values that break careless programs. */
export const oddValues: readonly Json[] = [
  ...[null, true, -1, 0, 1.5, 99, 1e300, '', '5', 'As', 'Xx', '__proto__'],
  ...([[], {}, ['As'], { toString: {} }] as Json[]),
];
