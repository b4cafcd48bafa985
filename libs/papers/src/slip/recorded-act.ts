import { commandSchemas, envelopeSchema, parseJson, type AwardMessage } from '#contract';
import type { LogRecord } from '#log';
import { awardActs } from '#pools';
import type { z } from 'zod';

export type AwardActType = (typeof awardActs)[number];

/** An act as in its record, whether its signer did, proposed or approved it. */
export type RecordedAct = {
  readonly [T in AwardActType]: {
    readonly step: 'done' | 'proposed' | 'approved';
    readonly type: T;
    readonly data: z.output<(typeof commandSchemas)[T]>;
  };
}[AwardActType];

/** A person in an award's `by`, with the act that this person has signed, from the record. */
export type Actor = Omit<AwardMessage['by'][number], 'act'> & RecordedAct;

/** The act on an award in a record of the log; undefined if there is none. */
export function readAct({ value }: Pick<LogRecord, 'value'>): RecordedAct | undefined {
  const envelope = envelopeSchema.safeParse(value ? parseJson(value) : undefined);
  if (!envelope.success) return undefined;
  const { type, data } = envelope.data;
  if (type !== 'act.proposed' && type !== 'act.approved') return actOf('done', type, data);
  const carrying = commandSchemas[type].safeParse(data);
  if (!carrying.success) return undefined;
  const { act } = carrying.data;
  return actOf(type === 'act.proposed' ? 'proposed' : 'approved', act.type, act.data);
}

function actOf(step: RecordedAct['step'], name: string, written: unknown) {
  const type = awardActs.find((each) => each === name);
  if (!type) return undefined;
  const { data, success } = commandSchemas[type].safeParse(written);
  return success ? ({ step, type, data } as RecordedAct) : undefined;
}

/** Returns true if an act on an award is about one of its seats. */
export function concerns({ type, data }: RecordedAct, seat: number): boolean {
  switch (type) {
    case 'award.verified':
      return data.seats.includes(seat);
    case 'award.paid':
    case 'award.expired':
      return data.seat === seat;
    case 'award.reversed':
    case 'award.granted':
      return true;
  }
}
