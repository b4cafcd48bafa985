import { exitCodes, parseJson, UserError } from '#contract';
import type { LiveLedger } from '#proof';
import type { Command } from './command.js';
import type { Home } from './ledger-door.js';
import { isSameThing } from './same-thing.js';

/** At most so many waiting records are searched. */
const waitingSearched = 10_000;

type SentAct = Pick<Command, 'type' | 'data'>;

/**
 * What was sent since the ledger was read, by others too, is not in what a person has seen: sent
 * again, it would be done twice, or be taken for done although it is refused.
 * @throws UserError where the same waits, or has been applied since.
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
      // Anybody may have written it: this goes no deeper than our own.
      if (isLike({ type, data: Object(sent.data) as object }, { type, data })) same.push(offset);
    }
  });
  if (same.length === 0) return;
  throw new UserError(
    `The same is in the log already, at offset ${same.join(', ')} of partition ${partition}, and is judged when the ledger service has read it: do not send it again. If you have not sent it, somebody else has, and does what follows from it, such as handing over the money.`,
    exitCodes.pending,
  );
}

function isLike(one: SentAct, other: SentAct): boolean {
  const [a, b] = [one, other].map(({ data }) => data as Partial<Record<string, unknown>>);
  // One seat is paid once, whatever the receipt.
  if (one.type === 'award.paid')
    return a?.['award'] === b?.['award'] && a?.['seat'] === b?.['seat'];
  if (one.type !== 'act.proposed') return isSameThing(one, other);
  const [act, wanted] = [a?.['act'], b?.['act']].map((each) => Object(each) as SentAct);
  return act !== undefined && wanted !== undefined && isSameThing(act, wanted);
}
