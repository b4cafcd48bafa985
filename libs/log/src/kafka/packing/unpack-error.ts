/** Packed bytes that cannot be unpacked, or not within the limit. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError';

  /** @param isOverLimit the bytes may be valid, but are too many. */
  constructor(
    message: string,
    readonly isOverLimit = false,
  ) {
    super(message);
  }
}

/** The error of bytes that unpack to more than `limit`. */
export function overLimit(limit: number): UnpackError {
  return new UnpackError(`they unpack to more than ${limit} bytes`, true);
}
