import { type BaccaratResult, type BetResult, type Refused, settle, type Settlement } from '#rules';
import { readInput, readRulesetId, WrongInput } from './input.js';
import { readRound } from './reading/rounds.js';
import { baccaratValue, grouped, tableOf, words } from './table.js';

/** `rules settle`: the payment for each bet, and the clause that orders it. */
export function settleFile(file: string, options: { ruleset: string; json?: boolean }): string[] {
  const ruleset = readRulesetId(options.ruleset);
  const found = readRound(ruleset, readInput(file));
  if ('errors' in found) throw new WrongInput(found.errors);
  const settled: Settlement | Refused = settle(ruleset, found.value);
  if ('refused' in settled) {
    throw new WrongInput(
      settled.refused.map(({ detail, clause }) =>
        clause === undefined ? detail : `${detail} (${clause})`,
      ),
    );
  }
  if (options.json === true) return [JSON.stringify(settled, bigintsAsNumbers, 2)];
  return [ruleset, '', ...describeResults(settled)];
}

function describeResults(settled: Settlement): string[] {
  if ('results' in settled) {
    return [...resultLines([['bet', settled.results]]), '', `net ${signed(settled.net)}`];
  }
  if ('banker' in settled) {
    const hands = settled.hands.map(({ hand, results }) => [`hand ${hand}`, results] as const);
    const nets = settled.hands.map(({ hand, net }) => `hand ${hand}: net ${signed(net)}`);
    return [
      `The banker has ${baccaratValue(settled.banker)}`,
      '',
      ...resultLines(hands),
      '',
      ...nets,
    ];
  }
  const { dealer, seats, jackpot, communityRevealed } = settled;
  const qualifies = dealer.qualifies ? 'and plays' : 'below a queen';
  const lines = [`The dealer has ${words(dealer.hand)} ${qualifies}.`, ''];
  lines.push(
    ...resultLines(seats.map(({ seat, results }) => [`seat ${seat}`, results] as const)),
    '',
  );
  for (const { seat, hand, net } of seats) {
    lines.push(`seat ${seat}: ${words(hand)}, net ${signed(net)}`);
  }
  if (jackpot === undefined) return lines;
  lines.push('', communityRevealed ? 'The community cards are shown.' : '');
  for (const { order, seat, hand, amount, fromPool, fromHouse } of jackpot.payouts) {
    const parts = `${grouped(fromPool)} from the pool, ${grouped(fromHouse)} from the house`;
    lines.push(`${order}. seat ${seat}: ${words(hand)} ${grouped(amount)} (${parts})`);
  }
  const restarts = jackpot.paidOutInFull ? ', and the pool begins again from its seed' : '';
  const topUp = jackpot.topUp > 0n ? `, and the house adds ${grouped(jackpot.topUp)}` : '';
  lines.push(`The pool is left with ${grouped(jackpot.poolLeft)}${topUp}${restarts}.`);
  return lines;
}

function resultLines(places: readonly (readonly [string, readonly BetResult[]])[]): string[] {
  const isBaccarat = places.some(([, results]) => results.some((line) => 'commission' in line));
  const further = isBaccarat ? ['commission', 'waits'] : [];
  const header = ['', 'bet', 'stake', 'outcome', 'prize', ...further, 'returned', 'clause'];
  const rows = places.flatMap(([place, results]) =>
    results.map((line) => {
      const { bet, stake, outcome, prize, returned, clause } = line;
      const { commission = 0n, carried = 0n } = line as Partial<BaccaratResult>;
      const amounts = isBaccarat ? [grouped(commission), grouped(carried)] : [];
      const start = [place, words(bet), grouped(stake), words(outcome), grouped(prize)];
      return [...start, ...amounts, grouped(returned), clause];
    }),
  );
  return tableOf([header, ...rows]);
}

function signed(amount: bigint): string {
  return amount > 0n ? `+${grouped(amount)}` : grouped(amount);
}

function bigintsAsNumbers(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
