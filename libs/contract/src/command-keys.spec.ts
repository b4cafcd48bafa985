import { decodeRecord, type LogRecord } from './decode.js';
import { roleOf, type CommandType } from './events.js';
import { readCommandKeys } from './command-keys.js';
import { bet, newKey, recordOf, signed, writtenAt } from './testing/record.js';

const command = { ...bet, source: 'ops', type: 'jackpot.suspended', data: { reason: 'audit' } };
const { privateKey, jwk, context } = newKey();
const good = signed(command, privateKey);
const signature = String(good.headers?.['signature']);
const answer = (changes: Partial<LogRecord>, keyed = context) => {
  const decoded = decodeRecord({ ...good, ...changes }, keyed);
  return 'refused' in decoded ? decoded.refused.reason : 'taken';
};

test('a command with a good signature is taken', () => {
  expect(decodeRecord(good, context)).toMatchObject({
    event: { type: 'jackpot.suspended', jackpot: 'fortune-main', data: { reason: 'audit' } },
  });
});

test.each<[string, NonNullable<LogRecord['headers']>]>([
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
  expect(answer({}, newKey().context)).toBe('bad-signature');
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
  ['other unused bits', (base64) => base64.replace(/(.)==$/, (_, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}==`)], // prettier-ignore
])('a signature that is written in another way is bad-signature: %s', (_, change) => {
  const base64 = signature.slice('ops-1:'.length);
  expect(change(base64)).not.toBe(base64);
  expect(answer({ headers: { signature: `ops-1:${change(base64)}` } })).toBe('bad-signature');
});

test.each<[CommandType, object]>([
  ['jackpot.suspended', { reason: 'r' }],
  ['jackpot.resumed', { reason: 'r' }],
  ['pool.adjusted', { amount: 1, account: 'pool', reason: 'r' }],
  ['jackpot.configured', {}],
])('%s needs the role that the contract names, and no other will do', (type, data) => {
  for (const role of ['configure', 'operate', 'adjust'] as const) {
    const key = newKey({ roles: [role] });
    const decoded = decodeRecord(signed({ ...command, type, data }, key.privateKey), key.context);
    const isPermitted = !('refused' in decoded) || decoded.refused.reason !== 'not-permitted';
    expect([role, isPermitted]).toEqual([role, roleOf[type] === role]);
  }
});

test('a key is good from notBefore to notAfter by the record’s timestamp, both ends included', () => {
  const window = { notBefore: '2026-11-21T04:00:00Z', notAfter: '2026-11-21T13:00:00+08:00' };
  const end = Date.parse('2026-11-21T05:00:00Z');
  const key = newKey(window);
  const at = (timestamp: number) =>
    'event' in
    decodeRecord(signed(command, key.privateKey, { recordedAtMs: timestamp }), key.context);
  expect([writtenAt - 1, writtenAt, end, end + 1].map(at)).toEqual([false, true, true, false]);
});

test('a key without a window is valid permanently', () => {
  const key = newKey({ notBefore: null, notAfter: null });
  const record = signed(command, key.privateKey, { recordedAtMs: -1 });
  expect(decodeRecord(record, key.context)).toHaveProperty('event');
});

test.each<[string, unknown, RegExp]>([
  ['is not JSON', 'keys', /not JSON/],
  ['has no keys', {}, /keys/],
  ['has a key of another kind', { keys: [{ ...jwk, crv: 'X25519' }] }, /keys\.0\.crv/],
  ['has a key id with a colon', { keys: [{ ...jwk, kid: 'a:b' }] }, /keys\.0\.kid/],
  ['has a key of 31 bytes', { keys: [{ ...jwk, x: 'A'.repeat(42) }] }, /keys\.0\.x/],
  ['has an unknown role', { keys: [{ ...jwk, roles: ['admin'] }] }, /keys\.0\.roles/],
  ['has a window without a zone', { keys: [{ ...jwk, notBefore: '2026-01-01' }] }, /notBefore/],
  [
    'has a private key',
    { keys: [{ ...jwk, d: 'A'.repeat(43) }] },
    /keys\.0\.d must not be there, .*private half/,
  ],
  ['has a key twice', { keys: [jwk, jwk] }, /ops-1 twice/],
])('a key set that %s is refused, naming the fault', (_, set, fault) => {
  const text = typeof set === 'string' ? set : JSON.stringify(set);
  expect(() => readCommandKeys(text)).toThrow(fault);
});

function flipped(bytes: Buffer): Buffer {
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
  return bytes;
}
