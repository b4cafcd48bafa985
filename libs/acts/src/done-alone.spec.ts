import { jest } from '@jest/globals';
import { WrittenLog } from '#testing/written-log';
import { testLedger } from '#testing/test-keys';
import { WrittenLedger } from '../../proof/src/archive/testing/written-ledger.js';
import { prepareAct } from './act.js';
import { Home } from './ledger-door.js';
import { Signer } from './signer.js';

const ledger = new WrittenLedger();
afterAll(() => ledger.remove());
// The day of the log's records, also for `new Date()`.
beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) }));
afterEach(() => void jest.useRealTimers());
const rows = [
  { from: 0, by: [] },
  { from: 5_000, by: ['approve'] },
];
const data = { amount: 3_000, account: 'pool', reason: 'ticket 8' };
ledger.log.configure('main', { approvals: { 'pool.adjusted': rows } });
ledger.log.event('main', 'ops', 'pool.adjusted', data);
ledger.commit();

const { kid, jwk, privateKey } = WrittenLog.keys.signer;
const signer = new Signer({ kid, ledger: testLedger, privateKey, x: jwk.x }, 'a file');
const adjust = { type: 'pool.adjusted', subject: 'main', data } as const;

test('the preview of an act counts what its signer has done alone on the day', async () => {
  const home = await Home.open(ledger.live, 'main');
  expect(() => prepareAct(home, adjust, { source: 'test', key: signer })).toThrow(
    'needs-approval: pool.adjusted of main needs more than one person, with the 3000 minor units of MOP that you have done alone today',
  );
  // A rehearsal without a signer does not count as an act of anybody.
  expect(prepareAct(home, adjust, { source: 'test', key: undefined }).facts).toBeDefined();
});

test('it can be proposed then, as what it is', async () => {
  const home = await Home.open(ledger.live, 'main');
  const proposing = { expiresMs: Date.now() + 3_600_000, note: 'ticket 8' };
  const { sent } = prepareAct(home, adjust, { source: 'test', key: signer, proposing });
  expect(sent.type).toBe('act.proposed');
});
