import { describeLeft, leftOf, type AnsweredCommand, type Command, type Rehearsed } from '#acts';

/**
 * The steps still missing after a proposal; empty if nothing was proposed.
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
