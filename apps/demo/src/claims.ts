import type { AwardMessage } from '#contract';
import type { ApiJackpot } from './api.js';
import type { DemoPerson } from './keys.js';

/** One person's step with an award: a command of contract 4.8, and its signer. */
export interface ClaimStep {
  readonly person: DemoPerson;
  readonly act: { readonly type: string; readonly data: object };
  /** True if another person must approve it (contract 4.5). */
  readonly needsApproval: boolean;
}

/** The time that people take, and the share of wins that surveillance finds false. */
export interface Manner {
  /** From the win to its verification, and from there to each payment. */
  readonly verifyAfterMs: number;
  readonly payAfterMs: number;
  /** One of this number of waiting awards is a false claim; Infinity for none. */
  readonly oneFalseOf: number;
}

/**
 * Returns the next step with an award; undefined if it waits for nothing, or its time has not come.
 */
export function nextStep(
  jackpot: Pick<ApiJackpot, 'configuration'>,
  award: AwardMessage,
  nowMs: number,
  manner: Manner,
): ClaimStep | undefined {
  const { id, offset, recordedAt, states, by } = award;
  const since = (at: string): number => nowMs - Date.parse(at);
  const locked = states.filter(({ state }) => state === 'locked').map(({ seat }) => seat);
  if (locked.length > 0) {
    if (since(recordedAt) < manner.verifyAfterMs) return undefined;
    const isFalse = offset % manner.oneFalseOf === 0 && locked.length === states.length;
    const act = isFalse ? reversal(id) : verification(id, locked);
    return { person: 'supervisor', act, needsApproval: needsApproval(jackpot, award, act.type) };
  }
  const verified = states.find(({ state }) => state === 'verified');
  if (!verified || since(by.at(-1)?.at ?? recordedAt) < manner.payAfterMs) return undefined;
  return { person: 'cashier', act: paymentAct(award, verified), needsApproval: false };
}

/** Returns the waiting sum, minor units: the amount that the account `held` must have. */
export function heldMinor(awards: readonly AwardMessage[]): number {
  return awards
    .flatMap((award) =>
      award.states.map(({ seat, state }) =>
        state === 'locked' || state === 'verified' ? payoutAmount(award, seat) : 0,
      ),
    )
    .reduce((sum, amount) => sum + amount, 0);
}

export function isReversed({ states }: AwardMessage): boolean {
  return states.some(({ state }) => state === 'reversed');
}

/** Applies the last row of `approvals` that is not above the sum of the prizes. */
function needsApproval(
  { configuration }: Pick<ApiJackpot, 'configuration'>,
  { payouts }: AwardMessage,
  type: string,
): boolean {
  const sum = payouts.reduce((total, { amount }) => total + amount, 0);
  const row = configuration.approvals?.[type]?.findLast(({ from }) => from <= sum);
  return (row?.by ?? []).length > 0;
}

function verification(award: string, seats: readonly number[]) {
  const surveillance = 'The recording shows the hand and the bet.';
  return {
    type: 'award.verified',
    data: { award, seats, evidence: { deck: 'counted', surveillance } },
  };
}

function reversal(award: string) {
  const reason = 'The recording shows another hand than was declared.';
  return { type: 'award.reversed', data: { award, cause: 'false-claim', reason } };
}

function paymentAct(award: AwardMessage, { seat, slip }: AwardMessage['states'][number]) {
  const amount = payoutAmount(award, seat);
  const paid = { award: award.id, seat, slip, amount, method: 'cheque', withheld: 0 };
  return { type: 'award.paid', data: { ...paid, receipt: `${award.jackpot}-${slip}` } };
}

/** Returns the prize of a seat, plus the stake given back with it. */
function payoutAmount({ payouts }: AwardMessage, seat: number): number {
  const { amount = 0, stakeReturned = 0 } = payouts.find((each) => each.seat === seat) ?? {};
  return amount + stakeReturned;
}
