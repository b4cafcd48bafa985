import { z } from 'zod';
import { nameSchema } from './names.js';
import { faultsOf, withValue } from './sentences.js';

/** A sign that has acknowledged nothing for so long is silent. */
export const signSilentFromMs = 15_000;
/** An acknowledgement that could not be sent within so long is not sent later. */
export const ackSentWithinMs = 5_000;
/** By then an award is on every sign, or the sign says that its value may be an old one. */
export const awardShownWithinMs = 15_000;

const paintedStates = ['running', 'late', 'suspended', 'retired', 'fault', 'connecting'] as const;
type PaintedState = (typeof paintedStates)[number];

/** Whether a sign that paints a value so claims that it is the value of now. */
export function claimsToBeNew(state: PaintedState): boolean {
  return state !== 'fault' && state !== 'connecting';
}

/** What a sign says that it painted (contract 9.3). */
export const ackSchema = z.strictObject({
  jackpot: nameSchema,
  version: z.int().min(0).describe('of the newest value that the sign had'),
  value: z.int().min(0).describe('what it showed, minor units'),
  state: z.enum(paintedStates).describe('how it showed it'),
  paintedAt: z.iso.datetime().describe('the painted frame, by the clock of the sign'),
});
export type Ack = z.output<typeof ackSchema>;

/** The same as `jackpot.sign-acks` keeps it (contract 8.7). */
export const signAckSchema = ackSchema.extend({
  sign: nameSchema,
  receivedAt: z.iso.datetime().describe('by the clock of the gateway'),
  newest: z
    .object({ version: z.int(), value: z.int().describe('minor units') })
    .describe('of the pool, as the gateway had it when the acknowledgement came'),
  above: z
    .boolean()
    .nullable()
    .describe('the sign showed more than the ledger had; null where that could not be judged'),
});
export type SignAck = z.output<typeof signAckSchema>;

/** Reads the body of an acknowledgement; `refused` is a sentence that names every fault. */
export function readAck(body: unknown): { readonly ack: Ack } | { readonly refused: string } {
  const read = ackSchema.safeParse(body, { error: withValue });
  if (read.success) return { ack: read.data };
  return { refused: `${faultsOf(read.error, 'The acknowledgement').join('; ')}.` };
}

/** The name of a sign, of a path; `refused` is a sentence. */
export function readSignName(
  name: string,
): { readonly sign: string } | { readonly refused: string } {
  const read = nameSchema.safeParse(name, { error: withValue });
  if (read.success) return { sign: read.data };
  return { refused: `${faultsOf(read.error, 'The name of a sign').join('; ')}.` };
}
