import { formatMicros, formatMinor } from '#contract';
import { valueMessage } from '#engine';
import { accountNames, type Jackpot } from '#pools';
import { awardFacts, describeAward, describeSaid, type AwardFacts } from './award-facts.js';
import { changesBetween, describeChange, type Change } from './configuration-change.js';
import { usualBetsADay } from './odds/bets-a-day.js';
import { gameOf, type Game } from './odds/game.js';
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
  /** What the act says, as its record has it. */
  readonly act: Pick<Command, 'type' | 'data'>;
  /** What it does to an award; null where it does nothing to one. */
  readonly award: AwardFacts | null;
  /** Of the configuration in force. */
  readonly changes: readonly Change[];
  /** Of a configuration that begins to wait for the next restart; else null. */
  readonly atRestart: AtRestart | null;
  /** Whether one that waits would wait no longer. */
  readonly dropsPending: boolean;
  /** Of the configuration that would hold, or wait; null where the act brings none. */
  readonly game: Game | null;
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
  { type, data }: Pick<Command, 'type' | 'data'>,
  { before, after }: Pick<Rehearsed, 'before' | 'after'>,
  command: string,
): Facts {
  const [from, to] = [before?.jackpot ?? jackpot, after?.jackpot ?? jackpot];
  return {
    jackpot: jackpot.id,
    currency: jackpot.configuration.currency,
    command,
    table: (data as { table?: string }).table ?? null,
    act: { type, data },
    award: awardFacts(from, to),
    before: conditionOf(from, before?.sequence),
    after: conditionOf(to, after?.sequence),
    changes: changesBetween(from.configuration, to.configuration),
    atRestart: atRestart(from, to),
    dropsPending: from.pending !== null && to.pending === null,
    game:
      type === 'jackpot.configured' ? gameOf(to.pending ?? to.configuration, usualBetsADay) : null,
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
export function isChange({ before, after, award, changes, atRestart, dropsPending }: Facts) {
  if (changes.length > 0 || award !== null || atRestart !== null || dropsPending) return true;
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
    players: jackpot.accounts.players.toString(),
    held: jackpot.accounts.held.toString(),
    sign: valueMessage(jackpot, null).value,
  };
}

/** An act in words: before -> after, and what the signs will show. */
export function describeFacts({
  jackpot,
  currency,
  table,
  act,
  award,
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
    ['players', money(before.players), money(after.players)],
    ['held', money(before.held), money(after.held)],
    ['the signs', formatMinor(before.sign, currency), formatMinor(after.sign, currency)],
  ];
  // Of an award all accounts are shown: also where one stays as it is, people look at it.
  const accounts: readonly string[] = award === null ? [] : accountNames;
  const shown = rows.filter(([what = '', from, to]) => from !== to || accounts.includes(what));
  const lines = [
    ...(award === null ? [] : describeAward(award)),
    ...describeSaid(act.type, act.data, currency),
    ...shown.map(([what, from, to]) =>
      from === to ? `  ${what}: stays ${to}\n` : `  ${what}: ${from} -> ${to}\n`,
    ),
    ...members.map((change) => `  ${describeChange(change, currency)}\n`),
    ...(waits ? describeRestart(waits, currency) : []),
    dropsPending ? '  the configuration that waits for the next restart: dropped\n' : '',
  ];
  const signs = `  the signs go on showing ${formatMinor(after.sign, currency)}\n`;
  const place = table === null ? jackpot : `${jackpot}, table ${table}`;
  return `${visible(award?.statesBefore ? award.award.id : place)}\n${lines.join('')}${before.sign === after.sign ? signs : ''}`;
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
