import { formatMinor } from '#contract';
import { valueMessage } from '#engine';
import type { Jackpot } from '#pools';
import { changesBetween, describeChange, type Change } from './configuration-change.js';
import { formatMicros } from './money.js';
import type { Rehearsed } from './rehearsal.js';
import type { Answered } from './sending.js';

/**
 * What an act is about to change, or has changed; amounts in micro-units, `sign` in minor units.
 */
export interface Facts {
  readonly jackpot: string;
  readonly currency: string;
  readonly command: string;
  readonly before: Condition;
  readonly after: Condition;
  /** Of the configuration in force. */
  readonly changes: readonly Change[];
  /** What became of the command; null while it is only shown, or nothing would change. */
  readonly answer: Answered | null;
}

type Condition = ReturnType<typeof conditionOf>;

/** Before an act, and as a rehearsal leaves it. */
export function factsOf(jackpot: Jackpot, command: string, { before, after }: Rehearsed): Facts {
  const [from, to] = [before?.jackpot ?? jackpot, after?.jackpot ?? jackpot];
  return {
    jackpot: jackpot.id,
    currency: jackpot.configuration.currency,
    command,
    before: conditionOf(from, before?.sequence),
    after: conditionOf(to, after?.sequence),
    changes: changesBetween(from.configuration, to.configuration),
    answer: null,
  };
}

/** Whether an act would change anything. */
export function isChange({ before, after, changes }: Facts): boolean {
  return changes.length > 0 || JSON.stringify(before) !== JSON.stringify(after);
}

/** Of a jackpot, what an act can change; amounts are texts, so that they can be compared. */
function conditionOf(jackpot: Jackpot, sequence: bigint | undefined) {
  return {
    suspended: jackpot.suspended,
    blocked: [...jackpot.blocked].toSorted(),
    // Of the table that the act names.
    ...(sequence !== undefined && { sequence: sequence.toString() }),
    pool: jackpot.accounts.pool.toString(),
    reserve: jackpot.accounts.reserve.toString(),
    house: jackpot.accounts.house.toString(),
    sign: valueMessage(jackpot, null).value,
  };
}

/** An act in words: before -> after, and what the signs will show. */
export function describeFacts({
  jackpot,
  currency,
  before,
  after,
  changes: members,
}: Facts): string {
  const state = ({ suspended }: Condition): string => (suspended ? 'suspended' : 'running');
  const names = ({ blocked }: Condition): string => blocked.join(', ') || 'none';
  const money = (micros: string): string => formatMicros(BigInt(micros), currency);
  const rows = [
    ['state', state(before), state(after)],
    ['blocked tables', names(before), names(after)],
    ['last sequence', before.sequence ?? 'none', after.sequence ?? 'none'],
    ['pool', money(before.pool), money(after.pool)],
    ['reserve', money(before.reserve), money(after.reserve)],
    ['house', money(before.house), money(after.house)],
    ['the signs', formatMinor(before.sign, currency), formatMinor(after.sign, currency)],
  ];
  const changes = rows.filter(([, from, to]) => from !== to);
  const lines = [
    ...changes.map(([what, from, to]) => `  ${what}: ${from} -> ${to}\n`),
    ...members.map((change) => `  ${describeChange(change, currency)}\n`),
  ];
  const signs = `  the signs go on showing ${formatMinor(after.sign, currency)}\n`;
  return `${jackpot}\n${lines.join('')}${before.sign === after.sign ? signs : ''}`;
}
