import { readInvitation, type Invitation } from '#acts';
import { jwkOf, keyPrint, keySchema, UserError, type ServiceLog } from '#contract';
import type { Authority, SigningKey } from '#pools';
import { createPublicKey } from 'node:crypto';
import type { Door } from './door.js';
import type { Holders } from './holders.js';

/** A passkey that a person has made and nobody has put in force yet. */
export interface WaitingKey {
  readonly key: SigningKey;
  /** The person who has invited them. */
  readonly invitedBy: SigningKey;
  /** Ms of `performance.now()`. */
  readonly madeAtMs: number;
}

/** After a day without being put in force, the person needs a new invitation. */
const waitsForMs = 24 * 3_600_000;
const waitingKept = 100;

/**
 * Passkeys that invited people have made. They wait in memory alone, and have no effect: only a
 * record of the log, signed by a holder of the role `keys`, puts a key in force.
 */
export class Enrolment {
  /** One key for each name: a second one would be taken for the first. */
  private readonly byKid = new Map<string, WaitingKey>();

  constructor(
    private readonly holders: Holders,
    private readonly door: Door,
    private readonly log: Pick<ServiceLog, 'info'>,
  ) {}

  /** @throws UserError with the reason if an invitation is not, or no longer, valid. */
  async open(written: string): Promise<Invitation & { readonly by: SigningKey }> {
    const authority = await this.holders.authority();
    const { invitation, by } = readInvitation(written, authority);
    const { kid } = invitation;
    this.forget(authority);
    if (this.byKid.has(kid) || authority.keys.has(kid)) {
      throw new UserError(
        `A passkey was made as ${kid} already. If it was not you, tell ${by.holder} at once; else ask for another invitation.`,
      );
    }
    if (this.byKid.size >= waitingKept) {
      throw new UserError(
        `${waitingKept} passkeys wait already. They have to be put in force first.`,
      );
    }
    return { ...invitation, by };
  }

  /**
   * Keeps a passkey until somebody puts it in force.
   * @param publicKey SubjectPublicKeyInfo in base64url, as browsers give it.
   * @throws UserError as `open`, and if it is not a key that a set may have.
   */
  async take(written: string, publicKey: string): Promise<WaitingKey> {
    const { kid, holder, roles, by } = await this.open(written);
    const { x = '', y = null } = coordinatesIn(publicKey);
    const { origin, rpId } = this.door;
    const passkey = { y, rpId, origins: [origin] };
    const read = keySchema.safeParse(jwkOf({ kid, holder, roles, x, passkey }));
    if (!read.success) throw new UserError('The browser has made no key that can be used here.');
    const waiting = { key: read.data, invitedBy: by, madeAtMs: performance.now() };
    const { keys, retired } = await this.holders.authority();
    const known = [...keys.values(), ...retired, ...[...this.byKid.values()].map(({ key }) => key)];
    if (known.some((each) => each.x === x)) {
      throw new UserError('This passkey is known already: make one of your own.');
    }
    if (this.byKid.has(kid)) return this.take(written, publicKey);
    this.byKid.set(kid, waiting);
    const print = signsOf(read.data);
    const fields = { kid, holder, by: by.holder, print, key: jwkOf(read.data) };
    this.log.info({ event: 'passkey-waits', ...fields }, 'a passkey waits to be put in force');
    return waiting;
  }

  /** Returns the keys that nobody has put in force yet. */
  async waiting(): Promise<WaitingKey[]> {
    this.forget(await this.holders.authority());
    return [...this.byKid.values()];
  }

  /** Removes keys that are in force, have waited for a day, or whose host may no longer invite. */
  private forget({ keys }: Pick<Authority, 'keys'>): void {
    for (const [kid, { madeAtMs, invitedBy }] of this.byKid) {
      const host = keys.get(invitedBy.kid);
      const mayInvite = host?.x === invitedBy.x && host.roles.includes('keys');
      const isOld = performance.now() - madeAtMs > waitsForMs;
      if (keys.has(kid) || isOld || !mayInvite) this.byKid.delete(kid);
    }
  }
}

/** Returns the characters that the holder reads to the person who puts the key in force. */
export function signsOf(key: SigningKey): string {
  return keyPrint(key).slice(0, 16);
}

function coordinatesIn(publicKey: string): { x?: string; y?: string | null } {
  try {
    const der = Buffer.from(publicKey, 'base64url');
    const jwk = createPublicKey({ key: der, format: 'der', type: 'spki' }).export({
      format: 'jwk',
    });
    const { kty, crv, x = '', y = null } = jwk as Readonly<Record<string, string | undefined>>;
    return `${kty} ${crv}` === 'EC P-256' || `${kty} ${crv}` === 'OKP Ed25519' ? { x, y } : {};
  } catch {
    return {};
  }
}
