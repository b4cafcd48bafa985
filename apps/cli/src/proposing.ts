import {
  describeLeft,
  leftOf,
  type AnsweredCommand,
  type Command,
  type Proposing,
  type Rehearsed,
} from '#acts';
import { timeOption } from './time-option.js';

/**
 * @param expires ISO 8601 with a zone; undefined where nothing is proposed.
 * @throws UserError when it is not a time.
 */
export function proposingOf(expires: string | undefined, note: string): Proposing | undefined {
  const expiresMs = timeOption('--expires', expires);
  return expiresMs === undefined ? undefined : { expiresMs, note };
}

/**
 * What is missing after an act was proposed; empty where nothing was proposed.
 * @param rehearsed the proposal.
 */
export function howToApprove(
  { type, subject }: Command,
  { after, authority }: Pick<Rehearsed, 'after' | 'authority'>,
  answers: readonly AnsweredCommand[],
): string {
  const answer = answers.find((each) => each.subject === subject);
  const proposal = after?.jackpot.proposals.at(-1);
  if (type !== 'act.proposed' || !proposal || answer?.refusal !== undefined) return '';
  const left = `Not done yet: ${describeLeft(leftOf(proposal, authority.keys))}.\n`;
  if (!answer) return left;
  return `${left}To approve it, another person types: jackpot approve ${subject} ${answer.offset}\n`;
}
