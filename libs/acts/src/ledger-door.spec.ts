import { jackpot } from '#testing/jackpot';
import { WrittenLedger } from '../../proof/src/archive/testing/written-ledger.js';
import type { LiveLedger } from '#proof';
import { prepareAct } from './act.js';
import { isChange } from './act-facts.js';
import { Home } from './ledger-door.js';

const ledger = new WrittenLedger();
afterAll(() => ledger.remove());
ledger.log.configure('main').bet('main', 'T1', '1', 1);
ledger.commit();

/** The ledger, in which something is other than it was written. */
function liveWith(changes: Partial<WrittenLedger['snapshot']> = {}): LiveLedger {
  const live = {
    partitions: () => Promise.resolve([0, 1, 2]),
    snapshot: () => Promise.resolve({ ...ledger.snapshot, ...changes }),
    ledger: {
      countPartitions: () => Promise.resolve(3),
      readJackpotIds: () => Promise.resolve([]),
    },
  };
  return live as unknown as LiveLedger;
}

const unsigned = { source: 'test', signer: undefined };
const suspend = { type: 'jackpot.suspended', subject: 'main', data: { reason: 'a test' } } as const;

describe('the door', () => {
  it('gives a copy of the ledger at each call', async () => {
    const home = await Home.open(liveWith(), 'main');
    const [one, other] = [home.state(), home.state()];
    one.jackpots.get('main')?.blocked.add('T1');
    one.tables.clear();
    expect(other.jackpots.get('main')?.blocked.size).toBe(0);
    expect(other.tables.size).toBe(1);
    expect(home.position).toBe(ledger.snapshot.position);
  });

  it('is closed where the partition is halted', async () => {
    const halted = { reason: 'log-gap', detail: 'A test.', atMs: 0 };
    await expect(Home.find(liveWith({ halted } as never), 'main')).rejects.toThrow(
      'Nothing was sent: partition 0, the home of main, is halted (log-gap). See deploy/operations/log-gap.md.',
    );
  });

  it('is closed where the ledger does not add up', async () => {
    const { accounts } = ledger.snapshot;
    const edited = { ...accounts, 'main/pool': '999000000' };
    await expect(Home.find(liveWith({ accounts: edited }), 'main')).rejects.toThrow(
      /^Nothing was sent: partition 0, the home of main, is halted \(ledger-unbalanced\)/,
    );
  });

  it('finds the home of a jackpot that is not there yet, and opens none', async () => {
    const other = jackpot('other').id;
    expect((await Home.find(liveWith(), other)).state().jackpots.has(other)).toBe(false);
    await expect(Home.open(liveWith(), other)).rejects.toThrow('There is no jackpot other. ');
  });
});

describe('an act', () => {
  it('is rehearsed on a copy: the second rehearsal finds the ledger as the first did', async () => {
    const home = await Home.open(liveWith(), 'main');
    const [first, second] = [suspend, suspend].map((act) => prepareAct(home, act, unsigned));
    expect(first?.facts).toEqual(second?.facts);
    expect(first?.facts).toMatchObject({
      before: { suspended: false },
      after: { suspended: true },
    });
    expect(first && isChange(first.facts)).toBe(true);
    expect(home.jackpot().suspended).toBe(false);
  });

  it('that the ledger would refuse is refused before anything is sent', async () => {
    const home = await Home.open(liveWith(), 'main');
    const take = { amount: -100_000_000, account: 'pool', reason: 'a test' };
    const adjust = { type: 'pool.adjusted', subject: 'main', data: take } as const;
    expect(() => prepareAct(home, adjust, unsigned)).toThrow(
      /^main: would be refused, .* The pool holds MOP [\d,.]+; MOP 1,000,000\.00 were to be taken\. Nothing was sent\.$/,
    );
  });
});
