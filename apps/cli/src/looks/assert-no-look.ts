import type { ActFacts } from '#acts';
import { UserError } from '#contract/exit-codes';

/**
 * What the record itself answers. How much the pool gives follows from what it had when the award
 * was granted: who approves it later looks again.
 */
const answered: readonly string[] = ['other-amount', 'other-pool'];

/** What a person sees before an act. */
type ShownAct = Pick<ActFacts, 'award' | 'command'> & {
  /** Sentences that speak against it, beside those on its award. */
  readonly looks: readonly string[];
};

/** Whether a line LOOK stands against an act that nobody has answered. */
export function hasDoubt({ award, command, looks }: ShownAct): boolean {
  if (looks.length > 0) return true;
  if (!award) return false;
  const left = award.doubts.filter(({ is }) => {
    return !answered.includes(is) || (is === 'other-pool' && command === 'act.approved');
  });
  return award.sameSeats.length > 0 || left.length > 0;
}

/**
 * @param despite what the person has said.
 * @throws UserError where something speaks against an act, and nobody has said why it is right.
 */
export function assertNoLook(seen: ShownAct, despite: string | undefined): void {
  if (!hasDoubt(seen) || despite !== undefined) return;
  throw new UserError(
    'Nothing was sent: look at each line LOOK first. If it is right all the same, say why with --despite "…"; the log keeps it.',
  );
}

/** The lines of `looks`. */
export function describeLooks(looks: readonly string[]): string {
  return looks.map((look) => `  LOOK: ${look}\n`).join('');
}
