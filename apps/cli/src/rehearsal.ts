import { generateKeyPairSync } from 'node:crypto';
import { homePartition, signRecord, type ExceptionMessage } from '#contract';
import { foldRecords, readState, whyNewerEdition } from '#engine';
import {
  emptyState,
  roles,
  tableKey,
  type Authority,
  type Jackpot,
  type PartitionState,
  type SigningKey,
} from '#pools';
import { pageOf } from '#log';
import type { Connections } from './connections.js';
import { commandText, type Command } from './signer.js';
import { UserError } from './user-error.js';

/** What a command acts on. */
interface Acted {
  readonly jackpot: Jackpot;
  /** Of the table that the command names; undefined where it names none that is known. */
  readonly sequence: bigint | undefined;
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

/**
 * Folds a command in memory after the ledger as it is now, as the service would: nothing is sent,
 * and no key of anybody is used.
 * @param source of the command.
 * @param asApproved all who must approve it have.
 * @throws UserError when the jackpot's partition is halted, so that the command would wait.
 */
export async function rehearse(
  connections: Connections,
  command: Command,
  source: string,
  { asApproved = false } = {},
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
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const probe: SigningKey = { kid: 'rehearsal', holder: 'rehearsal', roles, x };
  authority.ledger ??= 'rehearsal';
  authority.keys = new Map([...authority.keys, [probe.kid, probe]]);
  const value = Buffer.from(commandText(command, source));
  const signature = signRecord(authority.ledger, value, probe.kid, privateKey);
  const place = { partition, offset: snapshot.position, recordedAtMs: Date.now() };
  const record = { ...place, key: Buffer.from(command.subject), value, headers: { signature } };
  const root = { keys: new Map(), thumbprint: '' };
  const { outbox } = foldRecords(known, [record], { partitions, root });
  if (jackpot && inForce && jackpot.configuration === alone) jackpot.configuration = inForce;
  const exception = outbox.find(({ topic }) => topic === 'exceptions');
  const { reason, detail } = JSON.parse(exception?.value ?? '{}') as Partial<ExceptionMessage>;
  const refusal = exception && `${reason}: ${detail}`;
  return {
    before,
    after: actedOf(known, command),
    refusal,
    authority: asKept,
  };
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
      },
      sequence: tables.get(tableKey(subject, table))?.sequence,
    }
  );
}
