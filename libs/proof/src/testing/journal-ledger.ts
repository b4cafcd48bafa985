import type { LogRecord } from '#log';
import { noProgress } from '../source/progress.js';
import type { LiveLedger } from '../source/live-ledger.js';

/** Records of a topic's partition by offset. */
export type RecordAt = (offset: number) => LogRecord | undefined;

/** The parts of a journal on one topic partition that the proof reads. */
export function journalLedger(high: number, recordAt: RecordAt): LiveLedger {
  const live = {
    progress: noProgress,
    topic: (kind) => `jackpot.${kind}`,
    watermarks: () => Promise.resolve([{ low: 0, high }]),
    read: (_kind, _partition, from, maxBytes) => {
      const records: LogRecord[] = [];
      for (let [offset, bytes] = [from, 0]; offset < high && bytes < maxBytes; offset += 1) {
        const record = recordAt(offset);
        if (record) records.push(record);
        bytes += record?.value?.length ?? 0;
      }
      return Promise.resolve(records);
    },
  } satisfies Partial<LiveLedger>;
  return live as unknown as LiveLedger;
}

/** A journal topic of one partition that holds these texts. */
export function journalOf(texts: readonly (string | Buffer)[]): LiveLedger {
  return journalLedger(texts.length, (offset) => {
    return recordOf(offset, Buffer.from(texts[offset] ?? ''));
  });
}

export function recordOf(offset: number, value: Buffer): LogRecord {
  return { partition: 0, offset, recordedAtMs: 0, key: null, value, headers: {} };
}
