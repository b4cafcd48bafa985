import { generateKeyPairSync } from 'node:crypto';
import { rootInForce, signRecord, type Root } from '#contract';
import { foldRecords } from '#engine';
import type { LogRecord } from '#log';
import type { PartitionState, SigningKey } from '#pools';
import { exceptionAboutRecord } from './about-record.js';
import { commandText, type Command } from './command.js';

export interface CommandPlace extends Pick<LogRecord, 'partition' | 'offset'> {
  readonly partitions: number;
}

/** The signer of a command: a key with this kid, holder and roles, which counts meanwhile. */
export type Signatory = Pick<SigningKey, 'kid' | 'holder' | 'roles'>;

interface RehearsedSigning {
  readonly source: string;
  readonly signatory: Signatory;
  /**
   * The service's root, if a key of the root signs: needed only for commands to the whole ledger.
   */
  readonly root?: Root;
}

/**
 * Folds a command into a state in memory, as the service would. A temporary key pair signs it:
 * nothing is sent, and no person's key is used.
 * @param state is changed in place.
 * @returns `<reason>: <detail>` if the service would refuse it.
 */
export function foldCommand(
  state: PartitionState,
  command: Command,
  { partitions, ...place }: CommandPlace,
  { source, signatory, root }: RehearsedSigning,
): string | undefined {
  const { authority } = state;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  // Omits a passkey's domain and pages: the temporary key is not a passkey.
  const { kid, holder, roles } = signatory;
  const own = new Map([[kid, { kid, holder, roles, x }]]);
  const context = { partitions, root: root ?? { keys: new Map(), thumbprint: '' } };
  if (root) {
    authority.laterRoot = new Map([...rootInForce(authority, root), ...own]);
  } else {
    authority.ledger ??= 'rehearsal';
    authority.keys = new Map([...authority.keys, ...own]);
  }
  const value = Buffer.from(commandText(command, source, { newestMs: state.newestMs }));
  const ledger = authority.ledger ?? command.subject;
  const headers = { signature: signRecord(ledger, value, kid, privateKey) };
  const key = Buffer.from(command.subject);
  const record = { ...place, recordedAtMs: Date.now(), key, value, headers };
  const { outbox } = foldRecords(state, [record], context);
  for (const { topic, value: text } of outbox) {
    const about = topic === 'exceptions' ? exceptionAboutRecord(text) : undefined;
    if (about) return `${about.reason}: ${about.detail}`;
  }
  return undefined;
}
