import { actDigest, parseJson } from '#contract';
import type { LogRecord } from '#log';
import type { Proposal } from '#pools';
import type { Connections } from './connections.js';
import type { Command } from './signer.js';

/** What a proposer has signed. */
export interface Proposed {
  readonly act: Pick<Command, 'type' | 'data'>;
  readonly note: string;
}

/**
 * What was proposed, as the log has it, by offset. Where the log has another act than the ledger
 * remembers, or none, there is nothing.
 */
export async function readProposed(
  connections: Connections,
  partition: number,
  proposals: readonly Proposal[],
): Promise<Map<number, Proposed>> {
  const offsets = proposals.map(({ offset }) => offset);
  const records = await connections.recordsAt('events', partition, offsets);
  const found = new Map<number, Proposed>();
  for (const { offset, digest } of proposals) {
    const proposed = proposedBy(records.find((each) => each.offset === offset));
    if (proposed && actDigest(proposed.act) === digest) found.set(offset, proposed);
  }
  return found;
}

/** Whether the log has a proposal for this jackpot at an offset, also one that has ended. */
export async function wasProposed(
  connections: Connections,
  partition: number,
  offset: number,
  jackpot: string,
): Promise<boolean> {
  const [record] = await connections.recordsAt('events', partition, [offset]);
  return eventOf(record)?.subject === jackpot && proposedBy(record) !== undefined;
}

function proposedBy(record: LogRecord | undefined): Proposed | undefined {
  const event = eventOf(record);
  const { act, note } = (event?.data ?? {}) as Partial<Proposed>;
  return event?.type === 'act.proposed' && act ? { act, note: note ?? '' } : undefined;
}

interface Event {
  readonly type?: unknown;
  readonly subject?: unknown;
  readonly data?: object;
}

function eventOf(record: LogRecord | undefined): Event | undefined {
  return record?.value ? (parseJson(record.value) as Event) : undefined;
}
