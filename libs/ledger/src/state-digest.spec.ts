import { createHash } from 'node:crypto';
import { StateDigest, type EntryKind } from './state-digest.js';

type Entries = readonly (readonly [kind: EntryKind, key: string, text: string])[];

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/** CRC-32 of ISO 3309, bit by bit. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** The digest of contract 8.8 taken literally, over all entries each time. */
function naiveDigest(entries: Entries, counts = '0\n', authority = ''): string {
  const named = [...entries].map(([kind, key, text]) => ({
    name: `${kind}/${key}`,
    bucket: crc32(`${kind}/${key}`) % 1_024,
    hash: sha256(`${kind}/${key}\n${text}`),
  }));
  named.sort((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)));
  const buckets = Array.from({ length: 1_024 }, (_, number) => {
    const own = named.filter(({ bucket }) => bucket === number);
    return sha256(Buffer.concat(own.map(({ hash }) => hash)));
  });
  const groups = Array.from({ length: 32 }, (_, number) =>
    sha256(Buffer.concat(buckets.slice(number * 32, number * 32 + 32))),
  );
  const keys = authority === '' ? '' : sha256(authority).toString('hex');
  const rest = Buffer.from(`${counts}\n${keys}`);
  return sha256(Buffer.concat([...groups, rest])).toString('hex');
}

function entriesOf(tables: number): Entries {
  return [
    ['accounts', 'main', '["main/house","-123","main/pool","123"]'],
    ['jackpots', 'main', '{"name":"富貴"}'],
    ['values', 'main', '{"version":1}'],
    ...Array.from({ length: tables }, (_, n) => ['tables', `main/T${n}`, `{"n":${n}}`] as const),
  ];
}

function setEntry(digest: StateDigest, [kind, key, text]: Entries[number]): void {
  if (kind === 'accounts') digest.setAccounts(key, JSON.parse(text) as string[]);
  else digest.set(kind, key, text);
}

function digestOf(entries: Entries): StateDigest {
  const digest = new StateDigest();
  for (const entry of entries) setEntry(digest, entry);
  return digest;
}

test.each([0, 1, 40, 30_000])('the digest with %d tables is that of the contract', (tables) => {
  const entries = entriesOf(tables);
  expect(digestOf(entries).root()).toBe(naiveDigest(entries));
});

test('an empty ledger has a digest, which the contract names', () => {
  expect(new StateDigest().root()).toBe(naiveDigest([]));
});

test('names are in the order of their bytes, which is not that of UTF-16', () => {
  // U+1F600 has the higher bytes, and begins with the lower code unit.
  const rounds = Array.from({ length: 2_000 }, (_, n) => [`\u{1f600} ${n}`, `\ufb33 ${n}`, `${n}`]);
  const entries = rounds.flat().map((each) => ['claims', `main/T1/${each}/1`, '{}'] as const);
  expect(digestOf(entries).root()).toBe(naiveDigest(entries));
});

test('entries that come one after the other, in any order, give the digest of the whole', () => {
  const entries = entriesOf(500);
  const digest = new StateDigest();
  for (const [index, entry] of entries.toReversed().entries()) {
    setEntry(digest, entry);
    if (index % 50 === 0) digest.root();
  }
  digest.set('tables', 'main/T7', 'another text');
  digest.root();
  digest.set('tables', 'main/T7', '{"n":7}');
  expect(digest.root()).toBe(naiveDigest(entries));
});

test('whole hashes give the same digest', () => {
  const hashes: Record<EntryKind, Record<string, string>> & Parameters<typeof StateDigest.of>[0] = {
    newestMs: 5,
    refusals: '[1]',
    authority: '{}',
    accounts: {},
    jackpots: {},
    tables: {},
    claims: {},
    values: {},
    meters: {},
  };
  for (const [kind, key, text] of entriesOf(9)) {
    if (kind !== 'accounts') hashes[kind][key] = text;
  }
  hashes.accounts = { 'main/pool': '123', 'main/house': '-123' };
  expect(StateDigest.of(hashes).root()).toBe(naiveDigest(entriesOf(9), '5\n[1]', '{}'));
});

test('fields that no jackpot has are covered too, and each by its own name', () => {
  const rest = { newestMs: 0, refusals: '', authority: '' };
  const empty = { jackpots: {}, tables: {}, claims: {}, values: {}, meters: {}, ...rest };
  const cases = [
    {},
    { 'main/pool': '1' },
    { 'main/pool': '1', 'main/tips': '0' },
    { 'main/pool': '1","main/tips","0' },
    { 'main/tips': '1' },
    { tips: '1' },
    { '/tips': '1' },
    { 'main/a/tips': '1' },
  ];
  const digests = cases.map((accounts) => StateDigest.of({ ...empty, accounts }).root());
  expect(new Set(digests).size).toBe(cases.length);
});

test('another time, or other counts of refusals, give another digest', () => {
  const digest = digestOf(entriesOf(9));
  for (const [newestMs, refusals] of [
    [5, ''],
    [5, '[1]'],
    [0, '[1]'],
    [0, ''],
  ] as const) {
    digest.setCounts({ newestMs, refusals });
    expect(digest.root()).toBe(naiveDigest(entriesOf(9), `${newestMs}\n${refusals}`));
  }
});

test('other keys give another digest', () => {
  const digest = digestOf(entriesOf(9));
  for (const authority of ['{"version":1}', '{"version":2}', '']) {
    digest.setAuthority(authority);
    expect(digest.root()).toBe(naiveDigest(entriesOf(9), '0\n', authority));
  }
});

test.each<[string, (entries: Entries) => Entries]>([
  [
    'a balance',
    (all) => all.with(0, ['accounts', 'main', '["main/house","-123","main/pool","124"]']),
  ],
  ['a text', (all) => all.with(3, ['tables', 'main/T0', '{"n":1}'])],
  ['a key', (all) => all.with(3, ['tables', 'main/T00', '{"n":0}'])],
  ['a kind', (all) => all.with(2, ['jackpots', 'other', '{"version":1}'])],
  ['one entry less', (all) => all.slice(0, -1)],
  ['one entry more', (all) => [...all, ['tables', 'main/X', '{}']]],
  ['a text cut in another way', (all) => all.with(3, ['tables', 'main/T0{', '"n":0}'])],
])('another ledger has another digest: %s', (_, edit) => {
  const entries = entriesOf(20);
  expect(digestOf(edit(entries)).root()).not.toBe(digestOf(entries).root());
});
