import type { AwardMessage } from '#contract';
import { awardMessage } from '#engine';
import { awardId } from '#pools';
import type { LiveLedger } from '#proof';
import type { Command } from './command.js';
import { Home } from './ledger-door.js';
import type { AnsweredCommand } from './sending.js';

/**
 * An award as it is after it was verified or granted, with its slips or its id: nobody knew them
 * before, since others may have acted meanwhile. Null after another act, and where it was refused.
 * @param answers to the record that did the act.
 */
export async function resultOf(
  live: LiveLedger,
  { type, subject, data }: Command,
  answers: readonly AnsweredCommand[],
): Promise<AwardMessage | null> {
  const [answer] = answers;
  if (!answer || answer.refusal !== undefined) return null;
  const { award, table = '', round = '' } = data as Record<'award' | 'table' | 'round', string>;
  const isGranted = type === 'award.granted';
  if (!isGranted && type !== 'award.verified') return null;
  const id = isGranted ? awardId(subject, table, round, answer.offset) : award;
  const { jackpot } = await Home.find(live, subject);
  const claim = jackpot.claims.get(id);
  return claim ? awardMessage(claim, jackpot) : null;
}

/**
 * What is read after a command was applied; undefined where it cannot be read. The command is done
 * all the same, and nobody may think that it was not and send it again.
 */
export function afterwards<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch(() => undefined);
}
