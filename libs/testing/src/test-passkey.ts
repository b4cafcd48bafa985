import { createECDH, createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { roles, type Passkey, type SigningKey } from '#pools';

/** A passkey as a device keeps it, and the browser in front of it. */
export interface TestPasskey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly x: string;
  readonly passkey: Passkey;
}

/** The bytes before the 32 bytes of an Ed25519 key in PKCS #8. */
const keyHead = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Always the same passkey for a name. */
export function passkeyNamed(
  name: string,
  curve: 'P-256' | 'Ed25519' = 'P-256',
  rpId = 'casino.example',
): TestPasskey {
  const secret = createHash('sha256').update(`passkey of ${name}`).digest();
  const at = { rpId, origins: [`https://${rpId}`] };
  if (curve === 'Ed25519') {
    const der = Buffer.concat([keyHead, secret]);
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const { x = '' } = privateKey.export({ format: 'jwk' });
    return { kid: name, privateKey, x, passkey: { y: null, ...at } };
  }
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const [x, y, d] = [point.subarray(1, 33), point.subarray(33), secret].map((bytes) =>
    bytes.toString('base64url'),
  ) as [string, string, string];
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return { kid: name, privateKey, x, passkey: { y, ...at } };
}

const personal = roles.filter((role) => role !== 'table');

/** A passkey in the form of a set; by default with all roles of people. */
export function passkeyOf(
  { kid, x, passkey }: TestPasskey,
  { holder = kid, roles: own = personal }: Partial<SigningKey> = {},
): SigningKey {
  return { kid, holder, roles: own, x, passkey };
}

/** The answers of the browser and the device to a touch. */
export interface Touch {
  /** The page requests a signature over the SHA-256 of these bytes. */
  readonly bytes: Buffer;
  readonly type: unknown;
  readonly origin: unknown;
  readonly crossOrigin: unknown;
  readonly rpId: string;
  /** Flags of the authenticator: 1 for present, 4 for verified. */
  readonly flags: number;
  /** Bytes after the 37 bytes that every device gives. */
  readonly extensions: Buffer;
  /** Changes the text of the client data. */
  readonly said: (text: string) => string;
}

/** The header of a passkey's signature over a value in a ledger; `changes` make it a wrong one. */
export function touched(
  ledger: string,
  value: Buffer,
  { kid, privateKey, passkey }: TestPasskey,
  changes: Partial<Touch> = {},
): string {
  const {
    bytes = Buffer.concat([Buffer.from(`${ledger}\n`), value]),
    type = 'webauthn.get',
    origin = passkey.origins[0],
    crossOrigin = false,
    rpId = passkey.rpId,
    flags = 0x1d,
    extensions = Buffer.alloc(0),
    said = (text) => text,
  } = changes;
  const digest = (of: Buffer | string): Buffer => createHash('sha256').update(of).digest();
  const challenge = digest(bytes).toString('base64url');
  const clientData = Buffer.from(said(JSON.stringify({ type, challenge, origin, crossOrigin })));
  const counter = Buffer.alloc(4);
  const device = Buffer.concat([digest(rpId), Buffer.of(flags), counter, extensions]);
  const signed = Buffer.concat([device, digest(clientData)]);
  const signature = passkey.y === null ? sign(null, signed, privateKey) : ecdsa(signed, privateKey);
  const texts = [device, clientData, signature].map((part) => part.toString('base64url'));
  return `${kid}:webauthn:${texts.join('.')}`;
}

/** The order of P-256 (FIPS 186-4, D.1.2.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** ECDSA with SHA-256 in DER. Always the same for the same bytes, unlike OpenSSL's. */
function ecdsa(signed: Buffer, privateKey: KeyObject): Buffer {
  const { d = '' } = privateKey.export({ format: 'jwk' });
  const secret = Buffer.from(d, 'base64url');
  const digest = createHash('sha256').update(signed).digest();
  const nonce = createHash('sha256').update(secret).update(digest).digest();
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(nonce);
  const r = numberOf(pair.getPublicKey().subarray(1, 33)) % order;
  const s = (inverseOf(numberOf(nonce)) * (numberOf(digest) + r * numberOf(secret))) % order;
  const body = Buffer.concat([derOf(r), derOf(s)]);
  return Buffer.concat([Buffer.of(0x30, body.length), body]);
}

function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

/** Inverse by Fermat: the order is prime. */
function inverseOf(number: bigint): bigint {
  let [result, base, exponent] = [1n, number % order, order - 2n];
  for (; exponent > 0n; exponent /= 2n) {
    if (exponent % 2n === 1n) result = (result * base) % order;
    base = (base * base) % order;
  }
  return result;
}

/** A positive whole number in DER: its highest bit is not set. */
function derOf(number: bigint): Buffer {
  const hex = number.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  const whole = bytes.readUInt8(0) < 0x80 ? bytes : Buffer.concat([Buffer.of(0), bytes]);
  return Buffer.concat([Buffer.of(0x02, whole.length), whole]);
}
