/** An event as its producer gives it. */
interface WrittenEvent {
  readonly type: string;
  readonly id: string;
  /** The table or the operator that sends it. */
  readonly source: string;
  readonly sequence: bigint | number | string;
  /** The jackpot's id. */
  readonly subject: string;
  readonly data: object;
  /** The producer's clock time, for people. */
  readonly time?: Date;
  /** Required for a command (contract 4.3). */
  readonly expires?: Date;
}

/** The CloudEvent of contract 3; its JSON text is the value that `decodeRecord` reads. */
export function encodeEvent({ sequence, time, expires, ...event }: WrittenEvent) {
  return {
    specversion: '1.0',
    ...event,
    sequence: String(sequence),
    ...(time && { time: time.toISOString() }),
    ...(expires && { expires: expires.toISOString() }),
  };
}
