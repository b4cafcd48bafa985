import { kidOf, verifySignature } from '#contract';
import { recoveryText, StateDigest, type JournalBlock, type Recovery } from '#ledger';
import { personNamed, type Authority, type SigningKey } from '#pools';

export type RecoveryAct = Recovery['act'];

/**
 * Explains why an operator's act must not be in the journal, as a sentence. Revoked keys count too:
 * an act signed before the revocation stays valid. The block does not show whether a second
 * signature is missing: `ApprovalHistory` does.
 */
export function whyRecoveryWrong(
  block: JournalBlock,
  { ledger, keys, retired }: Authority,
): string | undefined {
  const { recovery, from, to, postings } = block;
  if (!recovery) return undefined;
  const where = `partition ${block.partition}, block ${block.block}`;
  if (postings.length > 0) return `${where}: a ${recovery.act} posts money`;
  if (!rangeFits(recovery.act, from, to)) {
    return `${where}: a ${recovery.act} cannot go from offset ${from} to ${to}`;
  }
  if (recovery.act === 'rebuild' && block.state !== new StateDigest().root()) {
    return `${where}: after a rebuild the ledger is not empty`;
  }
  const signed = Buffer.from(recoveryText(block, recovery));
  const all = new Map([...retired.map((key) => [key.kid, key] as const), ...keys]);
  const verified = verifySignature(all, ledger ?? '', recovery.signature, signed);
  if ('refused' in verified) {
    return `${where}: the ${recovery.act} is not signed. ${verified.refused.detail.replace(/\.$/, '')}`;
  }
  if (!verified.key.roles.includes('adjust')) {
    return `${where}: the ${recovery.act} was signed by a key without the role adjust`;
  }
  const why = whyCountersignatureWrong(recovery, verified.key, (signature) =>
    verifySignature(all, ledger ?? '', signature, signed),
  );
  return why && `${where}: the ${recovery.act} ${why}`;
}

function whyCountersignatureWrong(
  { countersignature }: Recovery,
  first: SigningKey,
  verify: (signature: string) => ReturnType<typeof verifySignature>,
): string | undefined {
  if (countersignature === undefined) return undefined;
  const second = verify(countersignature);
  if ('refused' in second) {
    return `is not countersigned. ${second.refused.detail.replace(/\.$/, '')}`;
  }
  const { holder, roles } = second.key;
  if (!roles.includes('adjust') && !roles.includes('approve')) {
    return 'was countersigned by a key without the role adjust or approve';
  }
  return personNamed(holder) === personNamed(first.holder)
    ? `was signed twice by ${holder}, but needs two people`
    : undefined;
}

export function describeRecovery({ partition, block, from, to, at, recovery }: JournalBlock) {
  if (!recovery) return '';
  const { act, reason, note, signature, countersignature } = recovery;
  const what = {
    rebuild: 'the ledger was emptied and folded again from the first record',
    restore: `a checkpoint was put in the ledger’s place, and the log folded again from offset ${from}`,
    skip: `offsets ${from}-${to}, which the log did not have, were skipped`,
    'accept-log': `the ledger continued with another log at offset ${from}`,
    'accept-time': `the record at offset ${from}, which was dated ahead, was accepted`,
  }[act];
  const second = countersignature === undefined ? '' : ` and ${kidOf(countersignature)}`;
  return `partition ${partition}, block ${block}, ${at}: ${what} (${reason}), signed by ${kidOf(signature)}${second}: ${note}`;
}

function rangeFits(act: RecoveryAct, from: number, to: number): boolean {
  switch (act) {
    case 'rebuild':
      return from === 0 && to === -1;
    case 'skip':
      // The range is empty if only the record before the position is gone.
      return from >= 0 && to >= from - 1;
    case 'restore':
    case 'accept-log':
    case 'accept-time':
      return from >= 0 && to === from - 1;
    default:
      // A block on the topic may hold any text.
      return false;
  }
}
