import type { FortuneRules } from '../fortune-3-card-poker/editions.js';
import { refuseHands2008 } from '../fortune-3-card-poker-2008/article-02-hands.js';
import { acceptBets2008 } from '../fortune-3-card-poker-2008/article-05-bets.js';
import {
  refuseFurtherHand2008,
  refuseLateBet2008,
  refuseStake2008,
} from '../fortune-3-card-poker-2008/article-06-betting.js';
import { dealPlan2008 } from '../fortune-3-card-poker-2008/article-07-dealing.js';
import {
  type AdditionalBetName,
  additionalBetNames,
  type BaseBetName,
  baseBetNames,
  refuseOffer,
} from '../fortune-3-card-poker-2025/article-03-bets.js';
import { acceptBets, type BaseForm } from '../fortune-3-card-poker-2025/article-04-bet-forms.js';
import { refuseHands } from '../fortune-3-card-poker-2025/article-05-hands.js';
import {
  refuseFurtherHand,
  refuseLateBet,
  refuseStake,
} from '../fortune-3-card-poker-2025/article-10-betting.js';
import { dealPlan } from '../fortune-3-card-poker-2025/article-11-dealing.js';
import { refuseRaise } from '../fortune-3-card-poker-2025/article-12-raise.js';
import { written } from '../reading/shape.js';
import type { Refusal } from '../settlement.js';

/** The questions of a vector file about bets and dealing at the table; whole patacas. */
export interface OfferQuestion {
  offer: { baseForms: BaseForm[]; sideBets: AdditionalBetName[] };
  bets: Record<string, bigint>;
}

export function answerOffer({ offer, bets }: OfferQuestion, rules: FortuneRules): object {
  const { policies2025 } = rules;
  const parted =
    policies2025 === undefined ? acceptBets2008(bets) : acceptBets(offer, bets, policies2025);
  return { accepted: parted.accepted.toSorted(), invalid: parted.invalid.toSorted() };
}

export interface CheckQuestion {
  check: string;
  ante?: number | undefined;
  raise?: number | undefined;
  cardsDealt?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
  stake?: number | undefined;
  handsIncludingDealer?: number | undefined;
}

/** Answers with the clause and the sentence of the refusal too. */
export function answerCheck(
  given: CheckQuestion,
  rules: FortuneRules,
  fields: Readonly<Record<string, unknown>>,
): object {
  const refusal = refusalOf(given, rules.policies2025 === undefined, fields);
  const clause = given.check === 'raise' ? rules.raiseClause : refusal?.clause;
  return { ok: refusal === undefined, clause, sentence: refusal?.sentence };
}

function refusalOf(
  given: CheckQuestion,
  is2008: boolean,
  fields: Readonly<Record<string, unknown>>,
): Refusal | undefined {
  switch (given.check) {
    case 'raise':
      return refuseRaise(BigInt(given.ante ?? 0), BigInt(given.raise ?? 0));
    case 'betTime':
      return (is2008 ? refuseLateBet2008 : refuseLateBet)(given.cardsDealt ?? 0);
    case 'limits': {
      const limits = { min: BigInt(given.min ?? 0), max: BigInt(given.max ?? 0) };
      return (is2008 ? refuseStake2008 : refuseStake)(BigInt(given.stake ?? 0), limits);
    }
    case 'tableHands':
      return (is2008 ? refuseHands2008 : refuseHands)(given.handsIncludingDealer ?? 0);
    default:
      return 'baseForms' in fields
        ? refuseOffer(betsOffered(fields))
        : refuseSecondHand(fields, is2008);
  }
}

/** Article 3(3)-(4): an offer of forms such as `ante+pairPlus`, and of additional bets. */
function betsOffered(
  fields: Readonly<Record<string, unknown>>,
): (BaseBetName | AdditionalBetName)[] {
  const known = [...baseBetNames, ...additionalBetNames];
  const said = [fields.baseForms, fields.sideBets].flat().map(written);
  return known.filter((bet) => said.some((form) => form.split('+').includes(bet)));
}

/**
 * Article 10(2), 6(2) of 2008, has no settled name in vector files. Every other question is taken
 * as this one: a list of the player's hands, their number, the own hand beside another, or a second
 * hand through somebody else.
 */
function refuseSecondHand(
  fields: Readonly<Record<string, unknown>>,
  is2008: boolean,
): Refusal | undefined {
  const refuse = is2008 ? refuseFurtherHand2008 : refuseFurtherHand;
  const isSeated = Object.entries(fields).find(([key]) => /^seated|^isSeated/.test(key))?.[1];
  if (typeof isSeated === 'boolean') return isSeated ? undefined : refuse(1, [1, 2]);
  const values = Object.values(fields);
  const hands = values.find((value) => Array.isArray(value)) as number[] | undefined;
  if (hands !== undefined) return refuse(hands[0] ?? 0, hands);
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length > 1) return refuse(numbers[0]!, numbers);
  const several = (numbers[0] ?? 1) > 1 || values.includes(true);
  return several ? refuse(1, [1, 2]) : undefined;
}

export interface DealPlanQuestion {
  method: 'manual' | 'shuffler';
  dispensesThreeOnly?: boolean | undefined;
  bettingSeats: number[];
  jackpotSeats?: number[] | undefined;
}

export function answerDealPlan(given: DealPlanQuestion, rules: FortuneRules): object {
  const { method, dispensesThreeOnly = false, bettingSeats, jackpotSeats = [] } = given;
  if (rules.policies2025 === undefined) return { order: dealPlan2008(method, bettingSeats) };
  return { order: dealPlan({ method, dispensesThreeOnly, bettingSeats, jackpotSeats }) };
}
