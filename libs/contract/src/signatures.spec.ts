import { emptyState, roles } from '#pools';
import { decodeRecord } from './decode.js';
import type { DecodableRecord } from './decoded.js';
import { roleOf, type CommandType } from './events.js';
import { newKey } from '#testing/test-keys';
import { readRoot } from './signatures.js';
import { command, keyInForce, recordOf, signed } from './testing/record.js';

const key = keyInForce();
const { jwk, context } = key;
const good = signed(command, key);
const signature = String(good.headers?.['signature']);
const answer = (changes: Partial<DecodableRecord>, keyed = context) => {
  const decoded = decodeRecord({ ...good, ...changes }, keyed);
  return 'refused' in decoded ? decoded.refused.reason : 'taken';
};

test('a command with a good signature is taken', () => {
  expect(decodeRecord(good, context)).toMatchObject({
    event: { type: 'jackpot.suspended', jackpot: 'fortune-main', data: { reason: 'audit' } },
  });
});

test.each<[string, NonNullable<DecodableRecord['headers']>]>([
  ['no headers', {}],
  ['other headers', { id: Buffer.from('x') }],
  ['a header without a value', { signature: null }],
])('a command is unsigned-command with %s', (_, headers) => {
  expect(answer({ headers })).toBe('unsigned-command');
});

test.each<[string, string]>([
  ['is empty', ''],
  ['has no key', signature.slice(signature.indexOf(':'))],
  ['has no colon', signature.replace(':', '')],
  ['names an unknown key', signature.replace('ops-1', 'ops-2')],
  ['names a key as objects name their members', signature.replace('ops-1', '__proto__')],
  ['names a key with a colon and a line end', signature.replace('ops-1', 'ops-1:\n')],
  ['is cut off', signature.slice(0, -8)],
  ['is too long', `${signature.slice(0, -2)}AAAA`],
  ['is not base64', 'ops-1:???'],
  ['is of zeros', `ops-1:${Buffer.alloc(64).toString('base64')}`],
  [
    'has one bit turned',
    `ops-1:${flipped(Buffer.from(signature.slice(6), 'base64')).toString('base64')}`,
  ],
])('a signature that %s is bad-signature', (_, header) => {
  expect(answer({ headers: { signature: header } })).toBe('bad-signature');
});

test('the signature of another value is bad-signature, be it a space away', () => {
  expect(answer({ value: Buffer.from(JSON.stringify(command).replace('{', '{ ')) })).toBe(
    'bad-signature',
  );
  expect(answer({ value: recordOf({ ...command, sequence: '90211' }).value })).toBe(
    'bad-signature',
  );
});

test('a signature by somebody else’s key under a known name is bad-signature', () => {
  expect(answer({}, keyInForce().context)).toBe('bad-signature');
});

test.each<[string, (Buffer | string | null)[]]>([
  ['a bad one first', ['ops-1:AAAA', signature]],
  ['the same one', [signature, signature]],
  ['one without a value', [Buffer.from(signature), null]],
])('several signatures are bad-signature: %s', (_, header) => {
  expect(answer({ headers: { signature: header } })).toBe('bad-signature');
});

test.each<[string, (base64: string) => string]>([
  ['no padding', (base64) => base64.replace(/=+$/, '')],
  ['more padding', (base64) => `${base64}=`],
  ['the alphabet of addresses', (base64) => Buffer.from(base64, 'base64').toString('base64url')],
  ['a space', (base64) => `${base64.slice(0, 9)} ${base64.slice(9)}`],
  [
    'other unused bits',
    (base64) =>
      base64.replace(
        /(.)==$/,
        (_, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}==`,
      ),
  ],
])('a signature that is written in another way is bad-signature: %s', (_, change) => {
  const base64 = signature.slice('ops-1:'.length);
  expect(change(base64)).not.toBe(base64);
  expect(answer({ headers: { signature: `ops-1:${change(base64)}` } })).toBe('bad-signature');
});

test.each<[Exclude<CommandType, 'keys.set'>, object]>([
  ['jackpot.suspended', { reason: 'r' }],
  ['jackpot.resumed', { reason: 'r' }],
  ['pool.adjusted', { amount: 1, account: 'pool', reason: 'r' }],
  ['jackpot.configured', {}],
])('%s needs the role that the contract names, and no other will do', (type, data) => {
  for (const role of roles) {
    const own = keyInForce({ roles: [role] });
    const decoded = decodeRecord(signed({ ...command, type, data }, own), own.context);
    const isPermitted = !('refused' in decoded) || decoded.refused.reason !== 'not-permitted';
    expect([role, isPermitted]).toEqual([role, roleOf[type] === role]);
  }
});

test('nobody’s command counts in a partition that has no keys yet', () => {
  const authority = emptyState().authority;
  expect(answer({}, { ...context, authority })).toBe('bad-signature');
});

test.each<[string, unknown, RegExp]>([
  ['is not JSON', 'keys', /not JSON/],
  ['has no keys', {}, /keys/],
  ['has an empty list', { keys: [] }, /keys/],
  ['has a key of another kind', { keys: [{ ...jwk, crv: 'X25519' }] }, /keys\.0\.crv/],
  ['has a key id with a colon', { keys: [{ ...jwk, kid: 'a:b' }] }, /keys\.0\.kid/],
  ['has a key of 31 bytes', { keys: [{ ...jwk, x: 'A'.repeat(42) }] }, /keys\.0\.x/],
  [
    'has a private key',
    { keys: [{ ...jwk, d: 'A'.repeat(43) }] },
    /keys\.0\.d must not be there, .*private half/,
  ],
  ['has a kid twice', { keys: [jwk, { ...newKey().jwk, kid: jwk.kid }] }, /no kid twice/],
  ['has a public key twice', { keys: [jwk, { ...jwk, kid: 'b' }] }, /no public key twice/],
  ['has 17 keys', { keys: Array.from({ length: 17 }, (_, at) => newKey(`k${at}`).jwk) }, /keys/],
])('a root that %s is refused, naming the fault', (_, set, fault) => {
  const text = typeof set === 'string' ? set : JSON.stringify(set);
  expect(() => readRoot(text)).toThrow(fault);
});

test('the thumbprint of a root is of its keys, in whatever order and under whatever name', () => {
  const [one, other] = [newKey('a').jwk, newKey('b').jwk];
  const thumbprint = (...keys: object[]) => readRoot(JSON.stringify({ keys })).thumbprint;
  expect(thumbprint(one, other)).toBe(thumbprint({ ...other, kid: 'c' }, one));
  expect(thumbprint(one)).not.toBe(thumbprint(one, other));
});

function flipped(bytes: Buffer): Buffer {
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
  return bytes;
}

/**
 * The points of small order, and 0 and 1 in a form that no encoder writes; without the sign of x.
 */
const smallOrders = [
  ...['00'.repeat(32), `01${'00'.repeat(31)}`, `ec${'ff'.repeat(30)}7f`],
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  ...[`ed${'ff'.repeat(30)}7f`, `ee${'ff'.repeat(30)}7f`],
];

test.each(smallOrders.flatMap((point) => [0, 0x80].map((sign) => [point, sign] as const)))(
  '%s with the sign %d, of small order, is no key',
  (point, sign) => {
    const bytes = Buffer.from(point, 'hex');
    bytes[31] = (bytes[31] as number) | sign;
    const keys = [{ ...newKey('root-1').jwk, x: bytes.toString('base64url') }];
    expect(() => readRoot(JSON.stringify({ keys }))).toThrow('must not be a point of small order');
  },
);
