import { say } from '#tools/process/process.mjs';

/** Events of the servers, a line each: on stderr, or on the screen while it is up. */
export class Notices {
  private hear: (line: string) => void = say;

  readonly tell = (line: string): void => this.hear(line);

  /** @param hear undefined for stderr again */
  passTo(hear: ((line: string) => void) | undefined): void {
    this.hear = hear ?? say;
  }
}
