import { z } from 'zod';
import { nameSchema } from './names.js';
import { faultsOf, withValue } from './sentences.js';

/** Time without an acknowledgement after which a sign is silent. */
export const signSilentFromMs = 15_000;
/** Age from which an unsent acknowledgement is dropped. */
export const ackSentWithinMs = 5_000;
/** By then every sign shows an award, or says that its value may be old. */
export const awardShownWithinMs = 15_000;

const paintedStates = ['running', 'late', 'suspended', 'retired', 'fault', 'connecting'] as const;
type PaintedState = (typeof paintedStates)[number];

/** Tells whether a sign that paints this state claims to show the current value. */
export function claimsToBeNew(state: PaintedState): boolean {
  return state !== 'fault' && state !== 'connecting';
}

/** A sign's message about what it has painted (contract 9.3). */
export const ackSchema = z.strictObject({
  jackpot: nameSchema,
  version: z.int().min(0).describe('of the newest value that the sign had'),
  value: z.int().min(0).describe('what it showed, minor units'),
  state: z.enum(paintedStates).describe('how it showed it'),
  paintedAt: z.iso.datetime().describe('the painted frame, by the clock of the sign'),
});
export type Ack = z.output<typeof ackSchema>;

/** The same acknowledgement as `jackpot.sign-acks` keeps it (contract 8.7). */
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

/** Reads the name of a sign from a path; `refused` is a sentence. */
export function readSignName(
  name: string,
): { readonly sign: string } | { readonly refused: string } {
  const read = nameSchema.safeParse(name, { error: withValue });
  if (read.success) return { sign: read.data };
  return { refused: `${faultsOf(read.error, 'The name of a sign').join('; ')}.` };
}
