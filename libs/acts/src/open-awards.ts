import type { AwardMessage } from '#contract';
import { awardMessage } from '#engine';
import { approversOf, type Jackpot, type Role } from '#pools';
import type { LiveLedger } from '#proof';
import { leftOf } from './approvers.js';
import type { Home } from './ledger-door.js';
import { readProposed } from './proposed.js';
import { reversalsProposed } from './reversals.js';

/** The next step for a seat. */
export interface NextStep {
  readonly seat: number;
  /** `wait`: a proposal to reverse the award is open. */
  readonly act: 'verify-award' | 'pay' | 'approve' | 'wait';
  /** Offset of the proposal to approve; null if there is none. */
  readonly proposal: number | null;
  /** One person each; after the first approval, any of them. */
  readonly roles: readonly Role[];
}

/** An award with a locked or verified seat, and the next step for each. */
export type OpenAward = AwardMessage & { readonly next: readonly NextStep[] };

/** The awards of a jackpot that wait for people. */
export async function openAwards(
  live: LiveLedger,
  { jackpot, partition, now }: Home,
): Promise<OpenAward[]> {
  const open = [...jackpot.open].flatMap((id) => {
    const claim = jackpot.claims.get(id);
    return claim ? awardMessage(claim, jackpot) : [];
  });
  const waiting = open.length === 0 ? [] : jackpot.proposals;
  const own = waiting.filter(({ type }) => type === 'award.verified');
  const proposed = own.length === 0 ? undefined : await readProposed(live, partition, own);
  const { keys } = now.authority;
  const reversals = await reversalsProposed(live, partition, jackpot);
  return open.map((award) => {
    const reversal = reversals.get(award.id);
    const next = award.states.flatMap(({ seat, state }): NextStep[] => {
      if (reversal) {
        const { roles } = leftOf(reversal, keys);
        return [{ seat, act: 'wait', proposal: reversal.offset, roles }];
      }
      if (state === 'verified') return [{ seat, act: 'pay', proposal: null, roles: ['pay'] }];
      if (state !== 'locked') return [];
      const proposal = own.find(({ offset }) => {
        const data = proposed?.get(offset)?.act.data as VerifiedData | undefined;
        return data?.award === award.id && data.seats.includes(seat);
      });
      if (!proposal) return [toVerify(jackpot, award, seat)];
      const { roles } = leftOf(proposal, keys);
      return [{ seat, act: 'approve', proposal: proposal.offset, roles }];
    });
    return { ...award, next };
  });
}

interface VerifiedData {
  readonly award: string;
  readonly seats: readonly number[];
}

function toVerify(jackpot: Jackpot, { id: award }: AwardMessage, seat: number): NextStep {
  const data = { award, seats: [seat], evidence: { deck: 'counted' as const } };
  const by = approversOf(jackpot, { type: 'award.verified', data });
  return { seat, act: 'verify-award', proposal: null, roles: ['operate', ...by] };
}
