import { grouped, spread } from '../measures.js';
import { atMost, type Figure } from '../figure.js';
import type { Delivery, Signs } from './measure.js';

/** What was asked of the gateway with many signs. */
export function signsFigures(signs: Signs): Figure[] {
  const { gateway, bare, stalled, back, sizes } = signs;
  const streams = grouped(sizes.streams);
  const twiceBare = 2 * bare.p99.median;
  return [
    atMost(`p99 to ${streams} signs (100, or twice bare Node)`, gateway.p99.median, Math.max(100, twiceBare), null, 'ms'),
    atMost('memory of an open stream', gateway.kilobytes.median, 20, null, 'KB'),
    atMost(`${sizes.stalled} clients that do not read`, stalled.megabytes.median, 10, null, 'MB'),
    atMost(`${grouped(sizes.back)} signs come back at once`, back.milliseconds.max, 5_000, null, 'ms'),
    atMost('hits that they missed or saw twice', back.lost + back.doubled, 0, null),
  ]; // prettier-ignore
}

export function signsLines(signs: Signs, table: Table): string[] {
  const { sizes, gateway, bare, stalled, back } = signs;
  const tenths = (value: number): string => value.toFixed(1);
  const columns = ['p50', 'p99', 'processorUs', 'kilobytes'] as const;
  const row = (name: string, side: Delivery): string[] => [
    name,
    ...columns.map((column) => spread(side[column], tenths)),
  ];
  const ratios = columns.map((column) => (gateway[column].median / bare[column].median).toFixed(2));
  return [
    '## Signs',
    '',
    `${grouped(sizes.streams)} SSE streams of one pool at one gateway, ${sizes.framesPerSecond} values and a pulse a second each,`,
    'read by two processes of the same machine. The clock runs from the commit in Redis to the arrival in a reader, whose own queue is',
    'part of it. The peer is the smallest SSE server in Node: it writes the same text to as many streams at the same pace, and knows no',
    'versions, slow readers or hits. Both take turns. Milliseconds; what one value at one stream costs the processor of its server; and',
    'its resident memory for an open stream.',
    '',
    ...table(
      ['', 'p50', 'p99', 'µs a value', 'KB a stream'],
      [row('bare Node', bare), row('gateway', gateway), ['the second ÷ the first', ...ratios]],
    ),
    `- ${sizes.stalled} clients that do not read took ${spread(stalled.megabytes, tenths)} MB more until they were dropped (${stalled.dropped} in all rounds).`,
    `- ${grouped(sizes.back)} signs that came back in the same moment all had the newest value after ${spread(back.milliseconds)} ms. Of the hits that they`,
    `  had missed ${back.lost} were lost and ${back.doubled} came twice.`,
    '',
  ];
}

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string[];
