import { homePartition } from '#contract';
import { valueMessage } from '#engine';
import { digestOfOutput } from '../outputs/found-output.js';
import type { ComparedKind } from '../outputs/message-id.js';

/** A message as the fold makes it and the relay sends it. */
export interface StoryMessage {
  readonly kind: ComparedKind;
  readonly key: string;
  readonly id: string;
  readonly value: string;
}

/** A value as the fold gives it: for the jackpot `main`, its pool in micro-units. */
export interface StoryValue {
  readonly version: number;
  readonly pool: bigint;
}

export const partitions = 3;
/** The partition of `main`, the only one that is proven. */
export const home = homePartition('main', partitions);

/** @param amount minor units, MOP */
export function award(offset: number, amount = 2_500): StoryMessage {
  const payout = { order: 1, seat: 1, hand: 'flush', basis: 'fixed', amount };
  const content = {
    ...{ id: `main/T1/1/${offset}`, jackpot: 'main', table: 'T1', round: '1' },
    ...{ currency: 'MOP', poolBefore: 5, poolAfter: 5, restart: null, offset },
    payouts: [{ ...payout, fromPool: 0, fromHouse: amount }],
    ...{ wonAt: null, recordedAt: '2026-11-21T04:00:00.000Z' },
    states: [{ seat: 1, state: 'awarded', slip: null, verified: null }],
    ...{ by: [], cause: null, replaces: null, affects: [] },
  };
  const value = JSON.stringify(content);
  return { kind: 'awards', key: 'main', id: `${home}/${offset}/award`, value };
}

/** Awards at the offsets of a range; `to` is exclusive. */
export function awards(from: number, to: number): StoryMessage[] {
  return Array.from({ length: to - from }, (_, index) => award(from + index));
}

export function exception(offset: number, changes: object = {}): StoryMessage {
  const content = {
    ...{
      reason: 'malformed',
      applied: false,
      detail: 'It is not JSON.',
      jackpot: 'main',
      source: 'T1',
    },
    ...{ sequence: null, id: null, partition: home, offset, raw: 'AA==' },
    ...changes,
  };
  const id = `${content.partition}/${offset}/malformed`;
  return { kind: 'exceptions', key: 'main', id, value: JSON.stringify(content) };
}

export function given(version: number, pool = 10_140_000_000n): StoryValue {
  return { version, pool };
}

export function value(version: number, pool?: bigint): StoryMessage {
  const content = valueMessage(jackpotAt(given(version, pool)) as never, null);
  const id = `${home}/${version - 1}/value/main/${version}`;
  return { kind: 'pool-values', key: 'main', id, value: JSON.stringify(content) };
}

/** The entry in a checkpoint for a message that was not on its topic. */
export function owedOf({ kind, id, key, value: text }: StoryMessage) {
  const digest = Buffer.from(digestOfOutput({ id, key, value: text }), 'latin1').toString('base64');
  return { kind, id, key, digest };
}

/** The part of a jackpot that a value message has. */
export function jackpotAt({ version, pool }: StoryValue) {
  return {
    ...{ id: 'main', version, changedAtMs: 1e12, configuration: { currency: 'MOP' } },
    ...{ inForce: { minorUnitMicros: 10_000n }, accounts: { pool }, exponent: 2 },
    ...{ suspended: null, claims: new Map(), open: new Set(), lastWin: null },
  };
}
