import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '../../deploy/local/redis.mjs';
import { connected } from '../../libs/ledger/src/testing/redis.js';
import { compareWithModel } from './commit-check.js';
import { edited, editsOf, luaMutants, mutants, type Mutation } from './mutations.js';

/**
 * `npm run mutants [-- WORD ...]`: puts each fault of `mutations.ts` (or those whose name has one of
 * the words) into the source, runs the simulation until it breaks, and exits 1 if one survives. The
 * faults of the script run on a real Redis, that of `REDIS_URL` or one of its own.
 */
const seedsForEach = 2_000;
const words = process.argv.slice(2);
const isWanted = ({ name }: Mutation): boolean =>
  words.length === 0 || words.some((word) => name.includes(word));

const folder = mkdtempSync(join(tmpdir(), 'jackpot-mutants-'));
let survivors = 0;
try {
  for (const mutant of mutants.filter(isWanted)) report(mutant.name, await simulated(mutant));
  const inScript = luaMutants.filter(isWanted);
  if (inScript.length > 0) await onRedis(inScript);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(survivors === 0 ? 'every mutant was caught' : `${survivors} mutants survived`);
process.exitCode = survivors === 0 ? 0 : 1;

function report(name: string, caught: string | null): void {
  if (caught === null) survivors += 1;
  console.log(`${name.padEnd(60)} ${caught ?? 'SURVIVED'}`);
}

/** Where the simulation broke, or null when it ran through. */
async function simulated(mutant: Mutation): Promise<string | null> {
  const edit = join(folder, 'edit.json');
  writeFileSync(edit, JSON.stringify(editsOf(mutant)));
  const args = ['--seeds', String(seedsForEach), '--until-broken', '--no-shrinking', '--json'];
  const child = spawn(process.execPath, [...process.execArgv, 'test/simulation/main.ts', ...args], {
    env: { ...process.env, SOURCE_EDIT: edit },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  if (!last.startsWith('{'))
    throw new Error(`${mutant.name}: the simulation ended with ${code}: ${errors}`);
  const { broken } = JSON.parse(last) as { broken: { seed: number; property: string }[] };
  const [first] = broken.sort((one, other) => one.seed - other.seed);
  return first ? `caught at seed ${first.seed} by ${first.property}` : null;
}

async function onRedis(faulty: readonly Mutation[]): Promise<void> {
  const given = process.env['REDIS_URL'];
  const server = given ? null : await startRedis({ dataDir: join(folder, 'redis') });
  const redis = await connected(given ?? (server?.url as string));
  try {
    const script = readFileSync('libs/ledger/src/commit.lua', 'utf8');
    await compareWithModel({ redis, script, runs: 500 });
    for (const mutant of faulty) {
      const wrong = edited(script, mutant);
      const fault = await compareWithModel({ redis, script: wrong, runs: 3_000 }).then(
        () => null,
        () => 'caught on Redis by the comparison with the model',
      );
      report(`commit.lua: ${mutant.name}`, fault);
    }
  } finally {
    redis.disconnect();
    await server?.stop();
  }
}
