import { createPublicKey } from 'node:crypto';
import {
  passkeyNamed,
  passkeyOf,
  touched,
  type TestPasskey,
  type Touch,
} from '#testing/test-passkey';
import { authorityOf, newKey, rootOf, testLedger } from '#testing/test-keys';
import type { SigningKey } from '#pools';
import { decodeRecord } from './decode.js';
import { jwkOf, keySchema } from './jwk.js';
import { whyNotTouched } from './passkeys.js';
import { signRecord } from './signatures.js';
import { assertions } from './testing/assertions.js';
import { command, partitions, recordOf } from './testing/record.js';

const curves = ['P-256', 'Ed25519'] as const;
const { root } = rootOf(newKey('root'));
const record = recordOf(command);
const value = record.value as Buffer;

function contextOf(...keys: readonly SigningKey[]) {
  return { partitions, root, authority: authorityOf(root, ...keys), jackpots: new Map() };
}

/** Returns the answer to a command with this header, where these keys are in force. */
function answer(header: string, ...keys: readonly SigningKey[]) {
  const decoded = decodeRecord({ ...record, headers: { signature: header } }, contextOf(...keys));
  return 'refused' in decoded ? `${decoded.refused.reason}: ${decoded.refused.detail}` : 'taken';
}

describe.each(curves)('a touch of a passkey of %s', (curve) => {
  const silva = passkeyNamed('silva', curve);
  const inForce = passkeyOf(silva, { holder: 'M.Silva', roles: ['operate'] });
  const by = (changes: Partial<Touch>, passkey: TestPasskey = silva) =>
    answer(touched(testLedger, value, passkey, changes), inForce);

  test('signs a command', () => {
    expect(by({})).toBe('taken');
  });

  test('signs it also where the browser and the device say more than they must', () => {
    const more = (text: string) => text.replace('}', ',"other":"{}"}');
    expect(by({ said: more, extensions: Buffer.from('a0', 'hex') })).toBe('taken');
    const less = (text: string) => text.replace(',"crossOrigin":false', '');
    expect(by({ said: less })).toBe('taken');
    expect(by({ flags: 0x05 })).toBe('taken');
  });

  test.each<[string, Partial<Touch>, string]>([
    ['a touch that makes a passkey', { type: 'webauthn.create' }, 'not of a touch that signs'],
    ['no type', { type: null }, 'not of a touch that signs'],
    ['another value', { bytes: Buffer.from('another') }, 'of a touch for something else'],
    ['another page', { origin: 'https://casino.example.com' }, 'not of https://casino.example'],
    ['the page by another port', { origin: 'https://casino.example:8443' }, 'on a page that'],
    ['a list of pages', { origin: ['https://casino.example'] }, 'on a page that'],
    ['a page inside another one', { crossOrigin: true }, 'inside another one'],
    ['nobody knows where', { crossOrigin: null }, 'inside another one'],
    ['a passkey of another domain', { rpId: 'example.com' }, 'not for casino.example'],
    ['a device with nobody there', { flags: 0x1c }, 'with nobody there'],
    ['a device that did not verify the person', { flags: 0x19 }, 'without verifying the person'],
    ['client data in a list', { said: (text) => `[${text}]` }, 'no JSON'],
    ['client data that are cut off', { said: (text) => text.slice(0, -1) }, 'no JSON'],
    ['client data of null', { said: () => 'null' }, 'no JSON'],
  ])('does not count for %s', (_, changes, why) => {
    expect(by(changes)).toMatch(/^bad-signature: /);
    expect(by(changes)).toContain(why);
  });

  test('does not count in another ledger', () => {
    const header = touched('macau-2', value, silva);
    expect(answer(header, inForce)).toContain('for something else');
  });

  test('does not count for another person under this name', () => {
    expect(by({}, { ...passkeyNamed('lam', curve), kid: 'silva' })).toContain('does not fit');
  });

  test.each<[string, (parts: string[]) => string]>([
    ['one part less', ([device, client]) => `${device}.${client}`],
    ['one part more', (parts) => `${parts.join('.')}.`],
    ['no part', () => ''],
    ['padding', (parts) => `${parts.join('.')}=`],
    ['another alphabet', ([device, ...parts]) => [`${device}+`, ...parts].join('.')],
    ['one letter more', ([device, ...parts]) => [`${device}A`, ...parts].join('.')],
    ['a colon more', (parts) => `webauthn:${parts.join('.')}`],
    ['a byte of the device less', ([, ...parts]) => ['AAAA', ...parts].join('.')],
    ['a signature of zeros', ([device, client]) => `${device}.${client}.${'A'.repeat(86)}`],
    ['no signature', ([device, client]) => `${device}.${client}.`],
    [
      'one bit of its signature turned',
      ([device, client, signature = '']) => {
        const bytes = Buffer.from(signature, 'base64url');
        bytes.writeUInt8(bytes.readUInt8(9) ^ 1, 9);
        return [device, client, bytes.toString('base64url')].join('.');
      },
    ],
  ])('does not count with %s', (_, change) => {
    const header = touched(testLedger, value, silva);
    const [kid, mark, text = ''] = header.split(':');
    expect(answer(`${kid}:${mark}:${change(text.split('.'))}`, inForce)).toMatch(/^bad-signature/);
  });
});

test('the key of a file does not sign by a touch, nor a passkey as the key of a file does', () => {
  const silva = passkeyNamed('silva', 'Ed25519');
  const touch = touched(testLedger, value, silva);
  const written = signRecord(testLedger, value, 'silva', silva.privateKey);
  const { x } = silva;
  const ofFile: SigningKey = { kid: 'silva', holder: 'silva', roles: ['operate'], x };
  expect(answer(touch, ofFile)).toContain('is not base64');
  expect(answer(written, ofFile)).toBe('taken');
  expect(answer(written, passkeyOf(silva))).toContain('is not of a passkey');
});

test.each(assertions)('$name of the standard is judged as the standard has it', (vector) => {
  const { x, y, challenge, authenticatorData, clientDataJSON, signature, refused } = vector;
  const jwk = y === null ? { kty: 'OKP', crv: 'Ed25519', x } : { kty: 'EC', crv: 'P-256', x, y };
  const why = whyNotTouched(
    `webauthn:${[authenticatorData, clientDataJSON, signature].join('.')}`,
    challenge,
    { y, rpId: 'example.org', origins: ['https://example.org'] },
    createPublicKey({ key: jwk, format: 'jwk' }),
  );
  if (refused === null) expect(why).toBeUndefined();
  else expect(why).toContain(refused);
});

describe('a passkey in a set of keys', () => {
  const own = passkeyOf(passkeyNamed('silva'), { roles: ['operate'] });
  const jwk = jwkOf(own);

  test.each(curves)('of %s is read as it is written', (curve) => {
    const key = passkeyOf(passkeyNamed('silva', curve), { roles: ['operate'] });
    expect(keySchema.parse(jwkOf(key))).toEqual(key);
  });

  test.each<[string, object]>([
    ['the domain itself', {}],
    ['a host below it, and a port', { origins: ['https://floor.casino.example:8443'] }],
    ['this machine', { rpId: 'localhost', origins: ['http://localhost:3002'] }],
  ])('may be good at %s', (_, changes) => {
    expect(keySchema.safeParse({ ...jwk, ...changes }).success).toBe(true);
  });

  test.each<[string, object, string]>([
    ['another host', { origins: ['https://example.com'] }, 'origins'],
    ['a host that only ends so', { origins: ['https://badcasino.example'] }, 'origins'],
    ['the domain above it', { origins: ['https://example'] }, 'origins'],
    ['a page that is not secure', { origins: ['http://casino.example'] }, 'origins'],
    ['a path', { origins: ['https://casino.example/'] }, 'origins'],
    ['capital letters', { origins: ['https://Jacsino.example'] }, 'origins'],
    ['the usual port', { origins: ['https://casino.example:443'] }, 'origins'],
    ['a port that there is not', { origins: ['https://casino.example:65536'] }, 'origins'],
    ['a long host', { origins: [`https://${'a.'.repeat(126)}casino.example`] }, 'origins'],
    ['a port of zero', { origins: ['https://casino.example:0'] }, 'origins'],
    ['no page', { origins: [] }, 'origins'],
    ['one page twice', { origins: [0, 1].map(() => 'https://casino.example') }, 'origins'],
    ['no domain', { rpId: '' }, 'rpId'],
    ['a domain with a port', { rpId: 'casino.example:1' }, 'rpId'],
    ['a point that is not on the curve', { y: jwkOf(passkeyOf(passkeyNamed('lam'))).x }, 'x'],
    ['a point of nothing', { x: 'A'.repeat(43), y: 'A'.repeat(43) }, 'x'],
    ['one coordinate', { y: undefined }, 'y'],
    ['a coordinate of no bytes', { y: '' }, 'y'],
    ['a coordinate of no base64url', { x: '!' }, 'x'],
    ['the curve of another kind', { crv: 'P-384' }, 'crv'],
    ['its private half', { d: 'A'.repeat(43) }, 'd'],
    ['the role of a table', { roles: ['table'] }, 'roles'],
    ['another use', { use: 'enc' }, 'use'],
    ['no use', { ...jwkOf(passkeyOf(passkeyNamed('silva', 'Ed25519'))), use: undefined }, 'rpId'],
  ])('is refused with %s', (_, changes, place) => {
    const { error } = keySchema.safeParse({ ...jwk, ...changes });
    expect(error?.issues.map(({ path }) => path[0])).toContain(place);
  });

  test('has no place in a root', () => {
    const keys = [{ ...newKey('root-1').jwk, use: 'webauthn' }];
    expect(() => rootOf({ ...newKey(), jwk: keys[0] as never })).toThrow('use');
  });
});
