import type { ActFacts } from '#acts';
import { UserError } from '#contract/exit-codes';

/**
 * What the record itself answers. How much the pool gives follows from what it had when the award
 * was granted: who approves it later looks again.
 */
const answered: readonly string[] = ['other-amount', 'other-pool'];

/** Whether a line LOOK stands against an act that nobody has answered. */
export function hasDoubt({ award, command }: Pick<ActFacts, 'award' | 'command'>): boolean {
  if (!award) return false;
  const left = award.doubts.filter(({ is }) => {
    return !answered.includes(is) || (is === 'other-pool' && command === 'act.approved');
  });
  return award.sameSeats.length > 0 || left.length > 0;
}

/** @throws UserError where something speaks against an award, and the person has not said why. */
export function assertNoLook(facts: Pick<ActFacts, 'award' | 'command'>): void {
  if (!hasDoubt(facts)) return;
  throw new UserError(
    'Nothing was sent: look at each line LOOK first. If the award is right all the same, say why with --despite "…"; the log keeps it.',
  );
}
