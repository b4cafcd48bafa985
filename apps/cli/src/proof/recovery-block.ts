import { verifySignature, type CommandKeys } from '#contract';
import { recoveryText, type JournalBlock } from '#ledger';
import type { Link } from './journal.js';

/** The acts of operators among some blocks. */
export function recoveriesOf(links: readonly Link[]): JournalBlock[] {
  return links.flatMap(({ recovery }) => (recovery ? [recovery] : []));
}

/** The blocks that are folded: those behind the last rebuild, which emptied the ledger. */
export function behindRebuild(links: readonly Link[]): {
  rebuild: Link | null;
  links: readonly Link[];
} {
  const last = links.findLastIndex(({ recovery }) => recovery?.recovery?.act === 'rebuild');
  return { rebuild: links[last] ?? null, links: links.slice(last + 1) };
}

/** Why an operator's act must not stand in the journal, as a sentence, or null. */
export function whyRecoveryWrong(block: JournalBlock, keys: CommandKeys): string | null {
  const { recovery, from, to, postings } = block;
  if (!recovery) return null;
  const place = `partition ${block.partition}, block ${block.block}`;
  if (postings.length > 0) return `${place}: a ${recovery.act} posts money`;
  if (!rangeFits(recovery.act, from, to)) {
    return `${place}: a ${recovery.act} cannot go from offset ${from} to ${to}`;
  }
  const signed = Buffer.from(recoveryText(block, recovery));
  const verified = verifySignature(keys, recovery.signature, signed, Date.parse(block.at));
  if ('fault' in verified) return `${place}: the ${recovery.act} is not signed. ${verified.fault}`;
  if (verified.key.roles.includes('adjust')) return null;
  return `${place}: the ${recovery.act} was signed by a key without the role adjust`;
}

export function describeRecovery({ partition, block, from, to, at, recovery }: JournalBlock) {
  if (!recovery) return '';
  const { act, reason, note, signature } = recovery;
  const what = {
    rebuild: 'the ledger was emptied and folded again from the first record',
    skip: `offsets ${from}-${to}, which the log did not have, were skipped`,
    'accept-log': `the ledger went on with another log at offset ${from}`,
  }[act];
  const kid = signature.slice(0, signature.lastIndexOf(':'));
  return `partition ${partition}, block ${block}, ${at}: ${what} (${reason}), signed by ${kid}: ${note}`;
}

function rangeFits(act: string, from: number, to: number): boolean {
  switch (act) {
    case 'rebuild':
      return from === 0 && to === -1;
    case 'skip':
      return from >= 0 && to >= from;
    case 'accept-log':
      return from >= 0 && to === from - 1;
    default:
      return false;
  }
}
