import { authorityOfLedger } from '#acts';
import type { Authority, SigningKey } from '#pools';
import type { LiveLedger } from '#proof';
import { SharedReading } from '../ledger/shared-reading.js';

/** A revoked person is signed out after at most this time. */
const freshForMs = 1_000;

/** The people whose keys the log has in force: the console has no others. */
export class Holders {
  private readonly shared: SharedReading<Authority>;

  constructor(live: LiveLedger) {
    this.shared = new SharedReading(() => authorityOfLedger(live), freshForMs);
  }

  /**
   * Returns the keys in force, as the journal proves them.
   * @param maxAgeMs how old the reading may be.
   * @throws UserError if the content of Redis differs; LedgerUnavailable.
   */
  authority(maxAgeMs?: number): Promise<Authority> {
    return this.shared.get(maxAgeMs);
  }

  /** Returns a person's passkey, if it is in force. */
  async passkeyOf(kid: string): Promise<SigningKey | undefined> {
    const key = (await this.authority()).keys.get(kid);
    return key?.passkey ? key : undefined;
  }
}
