// @ts-check
import { bytesOf, textOf } from './bytes.js';
import { pageKey, signByPage } from './page-key.js';

/** The work of the browser and the device; the log checks it (contract 4.1). */

const utf8 = new TextEncoder();

export function hasPasskeys() {
  return typeof PublicKeyCredential === 'function';
}

/**
 * Signs bytes for a ledger by a touch.
 * @param {{ ledger: string, value: string, rpId: string }} asked `value`: the bytes in base64url.
 * @param {string | undefined} kid the person whose passkey must sign; the device knows it by this
 * name.
 * @returns {Promise<string>} the header `signature` of a record with this text.
 */
export async function touch({ ledger, value, rpId }, kid) {
  // Made here, from the bytes themselves: the server could name another challenge.
  const head = utf8.encode(`${ledger}\n`);
  const signed = await new Blob([head, bytesOf(value)]).arrayBuffer();
  const challenge = await crypto.subtle.digest('SHA-256', signed);
  const own = pageKey();
  if (own) return headerOf(own.kid, await signByPage(own, challenge, rpId), kid);
  const publicKey = { challenge, rpId, userVerification: /** @type {const} */ ('required') };
  const credential = /** @type {PublicKeyCredential} */ (
    await navigator.credentials.get({ publicKey })
  );
  const response = /** @type {AuthenticatorAssertionResponse} */ (credential.response);
  const { authenticatorData, clientDataJSON, signature, userHandle } = response;
  const holder = new TextDecoder().decode(userHandle ?? new Uint8Array());
  return headerOf(holder, [authenticatorData, clientDataJSON, signature], kid);
}

/** @param {string} own @param {readonly ArrayBuffer[]} parts @param {string | undefined} wanted */
function headerOf(own, parts, wanted) {
  if (wanted !== undefined && own !== wanted) throw new Error(`This is the passkey of ${own}.`);
  return `${own}:webauthn:${parts.map(textOf).join('.')}`;
}

/**
 * Makes a passkey.
 * @param {{ kid: string, holder: string, rpId: string }} person
 * @returns {Promise<string>} SubjectPublicKeyInfo in base64url.
 */
export async function makePasskey({ kid, holder, rpId }) {
  const made = /** @type {PublicKeyCredential} */ (
    await navigator.credentials.create({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        rp: { id: rpId, name: document.title },
        user: { id: utf8.encode(kid), name: kid, displayName: holder },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -8 },
        ],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    })
  );
  const { response } = made;
  const key = /** @type {AuthenticatorAttestationResponse} */ (response).getPublicKey();
  if (!key) throw new Error('This device makes no key that can be used here.');
  return textOf(key);
}
