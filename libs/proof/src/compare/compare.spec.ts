import { readState } from '#engine';
import { StateDigest, type LedgerSnapshot } from '#ledger';
import { parseAuthority, serializeAuthority, type PartitionState } from '#pools';
import { WrittenLedger } from '../archive/testing/written-ledger.js';
import type { Refold } from '../fold/refold.js';
import { ledgerDifferences } from './compare.js';

let ledger: WrittenLedger;
beforeEach(() => (ledger = new WrittenLedger().begin()));
afterEach(() => ledger.remove());

/** The differences between a ledger in Redis and the fold that made this one. */
function found(changes: Partial<LedgerSnapshot>): string[] {
  const { snapshot } = ledger;
  const { anchor, head } = snapshot;
  const state = readState(snapshot) as PartitionState;
  const refold = { state, anchor, head, origin: { digest: StateDigest.of(snapshot) } } as Refold;
  return ledgerDifferences(1, { ...snapshot, ...changes }, refold).map(({ sentence }) => sentence);
}

test('nothing differs where Redis has what the log gives', () => {
  expect(found({})).toEqual([]);
});

test('a key that was taken from the keys in force is named, and one that was added', () => {
  const authority = parseAuthority(ledger.snapshot.authority);
  const [kid = ''] = authority.keys.keys();
  const less = new Map([...authority.keys].filter(([each]) => each !== kid));
  const more = new Map([
    ...authority.keys,
    ['thief', { ...authority.keys.get(kid)!, kid: 'thief' }],
  ]);
  for (const keys of [less, more]) {
    expect(found({ authority: serializeAuthority({ ...authority, keys }) })).toEqual([
      expect.stringMatching(/^partition 1: who may sign is \{.*\} in Redis and \{.*\} by the log$/),
    ]);
  }
});

test('what is written in another way, and means the same, is named by the digest', () => {
  const { authority } = ledger.snapshot;
  expect(found({ authority: ` ${authority}` })).toEqual([
    expect.stringMatching(
      /^partition 1: the digest of the ledger is \w{64} in Redis and \w{64} by the log$/,
    ),
  ]);
});

test('a remembered award that was removed, changed or added is named', () => {
  const { claims } = ledger.snapshot;
  const [[id = '', text = ''] = []] = Object.entries(claims);
  expect(found({ claims: {} })).toEqual([
    `partition 1: remembered award ${id} is missing in Redis and ${text} by the log`,
  ]);
  expect(found({ claims: { [id]: '{}' } })).toHaveLength(1);
  expect(found({ claims: { ...claims, 'main/T1/9/99': text } })).toHaveLength(1);
});
