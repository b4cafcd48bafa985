import type { Refusal } from '../settlement.js';

/** What the rules refuse, as a sentence that opens with the clause. */
export function faultOf({ clause, sentence }: Refusal): string {
  return `${clause}: ${sentence}`;
}
