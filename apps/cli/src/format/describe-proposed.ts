import { type ActFacts, houseTime, type Proposed, visible } from '#acts';
import type { Proposal } from '#pools';

const atNextRestart = 'at the next restart of the pool';
const atOnce = 'with the last approval';

/**
 * The proposer, the act, its reason, and the approvals that it still needs; on request, the time of
 * its effect.
 */
export function describeProposed(
  { holder, expiresMs, by, approvals }: Proposal,
  { act: { type, data }, note }: Proposed,
  { atRestart, zone }: Partial<Pick<ActFacts, 'atRestart'>> & { readonly zone: string },
): string {
  const {
    reason,
    award,
    table: name,
  } = data as {
    readonly reason?: string;
    readonly award?: string;
    readonly table?: string;
  };
  const place = award ?? (name === undefined ? undefined : `table ${name}`);
  const what = place === undefined ? type : `${type} of ${place}`;
  const why = reason === undefined ? '' : `, because: ${reason}`;
  const others = approvals.map((each) => each.holder).join(', ') || 'nobody';
  const lines = [
    `${holder} has proposed ${what}${why}`,
    ...(note === reason ? [] : [`  note: ${note}`]),
    `  needs the ${by.length === 1 ? 'role' : 'roles'} ${by.join(' and ')}, approved by ${others}, expires ${houseTime(expiresMs, zone)}`,
    ...(atRestart === undefined ? [] : [`  takes effect ${atRestart ? atNextRestart : atOnce}`]),
  ];
  return lines.map((line) => `${visible(line)}\n`).join('');
}
