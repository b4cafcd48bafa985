import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Output } from '#ledger';
import type { LogRecord } from '#log';
import { idOfContent, originOfId, type ComparedKind, type LogPlace } from './message-id.js';

/** A message that was found. */
export interface FoundOutput {
  /** Id by its content; empty if it is not a message of its topic. */
  readonly id: string;
  readonly origin: LogPlace;
  readonly digest: string;
  /** Its record; for a message that waits in the outbox, its text. */
  readonly at: LogPlace | string;
  /** Its Kafka timestamp, ms; Infinity for a message that waits. */
  readonly writtenAtMs: number;
}

/** A message as the fold gives it and the relay sends it. */
export type OutputMessage = Pick<Output, 'key' | 'id' | 'value'>;

/** @param partitions of the events topic */
export function foundOutput(
  kind: ComparedKind,
  partitions: number,
  text: string,
  found: Pick<FoundOutput, 'digest' | 'at' | 'writtenAtMs'>,
): FoundOutput {
  const id = idOfContent(kind, text, partitions);
  return { id, origin: originOfId(id), ...found };
}

/** The digest of a message with its key and its headers `id`, `partition` and `offset`. */
export function digestOfOutput({ key, id, value }: OutputMessage): string {
  return foundDigest([key === '' ? null : key, id, ...id.split('/', 2)], value);
}

/** The same digest for a record. */
export function digestOfRecord({ key, value, headers }: LogRecord): string {
  const own = ['id', 'partition', 'offset'].map((name) => String(headers[name]));
  return foundDigest([key?.toString() ?? null, ...own], value ?? '');
}

function foundDigest(about: readonly unknown[], value: string | Buffer): string {
  const isText = typeof value === 'string' || isUtf8(value);
  // Bytes that are not UTF-8 must not become a valid text.
  const text = isText ? value.toString() : `\0${value.toString('latin1')}`;
  // Half of the digest, one character per byte: there may be many. A single call takes half the
  // time.
  return hash('sha256', `${JSON.stringify(about)}${text}`, 'binary').slice(0, 16);
}
