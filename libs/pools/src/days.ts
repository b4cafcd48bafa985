import type { DayClosed } from './events.js';
import { invalidCommand, refusal, type EventRefusal } from './outcome.js';
import type { Acted } from './step.js';

const dayMs = 86_400_000;

/** `day.closed`: the gaming day ends before this record (contract 6.2). */
export function closeDay(step: Acted, { day, funds }: DayClosed): EventRefusal | undefined {
  const { jackpot, outcome, position, people } = step;
  const { id, closed: before, causes, hands } = jackpot;
  const today = new Date(position.recordedAtMs).toISOString().slice(0, 10);
  if (daysBetween(today, day) > 1) {
    return invalidCommand(
      `day: ${day} is more than a day after ${today}, the record's date by Kafka's time (UTC): it would close every day before it.`,
    );
  }
  if (before && day <= before.day) {
    return refusal(
      'day-closed',
      `${id} has closed ${before.day} at offset ${before.offset}: only a later day can be closed, and ${day} is none.`,
    );
  }
  const { offset } = position;
  const closed = { day, offset, causes: new Map(causes), hands: new Map(hands) };
  jackpot.closed = closed;
  const { kid = '', holder = '' } = people[0] ?? {};
  outcome.dayEnd = { closed, before, funds: funds ?? null, by: { kid, holder } };
  return undefined;
}

/** Days from one date to another, as `2026-11-30`; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}
