import { encodeEvent, type CommandType } from '#contract';

/** What a person asks of the ledger. */
export interface Command {
  readonly type: CommandType;
  /** The jackpot; of a command of the whole ledger its id. */
  readonly subject: string;
  readonly data: object;
}

/** A command, and the ledger in which alone its signature is good. */
export interface SignedCommand extends Command {
  readonly ledger: string;
  /** Where it does not go to the home of its subject: the same signed bytes to each of them. */
  readonly partitions?: readonly number[];
}

/** A command that nobody has taken into the log by then never will be. */
const goodForMs = 15 * 60_000;

/**
 * A command as the text of its event, with a sequence and a time of now.
 * @param known `newest` is the sequence that the ledger knows of the key, where it has signed
 * before; `newestMs` the Kafka time of its partition (epoch ms), which may be ahead of this clock.
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
 * The clock in microseconds, so no file has to remember the last sequence; above all that this
 * process has signed, also within the same millisecond, and above all that the ledger knows of the
 * key: a clock may have run ahead, or a thief.
 */
function nextSequence(newest: bigint): bigint {
  const candidates = [BigInt(Date.now()) * 1_000n, newestSigned + 1n, newest + 1n];
  newestSigned = candidates.reduce((one, other) => (one > other ? one : other));
  return newestSigned;
}
