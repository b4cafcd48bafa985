import type { Card } from '../cards/card.js';
import type { Refusal } from '../settlement.js';
import { refuseDecks } from '../three-card-baccarat/article-01-equipment.js';
import {
  baccaratDealPlan,
  ruleOnDealingError,
} from '../three-card-baccarat/article-02-procedure.js';
import {
  refuseBaccaratHands,
  refusePlayersHands,
} from '../three-card-baccarat/article-04-hands.js';
import { baccaratHand } from '../three-card-baccarat/article-05-values.js';
import { compareBaccarat, refuseStakeChange } from '../three-card-baccarat/article-06-result.js';
import {
  refuseTieBet,
  refuseTotal,
  refuseTotalNamed,
} from '../three-card-baccarat/article-08-other-bets.js';
import { type BaccaratBet, baccaratPrizes } from '../three-card-baccarat/article-09-prizes.js';
import type { BaccaratPolicies } from '../three-card-baccarat/policies.js';
import {
  type BaccaratBets,
  type BaccaratResult,
  netOfResult,
  settleHand,
} from '../three-card-baccarat/settle.js';
import { faultOf } from './fault.js';
import { answerOutcome } from './fortune-answers.js';

export const baccaratBetNames = Object.keys(baccaratPrizes) as BaccaratBet[];

/** The questions of a vector file about 3-Card Baccarat; whole patacas. */
export function answerBacRank({ cards }: { cards: Card[] }): object {
  const { line, points, figures } = baccaratHand(cards);
  return { rank: line, points: points ?? null, figures };
}

export function answerBacCompare(given: { player: Card[]; banker: Card[] }): object {
  return { winner: compareBaccarat(baccaratHand(given.player), baccaratHand(given.banker)) };
}

export function answerBacSettle(
  given: { player: Card[]; banker: Card[]; bets: BaccaratBets },
  policies: BaccaratPolicies,
  faults: string[],
): object | undefined {
  const totals = Object.keys(given.bets.points ?? {});
  const noTotal = totals.map(refuseTotalNamed).find((refusal) => refusal !== undefined);
  if (noTotal !== undefined) {
    faults.push(faultOf(noTotal));
    return undefined;
  }
  const player = baccaratHand(given.player);
  const banker = baccaratHand(given.banker);
  const results = settleHand(player, banker, given.bets, policies);
  const line = (bet: string): object => answerLine(results.find((result) => result.bet === bet));
  return {
    main: line('main'),
    tie: line('tie'),
    odd: line('odd'),
    even: line('even'),
    threeFigures: line('threeFigures'),
    points: Object.fromEntries(totals.map((total) => [total, line(`points ${total}`)])),
    net: Number(results.reduce((sum, result) => sum + netOfResult(result), 0n)),
  };
}

function answerLine(result: BaccaratResult | undefined): object {
  if (result === undefined) {
    return { outcome: 'none', prize: 0, commission: 0, returned: 0, carried: 0 };
  }
  return {
    outcome: answerOutcome(result.outcome),
    prize: Number(result.prize),
    commission: Number(result.commission),
    returned: Number(result.returned),
    carried: Number(result.carried),
  };
}

export interface BacBetQuestion {
  bet?: BaccaratBet | undefined;
  seatHasMainBet?: boolean | undefined;
  /** Somebody who bet the hand against the banker. */
  mainBetBy?: string | undefined;
  handsIncludingBanker?: number | undefined;
  handsOfPlayer?: number | undefined;
  total?: number | undefined;
  /** Another name of `total`. */
  points?: number | undefined;
}

export function answerBacValidate(
  given: BacBetQuestion,
  fields: Readonly<Record<string, unknown>>,
  faults: string[],
): object {
  const { bet, mainBetBy, handsIncludingBanker, handsOfPlayer } = given;
  const { seatHasMainBet = mainBetBy === undefined ? undefined : true } = given;
  const total = given.total ?? given.points;
  const refusals: (Refusal | undefined)[] = [];
  if (handsIncludingBanker !== undefined) refusals.push(refuseBaccaratHands(handsIncludingBanker));
  if (handsOfPlayer !== undefined) refusals.push(refuseBaccaratHands(handsOfPlayer + 1));
  if (bet === 'tie' && seatHasMainBet !== undefined) refusals.push(refuseTieBet(seatHasMainBet));
  if (total !== undefined) refusals.push(refuseTotal(total));
  refusals.push(refuseUnlocking(fields));
  const refusal = refusals.find((each) => each !== undefined);
  if (refusal === undefined && bet === 'tie' && seatHasMainBet === undefined) {
    faults.push('A bet "tie" needs seatHasMainBet.');
  }
  const isAsked =
    [bet, handsIncludingBanker, handsOfPlayer, total].some((each) => each !== undefined) ||
    Object.keys(fields).some((key) => waiting.test(key));
  if (!isAsked) {
    faults.push(`given.bet must be one of ${baccaratBetNames.join(', ')}, but is missing.`);
  }
  return { ok: refusal === undefined, clause: refusal?.clause, sentence: refusal?.sentence };
}

const waiting = /lock|carr|wait/i;

/**
 * Article 7(2) has no settled form in vector files: a stake that is locked, carried or waits,
 * beside what it shall become or a word for what is done to it.
 */
function refuseUnlocking(fields: Readonly<Record<string, unknown>>): Refusal | undefined {
  const entries = Object.entries(fields);
  const numberIn = (name: RegExp): number | undefined => {
    const found = entries.find(([key, value]) => name.test(key) && typeof value === 'number');
    return found?.[1] as number | undefined;
  };
  const locked = numberIn(waiting);
  const words = entries.map(([, value]) => value).filter((value) => typeof value === 'string');
  const taken = words.some((word) => /withdraw|reduc|remov|cancel|take|move/i.test(word));
  if (taken) return refuseStakeChange(BigInt(locked ?? 1), 0n);
  const wished = numberIn(/new|next|^stake$|wish|to$/i);
  if (locked === undefined || wished === undefined) return undefined;
  return refuseStakeChange(BigInt(locked), BigInt(wished));
}

export interface BacIrregularityQuestion {
  event?: string | undefined;
  rectifiable: boolean;
  main?: number | undefined;
  bets?: Record<string, number> | undefined;
}

export function answerBacIrregularity(
  given: BacIrregularityQuestion,
  faults: string[],
): object | undefined {
  const { event = 'deal-order-error', main } = given;
  if (!/deal|order|receiver|wrong-(hand|seat|place)|misplaced/.test(event) || other.test(event)) {
    faults.push(`There is no event "${event}"; the event of Art. 2(4) is deal-order-error.`);
    return undefined;
  }
  if (main !== undefined && given.bets?.main !== undefined) {
    faults.push('The case gives main twice, beside the bets and among them.');
    return undefined;
  }
  const { round, bets, clause } = ruleOnDealingError(given.rectifiable);
  const back = (stake: number): number => (bets === 'refunded' ? stake : 0);
  if (given.bets === undefined) return { round, refund: back(main ?? 0), clause };
  const stakes = main === undefined ? given.bets : { main, ...given.bets };
  const refunds = Object.entries(stakes).map(([bet, stake]) => [bet, back(stake)]);
  return { round, refund: Object.fromEntries(refunds), clause };
}

/** What is no error in dealing the cards to their hands. */
const other = /expos|shuffl|burn|cut|white|dealer-|bet/;

export interface BacDealQuestion {
  decks: number;
  firstRound: boolean;
  hands: number | number[];
}

export function answerBacDealPlan(given: BacDealQuestion, faults: string[]): object | undefined {
  const { decks, firstRound, hands } = given;
  // No list is made of a number of hands that no table has.
  const refusal =
    refuseDecks(decks) ??
    (typeof hands === 'number' ? refuseBaccaratHands(hands + 1) : refusePlayersHands(hands));
  if (refusal !== undefined) {
    faults.push(faultOf(refusal));
    return undefined;
  }
  const numbers =
    typeof hands === 'number' ? Array.from({ length: hands }, (_, index) => index + 1) : hands;
  return baccaratDealPlan(decks, firstRound, numbers);
}
