import type { AwardMessage } from '#contract';
import { awardMessage } from '#engine';
import { awardId } from '#pools';
import type { Command } from './command.js';
import type { Home } from './ledger-door.js';
import type { AnsweredCommand } from './sending.js';

/**
 * Returns a verified or granted award as it is after the act, with its slips or its id: nobody knew
 * them before, since others may have acted meanwhile. Null after another act, and after a refusal.
 * @param answers to the record that did the act.
 * @param find reads the ledger as it is after the act; called only for an award.
 */
export async function commandResult(
  { type, subject, data }: Command,
  answers: readonly AnsweredCommand[],
  find: () => Home | Promise<Home>,
): Promise<AwardMessage | null> {
  const [answer] = answers;
  if (!answer || answer.refusal !== undefined) return null;
  const { award, table = '', round = '' } = data as Record<'award' | 'table' | 'round', string>;
  const isGranted = type === 'award.granted';
  if (!isGranted && type !== 'award.verified') return null;
  const id = isGranted ? awardId(subject, table, round, answer.offset) : award;
  const { jackpot } = await find();
  const claim = jackpot.claims.get(id);
  return claim ? awardMessage(claim, jackpot) : null;
}

/**
 * Reads the result of a command. Undefined if the read fails: the command is applied all the same,
 * so an error must not suggest sending it again.
 */
export function afterwards<T>(reading: Promise<T> | T): Promise<T | undefined> {
  return Promise.resolve(reading).catch(() => undefined);
}
