import { z } from 'zod';
import { archiveKinds } from './archive-names.js';

/** Most bytes read at once: a frame has some megabytes, or one line. */
const frameBytesAtMost = 64 * 1024 * 1024;

const whole = z.int().min(0);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const point = { position: whole, head: hash, block: whole };

const frame = z.strictObject({
  last: whole,
  bytes: z.int().min(1).max(frameBytesAtMost),
  sha256: hash,
});

const dayFile = z
  .strictObject({
    kind: z.enum(archiveKinds),
    // It is part of the file name, so it must not lead to another folder.
    day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    bytes: z.int().min(1),
    sha256: hash,
    records: z.int().min(1),
    first: whole,
    last: whole,
    frames: z.array(frame).min(1),
  })
  .refine(({ bytes, frames }) => frames.reduce((sum, each) => sum + each.bytes, 0) === bytes, {
    path: ['frames'],
    message: 'must have the bytes of the file',
  })
  .refine(({ last, frames }) => frames.at(-1)?.last === last, {
    path: ['frames'],
    message: 'must end with the last of the file',
  });

const partition = z.strictObject({
  partition: whole,
  from: z.strictObject(point),
  until: z.strictObject({
    ...point,
    state: hash,
    journal: z.strictObject({ partition: whole, offset: whole }).nullable(),
  }),
  undone: z.array(z.tuple([whole, whole])),
  records: whole,
  blocks: whole,
  awards: whole,
  files: z.array(dayFile),
});

/** The content of a manifest; nothing more is allowed (README, *Manifest*). */
export const manifestSchema = z.strictObject({
  number: z.int().min(1),
  at: z.iso.datetime(),
  ledger: z.string(),
  cluster: z.string().nullable(),
  topics: z.strictObject({ events: z.string(), journal: z.string() }),
  root: z.strictObject({
    keys: z.array(
      z.strictObject({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        kid: z.string(),
        x: z.string(),
      }),
    ),
  }),
  build: z.string(),
  editions: z.array(z.int().min(1)).min(1),
  checkpoint: z.strictObject({ digest: hash, at: z.iso.datetime() }),
  previous: hash.nullable(),
  partitions: z.array(partition).min(1),
});
