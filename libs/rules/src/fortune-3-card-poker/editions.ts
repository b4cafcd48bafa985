import {
  type ThreeCardCombination,
  type ThreeCardRanking,
  threeCardRanking,
} from '../cards/three-cards.js';
import { handRules2008 } from '../fortune-3-card-poker-2008/article-02-hands.js';
import { betRules2008 } from '../fortune-3-card-poker-2008/article-06-betting.js';
import { hands2008, order2008 } from '../fortune-3-card-poker-2008/article-08-hands.js';
import {
  raiseClauseAmended,
  refuseFold,
  settleSeatAmended,
} from '../fortune-3-card-poker-2008/article-09-amended.js';
import {
  raiseClauseOriginal,
  settleSeatOriginal,
} from '../fortune-3-card-poker-2008/article-09-original.js';
import { type Policies2008, policyReadings2008 } from '../fortune-3-card-poker-2008/policies.js';
import { handRules2025 } from '../fortune-3-card-poker-2025/article-05-hands.js';
import { baseHands89, baseHands94 } from '../fortune-3-card-poker-2025/article-07-1-base-hands.js';
import { betRules2025 } from '../fortune-3-card-poker-2025/article-10-betting.js';
import { settleSeat2025 } from '../fortune-3-card-poker-2025/article-13-results.js';
import {
  type Policies2025,
  policyReadings2025,
} from '../fortune-3-card-poker-2025/table-policies.js';
import { defaultPolicies, type PolicyReadings, readPolicies } from '../policies.js';
import type { Refusal, Refused } from '../refusal.js';
import type { BetResult } from '../settlement.js';
import type { DealerHand, DealerQualification, PlayerHand, SeatStakes } from './showdown.js';
import type { TableRules } from './table.js';

/** An amending despacho replaces one article: 97/2008 the ninth of 78/2008, 94/2025 the 7(1). */
export const fortuneEditions = ['78-2008', '97-2008', '89-2025', '94-2025'] as const;

export type FortuneEdition = (typeof fortuneEditions)[number];

/** One edition under chosen policies, ready to settle. */
export interface FortuneRules {
  edition: FortuneEdition;
  /** From high to low. */
  combinations: readonly ThreeCardCombination[];
  ranking: ThreeCardRanking;
  qualification: DealerQualification;
  /** The rules of the table, in the edition's own articles. */
  table: TableRules;
  /** The clause that allows a player only one hand, his own. */
  ownHandClause: string;
  /** The clause that lists only base bets; undefined if the edition has additional ones. */
  noAdditionalBets: string | undefined;
  /** The policies of the edition's own year; the other year's are undefined. */
  policies2025: Policies2025 | undefined;
  policies2008: Policies2008 | undefined;
  /** The clause that requires the raise to equal the Ante. */
  raiseClause: string;
  refuseFold(stakes: SeatStakes): Refusal | undefined;
  settleSeat(stakes: SeatStakes, player: PlayerHand, dealer: DealerHand): BetResult[];
}

interface EditionRules {
  readings: PolicyReadings;
  rules(policies: never): FortuneRules;
}

const editions = {
  '78-2008': {
    readings: policyReadings2008,
    rules: (policies: Policies2008) => ({
      ...rules2008('78-2008', policies, raiseClauseOriginal),
      refuseFold: () => undefined,
      settleSeat: (stakes, player, dealer) => settleSeatOriginal(stakes, player, dealer, policies),
    }),
  },
  '97-2008': {
    readings: policyReadings2008,
    rules: (policies: Policies2008) => ({
      ...rules2008('97-2008', policies, raiseClauseAmended),
      refuseFold,
      settleSeat: (stakes, player, dealer) => settleSeatAmended(stakes, player, dealer, policies),
    }),
  },
  '89-2025': {
    readings: policyReadings2025,
    rules: (policies: Policies2025) => rules2025('89-2025', baseHands89, policies),
  },
  '94-2025': {
    readings: policyReadings2025,
    rules: (policies: Policies2025) => rules2025('94-2025', baseHands94, policies),
  },
} as const satisfies Record<FortuneEdition, EditionRules>;

const defaultRules = new Map<FortuneEdition, FortuneRules>();

/** The rules of an edition with the default policies; created once. */
export function defaultFortuneRules(edition: FortuneEdition): FortuneRules {
  const known = defaultRules.get(edition);
  if (known !== undefined) return known;
  const { readings, rules } = editions[edition] as EditionRules;
  const made = rules(defaultPolicies(readings) as never);
  defaultRules.set(edition, made);
  return made;
}

/** The rules of an edition with the given policies, by key; the others have their defaults. */
export function fortuneRules(
  edition: FortuneEdition,
  given: Readonly<Record<string, unknown>>,
): { rules: FortuneRules } | Refused {
  const { readings, rules } = editions[edition] as EditionRules;
  const read = readPolicies(readings, given);
  return 'refused' in read ? read : { rules: rules(read.policies as never) };
}

function rules2008(
  edition: FortuneEdition,
  policies: Policies2008,
  raiseClause: string,
): Omit<FortuneRules, 'refuseFold' | 'settleSeat'> {
  return {
    edition,
    combinations: hands2008,
    ranking: threeCardRanking(order2008(policies)),
    qualification: policies.dealerQualification,
    table: { ...handRules2008, ...betRules2008 },
    ownHandClause: 'Art. 6(2)',
    noAdditionalBets: 'Art. 5(1)',
    policies2025: undefined,
    policies2008: policies,
    raiseClause,
  };
}

function rules2025(
  edition: FortuneEdition,
  combinations: typeof baseHands89 | typeof baseHands94,
  policies: Policies2025,
): FortuneRules {
  const { sequenceTieBreak, dealerQualification } = policies;
  return {
    edition,
    combinations,
    ranking: threeCardRanking({ combinations, sequenceTieBreak, suitedAKQ: 'straight-flush' }),
    qualification: dealerQualification,
    table: { ...handRules2025, ...betRules2025 },
    ownHandClause: 'Art. 10(2)',
    noAdditionalBets: undefined,
    policies2025: policies,
    policies2008: undefined,
    raiseClause: 'Art. 12(2)',
    refuseFold: () => undefined,
    settleSeat: (stakes, player, dealer) => settleSeat2025(stakes, player, dealer, policies),
  };
}
