import type { ConsumptionParts } from './consumption-parts.js';
import { Gate, watermarksOf, whyCountWrong } from './gate.js';
import { halt, type Halt } from './halting.js';
import type { Opened } from './log-handler.js';
import type { PartitionLines } from './partition-lines.js';
import type { Opening } from './partition-state.js';

const askAgainAfterMs = 300;

/** The start of a partition's reading, and the end of its log. */
interface FoundPosition {
  readonly gate: Gate;
  readonly opened: Extract<Opened, { outcome: 'opened' }>;
  readonly high: number;
}

/**
 * Asks the ledger for a partition's position, and the brokers for the begin and end of its log,
 * until both answer and the answer is accepted. Failed steps are tried again, including the
 * acceptance.
 * @param isOpening tells whether somebody still waits for it
 */
export async function findPosition(
  parts: ConsumptionParts,
  partition: number,
  opening: Opening,
  lines: PartitionLines,
  isOpening: () => boolean,
  take: (found: FoundPosition | Halt) => void,
): Promise<void> {
  while (isOpening()) {
    try {
      const found = await askLedger(parts, partition, opening, isOpening);
      if (!isOpening()) return;
      if (found) return take(found);
    } catch (error) {
      opening.waitsFor = lines.waits(partition, error);
    }
    await new Promise((resolve) => setTimeout(resolve, askAgainAfterMs));
  }
}

/** @returns undefined if the ledger must wait, or nobody waits for it. */
async function askLedger(
  parts: ConsumptionParts,
  partition: number,
  opening: Opening,
  isOpening: () => boolean,
): Promise<FoundPosition | Halt | undefined> {
  const { identity, topic, ledger, admin, permanentHalts } = parts;
  const known = permanentHalts.get(partition) ?? (await whyTopicUnsafe(parts));
  if (known || !isOpening()) return known;
  const opened = await ledger.open({ partition, ...identity });
  if (opened.outcome === 'halt' || !isOpening())
    return opened.outcome === 'halt' ? opened : undefined;
  if (opened.outcome === 'wait') {
    opening.waitsFor = opened.detail;
    return undefined;
  }
  return compareWithLog(
    opened,
    await admin.fetchTopicOffsets(topic),
    partition,
    identity.partitions,
  );
}

export async function whyTopicUnsafe({
  whyUnsafe: why,
}: ConsumptionParts): Promise<Halt | undefined> {
  const detail = await why?.();
  return detail === undefined ? undefined : halt('log-unsafe', detail);
}

/** @throws Error if the brokers do not know the partition. */
function compareWithLog(
  opened: FoundPosition['opened'],
  offsets: Parameters<typeof watermarksOf>[0],
  partition: number,
  partitions: number,
): FoundPosition | Halt {
  const wrong = whyCountWrong(partitions, offsets.length);
  if (wrong) return wrong;
  const log = watermarksOf(offsets, partition);
  if (!log) throw new Error(`partition ${partition} is not in the topic`);
  const gate = Gate.open(opened, log);
  return gate instanceof Gate ? { gate, opened, high: log.high } : gate;
}
