import { noMoney, signState, valueMessage } from '#engine';
import type { Jackpot } from '#pools';
import type { RoundSeen } from '#proof';
import { usualBetsADay } from './odds/usual-bets.js';
import { awardFacts, type AwardFacts } from './award-facts.js';
import { changesBetween, type MemberChange } from './configuration-change.js';
import { configuredFacts, type ConfiguredFacts } from './configured-facts.js';
import type { Rehearsed } from './rehearsal.js';
import type { AnsweredCommand } from './sending.js';
import type { Command } from './command.js';

/**
 * What an act is about to change, or has changed; amounts in micro-units, `sign` in minor units.
 */
export interface ActFacts {
  readonly jackpot: string;
  readonly currency: string;
  readonly command: string;
  readonly before: Condition;
  readonly after: Condition;
  /** The table that the act names; null where it names none. */
  readonly table: string | null;
  /** What the act says, as its record has it. */
  readonly act: Pick<Command, 'type' | 'data'>;
  /** What a jackpot leaves by its end, micro-units; null where the act ends none. */
  readonly left: { readonly pool: string; readonly reserve: string; readonly seed: string } | null;
  /** What it does to an award; null where it does nothing to one. */
  readonly award: AwardFacts | null;
  /** Of the configuration in force. */
  readonly changes: readonly MemberChange[];
  /** Of a configuration that begins to wait for the next restart; else null. */
  readonly atRestart: AtRestart | null;
  /** Whether one that waits would wait no longer. */
  readonly dropsPending: boolean;
  /** Offsets of other acts that wait for approval, and would wait no longer. */
  readonly endsProposals: readonly number[];
  /** Of the configuration that would hold, or wait; null where the act brings none. */
  readonly configured: ConfiguredFacts | null;
  /** What became of the command; null while it is only shown, or nothing would change. */
  readonly answer: AnsweredCommand | null;
}

export interface AtRestart {
  /** What the restart changes of the configuration that is in force until then. */
  readonly changes: readonly MemberChange[];
  /** How it differs from the one that waits now; null where none does. */
  readonly replaced: readonly MemberChange[] | null;
}

export type Condition = ReturnType<typeof conditionOf>;

/**
 * Before an act, and as a rehearsal leaves it.
 * @param jackpot undefined where the act makes it.
 * @param command that is sent for the act.
 * @param seen the round of an award that is granted.
 */
export function actFacts(
  jackpot: Jackpot | undefined,
  { type, data }: Pick<Command, 'type' | 'data'>,
  { before, after, authority }: Pick<Rehearsed, 'before' | 'after' | 'authority'>,
  command: string,
  seen?: RoundSeen,
): ActFacts {
  const to = after?.jackpot ?? (jackpot as Jackpot);
  const from = before?.jackpot ?? jackpot ?? { ...to, accounts: noMoney() };
  const [replaced, brought] = to.pending
    ? [from.pending ?? from.configuration, to.pending]
    : [from.configuration, to.configuration];
  return {
    jackpot: to.id,
    currency: to.configuration.currency,
    command,
    table: (data as { table?: string }).table ?? null,
    act: { type, data },
    left: from.retired ? null : leftByEnd(from, to),
    award: awardFacts(from, to, seen),
    before: conditionOf(from, before?.table?.sequence),
    after: conditionOf(to, after?.table?.sequence),
    changes: changesBetween(from.configuration, to.configuration),
    atRestart: atRestart(from, to),
    dropsPending: from.pending !== null && to.pending === null,
    endsProposals: endedBetween(from, to),
    configured:
      type === 'jackpot.configured'
        ? configuredFacts(brought, replaced, { authority, betsADay: usualBetsADay })
        : null,
    answer: null,
  };
}

/** What goes over, and what of its seed the house has back. */
function leftByEnd({ accounts }: Jackpot, { retired }: Jackpot): ActFacts['left'] {
  if (!retired) return null;
  const { poolMicros, reserveMicros } = retired;
  const seed = String(accounts.pool - poolMicros);
  return { pool: String(poolMicros), reserve: String(reserveMicros), seed };
}

/** The proposals that one state of a jackpot has and the next has not. */
export function endedBetween(before: Jackpot | undefined, after: Jackpot | undefined): number[] {
  const left = new Set(after?.proposals.map(({ offset }) => offset));
  return (before?.proposals ?? [])
    .map(({ offset }) => offset)
    .filter((offset) => !left.has(offset));
}

function atRestart(from: Jackpot, to: Jackpot): AtRestart | null {
  if (to.pending === null) return null;
  const replaced = from.pending && changesBetween(from.pending, to.pending);
  if (replaced?.length === 0) return null;
  return { changes: changesBetween(to.configuration, to.pending), replaced };
}

/** Whether an act would change anything. */
export function isChange({ before, after, award, changes, atRestart, dropsPending }: ActFacts) {
  if (changes.length > 0 || award !== null || atRestart !== null || dropsPending) return true;
  return JSON.stringify(before) !== JSON.stringify(after);
}

/** Of a jackpot, what an act can change; amounts are texts, so that they can be compared. */
function conditionOf(jackpot: Jackpot, sequence: bigint | undefined) {
  return {
    state: signState(jackpot),
    blocked: [...jackpot.blocked].toSorted(),
    // Of the table that the act names.
    ...(sequence !== undefined && { sequence: sequence.toString() }),
    pool: jackpot.accounts.pool.toString(),
    reserve: jackpot.accounts.reserve.toString(),
    house: jackpot.accounts.house.toString(),
    players: jackpot.accounts.players.toString(),
    held: jackpot.accounts.held.toString(),
    day: jackpot.closed?.day ?? null,
    sign: valueMessage(jackpot, null).value,
  };
}
