import { describeLeft, leftOf } from './approvers.js';
import type { Rehearsed } from './rehearsal.js';
import type { Answered } from './sending.js';
import type { Command } from './signer.js';
import { timeOption } from './time-option.js';

/**
 * The command that proposes another one.
 * @param expires ISO 8601 with a zone.
 * @throws UserError when it is no time.
 */
export function proposalOf(command: Command, expires: string, note: string): Command {
  const { type, subject, data } = command;
  const expiresMs = timeOption('--expires', expires) ?? 0;
  const own = { act: { type, data }, expires: new Date(expiresMs).toISOString(), note };
  return { type: 'act.proposed', subject, data: own };
}

/**
 * What is missing after an act was proposed; empty where nothing was proposed.
 * @param rehearsed the proposal.
 */
export function howToApprove(
  { type, subject }: Command,
  { after, authority }: Pick<Rehearsed, 'after' | 'authority'>,
  answers: readonly Answered[],
): string {
  const answer = answers.find((each) => each.subject === subject);
  const proposal = after?.jackpot.proposals.at(-1);
  if (type !== 'act.proposed' || !proposal || answer?.refusal !== undefined) return '';
  const left = `Not done yet: ${describeLeft(leftOf(proposal, authority.keys))}.\n`;
  if (!answer) return left;
  return `${left}To approve it, another person types: jackpot approve ${subject} ${answer.offset}\n`;
}
