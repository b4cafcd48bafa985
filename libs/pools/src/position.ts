/** The place of a record in its partition of the log, and its effective time. */
export interface RecordPosition {
  readonly offset: number;
  /**
   * Effective Kafka time in milliseconds. In the fold it alone decides how far ahead a sequence may
   * be.
   */
  readonly recordedAtMs: number;
}
