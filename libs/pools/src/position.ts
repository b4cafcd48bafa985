/** Where in its partition of the log a record is, and when it counts as recorded. */
export interface RecordPosition {
  readonly offset: number;
  /** Its Kafka time in milliseconds. The fold decides by it alone how far a sequence may be. */
  readonly recordedAtMs: number;
}
