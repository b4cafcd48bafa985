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

/** Who is invited stands beside who invites, or is called to the telephone. */
const invitationForMs = 15 * 60_000;
/** So far two clocks may be apart. */
const clockMs = 5 * 60_000;

/** Says of the bytes what they are: no record begins so, and an invitation can be no command. */
const head = 'invitation\n';

const invitationSchema = z.object({
  kid: nameSchema,
  holder: nameSchema,
  roles: z.array(z.enum(roles)).min(1),
  /** ISO 8601. */
  expires: z.iso.datetime(),
});

/** Whom a holder of the role `keys` asks to make a passkey; nothing is in force by it. */
export type Invitation = z.output<typeof invitationSchema>;

/**
 * An invitation as the text that is signed, good from now on.
 * @param authority whose keys are in force.
 * @throws UserError where a name or a role is not one that a person can have.
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
    throw new UserError('The role table is of tables, and a table is no person.', exitCodes.usage);
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
 * An invitation for the address of a page, in base64url.
 * @param text of `invitationText`, and the signature over it for the ledger.
 */
export function writeInvitation(text: string, signature: string): string {
  const parts = [text.slice(head.length), signature];
  return parts.map((part) => Buffer.from(part).toString('base64url')).join('.');
}

/**
 * Reads what `writeInvitation` has written.
 * @param authority whose keys may invite.
 * @returns the invitation, and who has signed it.
 * @throws UserError that says why it does not count.
 */
export function readInvitation(
  written: string,
  { ledger, keys }: Pick<Authority, 'ledger' | 'keys'>,
): { readonly invitation: Invitation; readonly by: SigningKey } {
  const parts = written.split('.').map((part) => Buffer.from(part, 'base64url'));
  const [text = '', signature = ''] = parts.map(String);
  // Other letters can give the same bytes, and an invitation must not have two texts.
  const usual = parts.map((part) => part.toString('base64url')).join('.');
  if (parts.length !== 2 || usual !== written) throw noInvitation();
  const verified = verifySignature(keys, ledger ?? '', signature, Buffer.from(head + text));
  if ('refused' in verified) {
    const who = kidOf(signature) || 'nobody';
    throw new UserError(`This is no invitation of ${who} to this ledger. Ask for another one.`);
  }
  const { key } = verified;
  if (!key.roles.includes('keys')) {
    throw new UserError(
      `${key.kid} has invited you without the role keys. Ask somebody who has it.`,
    );
  }
  const read = invitationSchema.safeParse(parseJson(Buffer.from(text)));
  if (!read.success) throw noInvitation();
  const leftMs = Date.parse(read.data.expires) - Date.now();
  if (leftMs > invitationForMs + clockMs) {
    throw new UserError(`This invitation is good for longer than a quarter of an hour.`);
  }
  if (leftMs < 0) {
    throw new UserError(
      `This invitation was good until ${read.data.expires}. Ask for another one.`,
    );
  }
  return { invitation: read.data, by: key };
}

function noInvitation(): UserError {
  return new UserError('This invitation cannot be read. Ask for another one.');
}
