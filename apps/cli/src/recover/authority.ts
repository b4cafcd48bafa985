import { verifySignature, wrongEnvironmentExitCode, type CommandKeys } from '#contract';
import { recoveryText, type JournalBlock, type Recovery } from '#ledger';
import { Failure } from '../failure.js';
import type { Signer } from '../signer.js';

type Content = Pick<JournalBlock, 'partition' | 'block' | 'from' | 'to' | 'previous' | 'at'>;

/**
 * Signs an act for its place in the journal, and reads the signature back as an auditor will.
 * @throws Failure when the key is none that may act on the ledger now.
 */
export function signRecovery(
  signer: Signer,
  keys: CommandKeys,
  content: Content,
  act: Omit<Recovery, 'signature'>,
): Recovery {
  const text = recoveryText(content, act);
  const signature = signer.sign(text);
  const verified = verifySignature(keys, signature, Buffer.from(text), Date.parse(content.at));
  if ('fault' in verified) {
    throw new Failure(`COMMAND_KEY cannot sign: ${verified.fault}`, wrongEnvironmentExitCode);
  }
  if (!verified.key.roles.includes('adjust')) {
    throw new Failure('COMMAND_KEY cannot sign: a recovery needs a key with the role adjust.');
  }
  return { ...act, signature };
}
