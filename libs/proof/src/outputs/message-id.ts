import {
  homePartition,
  type AwardMessage,
  type ExceptionMessage,
  type StatementMessage,
  type ValueMessage,
} from '#contract';
import { saidAtOffset } from '#engine';

/** Output topics on which every message must be present. */
export const listedKinds = ['awards', 'exceptions', 'statements'] as const;
export type ListedKind = (typeof listedKinds)[number];
/** The output topics that are compared with the log; the journal has a proof of its own. */
export const comparedKinds = [...listedKinds, 'pool-values'] as const;
export type ComparedKind = (typeof comparedKinds)[number];

/** A record of the events or of an output topic. */
export interface LogPlace {
  readonly partition: number;
  readonly offset: number;
}

/**
 * The id (contract 2.1) that a message with this content has; empty if it is not a message of its
 * topic. Does not use the header: a forger may omit it, or copy another message's.
 * @param partitions of the events topic
 */
export function idOfContent(kind: ComparedKind, text: string, partitions: number): string {
  try {
    const id = idMakers[kind](JSON.parse(text) as never, partitions);
    return /^\d+\/\d+\//.test(id) ? id : '';
  } catch {
    return '';
  }
}

/** The event that a message follows from; NaN if its id is empty. */
export function originOfId(id: string): LogPlace {
  const [partition, offset] = id.split('/', 2);
  return { partition: Number(partition || NaN), offset: Number(offset ?? NaN) };
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
      ? `${partition}/${offset}/summed/${summed.of}/${reason}/${source ?? ''}`
      : `${partition}/${offset}/${reason}`,
  statements: ({ jackpot, offset, part }: StatementMessage, partitions: number) =>
    `${homePartition(jackpot, partitions)}/${offset}/statement/${part}`,
  'pool-values': ({ jackpot, version }: ValueMessage, partitions: number) =>
    valueId(homePartition(jackpot, partitions), jackpot, version),
};
