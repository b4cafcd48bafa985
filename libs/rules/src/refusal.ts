/**
 * The reason why something is not allowed: a reason for programs, the clause and a sentence for
 * people.
 */
export interface Refusal<Reason extends string = string> {
  readonly reason: Reason;
  /** The sentence for people. */
  readonly detail: string;
  /** Absent if no clause says so. */
  readonly clause?: string;
}

/** The answer instead of a result: every reason at once. */
export interface Refused {
  readonly refused: readonly Refusal[];
}

export function sentenceOf({ clause, detail }: Refusal): string {
  return clause === undefined ? detail : `${clause}: ${detail}`;
}
