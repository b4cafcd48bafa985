import { parseArgs } from 'node:util';
import { firstDifference } from './hostile-log.js';

/** `npm run model -- [--seeds N] [--from SEED] [--events N]`: fold and model side by side. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    from: { type: 'string', default: '1' },
    events: { type: 'string', default: '4000' },
  },
});
const [seeds, from, events] = [values.seeds, values.from, values.events].map(Number) as [
  number,
  number,
  number,
];
for (let seed = from; seed < from + seeds; seed += 1) {
  const difference = firstDifference(seed, events);
  if (difference === null) continue;
  process.stdout.write(`seed ${seed}, event ${difference.index}: ${difference.what}\n`);
  process.exit(1);
}
process.stdout.write(
  `${seeds} seeds of ${events} events: fold and model agree, no law is broken\n`,
);
