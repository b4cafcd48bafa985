import type { Random } from '#pit/random';
import type { Signer } from './hostile-keys.js';
import type { Said, Signatures, Written } from './hostile-signatures.js';
import { loosely } from './loosely.js';

const MOST_KEYS = 16;

interface Member {
  kty: string;
  crv: string;
  kid: string;
  x: string;
}

/** Another root, set by signers with and without the right to do so (contract 4.7). */
export class Roots {
  constructor(
    private readonly random: Random,
    private readonly signatures: Signatures,
    private readonly ledger: string,
  ) {}

  /** A record by the root in force, with keys that obey every rule, or sometimes with no keys. */
  right(): Written {
    const { holders } = this.signatures;
    return this.by(holders.ofRoot(), this.said(holders.nextRoot().map(memberOf)));
  }

  /** A record by a signer, or with keys, that no partition may accept. */
  wrong(): Written {
    const { random, signatures } = this;
    const { holders } = signatures;
    const next = this.said(holders.nextRoot().map(memberOf));
    const signer = holders.ofRoot();
    const kind = random.whole(1, 13);
    if (kind <= 2) return this.by(holders.with('keys'), next);
    if (kind === 3) return this.by(holders.stranger(), next);
    if (kind <= 5)
      return this.by(random.pick([...holders.formerRoots, ...holders.revoked, signer]), next);
    if (kind === 6) return signatures.by(signer, next, { ledger: 'macau-2' });
    if (kind === 7) return this.by(signer, { ...next, subject: 'macau-2' });
    if (kind === 8) return signatures.by(signer, next, { expires: signatures.instant(-1) });
    if (kind === 9) return signatures.by(signer, next, { sequence: 0n });
    return this.by(signer, { ...next, data: this.wrongData() });
  }

  private wrongData(): Record<string, unknown> {
    const { random } = this;
    const { holders } = this.signatures;
    const members = holders.nextRoot().map(memberOf);
    const inForce = holders.roots.map(memberOf);
    const stranger = memberOf({ ...holders.stranger(), kid: 'stranger' });
    const one = members[0] ?? stranger;
    const renamed = inForce.map((key, at) => ({ ...key, kid: `renamed-${at}` }));
    const named = random.pick([...holders.roots, ...holders.inForce]);
    const more = (key: object) => ({ keys: [...members, key] });
    const root = random.pick<unknown>([
      random.pick([null, 'root-1', [], {}, { keys: null }, { keys: {} }, { keys: [] }]),
      { keys: [...members, ...holders.crowd(MOST_KEYS + 1).map(memberOf)].slice(0, MOST_KEYS + 1) },
      { keys: inForce },
      { keys: inForce.toReversed() },
      { keys: renamed },
      { keys: [one, { ...stranger, kid: one.kid }] },
      { keys: [one, { ...stranger, x: one.x }] },
      more({ ...stranger, x: loosely(stranger.x) }),
      more({ ...stranger, x: random.pick([`${stranger.x}A`, '', null]) }),
      more({ ...stranger, d: stranger.x }),
      more({ ...stranger, kty: 'EC' }),
      more({ ...stranger, crv: 'X25519' }),
      more({ ...stranger, use: random.pick(['webauthn', 'enc']) }),
      more({ ...stranger, kid: random.pick(['', 'a:b', 'x'.repeat(65), null]) }),
      { keys: [{ ...stranger, kid: named.kid }] },
      random.pick([null, 'root-1']),
    ]);
    return random.chance(0.05) ? {} : { root };
  }

  private by(signer: Signer, said: Said): Written {
    return this.signatures.by(signer, said);
  }

  private said(keys: readonly Member[]): Said {
    // Unknown members have no meaning.
    const more = this.random.chance(0.2) ? { use: 'sig' } : {};
    return { type: 'root.set', subject: this.ledger, data: { root: { keys, ...more }, ...more } };
  }
}

function memberOf({ kid, x }: Signer): Member {
  return { kty: 'OKP', crv: 'Ed25519', kid, x };
}
