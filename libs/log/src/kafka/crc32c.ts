/** The polynomial of Castagnoli, with its bits in reverse. zlib's CRC-32 has another one. */
const polynomial = 0x82f63b78;
const slices = 16;

/** For each byte the checksum when n bytes follow it, one slice of 256 after another. */
const tables = new Int32Array(slices * 256);
for (let byte = 0; byte < 256; byte += 1) {
  let checksum = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    checksum = checksum & 1 ? (checksum >>> 1) ^ polynomial : checksum >>> 1;
  }
  tables[byte] = checksum;
}
for (let index = 256; index < tables.length; index += 1) {
  const before = tables[index - 256] as number;
  tables[index] = (before >>> 8) ^ (tables[before & 0xff] as number);
}

/**
 * CRC-32C (RFC 3720, B.4) of bytes, as a batch of Kafka contains it. Sixteen bytes per step, which
 * is three times as fast as one (a GiB per second). The native `@node-rs/crc32` takes 1.7 of this
 * time for 120 bytes, half for 1.2 KB and a quarter from 16 KB on, but its programs are optional
 * packages, which the image leaves out, and all of it is about 2 % of catching up.
 */
export function crc32c(bytes: Uint8Array): number {
  // TypeScript types every indexed read as possibly undefined; these are within their arrays.
  const t = tables as unknown as Readonly<Record<number, number>>;
  const b = bytes as unknown as Readonly<Record<number, number>>;
  const whole = bytes.length - (bytes.length % slices);
  let sum = -1;
  let at = 0;
  for (; at < whole; at += slices) {
    sum ^= word(b, at);
    sum =
      t[3840 + (sum & 0xff)]! ^
      t[3584 + ((sum >>> 8) & 0xff)]! ^
      t[3328 + ((sum >>> 16) & 0xff)]! ^
      t[3072 + (sum >>> 24)]! ^
      t[2816 + b[at + 4]!]! ^
      t[2560 + b[at + 5]!]! ^
      t[2304 + b[at + 6]!]! ^
      t[2048 + b[at + 7]!]! ^
      t[1792 + b[at + 8]!]! ^
      t[1536 + b[at + 9]!]! ^
      t[1280 + b[at + 10]!]! ^
      t[1024 + b[at + 11]!]! ^
      t[768 + b[at + 12]!]! ^
      t[512 + b[at + 13]!]! ^
      t[256 + b[at + 14]!]! ^
      t[b[at + 15]!]!;
  }
  for (; at < bytes.length; at += 1) sum = t[(sum ^ b[at]!) & 0xff]! ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** Four bytes as a number, the lowest first. */
function word(bytes: Readonly<Record<number, number>>, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}
