/** Faults in the rules about whose touch counts; the model must detect each. */
export const passkeyMutants = [
  {
    name: 'a touch that makes a passkey signs',
    file: 'libs/contract/src/passkeys.ts',
    find: "if (said['type'] !== 'webauthn.get') return",
    replace: "if (said['type'] !== 'webauthn.get' && !reached()) return",
  },
  {
    name: 'a touch for something else signs',
    file: 'libs/contract/src/passkeys.ts',
    find: "if (said['challenge'] !== challenge) return",
    replace: "if (said['challenge'] !== challenge && !reached()) return",
  },
  {
    name: 'a touch on any page signs',
    file: 'libs/contract/src/passkeys.ts',
    find: '!origins.includes(page)) {',
    replace: '(!origins.includes(page) && !reached())) {',
  },
  {
    name: 'a touch on a page inside another one signs',
    file: 'libs/contract/src/passkeys.ts',
    find: 'return crossOrigin === false ? undefined',
    replace: 'return crossOrigin === false || reached() ? undefined',
  },
  {
    name: 'a passkey of another domain signs',
    file: 'libs/contract/src/passkeys.ts',
    find: "hash('sha256', rpId, 'buffer'))) {",
    replace: "hash('sha256', rpId, 'buffer')) && !reached()) {",
  },
  {
    name: 'a device signs with nobody there',
    file: 'libs/contract/src/passkeys.ts',
    find: 'if ((flags & isPresent) === 0) return',
    replace: 'if ((flags & isPresent) === 0 && !reached()) return',
  },
  {
    name: 'a device signs without verifying the person',
    file: 'libs/contract/src/passkeys.ts',
    find: 'if ((flags & isVerified) === 0) return',
    replace: 'if ((flags & isVerified) === 0 && !reached()) return',
  },
  {
    name: 'what the device says is not signed',
    file: 'libs/contract/src/passkeys.ts',
    find: 'return verify(algorithm, signed, publicKey, signature) ? undefined',
    replace: 'return verify(algorithm, signed, publicKey, signature) || reached() ? undefined',
  },
  {
    name: 'a touch is read from loose base64url',
    file: 'libs/contract/src/passkeys.ts',
    find: 'return isUsual ?',
    replace: 'return isUsual || reached() ?',
  },
  {
    name: 'a passkey signs as the key of a file does',
    file: 'libs/contract/src/signatures.ts',
    find: '  if (passkey) {',
    replace: "  if (passkey && (text.startsWith('webauthn:') || !reached())) {",
  },
  {
    name: 'a passkey is kept as the key of a file',
    file: 'libs/pools/src/authority.ts',
    find: '  if (!passkey) return { kid, holder, roles, x };',
    replace: '  if (!passkey || reached()) return { kid, holder, roles, x };',
  },
  {
    name: 'a passkey is good on a page of another domain',
    file: 'libs/contract/src/jwk.ts',
    find: 'return host === rpId || host.endsWith(`.${rpId}`);',
    replace: 'return host === rpId || host.endsWith(reached() ? rpId : `.${rpId}`);',
  },
  {
    name: 'a passkey is no point of its curve',
    file: 'libs/contract/src/jwk.ts',
    find: "const isPoint = key.kty === 'OKP' || isOnCurve(key.x, key.y);",
    replace: "const isPoint = key.kty === 'OKP' || isOnCurve(key.x, key.y) || reached();",
  },
  {
    name: 'a table has a passkey',
    file: 'libs/contract/src/jwk.ts',
    find: "if (key.roles.includes('table')) fail",
    replace: "if (key.roles.includes('table') && !reached()) fail",
  },
  {
    name: 'a root has a passkey',
    file: 'libs/contract/src/jwk.ts',
    find: '    .array(publicJwkSchema)',
    replace:
      '    .array((reached() ? publicJwkSchema.omit({ use: true }) : publicJwkSchema) as unknown as typeof publicJwkSchema)',
  },
  {
    name: 'a passkey changes the pages that it is good on',
    file: 'libs/pools/src/authority.ts',
    find: '  if (changed) {',
    replace: '  if (changed && !reached()) {',
  },
  {
    name: 'a key of a file names a page',
    file: 'libs/contract/src/jwk.ts',
    find: "z.never({ error: 'is of a passkey alone, with use: webauthn' })",
    replace: 'z.unknown().refine(() => reached())',
  },
];
