/** What a person has signed may be in the log, and nobody knows: its cause is why not. */
export class MaybeSent extends Error {}

/** Answers of the ledger to what is being sent. @throws MaybeSent where they do not come. */
export async function orMaybeSent<T>(answers: Promise<T>): Promise<T> {
  try {
    return await answers;
  } catch (cause) {
    throw new MaybeSent(String(cause), { cause });
  }
}
