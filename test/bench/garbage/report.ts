import { atMost, type Figure } from '../figure.js';
import { grouped, ratioOf, spread, type Measure } from '../measures.js';
import type { Garbage } from './measure.js';

/** What was asked of a flood of garbage. */
export function garbageFigures({ floodedP99, quietP99, latestAward }: Garbage): Figure[] {
  const ratio = ratioOf(floodedP99, quietP99).median;
  return [
    atMost('p99 of other partitions in a flood ÷ without', ratio, 5, null),
    atMost('latest award in a flood', latestAward.max, 2_000, null, 'ms'),
  ];
}

export function garbageLines(garbage: Garbage, table: Table): string[] {
  const { sizes, quietP99, floodedP99, latestAward, ...flood } = garbage;
  const tenths = (measure: Measure): string => spread(measure, (each) => each.toFixed(1));
  const ratio = spread(ratioOf(floodedP99, quietP99), (each) => each.toFixed(2));
  return [
    '## Garbage',
    '',
    `One producer sends records of one byte to one partition as fast as the broker takes them. Bets at ${grouped(sizes.perSecond)}/s and five wins a second`,
    'come to the eleven others, with a sign for each jackpot. The producer of the garbage has its share of the two cores as well, and no',
    'quota. Milliseconds; an award is late from the acknowledgement of its settlement to its message on the topic.',
    '',
    ...table(
      ['', 'reached'],
      [
        ['p99, produce → frame at a sign, without the flood', tenths(quietP99)],
        ['the same in the flood', tenths(floodedP99)],
        ['the second ÷ the first', ratio],
        ['the latest award of a round', spread(latestAward)],
        ['garbage that the broker took, records/s', spread(flood.sentPerSecond)],
        ['garbage that the ledger applied meanwhile, records/s', spread(flood.appliedPerSecond)],
        ['most messages in that partition’s outbox', spread(flood.outboxMessages)],
        ['most memory of Redis over that before, MB', tenths(flood.redisMegabytes)],
      ],
    ),
  ];
}

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string[];
