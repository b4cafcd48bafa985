import type { KeyObject } from 'node:crypto';
import { exitCodes, type Root, rootInForce, signRecord, UserError } from '#contract';
import type { Authority, SignerRole, SigningKey } from '#pools';

/** The private half of a key. */
export interface PrivateKey {
  readonly kid: string;
  /** Id of the one ledger that it signs for, as its file says. */
  readonly ledger: string;
  readonly privateKey: KeyObject;
  /** The public half, as a set of keys names it. */
  readonly x: string;
}

/** Sequences are below 2^63 (contract 3.1). */
const highestSequence = 2n ** 63n - 1n;

/** Signs with the key of `COMMAND_KEY`. */
export class Signer {
  private readonly key: KeyObject;
  readonly kid: string;
  /** The ledger that it signs for. Redis and the log may be another system’s. */
  readonly ledger: string;
  /** The public half. */
  private readonly x: string;

  /** @param file that holds the key, for sentences. */
  constructor(
    { kid, ledger, privateKey, x }: PrivateKey,
    private readonly file: string,
  ) {
    [this.kid, this.ledger, this.key, this.x] = [kid, ledger, privateKey, x];
  }

  /** The `source` of this key's commands, unless another is given. */
  get source(): string {
    return `cli-${this.kid}`;
  }

  /**
   * The newest sequence that this key has signed in any of some partitions, or -1.
   * @throws UserError when there is none above it.
   */
  newestSequence(authorities: readonly Authority[]): bigint {
    const own = authorities.map(({ sequences }) => sequences.get(this.x) ?? -1n);
    const newest = own.reduce((one, other) => (one > other ? one : other), -1n);
    if (newest < highestSequence) return newest;
    throw new UserError(
      `Nothing was sent: the key ${this.kid} has signed with the highest sequence that there is, which no clock gives. Somebody else signs with it: let it be revoked, see deploy/operations/key-stolen.md.`,
      exitCodes.config,
    );
  }

  /**
   * `<kid>:<base64 Ed25519>` over the ledger's id, a line feed and a text.
   * @throws UserError when the key is another ledger's.
   */
  sign(ledger: string, text: string): string {
    this.assertFor(ledger);
    return signRecord(this.ledger, Buffer.from(text), this.kid, this.key);
  }

  /** @throws UserError when what says that it is this ledger is not the key's. */
  assertFor(ledger: string): void {
    if (ledger === this.ledger) return;
    throw new UserError(
      `Nothing was sent: the key of COMMAND_KEY (${this.file}) is for the ledger ${this.ledger}, and this one says that it is ${ledger}. Check KAFKA_BROKERS, TOPIC_PREFIX and REDIS_URL; if they are right, somebody passes one system off as another, see deploy/operations/key-stolen.md.`,
      exitCodes.config,
    );
  }

  /**
   * Tries the key before a set of keys is signed with it: it must be of the root in force, or in
   * force with the role `keys`.
   * @param first the root of COMMAND_ROOT.
   * @param partition for which the set is, and whose `authority` it is.
   * @throws UserError when the service would refuse the set.
   */
  assertMaySet(authority: Authority, first: Root, partition: number): void {
    // A ledger that has no keys yet gets its id from the first set.
    const ledger = authority.version === 0 ? this.ledger : (authority.ledger ?? 'none');
    this.assertFor(ledger);
    const keys = new Map([...authority.keys, ...rootInForce(authority, first)]);
    if (!keys.has(this.kid)) {
      throw new UserError(
        `Nothing was sent: the key of COMMAND_KEY (${this.file}) is ${this.kid}, which is not in force in partition ${partition}, nor a key of the root there: see keys list.`,
        exitCodes.config,
      );
    }
    this.assertMay('keys', { ...authority, ledger, keys });
  }

  /**
   * Tries the key before another root is signed with it: it must be of the root in force.
   * @param first the root of COMMAND_ROOT.
   * @param partition whose `authority` it is.
   * @throws UserError when it is not.
   */
  assertIsOfRoot(authority: Authority, first: Root, partition: number): void {
    const { kid, file } = this;
    this.assertFor(authority.ledger ?? this.ledger);
    const known = rootInForce(authority, first).get(kid);
    if (known?.x === this.x) return;
    if (known)
      refuseKey(`(${file}) is not the other half of ${kid}, which is a key of the root in force`);
    refuseKey(
      `(${file}) is ${kid}, which is no key of the root in force in partition ${partition}: only that signs another root`,
    );
  }

  /**
   * Tries the key before anything is written with it.
   * @param role of several, one is enough.
   * @param authority of the partition that would judge it.
   * @throws UserError when the service would refuse what it signs now.
   */
  assertMay(role: SignerRole | readonly SignerRole[], authority: Authority): void {
    const { kid, roles: own } = this.inForce(authority);
    const roles = [role].flat();
    if (roles.some((each) => own.includes(each))) return;
    refuseKey(`may not do this: ${kid} has no role ${roles.join(' or ')}, see keys list`);
  }

  /**
   * The key as a partition has it.
   * @throws UserError when the service would refuse all that it signs now.
   */
  inForce({ ledger, keys }: Authority): SigningKey {
    const { kid } = this;
    if (ledger === null)
      return refuseKey('counts nowhere: this ledger has no keys yet, see keys add');
    this.assertFor(ledger);
    const known = keys.get(kid);
    if (!known) return refuseKey(`(${this.file}) is ${kid}, which is not in force: see keys list`);
    if (known.x === this.x && !known.passkey) return known;
    return refuseKey(`is not the other half of ${kid}, which is in force: see keys list`);
  }
}

function refuseKey(why: string): never {
  throw new UserError(`Nothing was sent: the key of COMMAND_KEY ${why}.`, exitCodes.config);
}
