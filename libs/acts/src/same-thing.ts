import { isDeepStrictEqual } from 'node:util';
import { UserError } from '#contract';
import type { Jackpot, Proposal } from '#pools';
import type { LiveLedger } from '#proof';
import type { Command } from './command.js';
import { readProposed } from './proposed.js';

type WishedAct = Pick<Command, 'type' | 'data'>;

/** Members that say why an act is right, not its effect. */
const words = { reason: undefined, evidence: undefined, cause: undefined, replaces: undefined };

/**
 * Returns true if two acts would do the same: two people who correct one mistake write two reasons.
 */
export function isSameThing(one: WishedAct, other: WishedAct): boolean {
  const done = ({ type, data }: WishedAct): object => ({ type, data: { ...data, ...words } });
  return isDeepStrictEqual(done(one), done(other));
}

/** The proposals that can still be approved: the ledger keeps others until the next one comes. */
export function waiting({ proposals }: Pick<Jackpot, 'proposals'>, type: string): Proposal[] {
  const nowMs = Date.now();
  return proposals.filter((each) => each.type === type && each.expiresMs > nowMs);
}

/**
 * Refuses a repeated proposal: each can be approved, so the same act would be done twice.
 * @throws UserError if the same act is already proposed.
 */
export async function assertNotProposed(
  live: LiveLedger,
  partition: number,
  jackpot: Pick<Jackpot, 'proposals'>,
  act: WishedAct,
): Promise<void> {
  const alike = waiting(jackpot, act.type);
  if (alike.length === 0) return;
  const known = await readProposed(live, partition, alike);
  const same = alike.find(({ offset }) => {
    const own = known.get(offset)?.act;
    return own && isSameThing(own, act);
  });
  if (!same) return;
  throw new UserError(
    `Nothing was sent: ${same.holder} has already proposed the same, as proposal ${same.offset}. Have it approved, or withdraw it first.`,
  );
}
