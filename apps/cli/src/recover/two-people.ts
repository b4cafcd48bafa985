import { visible } from '#acts';
import { exitCodes, UserError } from '#contract/exit-codes';
import { recoveryText } from '#ledger';
import { blockBefore, diagnose, type Diagnosis, type Plan, planOf } from '#proof';
import { openSigner } from '../keys/open-signer.js';
import { loadRoot } from '../keys/root.js';
import { partitionsOf } from '../options/partition-option.js';
import type { Connections } from '../servers/connections.js';
import { describePlan } from './describe-plan.js';
import { carryOutPlan, type Hand } from './carry-out.js';
import {
  assertStillFits,
  firstHolder,
  readSignedAct,
  unsignedAct,
  writeSignedAct,
} from './signed-act.js';

/** @throws UserError if a plan needs two people, but one wants to carry it out. */
export function assertOneIsEnough(plans: readonly Plan[]): void {
  const forTwo = plans.filter(({ needsTwo }) => needsTwo);
  const [first] = forTwo;
  if (!first) return;
  const partitions = forTwo.map(({ diagnosis }) => diagnosis.partition).join(', ');
  throw new UserError(
    `Nothing was changed: a jackpot has approvals in partition ${partitions}, so ${first.act} needs two people there. Sign it for one --partition at a time with --sign-only FILE in place of --yes; then another person types recover --countersign FILE --yes.`,
  );
}

/**
 * Signs the act into a file, as the first person. Changes nothing.
 * @returns lines for this person.
 * @throws UserError if the key may not adjust, or the file cannot be written.
 */
export async function signFirst(
  connections: Connections,
  plan: Plan,
  { signer, note }: Pick<Hand, 'signer' | 'note'>,
  { file, checkpoint }: { readonly file: string; readonly checkpoint: string | undefined },
): Promise<string> {
  const { authority, diagnosis, act } = plan;
  signer.assertMay('adjust', authority);
  const unsigned = unsignedAct(plan, await blockBefore(connections, plan), note);
  const signature = signer.sign(unsigned.ledger, recoveryText(unsigned, unsigned));
  writeSignedAct(file, { ...unsigned, signature });
  const from = checkpoint === undefined ? '' : ` --from ${checkpoint}`;
  return `partition ${diagnosis.partition}: ${act} is signed in ${file}. Nothing was changed.\nTo do it, another person types: jackpot recover --countersign ${file}${from} --yes\n`;
}

/**
 * Shows the act of the file; with `yes`, signs it too and carries it out, as the second person.
 * @returns lines for this person.
 * @throws UserError if the partition differs from the file, or a signature is not valid.
 */
export async function countersign(
  connections: Connections,
  file: string,
  {
    yes = false,
    backup,
    from,
  }: {
    readonly yes?: boolean | undefined;
    readonly backup: string;
    readonly from?: string | undefined;
  },
): Promise<string> {
  const { COMMAND_KEY, COMMAND_ROOT } = connections.env;
  const root = loadRoot(COMMAND_ROOT);
  const signed = readSignedAct(file);
  const { act, note, signature } = signed;
  const signer = yes ? openSigner(COMMAND_KEY, connections.terminal) : undefined;
  const requested = partitionsOf(String(signed.partition), await connections.partitions());
  const [diagnosis] = (await diagnose(connections, requested, root)) as [Diagnosis];
  const force = signed.reason === 'forced';
  if ((act === 'restore') !== (from !== undefined)) {
    const sentence = `--countersign: the act in ${file} is ${act}; give --from CHECKPOINT with a restore, and with no other act.`;
    throw new UserError(sentence, exitCodes.usage);
  }
  const wish = { act, force, root, checkpoint: from };
  const plan = await planOf(connections, diagnosis, wish);
  assertStillFits(signed, unsignedAct(plan, await blockBefore(connections, plan), note), file);
  const holder = firstHolder(signed, plan.authority, file);
  connections.terminal.say(`${describePlan(plan)}\n${holder} has signed it: ${visible(note)}\n\n`);
  if (!signer) return 'Nothing was changed. Add --yes to sign it too and do it.\n';
  return carryOutPlan(connections, plan, { signer, note, backupFolder: backup, first: signature });
}
