// @ts-check
import { textOf } from './bytes.js';

/**
 * A key that this page keeps itself, for a visitor of the demo whose browser has no passkey. It
 * gives the answers of a device, but without a person's finger: a console offers it on loopback
 * alone.
 */

const place = 'page-key';
const curve = /** @type {const} */ ({ name: 'ECDSA', namedCurve: 'P-256' });
/** The flags "present" and "verified", as a device sets them. */
const flags = 5;
const utf8 = new TextEncoder();

/** @returns {{ kid: string, jwk: JsonWebKey } | undefined} */
export function pageKey() {
  const kept = localStorage.getItem(place);
  return kept === null ? undefined : JSON.parse(kept);
}

/**
 * @param {string} kid
 * @returns {Promise<string>} SubjectPublicKeyInfo in base64url.
 */
export async function makePageKey(kid) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, true, [
    'sign',
    'verify',
  ]);
  const jwk = await crypto.subtle.exportKey('jwk', privateKey);
  localStorage.setItem(place, JSON.stringify({ kid, jwk }));
  return textOf(await crypto.subtle.exportKey('spki', publicKey));
}

/**
 * @param {{ jwk: JsonWebKey }} key @param {ArrayBuffer} challenge @param {string} rpId
 * @returns {Promise<readonly ArrayBuffer[]>} authenticator data, client data and signature.
 */
export async function signByPage({ jwk }, challenge, rpId) {
  const key = await crypto.subtle.importKey('jwk', jwk, curve, false, ['sign']);
  const said = { type: 'webauthn.get', challenge: textOf(challenge), origin: location.origin };
  const clientData = utf8.encode(JSON.stringify({ ...said, crossOrigin: false })).buffer;
  const house = await crypto.subtle.digest('SHA-256', utf8.encode(rpId));
  const device = await new Blob([house, Uint8Array.of(flags, 0, 0, 0, 0)]).arrayBuffer();
  const digest = await crypto.subtle.digest('SHA-256', clientData);
  const signed = await new Blob([device, digest]).arrayBuffer();
  const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, signed);
  return [device, clientData, derOf(new Uint8Array(raw))];
}

/** Joins r and s in the ASN.1 form of a passkey signature. @param {Uint8Array} raw */
function derOf(raw) {
  const [r, s] = [raw.subarray(0, 32), raw.subarray(32)].map((half) => {
    const from = half.findIndex((byte) => byte !== 0);
    const bytes = [...half.subarray(from)];
    const whole = (bytes[0] ?? 0) > 127 ? [0, ...bytes] : bytes;
    return [2, whole.length, ...whole];
  });
  const body = [...(r ?? []), ...(s ?? [])];
  return Uint8Array.of(48, body.length, ...body).buffer;
}
