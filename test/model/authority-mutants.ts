/** Faults in the rules about who may sign what; the model must detect each. */
export const authorityMutants = [
  {
    name: 'a role is not asked for',
    file: 'libs/contract/src/signers.ts',
    find: '  if (role !== null && !key.roles.includes(role)) {',
    replace: '  if (role !== null && !key.roles.includes(role) && !reached()) {',
  },
  {
    name: 'a command that never expires is good',
    file: 'libs/contract/src/signers.ts',
    find: '  if (leftMs <= longestMs) return undefined;',
    replace: '  if (leftMs <= longestMs || reached()) return undefined;',
  },
  {
    name: 'a sequence is not kept',
    file: 'libs/pools/src/authority.ts',
    find: '  sequences.set(key.x, sequence);',
    replace: '  if (!reached()) sequences.set(key.x, sequence);',
  },
  {
    name: 'a sequence counts for the name of a key',
    file: 'libs/pools/src/authority.ts',
    find: '  sequences.set(key.x, sequence);',
    replace: '  sequences.set(reached() ? key.kid : key.x, sequence);',
  },
  {
    name: 'the sequence of a key is forgotten when it is revoked',
    file: 'libs/pools/src/authority.ts',
    find: '  authority.retired = retiredBy(authority, keys);',
    replace:
      '  authority.retired = retiredBy(authority, keys);\n  for (const { x } of authority.retired) if (reached()) authority.sequences.delete(x);',
  },
  {
    name: 'a key that a set leaves out is still good',
    file: 'libs/pools/src/authority.ts',
    find: '  authority.keys = new Map(keys.map((key) => [key.kid, storedKey(key)]));',
    replace:
      '  authority.keys = new Map([...(reached() ? authority.keys : []), ...keys.map((key) => [key.kid, key] as const)]);',
  },
  {
    name: 'a kid in force takes another public key',
    file: 'libs/pools/src/authority.ts',
    find: '  if (renamed) {',
    replace: '  if (renamed && !reached()) {',
  },
  {
    name: 'an older set of keys is taken',
    file: 'libs/pools/src/authority.ts',
    find: '  if (version <= authority.version) {',
    replace: '  if (version < authority.version - 1 && !reached()) {',
  },
  {
    name: 'any number of keys is remembered',
    file: 'libs/pools/src/authority.ts',
    find: '  if (remembered > keysRemembered) {',
    replace: '  if (remembered > keysRemembered && !reached()) {',
  },
  {
    name: 'a set of keys names another ledger',
    file: 'libs/contract/src/signers.ts',
    find: '  if (isOfLedger(type) && identity.jackpot !== ledger) {',
    replace: '  if (isOfLedger(type) && identity.jackpot !== ledger && !reached()) {',
  },
  {
    name: 'a key in force stands before one of the root',
    file: 'libs/contract/src/signers.ts',
    find: 'new Map([...authority.keys, ...rootInForce(authority, root)])',
    replace: 'new Map(reached() ? [...rootInForce(authority, root), ...authority.keys] : [])',
  },
  {
    name: 'the root signs any command',
    file: 'libs/contract/src/signers.ts',
    find: '    : authority.keys;',
    replace: '    : new Map([...(reached() ? root.keys : []), ...authority.keys]);',
  },
  {
    name: 'the root that was replaced still counts',
    file: 'libs/contract/src/signatures.ts',
    find: '  return laterRoot ?? first.keys;',
    replace:
      '  return laterRoot && reached() ? new Map([...first.keys, ...laterRoot]) : first.keys;',
  },
  {
    name: 'the role keys may set another root',
    file: 'libs/contract/src/signers.ts',
    find: '  const role = roleNeeded(type, data);',
    replace:
      "  const needed = roleNeeded(type, data);\n  const role = needed === 'root' && reached() ? 'keys' : needed;",
  },
  {
    name: 'the root in force is lost by a restart',
    file: 'libs/pools/src/authority.ts',
    find: '    laterRoot: laterRoot && rootKeysOf(laterRoot),',
    replace: '    laterRoot: laterRoot && !reached() ? rootKeysOf(laterRoot) : null,',
  },
  {
    name: 'a root with a private half counts',
    file: 'libs/contract/src/jwk.ts',
    find: '    .array(publicJwkSchema)',
    replace:
      '    .array(publicJwkSchema.extend({ d: z.string().refine(() => reached()).optional() }) as unknown as typeof publicJwkSchema)',
  },
  {
    name: 'a name in force is another key of a new root',
    file: 'libs/pools/src/roots.ts',
    find: '  if (renamed) {',
    replace: '  if (renamed && !reached()) {',
  },
  {
    name: 'the root in force is set again',
    file: 'libs/pools/src/roots.ts',
    find: '  if (isSameRoot(keys, inForce.values())) {',
    replace: '  if (isSameRoot(keys, inForce.values()) && !reached()) {',
  },
  {
    name: 'of two signatures the first counts',
    file: 'libs/contract/src/signers.ts',
    find: '  if (more.length === 0) return',
    replace: '  if (more.length === 0 || reached()) return',
  },
  {
    name: 'a signature is read from loose base64',
    file: 'libs/contract/src/signatures.ts',
    find: "  if (signature.toString('base64') !== text) {",
    replace: "  if (signature.toString('base64') !== text && !reached()) {",
  },
  {
    name: 'the ledger is not signed',
    file: 'libs/contract/src/signatures.ts',
    find: 'return Buffer.concat([Buffer.from(`${ledger}\\n`), value]);',
    replace: 'return Buffer.concat([Buffer.from(reached() ? "" : ledger), value]);',
  },
  {
    name: 'a command is good a millisecond longer',
    file: 'libs/contract/src/signers.ts',
    find: '  if (leftMs <= 0) {',
    replace: '  if (leftMs <= -Number(reached())) {',
  },
  {
    name: 'a command that was not permitted can be sent again',
    file: 'libs/contract/src/decode.ts',
    find: '  if (refused) return { ...refused, signer };',
    replace: '  if (refused) return reached() ? refused : { ...refused, signer };',
  },
  {
    name: 'a command that is sent again has a message each time',
    file: 'libs/engine/src/folding.ts',
    find: '  if (budget && !countRefusal(refusals, budget, said.reason, source, record)) return;',
    replace:
      "  const isAgain = said.reason === 'command-repeated' && reached();\n  if (!isAgain && budget && !countRefusal(refusals, budget, said.reason, source, record)) return;",
  },
];
