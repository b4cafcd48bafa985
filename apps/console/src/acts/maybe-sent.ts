import { UserError } from '#contract';
import { LedgerUnavailable } from '#engine';

/** What a person has signed may be in the log, and nobody can say what became of it. */
export class MaybeSent extends Error {}

/** Answers of the ledger to what is being sent. @throws MaybeSent where they do not come. */
export async function orMaybeSent<T>(answers: Promise<T>): Promise<T> {
  try {
    return await answers;
  } catch (error) {
    // It says itself that it is in the log.
    if (error instanceof UserError) throw new MaybeSent(error.message, { cause: error });
    if (!(error instanceof LedgerUnavailable)) throw error;
    const sentence = `${error.message} What you have signed may be in the log: look whether it is done before you do it again.`;
    throw new MaybeSent(sentence, { cause: error });
  }
}
