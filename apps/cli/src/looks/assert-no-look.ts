import { hasDoubt, type ShownAct } from '#acts';
import { UserError } from '#contract/exit-codes';

/**
 * @param despite the person's reason.
 * @throws UserError if there is an objection to an act, and nobody has said why it is right.
 */
export function assertNoLook(seen: ShownAct, despite: string | undefined): void {
  if (!hasDoubt(seen) || despite !== undefined) return;
  throw new UserError(
    'Nothing was sent: check each LOOK line first. If the act is right anyway, say why with --despite "…"; the log keeps the reason.',
  );
}

/** The lines of `looks`. */
export function describeLooks(looks: readonly string[]): string {
  return looks.map((look) => `  LOOK: ${look}\n`).join('');
}
