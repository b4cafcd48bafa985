import { fail, isInRange } from './assertion.js';
import { postedBy, type Cause } from './meters.js';
import type { Postings } from './outcome.js';
import type { AccountName } from './state.js';
import type { Step } from './step.js';

/** Players and house may owe; these three contain only what was put in. */
const neverNegative = ['pool', 'reserve', 'held'] as const;

/**
 * Posts a set of deltas to a jackpot's accounts and to the meter of its cause, and records them in
 * the outcome.
 * @throws AssertionError if they do not sum to zero, if pool, reserve or held would fall below
 * zero, or if a balance leaves the ledger's range: with bets and adjustments refused before, only
 * prizes of absurd amounts can do so.
 */
export function post(
  { jackpot, outcome }: Pick<Step, 'jackpot' | 'outcome'>,
  cause: Cause,
  deltas: Postings,
): void {
  let sum = 0n;
  const before = postedBy(jackpot.causes, cause);
  const meter = { ...before, times: before.times + 1 };
  let isEmpty = true;
  for (const name in deltas) {
    const account = name as AccountName;
    const micros = deltas[account] ?? 0n;
    if (micros === 0n) continue;
    sum += micros;
    const balance = jackpot.accounts[account] + micros;
    if (!isInRange(balance)) {
      fail(`the ${account} of ${jackpot.id} would leave the ledger's range: ${balance}`);
    }
    jackpot.accounts[account] = balance;
    meter[account] += micros;
    isEmpty = false;
  }
  if (!isEmpty) {
    outcome.postings.push(deltas);
    jackpot.causes.set(cause, meter);
  }
  if (sum !== 0n) fail(`postings to ${jackpot.id} sum to ${sum} micro-units, not to zero`);
  for (const name of neverNegative) {
    if (jackpot.accounts[name] < 0n) fail(`the ${name} of ${jackpot.id} fell below zero`);
  }
}
