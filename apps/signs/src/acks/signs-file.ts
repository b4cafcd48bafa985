/** A sign that there should be. */
export interface ExpectedSign {
  readonly name: string;
  readonly jackpots: readonly string[];
  /** Where it hangs, for people. */
  readonly place: string;
}
