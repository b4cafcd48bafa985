import { emptyState, roles, type Jackpot, type PartitionState } from '#pools';
import { jackpot } from '#testing/jackpot';
import { isChange, type Command } from '#acts';
import { actFacts } from '../../../../libs/acts/src/act-facts.js';
import { foldCommand } from '../../../../libs/acts/src/fold-command.js';
import { describeAct } from './describe-act.js';

const signatory = { kid: 'ops-1', holder: 'ops-1', roles };
let state: PartitionState;
let offset = 0;
beforeEach(() => {
  state = emptyState();
  configure({});
});

/** The command, applied. */
function applied(type: Command['type'], data: object): Command {
  const command = { type, subject: 'main', data };
  const place = { partition: 0, partitions: 1, offset };
  offset += 1;
  expect(foldCommand(state, command, place, { source: 'test', signatory })).toBeUndefined();
  return command;
}
function configure(changes: object, how: object = {}): Command {
  return applied('jackpot.configured', { ...jackpot('main', changes), ...how });
}
const main = (): Jackpot => {
  const own = state.jackpots.get('main') as Jackpot;
  return { ...own, accounts: { ...own.accounts }, blocked: new Set(own.blocked) };
};
/** The lines that people see for an act. */
function shown(act: () => Command): string[] {
  const before = { jackpot: main(), table: undefined, openRounds: new Map<number, number>() };
  const command = act();
  const after = { jackpot: main(), table: undefined, openRounds: new Map<number, number>() };
  const facts = actFacts(
    before.jackpot,
    command,
    { before, after, authority: state.authority },
    command.type,
  );
  expect(isChange(facts)).toBe(true);
  return describeAct(facts).trimEnd().split('\n');
}
const atRestart = { effective: 'next-restart' };

describe('what an act changes is shown whole', () => {
  it('where it holds from the next restart on', () => {
    expect(shown(() => configure({ seed: 2_000_000, payoutUnit: 200 }, atRestart))).toEqual([
      'main',
      '  at the next restart of the pool:',
      '    seed: MOP 10,000.00 -> MOP 20,000.00',
      '    payoutUnit: MOP 1.00 -> MOP 2.00',
      '  the signs keep showing MOP 10,000.00',
    ]);
  });

  it('where it takes the place of what waits for the restart', () => {
    configure({ seed: 2_000_000 }, atRestart);
    expect(shown(() => configure({ seed: 3_000_000 }, atRestart))).toEqual([
      'main',
      '  at the next restart of the pool:',
      '    seed: MOP 10,000.00 -> MOP 30,000.00',
      '  in place of the configuration that waits for it now:',
      '    seed: MOP 20,000.00 -> MOP 30,000.00',
      '  the signs keep showing MOP 10,000.00',
    ]);
  });

  it('where it holds at once and drops what waits', () => {
    configure({ seed: 2_000_000 }, atRestart);
    expect(shown(() => configure({ maxTables: 7 }, { replacesPending: true }))).toEqual([
      'main',
      '  maxTables: 1000 -> 7',
      '  the configuration that waits for the next restart: dropped',
      '  the signs keep showing MOP 10,000.00',
    ]);
  });

  it('with the name of its table', () => {
    configure({ tables: [{ id: 'T1' }] });
    const data = { table: 'T1', reason: 'a test' };
    expect(shown(() => applied('table.blocked', data)).slice(0, 2)).toEqual([
      'main, table T1',
      '  blocked tables: none -> T1',
    ]);
  });
});
