import { hash, verify, type KeyObject } from 'node:crypto';
import type { Passkey } from '#pools';

/** The beginning of a passkey's signature, after the key's id and a colon (contract 4.1). */
const mark = 'webauthn:';

/** An assertion: the answer of an authenticator and a browser to a touch. */
interface Assertion {
  readonly authenticatorData: Buffer;
  readonly clientData: Buffer;
  readonly signature: Buffer;
}

/**
 * Says why the text of an assertion is not this passkey's answer to a challenge, as the end of a
 * sentence; undefined if it is (contract 4.1; 7.2 of Web Authentication Level 3).
 * @param text after the key's id and a colon.
 * @param challenge from the page, in base64url.
 * @param publicKey of P-256 or Ed25519.
 */
export function whyNotTouched(
  text: string,
  challenge: string,
  passkey: Passkey,
  publicKey: KeyObject,
): string | undefined {
  if (!text.startsWith(mark)) return 'is not of a passkey, which this key is';
  const assertion = assertionIn(text.slice(mark.length));
  if (!assertion) return 'is not three texts of base64url as they are usually written';
  return (
    whyOtherClient(assertion.clientData, challenge, passkey) ??
    whyOtherDevice(assertion, passkey, publicKey)
  );
}

function assertionIn(text: string): Assertion | undefined {
  const parts = text.split('.');
  const read = parts.map((part) => Buffer.from(part, 'base64url'));
  const [authenticatorData, clientData, signature] = read;
  if (parts.length !== 3 || !authenticatorData || !clientData || !signature) return undefined;
  // Other letters can give the same bytes, and a signature must have only one text.
  const isUsual = read.every((part, index) => part.toString('base64url') === parts[index]);
  return isUsual ? { authenticatorData, clientData, signature } : undefined;
}

/** Checks the browser's statement about the page. */
function whyOtherClient(clientData: Buffer, challenge: string, { origins }: Passkey) {
  const said = objectIn(clientData);
  if (!said) return 'has client data that are no JSON';
  if (said['type'] !== 'webauthn.get') return 'is not of a touch that signs';
  if (said['challenge'] !== challenge) return 'is of a touch for something else';
  const { origin: page } = said;
  if (typeof page !== 'string' || !origins.includes(page)) {
    return `was given on a page that is not of ${origins.join(', ')}`;
  }
  const { crossOrigin = false } = said;
  return crossOrigin === false ? undefined : 'was given on a page inside another one';
}

function objectIn(clientData: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const said: unknown = JSON.parse(utf8.decode(clientData));
    const isObject = typeof said === 'object' && said !== null && !Array.isArray(said);
    return isObject ? (said as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Flags: the person was present, and the device has verified the person. */
const [isPresent, isVerified] = [0x01, 0x04];
const flagsAt = 32;
const leastBytes = 37;

/** Checks the device's statement about itself and the person. */
function whyOtherDevice(
  { authenticatorData, clientData, signature }: Assertion,
  { rpId }: Passkey,
  publicKey: KeyObject,
): string | undefined {
  if (authenticatorData.length < leastBytes) return 'has too few bytes of its device';
  if (!authenticatorData.subarray(0, flagsAt).equals(hash('sha256', rpId, 'buffer'))) {
    return `is of a passkey that is not for ${rpId}`;
  }
  const flags = authenticatorData.readUInt8(flagsAt);
  if ((flags & isPresent) === 0) return 'was given with nobody there';
  if ((flags & isVerified) === 0) return 'was given without verifying the person';
  const signed = Buffer.concat([authenticatorData, hash('sha256', clientData, 'buffer')]);
  const algorithm = publicKey.asymmetricKeyType === 'ec' ? 'sha256' : null;
  return verify(algorithm, signed, publicKey, signature) ? undefined : 'does not fit the record';
}
