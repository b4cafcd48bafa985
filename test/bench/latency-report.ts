import type { LatencyAtRate, Percentiles } from './latency.js';
import { grouped, spread, type Measure } from './measures.js';
import { processNames, type ByProcess } from './processors.js';

const tenths = (value: number): string => value.toFixed(1);

/** The latencies with what each took of the processors, and what a commit takes. */
export function latencyLines(rates: readonly LatencyAtRate[], table: Table): string[] {
  return [
    '## Latency',
    '',
    'Events sent at a fixed pace, each when it is due; twelve jackpots with a sign (SSE) each. A commit has a frame for each pool, so a bet',
    'is in the first one whose version is behind its offset. A sign is sent at most ten values a second of a pool (contract 9.3), which is',
    'what a bet waits for there. Milliseconds; `acks=all`. Below zero: the frame came before the acknowledgement.',
    'Then the mean processor time of one event in each process, in microseconds. The sender also listens: to the frames and the signs, or',
    'as bare kafkajs. Rows without it are of the same rounds as the row',
    'above them; where no row has it, it was not measured.',
    '',
    ...table(
      ['pace', 'from → to', 'p50', 'p99', 'p99.9', ...processNames],
      rates.flatMap((rate) => latencyRows(rate)),
    ),
    ...commitLines(rates, table),
  ];
}

function latencyRows(found: LatencyAtRate): string[][] {
  const { perSecond, bare, ours, sign, afterAcknowledgement, acknowledgement, processors } = found;
  const rate = `${grouped(perSecond)}/s`;
  const ratio = [ours.p50, ours.p99, ours.p999].map((each, index) =>
    (each.median / ([bare.p50, bare.p99, bare.p999][index]?.median ?? NaN)).toFixed(2),
  );
  const none = processCells({});
  return [
    [rate, 'produce → consumer, bare kafkajs', ...cells(bare), ...processCells(processors?.bare)],
    [rate, 'produce → frame at a gateway', ...cells(ours), ...processCells(processors?.ours)],
    [rate, 'the second ÷ the first', ...ratio, ...none],
    [rate, 'produce → frame at a sign', ...cells(sign), ...none],
    [rate, 'acknowledgement → frame at a gateway', ...cells(afterAcknowledgement), ...none],
    [rate, 'produce → acknowledgement', ...cells(acknowledgement), ...none],
  ];
}

function commitLines(rates: readonly LatencyAtRate[], table: Table): string[] {
  const rows = rates.flatMap(({ perSecond, commits }) => {
    if (!commits) return [];
    const { events, processors, all } = commits;
    const pace = `${grouped(perSecond)}/s`;
    const first = [pace, spread(commits.perSecond), spread(events, tenths)];
    return [[...first, ...processCells(processors), spread(all)]];
  });
  if (rows.length === 0) return [];
  return [
    'The commits of the same rounds, and the processor time of one in each process and in all of them, in microseconds:',
    '',
    ...table(['pace', 'commits/s', 'events a commit', ...processNames, 'all'], rows),
  ];
}

function cells({ p50, p99, p999 }: Percentiles): string[] {
  return [p50, p99, p999].map((each) => spread(each, tenths));
}

function processCells(found: ByProcess<Measure> = {}): string[] {
  return processNames.map((name) => {
    const measure = found[name];
    return measure ? spread(measure) : '';
  });
}

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string[];
