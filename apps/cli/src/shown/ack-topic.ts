import { thereAre } from '#acts';
import { ackSentWithinMs, homePartition, type SignAck, UserError } from '#contract';
import type { OffsetRange } from '#proof';
import type { Connections } from '../servers/connections.js';

/** Longer than acknowledgements wait for an unavailable Kafka. */
const delayMs = 600_000;
const newestRead = 20_000;

/** The value that a sign painted, and the time, as far as the gateway's clock allows it. */
export interface Painting {
  readonly ack: SignAck;
  readonly paintedAtMs: number;
}

/** A sign's last painting of each jackpot at or before a time, and its next one after that. */
export interface Paintings {
  readonly before: ReadonlyMap<string, Painting>;
  readonly after: ReadonlyMap<string, Painting>;
}

/**
 * Reads a sign's acknowledgements around a time. Reads the topic backwards from soon after it, in
 * growing stretches, until something older is found or the topic begins.
 * @param jackpot undefined for all
 * @throws UserError that names the known signs, if this one has acknowledged nothing.
 */
export async function readPaintings(
  connections: Connections,
  sign: string,
  atMs: number,
  jackpot: string | undefined,
): Promise<Paintings> {
  const [marks, starts, ends] = await Promise.all([
    connections.watermarks('sign-acks'),
    connections.offsetsAt('sign-acks', atMs - delayMs),
    connections.offsetsAt('sign-acks', atMs + delayMs),
  ]);
  const partition = homePartition(sign, marks.length);
  const { low = 0, high = 0 } = marks[partition] ?? {};
  const before = new Map<string, Painting>();
  const after = new Map<string, Painting>();
  let range: OffsetRange = { from: starts[partition] ?? low, to: ends[partition] ?? high };
  for (;;) {
    await connections.readTopic('sign-acks', new Map([[partition, range]]), ({ key, value }) => {
      if (String(key) !== sign) return;
      const ack = JSON.parse(String(value)) as SignAck;
      if (jackpot === undefined || ack.jackpot === jackpot) sort(ack, atMs, before, after);
    });
    const { from, to } = range;
    if (before.size > 0 || from <= low) break;
    range = { from: Math.max(low, from - Math.max(newestRead, 4 * (to - from))), to: from };
  }
  if (before.size + after.size === 0) await assertKnown(connections, sign);
  return { before, after };
}

function sort(
  ack: SignAck,
  atMs: number,
  before: Map<string, Painting>,
  after: Map<string, Painting>,
): void {
  const paintedAtMs = paintedMs(ack);
  const side = paintedAtMs <= atMs ? before : after;
  const known = side.get(ack.jackpot);
  const isNearer = (side === before) === paintedAtMs >= (known?.paintedAtMs ?? 0);
  if (!known || isNearer) side.set(ack.jackpot, { ack, paintedAtMs });
}

/**
 * The time by the sign's clock, but not after its message arrived, nor before that could be sent.
 */
export function paintedMs({ paintedAt, receivedAt }: SignAck): number {
  const receivedMs = Date.parse(receivedAt);
  return Math.min(Math.max(Date.parse(paintedAt), receivedMs - ackSentWithinMs), receivedMs);
}

/** @throws UserError if the sign is not among those of the newest acknowledgements. */
async function assertKnown(connections: Connections, sign: string): Promise<void> {
  const marks = await connections.watermarks('sign-acks');
  const ranges = new Map(
    marks.map(({ low, high }, each) => [
      each,
      { from: Math.max(low, high - newestRead), to: high },
    ]),
  );
  const names = new Set<string>();
  await connections.readTopic('sign-acks', ranges, ({ key }) => void names.add(String(key)));
  if (names.has(sign)) return;
  const known = thereAre([...names].sort(), 'sign');
  throw new UserError(`No sign ${sign} has acknowledged anything. ${known}`);
}
