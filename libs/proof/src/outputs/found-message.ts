import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { LogRecord } from '#log';
import { idOfContent, type SentKind } from './message-id.js';

/** A message that was found: its digest, and where to read it again. */
export interface FoundOutput {
  readonly digest: string;
  /** A record of the topic; or the text itself, of a message that waits in the outbox. */
  readonly at: { readonly partition: number; readonly offset: number } | { readonly text: string };
  /** Its Kafka timestamp, ms; in the outbox 0. */
  readonly writtenAtMs: number;
}

/** A message by the id of its content; undefined where that is no message of the topic. */
export interface Identified {
  readonly id: string | undefined;
  readonly found: FoundOutput;
}

interface WaitingOutput {
  readonly key: string;
  readonly id: string;
  readonly value: string;
}

/** @param partitions of the events topic */
export function foundRecord(kind: SentKind, record: LogRecord, partitions: number): Identified {
  const { partition, offset, recordedAtMs, key, value, headers } = record;
  const text = String(value ?? '');
  const [own, of, at] = ['id', 'partition', 'offset'].map((name) => String(headers[name]));
  const digest = digestOf([key?.toString() ?? null, own, of, at], value ?? text);
  return {
    id: idOfContent(kind, text, partitions),
    found: { digest, at: { partition, offset }, writtenAtMs: recordedAtMs },
  };
}

/** A message that waits in the outbox. */
export function foundWaiting(kind: SentKind, entry: WaitingOutput, partitions: number): Identified {
  const { value: text } = entry;
  return {
    id: idOfContent(kind, text, partitions),
    found: { digest: digestOfOutput(entry), at: { text }, writtenAtMs: 0 },
  };
}

/** The digest of a message as the relay sends it. */
export function digestOfOutput({ key, id, value }: WaitingOutput): string {
  const [partition, offset] = id.split('/');
  return digestOf([key === '' ? null : key, id, partition, offset], value);
}

function digestOf(about: readonly unknown[], value: string | Buffer): string {
  const isText = typeof value === 'string' || isUtf8(value);
  // Bytes that are no text must not become one.
  const text = isText ? value.toString() : `\0${value.toString('latin1')}`;
  // Half of it, one character a byte: there may be many. In one call it takes half the time.
  return hash('sha256', `${JSON.stringify(about)}${text}`, 'binary').slice(0, 16);
}
