import { generateKeyPairSync } from 'node:crypto';
import { rootInForce, signRecord, type Root } from '#contract';
import { foldRecords } from '#engine';
import type { LogRecord } from '#log';
import type { PartitionState, SigningKey } from '#pools';
import { exceptionAboutRecord } from './about-record.js';
import { commandText, type Command } from './command.js';

/** Where a command would stand in the log. */
export interface CommandPlace extends Pick<LogRecord, 'partition' | 'offset'> {
  readonly partitions: number;
}

/** Who would sign a command: a key of this kid, holder and roles, which counts meanwhile. */
export type Signatory = Pick<SigningKey, 'kid' | 'holder' | 'roles'>;

interface RehearsedSigning {
  /** Of the command. */
  readonly source: string;
  readonly signatory: Signatory;
  /** The service's, where a key of the root signs: what is for the whole ledger alone. */
  readonly root?: Root;
}

/**
 * Folds a command into a state in memory, as the service would. A key pair of this moment signs
 * it: nothing is sent, and no key of anybody is used.
 * @param state is changed in place.
 * @returns `<reason>: <detail>` where the service would refuse it.
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
  // A passkey's own domain and pages are left out: the key of this moment is none.
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
