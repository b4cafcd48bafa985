import {
  carryToNextRound,
  type IrregularityReport,
  irregularities2025,
  ruleOnIrregularity2025,
} from './article-17-irregularities.js';
import { defaultJackpotPolicies } from './jackpot-policies.js';
import { type TablePolicies } from './table-policies.js';
import { defaultPolicies } from '../policies.js';
import { tablePolicyReadings } from './table-policies.js';

const defaults = defaultPolicies(tablePolicyReadings);

function rule(report: IrregularityReport, chosen: Partial<TablePolicies> = {}): string {
  const ruling = ruleOnIrregularity2025(report, { ...defaults, ...chosen });
  return `${ruling.round}, others ${ruling.otherBets}, jackpot ${ruling.jackpotBet}`;
}

const goesOn = 'continues, others stand, jackpot stands';
const refunded = 'void, others refunded, jackpot refunded';
const carried = 'void, others refunded, jackpot carried';

describe('Article 17', () => {
  test.each([
    ['(1)(1)', { event: 'deal-order-or-count-error' }, carried],
    ['(1)(1)', { event: 'community-deal-error' }, carried],
    ['(1)(2)', { event: 'dealer-card-exposed' }, refunded],
    ['(1)(3)', { event: 'player-cards-exposed', exposed: { 3: 2 } }, refunded],
    ['(2)', { event: 'shuffler-failure' }, 'terminated, others refunded, jackpot carried'],
    ['(4)(1)', { event: 'player-cards-exposed', exposed: { 3: 1, 4: 1 } }, goesOn],
    ['(4)(2)', { event: 'dealt-to-non-betting-hand', seats: [5] }, goesOn],
    ['silent', { event: 'community-card-exposed' }, goesOn],
    ['silent', { event: 'burn-error' }, goesOn],
  ] as const)('%s: %j', (_clause, report, expected) => {
    expect(rule(report)).toBe(expected);
  });

  test('every irregularity names its clause', () => {
    for (const event of irregularities2025) {
      expect(ruleOnIrregularity2025({ event }, defaults).clause).toMatch(/^Art\. 1[17]/);
    }
  });

  test('(5) only the cards of a hand without a bet are dead', () => {
    const report = { event: 'dealt-to-non-betting-hand', seats: [5, 6] } as const;
    expect(ruleOnIrregularity2025(report, defaults).deadHands).toEqual([5, 6]);
  });

  test('the other readings change the round as they say', () => {
    const exposed = { event: 'player-cards-exposed', exposed: { 3: 1, 4: 1 } } as const;
    expect(rule(exposed, { playerExposure: 'table-total' })).toBe(refunded);
    const community = { event: 'community-card-exposed' } as const;
    expect(rule(community, { communityExposure: 'void-refund' })).toBe(refunded);
    expect(rule({ event: 'shuffler-failure' }, { shufflerFailureOtherBets: 'carry' })).toBe(
      'terminated, others carried, jackpot carried',
    );
  });

  test('(3) a carried bet needs a base bet in the next round, or goes by the policy', () => {
    expect(carryToNextRound(['pair-plus'], defaultJackpotPolicies)).toBe('in-play');
    expect(carryToNextRound([], defaultJackpotPolicies)).toBe('refund');
    for (const fate of ['hold', 'forfeit'] as const) {
      const policies = { ...defaultJackpotPolicies, carriedJackpotWithoutBase: fate };
      expect(carryToNextRound([], policies)).toBe(fate);
    }
  });
});
