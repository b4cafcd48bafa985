import type { LiveLedger } from '#proof';

/** A topic of one partition, in the form that readers use. */
export interface WrittenTopic extends Pick<LiveLedger, 'watermarks' | 'offsetsAt' | 'readTopic'> {
  /** Offset up to which it was read. */
  readonly readTo: () => number;
}

/**
 * A topic with these records, from the first offset on; objects are written as JSON.
 * @param recordedAtMs Kafka time of each, epoch ms.
 */
export function topicOf(
  records: readonly (object | string | null)[],
  recordedAtMs = 0,
): WrittenTopic {
  const values = records.map((each) => {
    if (each === null) return null;
    return Buffer.from(typeof each === 'string' ? each : JSON.stringify(each));
  });
  let readTo = 0;
  return {
    readTo: () => readTo,
    watermarks: () => Promise.resolve([{ low: 0, high: values.length }]),
    offsetsAt: () => Promise.resolve([0]),
    readTopic: (_, ranges, onRecord) => {
      const { from = 0, to = 0 } = ranges.get(0) ?? {};
      readTo = to;
      for (const [index, value] of values.slice(from, to).entries()) {
        onRecord({
          partition: 0,
          offset: from + index,
          recordedAtMs,
          key: null,
          headers: {},
          value,
        });
      }
      return Promise.resolve();
    },
  };
}
