import { exitCodes, UserError } from '#contract';
import type { Authority, SignerRole, SigningKey } from '#pools';

/** Sequences are below 2^63 (contract 3.1). */
const highestSequence = 2n ** 63n - 1n;

/** The name of a key by which a person knows it, and its public half. */
interface PublicKey {
  readonly kid: string;
  /** The form in a set of keys. */
  readonly x: string;
  readonly isPasskey: boolean;
}

/** The key of a person who acts, by its public half; the holder of the private half signs. */
export class ActingKey {
  readonly kid: string;
  protected readonly x: string;
  private readonly isPasskey: boolean;

  /**
   * @param source of its commands, unless another is given.
   * @param called the name by which the person knows it, for sentences.
   */
  constructor(
    { kid, x, isPasskey }: PublicKey,
    readonly source: string,
    protected readonly called: string,
  ) {
    [this.kid, this.x, this.isPasskey] = [kid, x, isPasskey];
  }

  /**
   * The newest sequence that this key has signed in any of some partitions, or -1.
   * @throws UserError if there is no higher sequence.
   */
  newestSequence(authorities: readonly Authority[]): bigint {
    const own = authorities.map(({ sequences }) => sequences.get(this.x) ?? -1n);
    const newest = own.reduce((one, other) => (one > other ? one : other), -1n);
    if (newest < highestSequence) return newest;
    throw new UserError(
      `Nothing was sent: the key ${this.kid} has signed with the highest possible sequence, which no clock gives. Somebody else signs with it: have it revoked, see deploy/operations/key-stolen.md.`,
      exitCodes.config,
    );
  }

  /**
   * Checks the key before anything is written with it.
   * @param role that it needs; if there are several, one is enough.
   * @param authority of the partition that would judge it.
   * @throws UserError if the service would refuse its signature now.
   */
  assertMay(role: SignerRole | readonly SignerRole[], authority: Authority): void {
    const { kid, roles: own } = this.inForce(authority);
    const roles = [role].flat();
    if (roles.some((each) => own.includes(each))) return;
    this.refuse(`may not do this: ${kid} has no role ${roles.join(' or ')}, see keys list`);
  }

  /**
   * Finds the key as a partition has it.
   * @throws UserError if the service would refuse all its signatures now.
   */
  inForce({ ledger, keys }: Authority): SigningKey {
    const { kid } = this;
    if (ledger === null) {
      return this.refuse('is not in force: this ledger has no keys yet, see keys add');
    }
    this.assertFor(ledger);
    const known = keys.get(kid);
    if (!known) return this.refuse(`is ${kid}, which is not in force: see keys list`);
    if (known.x === this.x && (known.passkey !== undefined) === this.isPasskey) return known;
    return this.refuse(`is not the private half of ${kid}, which is in force: see keys list`);
  }

  /** @throws UserError if the key belongs to another ledger. */
  protected assertFor(_ledger: string): void {}

  protected refuse(why: string): never {
    throw new UserError(`Nothing was sent: ${this.called} ${why}.`, exitCodes.config);
  }
}
