import { isDeepStrictEqual } from 'node:util';
import { exitCodes, parseJson, UserError } from '#contract';
import type { LiveLedger } from '#proof';
import type { Command } from './command.js';
import type { Home } from './ledger-door.js';

/** At most so many waiting records are searched. */
const waitingSearched = 10_000;

/**
 * While the service is away, what was sent waits in the log: sent again, it would be done twice.
 * @throws UserError where the same command waits.
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
      const waiting = value && (parseJson(value) as Partial<Command> | undefined);
      if (waiting?.type !== type || waiting.subject !== subject) continue;
      // Anybody may have written it: this goes no deeper than our own.
      if (isDeepStrictEqual(withoutEnd(waiting.data), withoutEnd(data))) same.push(offset);
    }
  });
  if (same.length === 0) return;
  throw new UserError(
    `The same command waits in the log at offset ${same.join(', ')} of partition ${partition}, and is done once the ledger service runs: do not send it again.`,
    exitCodes.pending,
  );
}

/** A proposal that is made again ends at another time. */
function withoutEnd(data: object = {}): object {
  return { ...data, expires: undefined };
}
