import { kidOf, nameSchema, parseJson, UserError, verifySignature } from '#contract';
import { roles, type Authority, type SigningKey } from '#pools';
import { z } from 'zod';

/** Who is invited stands beside who invites, or is called to the telephone. */
export const invitationForMs = 15 * 60_000;
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

/** An invitation for the address of a page: its text and its signature, in base64url. */
export function writeInvitation(invitation: Invitation, sign: (text: string) => string): string {
  const text = JSON.stringify(invitation);
  return [text, sign(head + text)].map((part) => Buffer.from(part).toString('base64url')).join('.');
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
