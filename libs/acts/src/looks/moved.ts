/** The account and the amount of an adjustment. */
export interface Moved {
  /** Minor units. */
  readonly amount: number;
  readonly account: 'pool' | 'reserve';
}
