import { authorityOfLedger } from '#acts';
import type { Authority, SigningKey } from '#pools';
import type { LiveLedger } from '#proof';

/** Who is revoked is out after so long. */
const freshForMs = 1_000;

/** The people whose keys the log has in force: the console has no others. */
export class Holders {
  private known: Authority | undefined;
  private readAtMs = 0;
  private reading: Promise<void> | undefined;

  constructor(private readonly live: LiveLedger) {}

  /**
   * The keys in force, as the journal proves them.
   * @param maxAgeMs how old the reading may be.
   * @throws UserError where Redis holds something else; LedgerUnavailable.
   */
  async authority(maxAgeMs = freshForMs): Promise<Authority> {
    if (Date.now() - this.readAtMs > maxAgeMs || !this.known) {
      this.reading ??= this.read().finally(() => (this.reading = undefined));
      await this.reading;
    }
    return this.known as Authority;
  }

  /** Somebody's passkey, if it is in force. */
  async passkeyOf(kid: string): Promise<SigningKey | undefined> {
    const key = (await this.authority()).keys.get(kid);
    return key?.passkey ? key : undefined;
  }

  private async read(): Promise<void> {
    this.known = await authorityOfLedger(this.live);
    this.readAtMs = Date.now();
  }
}
