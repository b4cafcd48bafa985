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

/** What the next person types; empty where nothing was proposed. */
export function howToApprove({ type }: Command, answers: readonly Answered[]): string {
  if (type !== 'act.proposed') return '';
  return answers
    .filter(({ refusal }) => refusal === undefined)
    .map(
      ({ subject, offset }) =>
        `To approve it, another person types: jackpot approve ${subject} ${offset}\n`,
    ) // prettier-ignore
    .join('');
}
