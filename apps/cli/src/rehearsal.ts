import { homePartition, UserError } from '#contract';
import { readState, whyNewerEdition } from '#engine';
import {
  emptyState,
  roles,
  tableKey,
  type Authority,
  type Jackpot,
  type PartitionState,
} from '#pools';
import { pageOf } from '#log';
import type { Connections } from './connections.js';
import { foldCommand, type Signatory } from './probe.js';
import type { Command, Signer } from './signer.js';

/** What a command acts on. */
interface Acted {
  readonly jackpot: Jackpot;
  /** Of the table that the command names; undefined where it names none that is known. */
  readonly sequence: bigint | undefined;
  /** How many open rounds of the jackpot's tables keep which terms, by the name of these. */
  readonly openRounds: ReadonlyMap<number, number>;
}

/** What a command would do now. */
export interface Rehearsed {
  /** Undefined where the ledger has no such jackpot yet. */
  readonly before: Acted | undefined;
  readonly after: Acted | undefined;
  /** `<reason>: <detail>` where the ledger would refuse it. */
  readonly refusal: string | undefined;
  /** Who may sign in the jackpot's partition. */
  readonly authority: Authority;
}

interface RehearsalOptions {
  /** All who must approve the act have. */
  readonly asApproved?: boolean;
  /** Who would sign it; by default somebody with every role, who has signed nothing yet. */
  readonly signer?: Signer;
}

const anybody: Signatory = { kid: 'rehearsal', holder: 'rehearsal', roles };

/**
 * Folds a command in memory after the ledger as it is now, as the service would: nothing is sent,
 * and no key of anybody is used.
 * @param source of the command.
 * @throws UserError when the jackpot's partition is halted, so that the command would wait, or the
 * signer's key is not in force.
 */
export async function rehearse(
  connections: Connections,
  command: Command,
  source: string,
  { asApproved = false, signer }: RehearsalOptions = {},
): Promise<Rehearsed> {
  const partitions = (await connections.partitions()).length;
  const partition = homePartition(command.subject, partitions);
  const snapshot = await connections.snapshot(partition);
  const state = readState(snapshot);
  const unfit = whyNewerEdition(snapshot) ?? ('outcome' in state ? state : undefined);
  const halted = snapshot.halted ?? unfit;
  if (halted) {
    throw new UserError(
      `Nothing was sent: partition ${partition}, the home of ${command.subject}, is halted (${halted.reason}). See ${pageOf(halted.reason as Parameters<typeof pageOf>[0])}.`,
    );
  }
  const known = 'outcome' in state ? emptyState() : state;
  const before = actedOf(known, command);
  const jackpot = known.jackpots.get(command.subject);
  const inForce = jackpot?.configuration;
  const alone = inForce && { ...inForce, approvals: null };
  if (asApproved && jackpot && alone) jackpot.configuration = alone;
  const { authority } = known;
  const asKept = { ...authority };
  const signatory = signer?.inForce(authority) ?? anybody;
  const place = { partition, offset: snapshot.position, partitions };
  const refusal = foldCommand(known, command, place, { source, signatory });
  if (jackpot && inForce && jackpot.configuration === alone) jackpot.configuration = inForce;
  return {
    before,
    after: actedOf(known, command),
    refusal,
    authority: asKept,
  };
}

function openRoundsOf(tables: PartitionState['tables'], jackpot: string): Map<number, number> {
  const found = new Map<number, number>();
  for (const [key, { rounds }] of tables) {
    if (!key.startsWith(`${jackpot}/`)) continue;
    for (const { terms } of rounds) found.set(terms, (found.get(terms) ?? 0) + 1);
  }
  return found;
}

/** A copy: the fold changes a jackpot in place. */
function actedOf(
  { jackpots, tables }: PartitionState,
  { subject, data }: Command,
): Acted | undefined {
  const jackpot = jackpots.get(subject);
  const { table = '' } = data as { table?: string };
  return (
    jackpot && {
      jackpot: {
        ...jackpot,
        accounts: { ...jackpot.accounts },
        blocked: new Set(jackpot.blocked),
        claims: new Map(jackpot.claims),
        open: new Set(jackpot.open),
      },
      sequence: tables.get(tableKey(subject, table))?.sequence,
      openRounds: openRoundsOf(tables, subject),
    }
  );
}
