import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { encodeEvent, signRecord } from '#contract';
import type { Random } from '#pit/random';
import {
  dayAfter,
  keysRecord,
  rootOf,
  signingKey,
  testLedger,
  type TestKey,
} from '#testing/test-keys';
import { startedAt } from './clock.js';

/** The bytes before the 32 bytes of an Ed25519 key in PKCS #8. */
const keyHead = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Always the same key for a name, so that stories repeat. */
export function keyOf(kid: string): TestKey {
  const bytes = createHash('sha256').update(`${kid} of the simulation`).digest();
  const der = Buffer.concat([keyHead, bytes]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kid, privateKey, jwk: { kty: 'OKP', crv: 'Ed25519', kid, x } };
}

const firstRoot = keyOf('root');
const keyHolder = keyOf('keys-1');
/** May approve the operator's proposals. */
const approver = keyOf('boss-1');
/** The keys of the tables that sign, by table name. */
export const tableKey = (table: string): TestKey => keyOf(`table-${table}`);
export const tablesThatSign = ['T1', 'T2'];

export const { root, text: rootText } = rootOf(firstRoot);

/** A command and its headers. */
export interface Signed {
  readonly value: Buffer;
  readonly headers: Record<string, Buffer>;
}

/** The people who sign commands for one partition: the holders of its keys, and a thief. */
export class Operators {
  private version = 0;
  private roots = 1;
  private rootKey = firstRoot;
  private key = keyOf('ops-1');
  private revoked: TestKey[] = [];
  private readonly sent: Signed[] = [];
  private sequence = 0;

  constructor(private readonly random: Random) {}

  /**
   * The first set of keys, or one that replaces the last operator's key by another; sometimes
   * another root.
   */
  setKeys(): Signed {
    const { random, version } = this;
    if (version > 0 && random.chance(0.2)) return this.setRoot();
    const signer = version > 0 && random.chance(0.5) ? keyHolder : this.rootKey;
    if (version > 0) {
      this.revoked.push(this.key);
      this.key = keyOf(`ops-${version + 1}`);
    }
    this.version += 1;
    this.sequence += 1;
    const keys = [
      signingKey(keyHolder, { roles: ['keys'] }),
      signingKey(approver, { roles: ['approve'] }),
      signingKey(this.key),
      ...tablesThatSign.map((table) => signingKey(tableKey(table), { roles: ['table'] })),
    ];
    const { sequence } = this;
    const { value, headers } = keysRecord(keys, signer, {
      ...{ version: this.version, sequence, atMs: startedAt },
    });
    return this.keep({ value, headers: { signature: Buffer.from(headers.signature) } });
  }

  private setRoot(): Signed {
    const { rootKey: signer } = this;
    this.roots += 1;
    this.rootKey = keyOf(`root-${this.roots}`);
    const data = { root: { keys: [this.rootKey.jwk] } };
    return this.keep(this.signed(signer, 'root.set', testLedger, data));
  }

  command(type: string, subject: string, data: object): Signed {
    return this.keep(this.signed(this.key, type, subject, data));
  }

  /** Signs as another person, or sometimes as the proposer, who may not approve. */
  approve(subject: string, proposal: number, act: object, isOther: boolean): Signed {
    const key = isOther ? approver : this.key;
    return this.keep(this.signed(key, 'act.approved', subject, { proposal, act }));
  }

  /** A command that nobody may carry out: repeated, signed by a revoked key, or too late. */
  refused(type: string, subject: string, data: object): Signed {
    const { random, revoked, sent } = this;
    if (random.chance(0.4)) return random.pick(sent);
    if (random.chance(0.5) && revoked.length > 0) {
      return this.signed(random.pick(revoked), type, subject, data);
    }
    return this.signed(this.key, type, subject, data, new Date(0));
  }

  private keep(signed: Signed): Signed {
    this.sent.push(signed);
    return signed;
  }

  private signed(
    { kid, privateKey }: TestKey,
    type: string,
    subject: string,
    data: object,
    expires = dayAfter(startedAt),
  ): Signed {
    this.sequence += 1 + this.random.below(2);
    const { sequence } = this;
    const id = `${kid}/${sequence}`;
    const event = encodeEvent({ type, id, source: kid, sequence, expires, subject, data });
    const value = Buffer.from(JSON.stringify(event));
    const signature = signRecord(testLedger, value, kid, privateKey);
    return { value, headers: { signature: Buffer.from(signature) } };
  }
}
