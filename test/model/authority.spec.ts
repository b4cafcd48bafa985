import { signRecord } from '#contract';
import { keysRecord, newKey, rootOf, signingKey, type TestKey } from '#testing/test-keys';
import { Authority, type Bytes } from './authority.js';
import type { ModelEvent } from './events.js';

const LEDGER = 'macau-1';
const root = newKey('root-1');
const [lam, wong, thief] = ['keys-1', 'ops-1', 'ops-2'].map((kid) => newKey(kid)) as [
  TestKey,
  TestKey,
  TestKey,
];
const lams = signingKey(lam, { holder: 'L.Ho', roles: ['keys'] });
const wongs = signingKey(wong, { holder: 'J.Wong', roles: ['configure', 'operate'] });

let authority: Authority;
let sequence: number;

beforeEach(() => {
  authority = new Authority(rootOf(root).text);
  sequence = 0;
});

/** The refusal of these bytes, or null. */
function judge({ value, headers }: Bytes, nowMs = 0): string | null {
  const event = JSON.parse(String(value)) as ModelEvent;
  return authority.judge(event, { value, headers }, nowMs).refusal;
}

function setOf(keys: Parameters<typeof keysRecord>[0], signer: TestKey, more: object = {}): Bytes {
  sequence += 1;
  const { value, headers } = keysRecord(keys, signer, {
    sequence,
    ledger: LEDGER,
    atMs: 0,
    ...more,
  });
  return { value, headers: { signature: Buffer.from(headers.signature) } };
}

/** A command; by default one that its signer may give. */
function command(
  signer: TestKey,
  { ledger = LEDGER, ...more }: Record<string, unknown> & { ledger?: string } = {},
): Bytes {
  sequence += 1;
  const event = {
    ...{ specversion: '1.0', type: 'jackpot.suspended', id: 'a', source: 'a' },
    ...{ sequence: String(sequence), subject: 'fortune', expires: '1970-01-02T00:00:00Z' },
    ...{ data: { reason: 'audit' }, ...more },
  };
  const value = Buffer.from(JSON.stringify(event));
  const signature = Buffer.from(signRecord(ledger, value, signer.kid, signer.privateKey));
  return { value, headers: { signature } };
}

describe('whose signature the model counts', () => {
  it('is nobody’s before the first set of keys', () => {
    expect(judge(command(wong))).toBe('bad-signature');
    expect(judge(command(root))).toBe('bad-signature');
    expect(judge(setOf([lams, wongs], lam))).toBe('bad-signature');
    expect(judge({ ...command(wong), headers: {} })).toBe('unsigned-command');
    expect(judge({ ...command(wong), headers: { signature: null } })).toBe('unsigned-command');
  });

  it('is that of a key in force, from the record after its set on until a set leaves it out', () => {
    expect(judge(setOf([lams, wongs], root))).toBeNull();
    expect(judge(command(wong))).toBeNull();
    expect(judge(command(thief))).toBe('bad-signature');
    expect(judge(setOf([lams], lam, { version: 2 }))).toBeNull();
    expect(judge(command(wong))).toBe('bad-signature');
  });

  it('is the root’s for a set of keys at any time, and for nothing else', () => {
    judge(setOf([lams, wongs], root));
    judge(setOf([lams], root, { version: 2 }));
    expect(judge(setOf([lams, wongs], root, { version: 3 }))).toBeNull();
    expect(judge(command(root))).toBe('bad-signature');
  });

  it('is the root’s where a key in force has its name', () => {
    const usurper = newKey('root-1');
    const all = signingKey(usurper, { holder: 'X' });
    expect(judge(setOf([all], root))).toBeNull();
    expect(judge(command(usurper))).toBeNull();
    expect(judge(setOf([all], usurper, { version: 2 }))).toBe('bad-signature');
    expect(judge(setOf([all], root, { version: 2 }))).toBeNull();
  });

  it('is good in one ledger only, which the first set names for good', () => {
    judge(setOf([lams, wongs], root));
    expect(judge(command(wong, { ledger: 'macau-2' }))).toBe('bad-signature');
    const elsewhere = { version: 2, ledger: 'macau-2' };
    expect(judge(setOf([lams, wongs], root, elsewhere))).toBe('bad-signature');
  });

  it('stands once in the header, in base64 as it is usually written', () => {
    judge(setOf([lams, wongs], root));
    const { value, headers } = command(wong);
    const right = headers['signature'] as Buffer;
    for (const signature of [
      [right, right],
      Buffer.from(''),
      Buffer.from(String(right).replace('==', '')),
      Buffer.from(`${right}\n`),
      Buffer.from(String(right).slice('ops-1'.length)),
    ]) {
      expect(judge({ value, headers: { signature } })).toBe('bad-signature');
    }
    expect(judge({ value, headers })).toBeNull();
  });
});

describe('another root before the model', () => {
  const [second, third] = [newKey('root-2'), newKey('root-3')];
  const another = (signer: TestKey, ...keys: readonly TestKey[]) => {
    const data = { root: { keys: keys.map(({ jwk }) => jwk) } };
    return command(signer, { type: 'root.set', subject: LEDGER, data });
  };

  it('is refused before the first set of keys', () => {
    expect(judge(another(root, second))).toBe('bad-signature');
  });

  it('is set by the root in force alone, which then counts no more', () => {
    judge(setOf([lams, wongs], root));
    expect(judge(another(lam, second))).toBe('not-permitted');
    expect(judge(another(second, second))).toBe('bad-signature');
    expect(judge(another(root, second))).toBeNull();
    expect(judge(setOf([lams], root, { version: 2 }))).toBe('bad-signature');
    expect(judge(another(root, third))).toBe('bad-signature');
    expect(judge(setOf([lams], second, { version: 2 }))).toBeNull();
    expect(authority.view()).toMatchObject({
      root: rootOf(root).root.thumbprint,
      laterRoot: { 'root-2': second.jwk.x },
    });
  });

  it('may be one of before, and nothing that it signed then counts again', () => {
    judge(setOf([lams, wongs], root));
    const first = another(root, second);
    const both = [first, another(second, root), first].map((record) => judge(record));
    expect(both).toEqual([null, null, 'command-repeated']);
  });

  it('is refused where it is the one in force, or takes a name in force', () => {
    judge(setOf([lams, wongs], root));
    for (const taken of [root, { ...second, jwk: { ...root.jwk, kid: 'root-2' } }]) {
      expect(judge(another(root, taken))).toBe('invalid-command');
    }
    for (const kid of ['root-1', 'ops-1']) {
      const renamed = { ...second, jwk: { ...second.jwk, kid } };
      expect(judge(another(root, third, renamed))).toBe('invalid-command');
    }
    expect(judge(another(root, root, second))).toBeNull();
  });

  it('is refused where more than 2,048 keys would have signed or be of the root', () => {
    judge(setOf([lams, wongs], root));
    for (let at = 0; at < 2_047; at += 1) authority.sequences.set(`x${at}`, 1n);
    authority.sequences.delete('x0');
    expect(judge(another(root, second, third))).toBe('invalid-command');
    expect(judge(another(root, second))).toBeNull();
  });
});

describe('a command before the model', () => {
  beforeEach(() => expect(judge(setOf([lams, wongs], root))).toBeNull());

  it('is good once, also after its key was revoked and is in force again', () => {
    const suspended = command(wong);
    expect([judge(suspended), judge(suspended)]).toEqual([null, 'command-repeated']);
    judge(setOf([lams], root, { version: 2 }));
    expect(judge(suspended)).toBe('bad-signature');
    judge(setOf([lams, { ...wongs, kid: 'ops-9' }], root, { version: 3 }));
    const renamed = String(suspended.headers['signature']).replace('ops-1', 'ops-9');
    const headers = { signature: Buffer.from(renamed) };
    expect(judge({ ...suspended, headers })).toBe('command-repeated');
  });

  it('uses its sequence up where it is expired, not permitted or far ahead', () => {
    const expired = command(wong, { expires: '1970-01-01T00:00:00Z' });
    expect([judge(expired), judge(expired)]).toEqual(['command-expired', 'command-repeated']);
    const forbidden = command(wong, { type: 'pool.adjusted' });
    expect([judge(forbidden), judge(forbidden)]).toEqual(['not-permitted', 'command-repeated']);
    const ahead = command(wong, { sequence: String(2n ** 63n - 1n) });
    expect([judge(ahead), judge(ahead)]).toEqual([null, 'command-repeated']);
    expect(judge(command(wong))).toBe('command-repeated');
  });

  it('is too late at the millisecond at which it expires', () => {
    const expires = '1970-01-01T08:00:01.000+08:00';
    expect(judge(command(wong, { expires }), 999)).toBeNull();
    expect(judge(command(wong, { expires }), 1000)).toBe('command-expired');
  });

  it('needs the role of its type', () => {
    expect(judge(command(wong, { type: 'jackpot.configured' }))).toBeNull();
    expect(judge(command(lam))).toBe('not-permitted');
    expect(judge(setOf([wongs], wong, { version: 2 }))).toBe('not-permitted');
  });
});

describe('a set of keys before the model', () => {
  beforeEach(() => expect(judge(setOf([lams, wongs], root, { version: 5 }))).toBeNull());

  const stranger = signingKey(thief, { holder: 'X', roles: ['adjust'] });
  const many = (count: number) => {
    return Array.from({ length: count }, (_, index) => signingKey(newKey(`crowd-${index}`)));
  };
  // The last letter has two bits without meaning.
  const after = (x: string) => String.fromCharCode(x.charCodeAt(x.length - 1) + 1);
  const cases: [string, readonly object[], number][] = [
    ['the version of the one in force', [lams], 5],
    ['a version 1,001 above the one in force', [lams], 1_006],
    ['no key', [], 6],
    ['257 keys', many(257), 6],
    ['a kid twice', [lams, { ...stranger, kid: lams.kid }], 6],
    ['a public key twice', [lams, { ...stranger, x: lams.x }], 6],
    [
      'a public key in loose base64url',
      [lams, { ...stranger, x: `${lams.x.slice(0, -1)}${after(lams.x)}` }],
      6,
    ],
    ['a kid in force with another public key', [lams, { ...stranger, kid: wongs.kid }], 6],
    ['no key that may set keys', [wongs], 6],
    ['a key without a role', [lams, { ...stranger, roles: [] }], 6],
    ['a role that there is not', [lams, { ...stranger, roles: ['dealer'] }], 6],
    ['a key without a holder', [lams, { ...stranger, holder: undefined }], 6],
    // 0, −1 and a point of order 8.
    ['a key of order 4', [lams, { ...stranger, x: 'A'.repeat(43) }], 6],
    [
      'a key of order 2',
      [lams, { ...stranger, x: '7P_______________________________________38' }],
      6,
    ],
    [
      'a key of order 8',
      [lams, { ...stranger, x: 'JuiVj8KyJ7BFw_SJ8u-Y8NXfrAXTxjM5sTgCiG1T_AU' }],
      6,
    ],
  ];

  it.each(cases)('is refused with %s, and the keys stay as they are', (_, keys, version) => {
    const before = authority.view().keys;
    const set = setOf(keys as Parameters<typeof setOf>[0], root, { version });
    expect(judge(set)).toBe('invalid-command');
    expect(authority.view().keys).toEqual(before);
    expect(judge(setOf([lams], root, { version: 6 }))).toBeNull();
  });

  it('may name 1,024 keys in all, those that were revoked among them', () => {
    const crowd = many(1_022);
    for (const [index, from] of [0, 250, 500, 750, 1_000].entries()) {
      const part = crowd.slice(from, from + 250);
      expect(judge(setOf([lams, ...part], root, { version: 6 + index }))).toBeNull();
    }
    const next = { version: 20 };
    expect(judge(setOf([lams, stranger], root, next))).toBe('invalid-command');
    expect(judge(setOf([lams, ...crowd.slice(0, 9)], root, next))).toBeNull();
  });
});
