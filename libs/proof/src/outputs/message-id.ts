import {
  homePartition,
  type AwardMessage,
  type ExceptionMessage,
  type ValueMessage,
} from '#contract';
import { saidAtOffset } from '#engine';

/** The output topics that are compared with the log; the journal has its own proof. */
export const sentKinds = ['awards', 'exceptions', 'pool-values'] as const;
export type SentKind = (typeof sentKinds)[number];

/**
 * The id (contract 2.1) that a message with this content has; undefined for what is no message of
 * its topic. It is not the header: who forges one may leave that out, or give that of another.
 * @param partitions of the events topic
 */
export function idOfContent(kind: SentKind, text: string, partitions: number): string | undefined {
  try {
    const id = idMakers[kind](JSON.parse(text) as never, partitions);
    return /^\d+\/\d+\//.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

/** The partition and the offset of the event that a message follows from. */
export function originOfId(id: string): { partition: number; offset: number } {
  const first = id.indexOf('/');
  const second = id.indexOf('/', first + 1);
  const end = second < 0 ? id.length : second;
  return { partition: Number(id.slice(0, first)), offset: Number(id.slice(first + 1, end)) };
}

/** The id of a jackpot's value at a version. */
export function valueId(partition: number, jackpot: string, version: number): string {
  return `${partition}/${version - 1}/value/${jackpot}/${version}`;
}

const idMakers = {
  awards: ({ id, jackpot, by }: AwardMessage, partitions: number) => {
    const offset = Number(id.split('/').at(-1));
    return `${homePartition(jackpot, partitions)}/${saidAtOffset({ offset, by })}/award`;
  },
  exceptions: ({ partition, offset, reason, source, summed }: ExceptionMessage) =>
    summed
      ? `${partition}/${offset}/summed/${reason}/${source ?? ''}`
      : `${partition}/${offset}/${reason}`,
  'pool-values': ({ jackpot, version }: ValueMessage, partitions: number) =>
    valueId(homePartition(jackpot, partitions), jackpot, version),
};
