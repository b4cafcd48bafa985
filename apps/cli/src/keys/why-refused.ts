import { generateKeyPairSync } from 'node:crypto';
import { signRecord, type ExceptionMessage, type Root } from '#contract';
import { foldRecords } from '#engine';
import { emptyState, type Authority, type SigningKey } from '#pools';
import { commandText, type Command } from '../signer.js';

/**
 * Why the service would refuse a set of keys, as `<reason>: <detail>`. It is folded in memory,
 * signed by a root of this moment: nothing is sent, and no key of anybody is used.
 * @param authority of the partition with the newest set.
 */
export function whyRefused(
  command: Command,
  authority: Authority,
  { thumbprint }: Root,
): string | undefined {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const probe: SigningKey = { kid: 'rehearsal', holder: 'rehearsal', roles: ['keys'], x };
  const state = emptyState();
  Object.assign(state.authority, authority, { sequences: new Map() });
  const value = Buffer.from(commandText(command, probe.kid));
  const signature = signRecord(command.subject, value, probe.kid, privateKey);
  const place = { partition: 0, offset: 0, recordedAtMs: Date.now() };
  const record = { ...place, key: null, value, headers: { signature } };
  const root = { keys: new Map([[probe.kid, probe]]), thumbprint };
  const { outbox } = foldRecords(state, [record], { partitions: 1, root });
  const exception = outbox.find(({ topic }) => topic === 'exceptions');
  if (!exception) return undefined;
  const { reason, detail } = JSON.parse(exception.value) as ExceptionMessage;
  return `${reason}: ${detail}`;
}
