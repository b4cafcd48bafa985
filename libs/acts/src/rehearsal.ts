import {
  roles,
  ownTables,
  tableKey,
  type Authority,
  type Jackpot,
  type PartitionState,
  type TableState,
} from '#pools';
import type { Command } from './command.js';
import { foldCommand, type Signatory } from './fold-command.js';
import type { Home } from './ledger-door.js';
import type { ActingKey } from './acting-key.js';

/** What a command acts on. */
interface RehearsedSide {
  readonly jackpot: Jackpot;
  /** The table that the command names; undefined where it names none that is known. */
  readonly table: TableState | undefined;
  /** How many open rounds of the jackpot's tables keep which terms, by the name of these. */
  readonly openRounds: ReadonlyMap<number, number>;
}

/** What a command would do now. */
export interface Rehearsed {
  /** Undefined where the ledger has no such jackpot yet. */
  readonly before: RehearsedSide | undefined;
  readonly after: RehearsedSide | undefined;
  /** `<reason>: <detail>` where the ledger would refuse it. */
  readonly refusal: string | undefined;
  /** Who may sign in the jackpot's partition. */
  readonly authority: Authority;
}

interface RehearsalOptions {
  /** All who must approve the act have. */
  readonly asApproved?: boolean;
  /** Who would sign it; by default somebody with every role, who has signed nothing yet. */
  readonly key?: ActingKey;
  /** Whose acts of before count with it, where nobody is asked who may sign. */
  readonly holder?: string | undefined;
}

const anybody: Signatory = { kid: 'rehearsal', holder: 'rehearsal', roles };

/**
 * Folds a command in memory after the ledger as it is now, as the service would: nothing is sent,
 * and no key of anybody is used.
 * @param source of the command.
 * @throws UserError when the partition is halted, so that the command would wait, or the signer's
 * key is not in force.
 */
export function rehearse(
  home: Home,
  command: Command,
  source: string,
  { asApproved = false, key, holder = anybody.holder }: RehearsalOptions = {},
): Rehearsed {
  home.assertGoesOn();
  const [before, after] = [home.now, home.copy()];
  const { authority } = before;
  const jackpot = after.jackpots.get(command.subject);
  const inForce = jackpot?.configuration;
  const alone = inForce && { ...inForce, approvals: null };
  if (asApproved && jackpot && alone) jackpot.configuration = alone;
  const signatory = key?.inForce(authority) ?? { ...anybody, holder };
  const { partition, partitions, position: offset } = home;
  const place = { partition, offset, partitions };
  const refusal = foldCommand(after, command, place, { source, signatory });
  if (jackpot && inForce && jackpot.configuration === alone) jackpot.configuration = inForce;
  return { before: actedOf(before, command), after: actedOf(after, command), refusal, authority };
}

function actedOf(
  { jackpots, tables }: PartitionState,
  { subject, data }: Command,
): RehearsedSide | undefined {
  const jackpot = jackpots.get(subject);
  if (!jackpot) return undefined;
  const { table: name = '' } = data as { table?: string };
  const table = tables.get(tableKey(subject, name));
  return { jackpot, table, openRounds: openRoundsOf(tables, subject) };
}

function openRoundsOf(tables: PartitionState['tables'], jackpot: string): Map<number, number> {
  const found = new Map<number, number>();
  for (const [, { rounds }] of ownTables(jackpot, tables)) {
    for (const { terms } of rounds) found.set(terms, (found.get(terms) ?? 0) + 1);
  }
  return found;
}
