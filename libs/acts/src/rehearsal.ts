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

/** The state that a command acts on. */
interface RehearsedSide {
  readonly jackpot: Jackpot;
  /** The table that the command names; undefined if it does not name a known one. */
  readonly table: TableState | undefined;
  /** Number of open rounds of the jackpot's tables, by the name of the terms that they keep. */
  readonly openRounds: ReadonlyMap<number, number>;
}

/** The effect that a command would have now. */
export interface Rehearsed {
  /** Undefined if the ledger does not have the jackpot yet. */
  readonly before: RehearsedSide | undefined;
  readonly after: RehearsedSide | undefined;
  /** `<reason>: <detail>` if the ledger would refuse it. */
  readonly refusal: string | undefined;
  /** Keys that may sign in the jackpot's partition. */
  readonly authority: Authority;
}

interface RehearsalOptions {
  /** True if everybody who must approve the act has done so. */
  readonly asApproved?: boolean;
  /** Key that would sign it; by default one with every role, which has signed nothing yet. */
  readonly key?: ActingKey;
  /** The holder whose earlier acts count, if the permission to sign is not checked. */
  readonly holder?: string | undefined;
}

const anybody: Signatory = { kid: 'rehearsal', holder: 'rehearsal', roles };

/**
 * Folds a command in memory after the current ledger, as the service would: nothing is sent, and no
 * person's key is used.
 * @param source of the command.
 * @throws UserError if the partition is halted, so that the command would wait, or the signer's key
 *   is not in force.
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
