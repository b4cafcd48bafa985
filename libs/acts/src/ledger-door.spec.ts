import { jackpot } from '#testing/jackpot';
import { WrittenLedger } from '../../proof/src/archive/testing/written-ledger.js';
import type { LiveLedger } from '#proof';
import { prepareAct } from './act.js';
import { isChange } from './act-facts.js';
import { afterwards, commandResult } from './award-result.js';
import { authoritiesOf, Home } from './ledger-door.js';

const ledger = new WrittenLedger();
afterAll(() => ledger.remove());
ledger.log.configure('main').bet('main', 'T1', '1', 1);
ledger.log.settle('main', 'T1', '1', [{ seat: 1, hand: 'flush' }]);
ledger.commit();

/** A ledger in which something was changed after the write. */
function liveWith(changes: Partial<WrittenLedger['snapshot']> = {}): LiveLedger {
  const { live } = ledger;
  const snapshot: LiveLedger['snapshot'] = async (of) => {
    return { ...(await live.snapshot(of)), ...(of === 0 && changes) };
  };
  return { ...live, snapshot } as LiveLedger;
}

const unsigned = { source: 'test', key: undefined };
const suspend = { type: 'jackpot.suspended', subject: 'main', data: { reason: 'a test' } } as const;

const halted = { reason: 'log-gap', detail: 'A test.', atMs: 0 } as never;
const isHalted =
  /^Nothing was sent: partition 0 is halted \(log-gap\)\. See deploy\/operations\/log-gap\.md\.$/;

describe('the door', () => {
  it('gives a copy of the ledger to whom changes it', async () => {
    const home = await Home.open(liveWith(), 'main');
    const one = home.copy();
    one.jackpots.get('main')?.blocked.add('T1');
    one.tables.clear();
    expect(home.jackpot.blocked.size).toBe(0);
    expect(home.now.tables.size).toBe(1);
    expect(home.position).toBe(ledger.snapshot.position);
  });

  it('lets nothing be rehearsed where the partition is halted', async () => {
    const home = await Home.open(liveWith({ halted }), 'main');
    expect(() => prepareAct(home, suspend, unsigned)).toThrow(isHalted);
  });

  it('is closed where Redis holds what the journal does not prove', async () => {
    const { accounts } = ledger.snapshot;
    const edited = liveWith({ accounts: { ...accounts, 'main/pool': '999000000' } });
    const closed = /^Nothing was signed or sent, and nothing is shown: partition 0, /;
    await expect(Home.open(edited, 'main')).rejects.toThrow(closed);
    await expect(Home.all(edited)).rejects.toThrow(closed);
    await expect(authoritiesOf(edited)).rejects.toThrow(closed);
  });

  it('finds the home of a jackpot that is not there yet, and opens none', async () => {
    const other = jackpot('other').id;
    expect((await Home.find(liveWith(), other)).now.jackpots.has(other)).toBe(false);
    await expect(Home.open(liveWith(), other)).rejects.toThrow('There is no jackpot other. ');
  });
});

describe('after an act was applied', () => {
  const offset = ledger.snapshot.position - 1;
  const act = {
    type: 'award.granted',
    subject: 'main',
    data: { table: 'T1', round: '1' },
  } as const;
  const answers = [
    { ...{ type: act.type, subject: 'main', partition: 0, offset }, refusal: undefined },
  ];

  it('its award is read also where the partition has halted since', async () => {
    expect(
      await commandResult(act, answers, () => Home.find(liveWith({ halted }), 'main')),
    ).toMatchObject({
      id: `main/T1/1/${offset}`,
      states: [{ seat: 1, state: 'awarded' }],
    });
  });

  it('nobody reads that nothing was sent, whatever is wrong with the ledger by then', async () => {
    const reading = commandResult(act, answers, () =>
      Home.find(liveWith({ accounts: {} }), 'main'),
    );
    expect(await afterwards(reading)).toBeUndefined();
  });
});

describe('an act', () => {
  it('is rehearsed on a copy: the second rehearsal finds the ledger as the first did', async () => {
    const home = await Home.open(liveWith(), 'main');
    const [first, second] = [suspend, suspend].map((act) => prepareAct(home, act, unsigned));
    expect(first?.facts).toEqual(second?.facts);
    expect(first?.facts).toMatchObject({
      before: { state: 'running' },
      after: { state: 'suspended' },
    });
    expect(first && isChange(first.facts)).toBe(true);
    expect(home.jackpot.suspended).toBeNull();
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
