import { exitCodes, parseJson, UserError } from '#contract';
import type { LiveLedger } from '#proof';
import type { Command } from './command.js';
import type { Home } from './ledger-door.js';
import { isSameThing } from './same-thing.js';

/** Waiting records that are searched, at most. */
const waitingSearched = 10_000;

type SentAct = Pick<Command, 'type' | 'data'>;

/**
 * Refuses a command that was sent since the ledger was read: sent again, it is done twice, or is
 * refused while two people each believe that it was theirs.
 * @throws UserError if the same command waits, or has been applied since.
 */
export async function assertNotWaiting(
  live: LiveLedger,
  { partition, position }: Home,
  { type, subject, data }: Command,
): Promise<void> {
  const { high = position } = (await live.watermarks('events'))[partition] ?? {};
  if (high <= position) return;
  const to = Math.min(high, position + waitingSearched);
  const same: number[] = [];
  await live.readEvents(new Map([[partition, { from: position, to }]]), (_, records) => {
    for (const { offset, value } of records) {
      const sent = value && (parseJson(value) as Partial<Command> | undefined);
      if (!sent || sent.type !== type || sent.subject !== subject) continue;
      // Anybody may have written it: compares no deeper than our own command.
      if (isLike({ type, data: Object(sent.data) as object }, { type, data })) same.push(offset);
    }
  });
  if (same.length === 0) return;
  throw new UserError(
    `The same command is already in the log, at offset ${same.join(', ')} of partition ${partition}, and waits for the ledger service: do not send it again. If you did not send it, somebody else did, and may act on it, such as hand over the money.`,
    exitCodes.pending,
  );
}

/** Members of a record that anybody may have written. */
interface SentMembers {
  readonly award?: unknown;
  readonly seat?: unknown;
  readonly act?: unknown;
}

function isLike(one: SentAct, other: SentAct): boolean {
  const [a, b] = [one.data as SentMembers, other.data as SentMembers];
  // A seat is paid once, with any receipt.
  if (one.type === 'award.paid') return a.award === b.award && a.seat === b.seat;
  if (one.type !== 'act.proposed') return isSameThing(one, other);
  return isSameThing(Object(a.act) as SentAct, Object(b.act) as SentAct);
}
