import type { FortuneRules } from '../fortune-3-card-poker/editions.js';
import {
  refuseBettingSeats2008,
  refuseHands2008,
} from '../fortune-3-card-poker-2008/article-02-hands.js';
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
import { refuseBettingSeats, refuseHands } from '../fortune-3-card-poker-2025/article-05-hands.js';
import {
  refuseFurtherHand,
  refuseLateBet,
  refuseStake,
} from '../fortune-3-card-poker-2025/article-10-betting.js';
import { dealPlan } from '../fortune-3-card-poker-2025/article-11-dealing.js';
import { refuseRaise } from '../fortune-3-card-poker-2025/article-12-raise.js';
import { written } from '../reading/shape.js';
import type { Refusal } from '../settlement.js';
import { faultOf } from './fault.js';
import { handsOfPlayer, speaksOfHands } from './second-hand.js';

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

type Fields = Readonly<Record<string, unknown>>;

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
  fields: Fields,
  faults: string[],
): object {
  const refusal = refusalOf(given, rules.policies2025 === undefined, fields, faults);
  const clause = given.check === 'raise' ? rules.raiseClause : refusal?.clause;
  return { ok: refusal === undefined, clause, sentence: refusal?.sentence };
}

/** What each check asks about; without it there is no answer. */
const neededFields: Readonly<Record<string, readonly (keyof CheckQuestion)[]>> = {
  raise: ['ante', 'raise'],
  betTime: ['cardsDealt'],
  limits: ['min', 'max', 'stake'],
  tableHands: ['handsIncludingDealer'],
};

function refusalOf(
  given: CheckQuestion,
  is2008: boolean,
  fields: Fields,
  faults: string[],
): Refusal | undefined {
  const needed = Object.hasOwn(neededFields, given.check) ? neededFields[given.check]! : [];
  const missing = needed.filter((field) => given[field] === undefined);
  if (missing.length > 0) {
    faults.push(`The check "${given.check}" needs ${missing.join(', ')}.`);
    return undefined;
  }
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
      return 'baseForms' in fields || 'sideBets' in fields
        ? refuseOffer(betsOffered(fields))
        : refuseSecondHand(given.check, fields, is2008, faults);
  }
}

/** Article 3(3)-(4): an offer of forms such as `ante+pairPlus`, and of additional bets. */
function betsOffered(fields: Fields): (BaseBetName | AdditionalBetName)[] {
  const known = [...baseBetNames, ...additionalBetNames];
  const said = [fields.baseForms, fields.sideBets].flat().map(written);
  return known.filter((bet) => said.some((form) => form.split('+').includes(bet)));
}

/** Article 10(2), 6(2) of 2008, has no settled name in vector files. */
function refuseSecondHand(
  check: string,
  fields: Fields,
  is2008: boolean,
  faults: string[],
): Refusal | undefined {
  const isAsked = /hand|seat|box|place|position|own|other|second|proxy|through|player/i.test(check);
  const hands = isAsked || speaksOfHands(fields) ? handsOfPlayer(fields) : undefined;
  if (hands !== undefined) {
    return (is2008 ? refuseFurtherHand2008 : refuseFurtherHand)(hands[0]!, hands);
  }
  const known = Object.keys(neededFields).join(', ');
  faults.push(
    isAsked
      ? `The check "${check}" needs the hands of the player, as handsOfPlayer or a list.`
      : `There is no check "${check}"; the checks are ${known}, and for a second hand ownHand.`,
  );
  return undefined;
}

export interface DealPlanQuestion {
  method: 'manual' | 'shuffler';
  dispensesThreeOnly?: boolean | undefined;
  bettingSeats: number[];
  jackpotSeats?: number[] | undefined;
}

export function answerDealPlan(
  given: DealPlanQuestion,
  rules: FortuneRules,
  faults: string[],
): object | undefined {
  const { method, dispensesThreeOnly = false, bettingSeats, jackpotSeats = [] } = given;
  const is2008 = rules.policies2025 === undefined;
  const refuse = is2008 ? refuseBettingSeats2008 : refuseBettingSeats;
  const refusal = refuse(bettingSeats) ?? refuse(jackpotSeats);
  if (refusal !== undefined) {
    faults.push(faultOf(refusal));
    return undefined;
  }
  if (is2008) return { order: dealPlan2008(method, bettingSeats) };
  return { order: dealPlan({ method, dispensesThreeOnly, bettingSeats, jackpotSeats }) };
}
