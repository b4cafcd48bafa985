import { readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The growing part of Redis' append-only file. A killed Redis loses nothing that the kernel has;
 * this class cuts off the last bytes, as a power cut would.
 */
export class AppendOnlyFile {
  constructor(private readonly dataDir: string) {}

  size(): number {
    return statSync(this.path()).size;
  }

  /**
   * Cuts the file after a whole commit, at or after `from`. `pick` chooses one of `count` places.
   * @returns the number of commits (or single commands) that were cut off
   * @throws Error if nothing was written since
   */
  cutCommits(from: number, pick: (count: number) => number): number {
    const ends = entryEnds(readFileSync(this.path()));
    const cuts = [0, ...ends].filter((end) => end >= from && end < (ends.at(-1) as number));
    if (cuts.length === 0) throw new Error('Nothing was written that could be cut off.');
    const cut = cuts[pick(cuts.length)] as number;
    truncateSync(this.path(), cut);
    return ends.filter((end) => end > cut).length;
  }

  /** Cuts the file anywhere in its tail, often in the middle of a command. */
  cutBytes(from: number, pick: (count: number) => number): number {
    const size = this.size();
    if (size <= from) throw new Error('Nothing was written that could be cut off.');
    const bytes = 1 + pick(size - from);
    truncateSync(this.path(), size - bytes);
    return bytes;
  }

  private path(): string {
    const folder = join(this.dataDir, 'appendonlydir');
    const files = readdirSync(folder).filter((name) => name.endsWith('.incr.aof'));
    if (files.length !== 1) throw new Error(`${folder} holds ${files.length} growing files.`);
    return join(folder, files[0] as string);
  }
}

/**
 * The ends of all transactions, and of commands outside of one. A script's writes are one
 * transaction.
 */
export function entryEnds(file: Buffer): number[] {
  const ends: number[] = [];
  let at = 0;
  let inTransaction = false;
  while (at < file.length) {
    const { name, end } = readCommand(file, at);
    if (name === 'MULTI') inTransaction = true;
    if (name === 'EXEC') inTransaction = false;
    if (!inTransaction) ends.push(end);
    at = end;
  }
  return ends;
}

/** The first word of a command like `*2\r $3\r GET\r $1\r x\r `, and its end. */
function readCommand(file: Buffer, start: number): { name: string; end: number } {
  const count = readNumber(file, start, '*');
  let at = count.end;
  let first = '';
  for (let word = 0; word < count.value; word += 1) {
    const length = readNumber(file, at, '$');
    if (word === 0) first = file.toString('latin1', length.end, length.end + length.value);
    at = length.end + length.value + 2;
  }
  return { name: first.toUpperCase(), end: at };
}

function readNumber(file: Buffer, at: number, sign: string): { value: number; end: number } {
  const lineEnd = file.indexOf('\r\n', at);
  if (file[at] !== sign.charCodeAt(0) || lineEnd < 0) {
    throw new Error(`The append-only file has no ${sign} at byte ${at}.`);
  }
  return { value: Number(file.toString('latin1', at + 1, lineEnd)), end: lineEnd + 2 };
}
