import { actDigest, parseJson } from '#contract';
import type { LogRecord } from '#log';
import type { Jackpot, Proposal } from '#pools';
import type { LiveLedger } from '#proof';
import type { Command } from './command.js';

/** The end of the time for approval, and the reason for the proposal. */
export interface Proposing {
  /** Epoch ms. */
  readonly expiresMs: number;
  readonly note: string;
}

/** The command that proposes another one. */
export function proposalOf(
  { type, subject, data }: Command,
  { expiresMs, note }: Proposing,
): Command {
  const own = { act: { type, data }, expires: new Date(expiresMs).toISOString(), note };
  return { type: 'act.proposed', subject, data: own };
}

/** The act that a proposer has signed. */
export interface Proposed {
  readonly act: Pick<Command, 'type' | 'data'>;
  readonly note: string;
}

/** Returns true if a proposed configuration was made from one that is no longer the newest. */
export function isOutdated({ configuredAt }: Jackpot, proposed: Proposed | undefined): boolean {
  const { madeFrom } = (proposed?.act.data ?? {}) as { readonly madeFrom?: number | null };
  return madeFrom !== undefined && madeFrom !== configuredAt;
}

/**
 * Reads proposals from the log, by offset. Omits a proposal if the log has another act than the
 * ledger remembers, or none.
 */
export async function readProposed(
  live: LiveLedger,
  partition: number,
  proposals: readonly Proposal[],
): Promise<Map<number, Proposed>> {
  const offsets = proposals.map(({ offset }) => offset);
  const records = await live.recordsAt('events', partition, offsets);
  const found = new Map<number, Proposed>();
  for (const { offset, digest } of proposals) {
    const proposed = proposedBy(records.find((each) => each.offset === offset));
    if (proposed && actDigest(proposed.act) === digest) found.set(offset, proposed);
  }
  return found;
}

/**
 * Returns true if the log has a proposal for this jackpot at an offset, even one that has ended.
 */
export async function wasProposed(
  live: LiveLedger,
  partition: number,
  offset: number,
  jackpot: string,
): Promise<boolean> {
  const [record] = await live.recordsAt('events', partition, [offset]);
  return proposedEvent(record)?.subject === jackpot && proposedBy(record) !== undefined;
}

function proposedBy(record: LogRecord | undefined): Proposed | undefined {
  const event = proposedEvent(record);
  const { act, note } = (event?.data ?? {}) as Partial<Proposed>;
  return event?.type === 'act.proposed' && act ? { act, note: note ?? '' } : undefined;
}

interface Event {
  readonly type?: unknown;
  readonly subject?: unknown;
  readonly data?: object;
}

function proposedEvent(record: LogRecord | undefined): Event | undefined {
  return record?.value ? (parseJson(record.value) as Event) : undefined;
}
