import type { Kafka } from 'kafkajs';
import { readLog, readWatermarks } from '#log';
import { judge, type Verdict } from './judge.js';
import { JudgedKeys, type JudgedKey } from './judged-keys.js';
import type { Placed } from './sending.js';

export interface Exceptions {
  /** Exceptions by the partition and offset of their record. */
  readonly own: ReadonlyMap<string, readonly string[]>;
  /** The number of records without their own exception, by partition and reason. */
  readonly summed: ReadonlyMap<string, number>;
}

export async function readExceptions(kafka: Kafka, topic: string): Promise<Exceptions> {
  const marks = await readWatermarks(kafka, topic);
  const ranges = new Map(marks.map(({ low, high }, each) => [each, { from: low, to: high }]));
  const byPlace = new Map<string, Map<string, string>>();
  const sums = new Map<string, Sum>();
  await readLog(kafka, topic, ranges, (_, records) => {
    for (const { value, headers } of records) {
      const sum = JSON.parse(String(value)) as Sum;
      if (sum.summed) {
        sums.set(String(headers['id']), sum);
        continue;
      }
      const place = `${String(headers['partition'])}/${String(headers['offset'])}`;
      const texts = byPlace.get(place) ?? new Map<string, string>();
      // A repeated message has the same id.
      byPlace.set(place, texts.set(String(headers['id']), String(value)));
    }
  });
  const summed = new Map<string, number>();
  for (const { partition, reason, summed: sum } of sums.values()) {
    add(summed, `${partition} ${reason}`, sum?.count ?? 0);
  }
  const own = new Map([...byPlace].map(([place, texts]) => [place, [...texts.values()]]));
  return { own, summed };
}

interface Sum {
  readonly partition: number;
  readonly reason: string;
  readonly summed?: { readonly count: number };
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** Reasons that do not depend on the state of the jackpot. */
const early = ['malformed', 'unknown-type', 'wrong-partition', 'unsigned-command'].concat([
  'bad-signature',
  'sequence-ahead',
  'command-repeated',
  'command-expired',
  'not-permitted',
  'invalid-command',
]);
/** Exceptions about an event that was applied nevertheless. */
const remarks = ['sequence-gap', 'round-abandoned'];
const keptOfRawBytes = 48 * 1024;

/** Compares the exceptions of the service with the answers of the judge. */
export class Books {
  private readonly keys: readonly JudgedKeys[];

  /** @param keys the keys in force in every partition at the start */
  constructor(ledger: string, version: number, keys: readonly JudgedKey[]) {
    this.keys = Array.from({ length: 12 }, () => new JudgedKeys(ledger, version, keys));
  }

  /** @param placed all records, in the order of each partition's log */
  compare(placed: readonly Placed[], { own, summed }: Exceptions) {
    const silent = new Map<string, number>();
    const verdicts: Partial<Record<Verdict, number>> = {};
    const reasonCounts: Record<string, number> = {};
    const differences: string[] = [];
    let refused = 0;
    for (const { record, offset } of placed) {
      const verdict = judge(record, this.keys[record.partition] as JudgedKeys);
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      const texts = own.get(`${record.partition}/${offset}`) ?? [];
      const reasons = texts.map((text) => (JSON.parse(text) as { reason: string }).reason);
      for (const reason of reasons) reasonCounts[reason] = (reasonCounts[reason] ?? 0) + 1;
      if (reasons.some((reason) => !remarks.includes(reason))) refused += 1;
      if (texts.length === 0 && early.includes(verdict)) {
        add(silent, `${record.partition} ${verdict}`, 1);
        continue;
      }
      const fault = whyWrong(verdict, reasons) ?? whyNotKept(record.value, texts);
      if (fault === null) continue;
      const [value, headers] = [record.value?.toString('base64'), JSON.stringify(record.headers)];
      differences.push(
        `${fault} at ${record.partition}/${offset}: ${value} ${headers}`.slice(0, 9_000),
      );
    }
    for (const [key, count] of summed) {
      const reason = key.split(' ')[1] as string;
      reasonCounts[reason] = (reasonCounts[reason] ?? 0) + count;
      if (!remarks.includes(reason)) refused += count;
    }
    for (const key of new Set([...silent.keys(), ...summed.keys()])) {
      const [without = 0, said = 0] = [silent.get(key), summed.get(key)];
      const isEarly = early.includes(key.split(' ')[1] as string);
      if (isEarly && without !== said) {
        differences.push(`${without} without an exception and ${said} summed up: ${key}`);
      }
    }
    return { verdicts, reasons: reasonCounts, differences, refused };
  }
}

function whyWrong(verdict: Verdict, reasons: readonly string[]): string | null {
  const difference = `judged ${verdict}, answered ${reasons.join(' and ') || 'nothing'}`;
  const earlyReasons = reasons.filter((reason) => early.includes(reason));
  if (verdict === 'taken') return earlyReasons.length === 0 ? null : difference;
  if (verdict === 'command') {
    return earlyReasons.every((reason) => reason === 'invalid-command') ? null : difference;
  }
  return reasons.length === 1 && reasons[0] === verdict ? null : difference;
}

/**
 * The difference between a record and its exception, which repeats it exactly: JSON as the event,
 * anything else in base64.
 */
function whyNotKept(value: Buffer | null, texts: readonly string[]): string | null {
  for (const text of texts) {
    const { raw } = JSON.parse(text) as { raw?: string };
    const isKept =
      raw === undefined
        ? text.endsWith(`,"event":${String(value)}}`)
        : raw === (value ?? Buffer.alloc(0)).subarray(0, keptOfRawBytes).toString('base64');
    if (!isKept) return 'not kept to the letter';
  }
  return null;
}
