/* global navigator, crypto, btoa, atob */
/** The browser's part of `passkey.long-spec.ts`. All bytes are texts in base64url. */

const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );

/** Makes a passkey with an algorithm of COSE: -7 for ES256, -8 for Ed25519. */
globalThis.makePasskey = async (algorithm) => {
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: new Uint8Array(32),
      rp: { id: 'localhost', name: 'jackpot' },
      user: { id: new TextEncoder().encode('m-silva'), name: 'm-silva', displayName: 'M.Silva' },
      pubKeyCredParams: [{ type: 'public-key', alg: algorithm }],
      authenticatorSelection: { userVerification: 'required' },
    },
  });
  return { id: textOf(made.rawId), publicKey: textOf(made.response.getPublicKey()) };
};

/** Signs bytes with a passkey. */
globalThis.touch = async ({ id, verification, bytes }) => {
  const { response } = await navigator.credentials.get({
    publicKey: {
      challenge: await crypto.subtle.digest('SHA-256', bytesOf(bytes)),
      rpId: 'localhost',
      userVerification: verification,
      allowCredentials: [{ type: 'public-key', id: bytesOf(id) }],
    },
  });
  const { authenticatorData, clientDataJSON, signature } = response;
  return [authenticatorData, clientDataJSON, signature].map(textOf).join('.');
};
