import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * `npm run model -- [--seeds N] [--from SEED] [--events N]`: compares fold and model. `npm run
 * model -- --mutants WORD`: does so with each fault whose name contains the word (an empty word
 * means all), until the model detects it; exits 1 unless each fault compiles and is detected.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    from: { type: 'string', default: '1' },
    events: { type: 'string', default: '4000' },
    mutants: { type: 'string' },
  },
});

if (values.mutants === undefined) await compare();
else await tryMutants(values.mutants);

async function compare(): Promise<void> {
  const { firstDifference } = await import('./hostile-log.js');
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
}

async function tryMutants(word: string): Promise<void> {
  const { MutantCompiler } = await import('../simulation/mutant-compiler.js');
  const { awardMutants, differenceWith, playMutants, signerMutants } = await import('./mutants.js');
  const compiler = new MutantCompiler();
  const folder = mkdtempSync(join(tmpdir(), 'jackpot-model-'));
  try {
    for (const fault of [...playMutants, ...awardMutants, ...signerMutants]) {
      if (!fault.name.includes(word)) continue;
      const [complaint] = compiler.complaints([fault]);
      const found = complaint ?? differenceWith(fault, folder) ?? 'NOT SEEN';
      const isRight = complaint === undefined && found !== 'NOT SEEN';
      if (!isRight) process.exitCode = 1;
      const text = isRight ? found.split(':')[0] : found;
      process.stdout.write(`${fault.name.padEnd(70)} ${text}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
