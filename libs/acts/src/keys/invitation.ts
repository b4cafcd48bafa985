import {
  exitCodes,
  isName,
  kidOf,
  nameSchema,
  parseJson,
  UserError,
  verifySignature,
} from '#contract';
import { roles, type Authority, type SigningKey } from '#pools';
import { z } from 'zod';

/** The invited person is with the inviter, or is called to the telephone. */
const invitationForMs = 15 * 60_000;
/** Largest accepted difference between two clocks. */
const clockMs = 5 * 60_000;

/**
 * Names the kind of the bytes: records do not begin like this, so an invitation cannot be a
 * command.
 */
const head = 'invitation\n';

const invitationSchema = z.object({
  kid: nameSchema,
  holder: nameSchema,
  roles: z.array(z.enum(roles)).min(1),
  /** ISO 8601. */
  expires: z.iso.datetime(),
});

/**
 * Asks a person to make a passkey, on behalf of a holder of the role `keys`; puts nothing in force.
 */
export type Invitation = z.output<typeof invitationSchema>;

/**
 * Returns an invitation as the text that is signed, valid from now on.
 * @param authority whose keys are in force.
 * @throws UserError if a person cannot have such a name or role.
 */
export function invitationText(
  { kid, holder, roles: asked }: Omit<Invitation, 'expires'>,
  { keys }: Pick<Authority, 'keys'>,
): { readonly text: string; readonly expires: string } {
  for (const name of [kid, holder].filter((each) => !isName(each))) {
    throw new UserError(
      `${name || 'An empty text'} is not a name: use 1 to 64 of A–Z a–z 0–9 . _ - with a letter or a digit.`,
      exitCodes.usage,
    );
  }
  if (asked.includes('table')) {
    throw new UserError('The role table is for tables, not for people.', exitCodes.usage);
  }
  if (keys.has(kid)) {
    throw new UserError(`${kid} is in force already: give the new key another name.`);
  }
  const expires = new Date(Date.now() + invitationForMs).toISOString();
  return {
    text: head + JSON.stringify({ kid, holder, roles: [...new Set(asked)], expires }),
    expires,
  };
}

/**
 * Writes an invitation for the address of a page, in base64url.
 * @param text of `invitationText`, and the signature over it for the ledger.
 */
export function writeInvitation(text: string, signature: string): string {
  const parts = [text.slice(head.length), signature];
  return parts.map((part) => Buffer.from(part).toString('base64url')).join('.');
}

/**
 * Reads an invitation that `writeInvitation` has written.
 * @param authority whose keys may invite.
 * @returns the invitation, and its signer.
 * @throws UserError that says why it is not valid.
 */
export function readInvitation(
  written: string,
  { ledger, keys }: Pick<Authority, 'ledger' | 'keys'>,
): { readonly invitation: Invitation; readonly by: SigningKey } {
  const parts = written.split('.').map((part) => Buffer.from(part, 'base64url'));
  const [text = '', signature = ''] = parts.map(String);
  // Other letters can decode to the same bytes, but an invitation must not have two texts.
  const usual = parts.map((part) => part.toString('base64url')).join('.');
  if (parts.length !== 2 || usual !== written) throw noInvitation();
  const verified = verifySignature(keys, ledger ?? '', signature, Buffer.from(head + text));
  if ('refused' in verified) {
    const who = kidOf(signature) || 'nobody';
    throw new UserError(`This is not an invitation of ${who} to this ledger. Ask for another one.`);
  }
  const { key } = verified;
  if (!key.roles.includes('keys')) {
    throw new UserError(
      `${key.kid} has invited you, but does not have the role keys. Ask somebody who has it.`,
    );
  }
  const read = invitationSchema.safeParse(parseJson(Buffer.from(text)));
  if (!read.success) throw noInvitation();
  const leftMs = Date.parse(read.data.expires) - Date.now();
  if (leftMs > invitationForMs + clockMs) {
    throw new UserError(
      `An invitation is valid for at most 15 minutes, and this one is longer. Ask for another one.`,
    );
  }
  if (leftMs < 0) {
    throw new UserError(`This invitation expired at ${read.data.expires}. Ask for another one.`);
  }
  return { invitation: read.data, by: key };
}

function noInvitation(): UserError {
  return new UserError('This invitation cannot be read. Ask for another one.');
}
