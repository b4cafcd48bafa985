import type { IncomingHttpHeaders } from 'node:http';
import {
  decodeRecord,
  homePartition,
  isCommandType,
  parseJson,
  recordLimitBytes,
  type DecodeContext,
} from '#contract';
import { emptyState } from '#pools';
import {
  BadRequestException,
  ForbiddenException,
  PayloadTooLargeException,
  UnsupportedMediaTypeException,
} from '@nestjs/common';

const single = 'application/cloudevents+json';
const batch = 'application/cloudevents-batch+json';
/** The number of events that the ledger knows by their contents: all of them can be sent again. */
const eventsAtMost = 16;
export const batchLimitBytes = 1024 * 1024;

/** An event of a table in a form for the log. */
export interface TableEventRecord {
  readonly jackpot: string;
  readonly table: string;
  readonly id: string;
  readonly sequence: string;
  /** The table's bytes, unchanged. */
  readonly value: Buffer;
}

/**
 * Reads a request of the HTTP binding of CloudEvents: one event, or a batch in order. All events
 * are good, or none goes to the log.
 * @param table the table whose token came with it.
 * @param partitions of the log.
 * @throws HttpException that names the event, the member and the rule.
 */
export function readEvents(
  headers: IncomingHttpHeaders,
  body: Buffer,
  table: string,
  partitions: number,
): TableEventRecord[] {
  const { 'content-type': contentType = '', 'content-encoding': encoding } = headers;
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  if (encoding !== undefined) {
    throw new UnsupportedMediaTypeException('The body must have no content-encoding.');
  }
  if (type === single) return [readEvent(body, table, partitions, '')];
  if (type !== batch) {
    throw new UnsupportedMediaTypeException(
      `The content-type must be ${single}, or ${batch} for a batch; it was ${contentType || 'missing'}.`,
    );
  }
  if (headers['signature'] !== undefined) {
    throw new BadRequestException('A signature is over one event: send what is signed one by one.');
  }
  const values = elementsOf(body);
  if (values.length === 0 || values.length > eventsAtMost) {
    throw new BadRequestException(
      `A batch has 1 to ${eventsAtMost} events; this one has ${values.length}.`,
    );
  }
  return values.map((value, index) =>
    readEvent(value, table, partitions, `Event ${index + 1} of ${values.length}: `),
  );
}

function readEvent(
  value: Buffer,
  table: string,
  partitions: number,
  where: string,
): TableEventRecord {
  if (value.length > recordLimitBytes) {
    throw new PayloadTooLargeException(
      `${where}The event has ${value.length} bytes, more than ${recordLimitBytes}.`,
    );
  }
  const written = Object(parseJson(value)) as { type?: unknown; subject?: unknown };
  const { type, subject } = written;
  if (typeof type === 'string' && isCommandType(type)) {
    throw new ForbiddenException(
      `${where}${type} is a command of an operator; this gateway takes events of tables.`,
    );
  }
  const partition = homePartition(typeof subject === 'string' ? subject : '', partitions);
  const record = { partition, offset: 0, recordedAtMs: Date.now(), value };
  const decoded = decodeRecord(record, { ...nothingKnown, partitions });
  // Only the ledger can refuse a sequence ahead of the clock: a table that signs may use any.
  if ('refused' in decoded && decoded.refused.reason !== 'sequence-ahead') {
    throw new BadRequestException(`${where}${decoded.refused.detail}`);
  }
  const { id, source, sequence } = written as Record<'id' | 'source' | 'sequence', string>;
  if (source !== table) {
    throw new ForbiddenException(
      `${where}source is ${source}, and this token is that of table ${table}.`,
    );
  }
  return { jackpot: subject as string, table, id, sequence, value };
}

/** The gateway knows no state: the ledger judges everything that depends on it. */
const nothingKnown: Pick<DecodeContext, 'root' | 'authority' | 'jackpots'> = {
  root: { keys: new Map(), thumbprint: '' },
  authority: emptyState().authority,
  jackpots: new Map(),
};

/**
 * Returns the elements of a JSON array, each with its original bytes: an event that is sent again
 * must be the same to the byte.
 * @throws BadRequestException if it is not a JSON array.
 */
function elementsOf(body: Buffer): Buffer[] {
  if (!Array.isArray(parseJson(body))) {
    throw new BadRequestException('The batch is not a JSON array in UTF-8.');
  }
  const elements: Buffer[] = [];
  let [depth, start, isText] = [0, 0, false];
  for (let at = 0; at < body.length; at += 1) {
    const sign = String.fromCharCode(body[at] as number);
    if (isText) {
      if (sign === '\\') at += 1;
      else isText = sign !== '"';
      continue;
    }
    const ends = depth === 1 && (sign === ',' || sign === ']');
    if (ends) elements.push(body.subarray(start, at));
    if (ends || (depth === 0 && sign === '[')) start = at + 1;
    if (sign === '"') isText = true;
    else if ('[{'.includes(sign)) depth += 1;
    else if (']}'.includes(sign)) depth -= 1;
  }
  const texts = elements.map((each) => trimmed(each));
  return texts.length === 1 && texts[0]?.length === 0 ? [] : texts;
}

/** Removes the blanks of JSON around it. */
function trimmed(text: Buffer): Buffer {
  const blank = (byte: number | undefined): boolean =>
    byte !== undefined && [0x20, 0x09, 0x0a, 0x0d].includes(byte);
  let [from, to] = [0, text.length];
  while (from < to && blank(text[from])) from += 1;
  while (to > from && blank(text[to - 1])) to -= 1;
  return text.subarray(from, to);
}
