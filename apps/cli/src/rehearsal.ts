import { generateKeyPairSync } from 'node:crypto';
import { homePartition, signRecord, type ExceptionMessage } from '#contract';
import { foldRecords, readState } from '#engine';
import {
  emptyState,
  roles,
  type Authority,
  type Jackpot,
  type PartitionState,
  type SigningKey,
} from '#pools';
import { pageOf } from '#log';
import type { Connections } from './connections.js';
import { commandText, type Command } from './signer.js';
import { UserError } from './user-error.js';

/** What a command would do now. */
export interface Rehearsed {
  /** Undefined where the ledger has no such jackpot yet. */
  readonly before: Jackpot | undefined;
  readonly after: Jackpot | undefined;
  /** `<reason>: <detail>` where the ledger would refuse it. */
  readonly refusal: string | undefined;
  /** Who may sign in the jackpot's partition. */
  readonly authority: Authority;
}

/**
 * Folds a command in memory after the ledger as it is now, as the service would: nothing is sent,
 * and no key of anybody is used.
 * @param source of the command, whose sequence the ledger has seen.
 * @throws UserError when the jackpot's partition is halted, so that the command would wait.
 */
export async function rehearse(
  connections: Connections,
  command: Command,
  source: string,
): Promise<Rehearsed> {
  const partitions = (await connections.partitions()).length;
  const partition = homePartition(command.subject, partitions);
  const snapshot = await connections.snapshot(partition);
  const state = readState(snapshot);
  const halted = snapshot.halted ?? ('outcome' in state ? state : undefined);
  if (halted) {
    throw new UserError(
      `Nothing was sent: partition ${partition}, the home of ${command.subject}, is halted (${halted.reason}). See ${pageOf(halted.reason as Parameters<typeof pageOf>[0])}.`,
    );
  }
  const known = 'outcome' in state ? emptyState() : state;
  const before = copyOf(known, command.subject);
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
  const exception = outbox.find(({ topic }) => topic === 'exceptions');
  const { reason, detail } = JSON.parse(exception?.value ?? '{}') as Partial<ExceptionMessage>;
  const refusal = exception && `${reason}: ${detail}`;
  return {
    before,
    after: known.jackpots.get(command.subject),
    refusal,
    authority: asKept,
  };
}

/** The fold changes a jackpot in place. */
function copyOf({ jackpots }: PartitionState, id: string): Jackpot | undefined {
  const jackpot = jackpots.get(id);
  return jackpot && { ...jackpot, accounts: { ...jackpot.accounts } };
}
