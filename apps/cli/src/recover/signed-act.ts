import { readFileSync, writeFileSync } from 'node:fs';
import { faultsOf, UserError, verifySignature, withValue } from '#contract';
import { recoveryText } from '#ledger';
import type { Authority } from '#pools';
import { z } from 'zod';
import { type BlockBefore, type Plan, recoveryActs } from '#proof';

const schema = z.strictObject({
  format: z.literal('jackpot-recovery/1'),
  ledger: z.string(),
  partition: z.int().min(0),
  position: z.int().min(0),
  block: z.int().min(1),
  from: z.int(),
  to: z.int(),
  previous: z.string(),
  act: z.enum(recoveryActs),
  reason: z.string(),
  note: z.string(),
  signature: z.string(),
});

/**
 * An act that one person has signed, for another to countersign: the signed content, and the
 * ledger's position in addition.
 */
export type SignedAct = z.output<typeof schema>;

/** The content that a plan signs, without its signature. */
export function unsignedAct(
  { act, reason, from, to, authority, diagnosis }: Plan,
  before: Pick<BlockBefore, 'hash' | 'block'>,
  note: string,
): Omit<SignedAct, 'signature'> {
  const { partition, snapshot } = diagnosis;
  const { position } = snapshot;
  const place = { partition, position, block: before.block + 1, from, to, previous: before.hash };
  const ledger = authority.ledger ?? '';
  return { format: 'jackpot-recovery/1', ledger, ...place, act, reason, note };
}

/** @throws UserError if the file exists, or cannot be written. */
export function writeSignedAct(file: string, act: SignedAct): void {
  try {
    writeFileSync(file, `${JSON.stringify(act, null, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const why = isThere ? 'it is there already' : (error as Error).message;
    throw new UserError(
      `Nothing was changed: ${file} cannot be written (${why}). Name another file with --sign-only.`,
    );
  }
}

/** @throws UserError if the file cannot be read, or is not a signed act. */
export function readSignedAct(file: string): SignedAct {
  const fix = 'Name the file that recover --sign-only wrote';
  let written: unknown;
  try {
    written = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UserError(
      `--countersign: ${file} cannot be read (${(error as Error).message}). ${fix}.`,
    );
  }
  const read = schema.safeParse(written, { error: withValue });
  if (read.success) return read.data;
  const [fault] = faultsOf(read.error, 'it');
  throw new UserError(`--countersign: ${file} is not a signed act, ${fault}. ${fix}.`);
}

/**
 * @param planned the act as this partition would have it now.
 * @throws UserError that names the first difference between the partition and the file.
 */
export function assertStillFits(
  signed: SignedAct,
  planned: Omit<SignedAct, 'signature'>,
  file: string,
): void {
  for (const [member, name] of compared) {
    if (signed[member] === planned[member]) continue;
    throw new UserError(
      `Partition ${planned.partition}: nothing was changed, ${name} is ${planned[member]} now, and ${signed[member]} in ${file}. Look again, and sign it again with --sign-only.`,
    );
  }
}

const compared = [
  ['ledger', 'the ledger'],
  ['reason', 'the reason'],
  ['position', 'the position'],
  ['previous', 'the last block of the journal'],
  ['block', 'the number of its next block'],
  ['from', 'the first offset of the act'],
  ['to', 'the last offset of the act'],
] as const;

/**
 * @returns the holder of the key that signed first.
 * @throws UserError if the first signature does not fit the file, or its key may not adjust now.
 */
export function firstHolder(signed: SignedAct, { keys }: Authority, file: string): string {
  const { ledger, signature } = signed;
  const bytes = Buffer.from(recoveryText(signed, signed));
  const verified = verifySignature(keys, ledger, signature, bytes);
  const fix = 'Have it signed again with --sign-only';
  if ('refused' in verified) {
    const { detail } = verified.refused;
    throw new UserError(
      `Nothing was changed: the first signature in ${file} is not valid. ${detail} ${fix}.`,
    );
  }
  const { kid, holder, roles } = verified.key;
  if (roles.includes('adjust')) return holder;
  throw new UserError(
    `Nothing was changed: ${file} was signed by ${kid}, which has no role adjust. ${fix} by a key that has it, see keys list.`,
  );
}
