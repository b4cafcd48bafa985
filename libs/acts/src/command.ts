import { encodeEvent, type CommandType } from '#contract';

/** A person's request to the ledger. */
export interface Command {
  readonly type: CommandType;
  /** The jackpot; for a command to the whole ledger, the ledger's id. */
  readonly subject: string;
  readonly data: object;
}

/** A command, and the only ledger in which its signature is valid. */
export interface SignedCommand extends Command {
  readonly ledger: string;
  /**
   * The partitions that each get the same signed bytes, if it does not go to the home of its
   * subject.
   */
  readonly partitions?: readonly number[];
}

/** A command that is not in the log by then never will be. */
const goodForMs = 15 * 60_000;

/**
 * Writes a command as the text of its event, with a current sequence and time.
 * @param known `newest` is the newest sequence of the key in the ledger, if it has signed before;
 *   `newestMs` the Kafka time of its partition (epoch ms), which may be ahead of this clock.
 */
export function commandText(
  { type, subject, data }: Command,
  source: string,
  { newest = -1n, newestMs = 0 } = {},
): string {
  const sequence = nextSequence(newest);
  const id = `${source}/${sequence}`;
  const now = new Date();
  const expires = new Date(Math.max(now.getTime(), newestMs) + goodForMs);
  const event = { type, id, source, sequence, time: now, expires, subject, data };
  return JSON.stringify(encodeEvent(event));
}

let newestSigned = -1n;

/**
 * The clock in microseconds, so that a file need not store the last sequence; above every sequence
 * that this process has signed, even in the same millisecond, and above every sequence of the key
 * in the ledger: a clock, or a thief, may have run ahead.
 */
function nextSequence(newest: bigint): bigint {
  const candidates = [BigInt(Date.now()) * 1_000n, newestSigned + 1n, newest + 1n];
  newestSigned = candidates.reduce((one, other) => (one > other ? one : other));
  return newestSigned;
}
