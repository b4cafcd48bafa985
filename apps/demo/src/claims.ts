import type { AwardMessage } from '#contract';
import type { ApiJackpot } from './api.js';
import type { DemoPerson } from './keys.js';

/** What somebody does with an award: a command of contract 4.8, and who signs it. */
export interface ClaimStep {
  readonly person: DemoPerson;
  readonly act: { readonly type: string; readonly data: object };
  /** Another person must approve it (contract 4.5). */
  readonly needsApproval: boolean;
}

/** How long people take, and which wins surveillance finds to be none. */
export interface Manner {
  /** From the win to its verification, and from there to each payment. */
  readonly verifyAfterMs: number;
  readonly payAfterMs: number;
  /** Of so many awards that wait, one is a false claim; Infinity for none. */
  readonly oneFalseOf: number;
}

/** What is to be done with an award now; undefined where it waits for nothing, or for a while. */
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

/** What waits to be handed over, minor units: what the account `held` must have. */
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

/** The last row of `approvals` that is not above the sum of the prizes decides. */
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

/** The prize of a seat, and the stake given back with it. */
function payoutAmount({ payouts }: AwardMessage, seat: number): number {
  const { amount = 0, stakeReturned = 0 } = payouts.find((each) => each.seat === seat) ?? {};
  return amount + stakeReturned;
}
