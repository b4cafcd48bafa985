/** A signed act may or may not be in the log, and nobody knows; the cause says why. */
export class MaybeSent extends Error {}

/** Returns the ledger's answers to a message being sent. @throws MaybeSent if they do not come. */
export async function orMaybeSent<T>(answers: Promise<T>): Promise<T> {
  try {
    return await answers;
  } catch (cause) {
    throw new MaybeSent(String(cause), { cause });
  }
}
