import { overLimit, UnpackError } from './unpack-error.js';

/** Copies shorter than this are quicker byte by byte than by a call. */
const shortCopy = 24;

/** The output unpacked so far. It grows as it is filled, never beyond the limit. */
export class Unpacked {
  length = 0;
  private room: Buffer;

  /** @param expected approximate number of bytes; the limit is never exceeded for it. */
  constructor(
    private readonly limit: number,
    expected: number,
  ) {
    this.room = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(1_024, expected)));
  }

  get bytes(): Buffer {
    return this.room.subarray(0, this.length);
  }

  /** Appends bytes of a packed text unchanged. @throws UnpackError */
  append(from: Buffer, start: number, end: number): void {
    if (end > from.length || start > end) throw new UnpackError('they end before they are whole');
    const to = this.grow(end - start);
    if (end - start > shortCopy) {
      from.copy(this.room, to, start, end);
      return;
    }
    for (let at = start, next = to; at < end; at += 1, next += 1) {
      this.room[next] = from[at] as number;
    }
  }

  /**
   * Appends bytes from a distance back; a length over the distance repeats them.
   * @param first begin of the bytes that may be repeated.
   * @throws UnpackError
   */
  repeat(distance: number, length: number, first = 0): void {
    if (distance < 1 || distance > this.length - first) {
      throw new UnpackError('they repeat what is not there');
    }
    let to = this.grow(length);
    const end = to + length;
    if (length <= shortCopy) {
      for (; to < end; to += 1) this.room[to] = this.room[to - distance] as number;
      return;
    }
    const from = to - distance;
    while (to < end) {
      // The bytes just repeated can be copied together the next time.
      const step = Math.min(to - from, end - to);
      this.room.copyWithin(to, from, from + step);
      to += step;
    }
  }

  /** Makes room, and returns its begin. @throws UnpackError */
  private grow(by: number): number {
    const before = this.length;
    const needed = before + by;
    if (needed > this.limit) {
      throw overLimit(this.limit);
    }
    if (needed > this.room.length) {
      const size = Math.min(this.limit, Math.max(needed, 2 * this.room.length));
      const larger = Buffer.allocUnsafeSlow(size);
      this.room.copy(larger, 0, 0, before);
      this.room = larger;
    }
    this.length = needed;
    return before;
  }
}
