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

/** The changes of an act, planned or done; amounts in micro-units, `sign` in minor units. */
export interface ActFacts {
  readonly jackpot: string;
  readonly currency: string;
  readonly command: string;
  readonly before: Condition;
  readonly after: Condition;
  /** The table that the act names; null if it does not name one. */
  readonly table: string | null;
  /** The act as in its record. */
  readonly act: Pick<Command, 'type' | 'data'>;
  /** Amounts that a jackpot leaves at its end, micro-units; null if the act does not end one. */
  readonly left: { readonly pool: string; readonly reserve: string; readonly seed: string } | null;
  /** Effect on an award; null if there is no effect on one. */
  readonly award: AwardFacts | null;
  /** Changes of the configuration in force. */
  readonly changes: readonly MemberChange[];
  /** A configuration that begins to wait for the next restart; else null. */
  readonly atRestart: AtRestart | null;
  /** True if a waiting configuration would no longer wait. */
  readonly dropsPending: boolean;
  /** Offsets of other acts that wait for approval, and would no longer wait. */
  readonly endsProposals: readonly number[];
  /**
   * Facts about the configuration that would be in force, or wait; null if the act does not bring
   * one.
   */
  readonly configured: ConfiguredFacts | null;
  /** The answer to the command; null while it is only shown, or if nothing would change. */
  readonly answer: AnsweredCommand | null;
}

export interface AtRestart {
  /** Changes that the restart makes to the configuration in force until then. */
  readonly changes: readonly MemberChange[];
  /** Differences from the configuration that waits now; null if none waits. */
  readonly replaced: readonly MemberChange[] | null;
}

export type Condition = ReturnType<typeof conditionOf>;

/**
 * Compares the state before an act with the rehearsed one.
 * @param jackpot undefined if the act makes it.
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

/** The amounts that go to the other jackpot, and the part of its seed that the house gets back. */
function leftByEnd({ accounts }: Jackpot, { retired }: Jackpot): ActFacts['left'] {
  if (!retired) return null;
  const { poolMicros, reserveMicros } = retired;
  const seed = String(accounts.pool - poolMicros);
  return { pool: String(poolMicros), reserve: String(reserveMicros), seed };
}

/** The proposals that are in one state of a jackpot and not in the next. */
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

/** Returns true if an act would change anything. */
export function isChange({ before, after, award, changes, atRestart, dropsPending }: ActFacts) {
  if (changes.length > 0 || award !== null || atRestart !== null || dropsPending) return true;
  return JSON.stringify(before) !== JSON.stringify(after);
}

/**
 * The parts of a jackpot that an act can change; amounts are texts, so that they can be compared.
 */
function conditionOf(jackpot: Jackpot, sequence: bigint | undefined) {
  return {
    state: signState(jackpot),
    blocked: [...jackpot.blocked].toSorted(),
    // Sequence of the table that the act names.
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
