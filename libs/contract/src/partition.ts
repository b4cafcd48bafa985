/**
 * Returns the home partition: Murmur2 of the id, as in Kafka's standard partitioner for records
 * keyed by it.
 */
export function homePartition(jackpot: string, partitions: number): number {
  const known = hashes.get(jackpot);
  if (known !== undefined) return known % partitions;
  const hash = murmur2(Buffer.from(jackpot)) & 0x7fffffff;
  // Bounded: a stranger's records may name any number of jackpots that do not exist.
  if (hashes.size < 100_000) hashes.set(jackpot, hash);
  return hash % partitions;
}

const hashes = new Map<string, number>();

const seed = 0x9747b28c;
const mix = 0x5bd1e995;

/** Austin Appleby's MurmurHash2 (32 bit) with the seed that Kafka's clients use. */
export function murmur2(bytes: Uint8Array): number {
  const { length } = bytes;
  let hash = seed ^ length;
  let index = 0;
  for (; index + 4 <= length; index += 4) {
    const word =
      (bytes[index] as number) |
      ((bytes[index + 1] as number) << 8) |
      ((bytes[index + 2] as number) << 16) |
      ((bytes[index + 3] as number) << 24);
    let k = Math.imul(word, mix);
    k ^= k >>> 24;
    hash = Math.imul(hash, mix) ^ Math.imul(k, mix);
  }
  const rest = length - index;
  if (rest === 3) hash ^= (bytes[index + 2] as number) << 16;
  if (rest >= 2) hash ^= (bytes[index + 1] as number) << 8;
  if (rest >= 1) hash = Math.imul(hash ^ (bytes[index] as number), mix);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, mix);
  return hash ^ (hash >>> 15);
}
