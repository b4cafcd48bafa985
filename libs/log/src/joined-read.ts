/**
 * One read for everybody who asks while the read before is under way. It begins after all of them
 * have asked, so its result is never older than the question.
 */
export class JoinedRead<T> {
  private last: Promise<void> = Promise.resolve();
  private next: Promise<T> | undefined;

  constructor(private readonly read: () => Promise<T>) {}

  /** @throws the error of the read, for everybody who waits for it. */
  ask(): Promise<T> {
    if (this.next) return this.next;
    const begin = (): Promise<T> => {
      this.next = undefined;
      return this.read();
    };
    this.next = this.last.then(begin);
    // Keeps no result, which may be large.
    this.last = this.next.then(
      () => undefined,
      () => undefined,
    );
    return this.next;
  }
}
