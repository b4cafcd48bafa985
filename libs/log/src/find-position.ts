import type { ConsumptionParts } from './consumption.js';
import { Gate, whyCountWrong } from './gate.js';
import { halt, type Halt } from './halting.js';
import type { Opened } from './log-handler.js';
import type { PartitionLines } from './partition-lines.js';
import type { Opening } from './partition-state.js';

const askAgainAfterMs = 300;

/** Where a partition begins, and where its log ends. */
interface Found {
  readonly gate: Gate;
  readonly opened: Extract<Opened, { outcome: 'opened' }>;
  readonly high: number;
}

/**
 * Asks the ledger for a partition's position, and the brokers where its log begins and ends, until
 * both answer.
 * @param isOpening whether anybody still waits for it
 * @returns undefined where nobody does
 */
export async function findPosition(
  parts: ConsumptionParts,
  partition: number,
  opening: Opening,
  lines: PartitionLines,
  isOpening: () => boolean,
): Promise<Found | Halt | undefined> {
  const { identity, topic, ledger, admin } = parts;
  while (isOpening()) {
    try {
      const unsafe = await whyUnsafe(parts);
      if (unsafe || !isOpening()) return unsafe;
      const opened = await ledger.open({ partition, ...identity });
      if (opened.outcome === 'halt' || !isOpening())
        return opened.outcome === 'halt' ? opened : undefined;
      if (opened.outcome === 'opened') {
        const offsets = await admin.fetchTopicOffsets(topic);
        return isOpening() ? compare(opened, offsets, partition, identity.partitions) : undefined;
      }
      opening.waitsFor = opened.detail;
    } catch (error) {
      opening.waitsFor = lines.waits(partition, error);
    }
    await new Promise((resolve) => setTimeout(resolve, askAgainAfterMs));
  }
  return undefined;
}

export async function whyUnsafe({ whyUnsafe: why }: ConsumptionParts): Promise<Halt | undefined> {
  const detail = await why?.();
  return detail === undefined ? undefined : halt('log-unsafe', detail);
}

/** @throws Error when the brokers do not know the partition. */
function compare(
  opened: Found['opened'],
  offsets: readonly { partition: number; high: string; low: string }[],
  partition: number,
  partitions: number,
): Found | Halt {
  const wrong = whyCountWrong(partitions, offsets.length);
  if (wrong) return wrong;
  const found = offsets.find((each) => each.partition === partition);
  if (!found) throw new Error(`partition ${partition} is not in the topic`);
  const log = { low: Number(found.low), high: Number(found.high) };
  const gate = Gate.open(opened.position, opened.anchor, log);
  return gate instanceof Gate ? { gate, opened, high: log.high } : gate;
}
