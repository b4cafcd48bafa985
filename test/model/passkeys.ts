import { isUtf8 } from 'node:buffer';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { bytesOf, isOfSmallOrder, type Key } from './public-keys.js';
import { isName } from './texts.js';

/** contract 4.1 and 4.2: keys that stay on a device, with which a person signs by a touch. */

const MOST_ORIGINS = 8;
const MOST_LETTERS = 253;
const MOST_LETTERS_OF_LABEL = 63;

export function isPasskey({ use }: Key): boolean {
  return use === 'webauthn';
}

/**
 * Whether a key obeys all rules of the contract for a passkey, except those for holder and roles.
 */
export function isPasskeyOfPerson(value: unknown): value is Key {
  const { use, kid, d, rpId, origins, roles } = Object(value) as Record<string, unknown>;
  if (use !== 'webauthn' || d !== undefined || !isName(kid) || !isPoint(value)) return false;
  if (!isDomain(rpId) || !Array.isArray(origins)) return false;
  if (origins.length < 1 || origins.length > MOST_ORIGINS) return false;
  if (new Set(origins).size < origins.length) return false;
  if (!origins.every((origin) => isOriginOf(rpId, origin))) return false;
  return Array.isArray(roles) && !roles.includes('table');
}

const P = 2n ** 224n * (2n ** 32n - 1n) + 2n ** 192n + 2n ** 96n - 1n;
const B = 41058363725152142129326129780047268409114441015993725554835256314039467401291n;

/** Whether it is a point of one of the two curves, in its only valid spelling. */
function isPoint(value: unknown): boolean {
  const { kty, crv, x, y } = Object(value) as Record<string, unknown>;
  const first = bytesOf(x);
  if (first === null) return false;
  if (kty === 'OKP') return crv === 'Ed25519' && !isOfSmallOrder(first);
  const second = bytesOf(y);
  if (kty !== 'EC' || crv !== 'P-256' || second === null) return false;
  const [u, v] = [first, second].map((bytes) => BigInt(`0x${bytes.toString('hex')}`)) as [
    bigint,
    bigint,
  ];
  return u < P && v < P && (v ** 2n + 3n * u) % P === (u ** 3n + B) % P;
}

function isDomain(name: unknown): name is string {
  if (typeof name !== 'string' || name.length > MOST_LETTERS) return false;
  return name.split('.').every((label) => {
    const isEdged = label.startsWith('-') || label.endsWith('-') || label === '';
    return !isEdged && label.length <= MOST_LETTERS_OF_LABEL && /^[a-z0-9-]*$/.test(label);
  });
}

/** Whether a page of this address may use a passkey of this domain. */
function isOriginOf(rpId: string, origin: unknown): boolean {
  const [, scheme, host = '', port] =
    /^(https?):\/\/([^:/]*)(?::(.*))?$/s.exec(String(origin)) ?? [];
  if (typeof origin !== 'string' || !isDomain(host)) return false;
  if (scheme !== 'https' && !(scheme === 'http' && host === 'localhost')) return false;
  if (port !== undefined && !isPort(port, scheme === 'https' ? 443 : 80)) return false;
  return host === rpId || host.endsWith(`.${rpId}`);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether a browser would write this port; it leaves out the usual one. */
function isPort(port: string, usual: number): boolean {
  const number = Number(port);
  return String(number) === port && number >= 1 && number <= 65_535 && number !== usual;
}

const sha256 = (of: string | Buffer): Buffer => createHash('sha256').update(of).digest();

/** Whether this person has touched a device for these bytes. */
export function isTouch(key: Key, bytes: Buffer, text: string): boolean {
  const [word, ...rest] = text.split(':');
  const parts = rest.join(':').split('.');
  const [device, client, signature] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (word !== 'webauthn' || parts.length !== 3 || !device || !client || !signature) return false;
  const again = [device, client, signature].map((part) => part.toString('base64url'));
  if (again.join('.') !== parts.join('.')) return false;
  const said = isUtf8(client) ? jsonIn(client.toString()) : null;
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return false;
  const { type, challenge, origin, crossOrigin } = said as Record<string, unknown>;
  if (type !== 'webauthn.get' || challenge !== sha256(bytes).toString('base64url')) return false;
  if (!key.origins?.some((each) => each === origin)) return false;
  if (crossOrigin !== undefined && crossOrigin !== false) return false;
  if (device.length < 37 || !device.subarray(0, 32).equals(sha256(key.rpId ?? ''))) return false;
  const bits = (device[32] ?? 0).toString(2).padStart(8, '0');
  if (bits[7] !== '1' || bits[5] !== '1') return false;
  const { kty, x, y } = key;
  const jwk = kty === 'EC' ? { kty, crv: 'P-256', x, y } : { kty, crv: 'Ed25519', x };
  const publicKey = createPublicKey({ key: jwk as never, format: 'jwk' });
  const algorithm = kty === 'EC' ? 'SHA256' : null;
  return verify(algorithm, Buffer.concat([device, sha256(client)]), publicKey, signature);
}
