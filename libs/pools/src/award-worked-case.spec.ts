import { fortune } from '#testing/jackpot';
import type { CommandEvent } from './events.js';
import { evidence, pay, expectRefused } from './testing/awards.js';
import { LogScript } from './testing/log-script.js';

describe('the worked case of the design', () => {
  const alice: CommandEvent['by'] = { kid: 'alice', holder: 'A', roles: ['operate', 'adjust'] };
  const alias: CommandEvent['by'] = { kid: 'alias', holder: 'A', roles: ['approve'] };
  const bob: CommandEvent['by'] = { kid: 'bob', holder: 'B', roles: ['approve'] };
  const carol: CommandEvent['by'] = { kid: 'carol', holder: 'C', roles: ['surveil'] };
  const dan: CommandEvent['by'] = { kid: 'dan', holder: 'D', roles: ['pay'] };

  const configuration = {
    ...fortune,
    verifyAbove: 1_000_000,
    approvals: {
      'award.verified': [
        { from: 0, by: [] },
        { from: 500_000, by: ['approve'] },
        { from: 10_000_000, by: ['approve', 'surveil'], notice: 'regulator' },
      ],
      'award.reversed': [{ from: 0, by: ['approve'] }],
    },
  } as const;

  const bets = (play: LogScript, source: string, count: number) => {
    for (let bet = 0; bet < count; bet += 1) {
      play.table(source).bet(String(bet), 3, { stake: 5_000 });
      play.table(source).settle(String(bet));
    }
  };
  const propose = (play: LogScript, act: { type: string; data: object }) => {
    const expiresMs = Date.UTC(2026, 10, 21) + 86_400_000;
    const data = { act, digest: act.type, role: 'adjust', expiresMs, note: 'n' } as never;
    play.command({ type: 'act.proposed', data }, { by: alice });
    return play.offset - 1;
  };
  const approve = (
    play: LogScript,
    by: CommandEvent['by'],
    proposal: number,
    act: { type: string; data: object },
  ) => {
    const data = { act, digest: act.type, proposal } as never;
    return play.command({ type: 'act.approved', data }, { by });
  };

  test('gives its figures to the cent', () => {
    const play = new LogScript();
    play.configure(configuration as never);
    play.state.authority.keys = new Map(
      [alice, alias, bob, carol, dan].map((each) => [each.kid, { ...each, x: each.kid }]),
    );
    bets(play, 'T1', 99);
    play.table('T1').bet('99', 3, { stake: 5_000 });
    expect(play.ledger).toEqual({
      ...{ pool: 100_350_000, reserve: 25_000, house: -99_875_000 },
      ...{ players: -500_000, held: 0 },
    });

    const outcome = play.table('T1').settle('99', [{ seat: 3, hand: 'royal-flush' }]);
    const award = outcome.award?.id as string;
    expect(play.ledger).toEqual({
      ...{ pool: 100_000_000, reserve: 0, house: -199_850_000 },
      ...{ players: -500_000, held: 100_350_000 },
    });
    bets(play, 'T2', 10);
    expect(play.ledger).toMatchObject({ pool: 100_035_000, reserve: 2_500, house: -199_837_500 });

    expectRefused(play, 'award-state', () => pay(play, award, { seat: 3, amount: 100_350_000 }));
    const reversal = { type: 'award.reversed', data: { award, cause: 'misread', reason: 'r' } };
    expectRefused(play, 'needs-approval', () => play.command(reversal as never, { by: alice }));
    const proposal = propose(play, reversal);
    expectRefused(play, 'same-person', () => approve(play, alias, proposal, reversal));
    expect(approve(play, bob, proposal, reversal).award?.by).toMatchObject([
      { act: 'award.reversed', holder: 'A', offset: proposal },
      { act: 'award.reversed', holder: 'B', offset: play.offset - 1 },
    ]);
    expect(play.ledger).toEqual({
      ...{ pool: 100_385_000, reserve: 27_500, house: -99_862_500 },
      ...{ players: -550_000, held: 0 },
    });

    play.table('T1').bet('100', 3, { stake: 5_000 });
    const again = play.table('T1').settle('100', [{ seat: 3, hand: 'royal-flush' }]).award;
    const seats = { award: again?.id as string, seats: [3] };
    expect(play.ledger.held).toBe(100_388_500);
    const verification = { type: 'award.verified', data: { ...seats, evidence } };
    const asked = propose(play, verification);
    expect(approve(play, bob, asked, verification).award).toBeUndefined();
    expect(approve(play, carol, asked, verification).award?.seats).toEqual([
      { seat: 3, state: 'verified', slip: 1, verified: play.offset - 1 },
    ]);
    const paid = {
      award: seats.award,
      seat: 3,
      slip: 1,
      amount: 100_388_500,
      method: 'cash',
    } as const;
    const payment = () => play.command({ type: 'award.paid', data: paid }, { by: dan });
    expect(payment().effect).toBe('applied');
    expect(play.ledger).toMatchObject({ held: 0, players: -555_000 + 100_388_500 });
    expectRefused(play, 'award-state', payment);
  });
});
