import type { KeyObject } from 'node:crypto';
import { exitCodes, type Root, rootInForce, signRecord, UserError } from '#contract';
import type { Authority } from '#pools';
import { ActingKey } from './acting-key.js';

/** The private half of a key. */
export interface PrivateKey {
  readonly kid: string;
  /** Id of the one ledger that it signs for, from its file. */
  readonly ledger: string;
  readonly privateKey: KeyObject;
  /** The public half, in the form of a set of keys. */
  readonly x: string;
}

/** Signs with the key of `COMMAND_KEY`. */
export class Signer extends ActingKey {
  private readonly key: KeyObject;
  /** The ledger that it signs for. Redis and the log may belong to another system. */
  readonly ledger: string;

  /** @param file that holds the key, for sentences. */
  constructor({ kid, ledger, privateKey, x }: PrivateKey, file: string) {
    super({ kid, x, isPasskey: false }, `cli-${kid}`, `the key of COMMAND_KEY (${file})`);
    [this.ledger, this.key] = [ledger, privateKey];
  }

  /**
   * Returns `<kid>:<base64 Ed25519>` over the ledger's id, a line feed and a text.
   * @throws UserError if the key belongs to another ledger.
   */
  sign(ledger: string, text: string): string {
    this.assertFor(ledger);
    return signRecord(this.ledger, Buffer.from(text), this.kid, this.key);
  }

  /** @throws UserError if the given ledger is not the key's. */
  override assertFor(ledger: string): void {
    if (ledger === this.ledger) return;
    throw new UserError(
      `Nothing was sent: ${this.called} is for the ledger ${this.ledger}, but this ledger is ${ledger}. Check KAFKA_BROKERS, TOPIC_PREFIX and REDIS_URL. If they are right, somebody presents one system as another: see deploy/operations/key-stolen.md.`,
      exitCodes.config,
    );
  }

  /**
   * Checks the key before a set of keys is signed with it: it must be a key of the root in force,
   * or in force with the role `keys`.
   * @param first the root of COMMAND_ROOT.
   * @param partition that gets the set; `authority` is that partition's.
   * @throws UserError if the service would refuse the set.
   */
  assertMaySet(authority: Authority, first: Root, partition: number): void {
    // A ledger without keys gets its id from the first set.
    const ledger = authority.version === 0 ? this.ledger : (authority.ledger ?? 'none');
    this.assertFor(ledger);
    const keys = new Map([...authority.keys, ...rootInForce(authority, first)]);
    if (!keys.has(this.kid)) {
      this.refuse(
        `is ${this.kid}, which is not in force in partition ${partition}, nor a key of the root there: see keys list`,
      );
    }
    this.assertMay('keys', { ...authority, ledger, keys });
  }

  /**
   * Checks the key before another root is signed with it: it must be a key of the root in force.
   * @param first the root of COMMAND_ROOT.
   * @param partition whose `authority` it is.
   * @throws UserError if it is not.
   */
  assertIsOfRoot(authority: Authority, first: Root, partition: number): void {
    const { kid } = this;
    this.assertFor(authority.ledger ?? this.ledger);
    const known = rootInForce(authority, first).get(kid);
    if (known?.x === this.x) return;
    if (known) {
      this.refuse(`is not the private half of ${kid}, which is a key of the root in force`);
    }
    this.refuse(
      `is ${kid}, which is not a key of the root in force in partition ${partition}: only such a key signs another root`,
    );
  }
}
