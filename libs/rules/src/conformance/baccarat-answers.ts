import type { Card } from '../cards/card.js';
import type { Refusal } from '../settlement.js';
import {
  baccaratDealPlan,
  ruleOnDealingError,
} from '../three-card-baccarat/article-02-procedure.js';
import { refuseBaccaratHands } from '../three-card-baccarat/article-04-hands.js';
import { baccaratHand } from '../three-card-baccarat/article-05-values.js';
import { compareBaccarat, refuseStakeChange } from '../three-card-baccarat/article-06-result.js';
import { refuseTieBet, refuseTotal } from '../three-card-baccarat/article-08-other-bets.js';
import type { BaccaratPolicies } from '../three-card-baccarat/policies.js';
import {
  type BaccaratBets,
  type BaccaratResult,
  netOfResult,
  settleHand,
} from '../three-card-baccarat/settle.js';
import { answerOutcome } from './fortune-answers.js';

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
): object {
  const player = baccaratHand(given.player);
  const banker = baccaratHand(given.banker);
  const results = settleHand(player, banker, given.bets, policies);
  const line = (bet: string): object => answerLine(results.find((result) => result.bet === bet));
  const totals = Object.keys(given.bets.points ?? {});
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
  bet?: string | undefined;
  seatHasMainBet?: boolean | undefined;
  handsIncludingBanker?: number | undefined;
  total?: number | undefined;
}

export function answerBacValidate(
  given: BacBetQuestion,
  fields: Readonly<Record<string, unknown>>,
): object {
  const { bet, seatHasMainBet, handsIncludingBanker, total } = given;
  const refusals: (Refusal | undefined)[] = [];
  if (handsIncludingBanker !== undefined) refusals.push(refuseBaccaratHands(handsIncludingBanker));
  if (bet === 'tie' && seatHasMainBet !== undefined) refusals.push(refuseTieBet(seatHasMainBet));
  if (total !== undefined) refusals.push(refuseTotal(total));
  refusals.push(refuseUnlocking(fields));
  const refusal = refusals.find((each) => each !== undefined);
  return { ok: refusal === undefined, clause: refusal?.clause, sentence: refusal?.sentence };
}

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
  const locked = numberIn(/lock|carr|wait/i);
  const words = entries.map(([, value]) => value).filter((value) => typeof value === 'string');
  const taken = words.some((word) => /withdraw|reduc|remov|cancel|take|move/i.test(word));
  if (taken) return refuseStakeChange(BigInt(locked ?? 1), 0n);
  const wished = numberIn(/new|next|^stake$|wish|to$/i);
  if (locked === undefined || wished === undefined) return undefined;
  return refuseStakeChange(BigInt(locked), BigInt(wished));
}

export function answerBacIrregularity(given: {
  rectifiable: boolean;
  main?: number | undefined;
  bets?: Record<string, number> | undefined;
}): object {
  const { round, bets, clause } = ruleOnDealingError(given.rectifiable);
  const back = (stake: number): number => (bets === 'refunded' ? stake : 0);
  if (given.bets === undefined) return { round, refund: back(given.main ?? 0), clause };
  const refunds = Object.entries(given.bets).map(([bet, stake]) => [bet, back(stake)]);
  return { round, refund: Object.fromEntries(refunds), clause };
}

export function answerBacDealPlan(given: {
  decks: number;
  firstRound: boolean;
  hands: number | number[];
}): object {
  const { decks, firstRound, hands } = given;
  const numbers =
    typeof hands === 'number' ? Array.from({ length: hands }, (_, index) => index + 1) : hands;
  return baccaratDealPlan(decks, firstRound, numbers);
}
