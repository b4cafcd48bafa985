import { formatMinor } from '#contract';
import { valueMessage } from '#engine';
import type { Jackpot } from '#pools';
import { changesBetween, describeChange, type Change } from './configuration-change.js';
import { formatMicros } from './money.js';
import type { Rehearsed } from './rehearsal.js';
import type { Answered } from './sending.js';
import type { Command } from './signer.js';
import { visible } from './visible.js';

/**
 * What an act is about to change, or has changed; amounts in micro-units, `sign` in minor units.
 */
export interface Facts {
  readonly jackpot: string;
  readonly currency: string;
  readonly command: string;
  readonly before: Condition;
  readonly after: Condition;
  /** The table that the act names; null where it names none. */
  readonly table: string | null;
  /** Of the configuration in force. */
  readonly changes: readonly Change[];
  /** Of a configuration that begins to wait for the next restart; else null. */
  readonly atRestart: AtRestart | null;
  /** Whether one that waits would wait no longer. */
  readonly dropsPending: boolean;
  /** What became of the command; null while it is only shown, or nothing would change. */
  readonly answer: Answered | null;
}

interface AtRestart {
  /** What the restart changes of the configuration that is in force until then. */
  readonly changes: readonly Change[];
  /** How it differs from the one that waits now; null where none does. */
  readonly replaced: readonly Change[] | null;
}

type Condition = ReturnType<typeof conditionOf>;

/**
 * Before an act, and as a rehearsal leaves it.
 * @param command that is sent for the act.
 */
export function factsOf(
  jackpot: Jackpot,
  { data }: Pick<Command, 'data'>,
  { before, after }: Pick<Rehearsed, 'before' | 'after'>,
  command: string,
): Facts {
  const [from, to] = [before?.jackpot ?? jackpot, after?.jackpot ?? jackpot];
  return {
    jackpot: jackpot.id,
    currency: jackpot.configuration.currency,
    command,
    table: (data as { table?: string }).table ?? null,
    before: conditionOf(from, before?.sequence),
    after: conditionOf(to, after?.sequence),
    changes: changesBetween(from.configuration, to.configuration),
    atRestart: atRestart(from, to),
    dropsPending: from.pending !== null && to.pending === null,
    answer: null,
  };
}

function atRestart(from: Jackpot, to: Jackpot): AtRestart | null {
  if (to.pending === null) return null;
  const replaced = from.pending && changesBetween(from.pending, to.pending);
  if (replaced?.length === 0) return null;
  return { changes: changesBetween(to.configuration, to.pending), replaced };
}

/** Whether an act would change anything. */
export function isChange({ before, after, changes, atRestart: waits, dropsPending }: Facts) {
  if (changes.length > 0 || waits !== null || dropsPending) return true;
  return JSON.stringify(before) !== JSON.stringify(after);
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
  table,
  before,
  after,
  changes: members,
  atRestart: waits,
  dropsPending,
}: Facts): string {
  const state = ({ suspended }: Condition): string => (suspended ? 'suspended' : 'running');
  const names = ({ blocked }: Condition): string => visible(blocked.join(', ')) || 'none';
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
    ...(waits ? describeRestart(waits, currency) : []),
    dropsPending ? '  the configuration that waits for the next restart: dropped\n' : '',
  ];
  const signs = `  the signs go on showing ${formatMinor(after.sign, currency)}\n`;
  const what = table === null ? jackpot : `${jackpot}, table ${table}`;
  return `${visible(what)}\n${lines.join('')}${before.sign === after.sign ? signs : ''}`;
}

function describeRestart({ changes, replaced }: AtRestart, currency: string): string[] {
  const list = (each: readonly Change[]): string[] =>
    each.map((change) => `    ${describeChange(change, currency)}\n`);
  return [
    changes.length === 0
      ? '  at the next restart of the pool: nothing changes\n'
      : '  at the next restart of the pool:\n',
    ...list(changes),
    ...(replaced
      ? ['  in place of the configuration that waits for it now:\n', ...list(replaced)]
      : []),
  ];
}
