import { z } from 'zod';
import { must } from './sentences.js';

/** A jackpot id or a source: 1–64 of `A–Z a–z 0–9 . _ -`, with at least one letter or digit. */
export const nameSchema = z.string().regex(/^(?=.*[A-Za-z0-9])[A-Za-z0-9._-]{1,64}$/, {
  error: must('1 to 64 of A–Z a–z 0–9 . _ - with a letter or a digit'),
});

export function isName(text: string): boolean {
  return nameSchema.safeParse(text).success;
}
