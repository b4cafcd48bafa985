import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { UserError } from '#contract/exit-codes';

/** The person at the terminal, if there is one. */
export interface AskedTerminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * Continues only if the person at the terminal says yes.
 * @param what the change, as the question's end.
 * @throws UserError if the answer is not yes, or nobody can be asked.
 */
export async function confirm(what: string, { input, output }: AskedTerminal): Promise<void> {
  if (!input.isTTY) {
    throw new UserError(
      `Nothing was sent: ${what} needs --yes, because there is no terminal to ask on.`,
    );
  }
  const terminal = createInterface({ input, output });
  try {
    // Ctrl-D ends the input without an answer.
    const closed = once(terminal, 'close').then(() => '');
    const answer = await Promise.race([terminal.question(`Apply ${what}? y/N `), closed]);
    if (!/^y(es)?$/i.test(answer.trim())) throw new UserError('Nothing was sent.');
  } finally {
    terminal.close();
  }
}
