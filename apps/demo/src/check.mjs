// @ts-check
/** The end of a demo with a number of rounds: is the ledger what the log says? */
import { readFileSync } from 'node:fs';
import { countEvents, getAwardsSince, getJackpots, getMetrics, getPools } from './public.mjs';
import { summaryLines } from './summary.mjs';
import { UserError } from '../../../tools/process/process.mjs';
import { waitFor } from '../../../tools/process/wait.mjs';

const catchUpMs = 120_000;
const signsMs = 5_000;

/**
 * Waits until the ledger has taken the whole log, compares both by `verify`, and sums up.
 * @param {object} demo
 * @param {import('./services.mjs').DemoServices} demo.services
 * @param {{ api: string, signs: string }} demo.addresses
 * @param {import('./public.mjs').Jackpot[]} demo.before the jackpots before the first round
 * @param {string} demo.pitLog
 * @param {() => boolean} demo.isStopRequested
 * @returns {Promise<boolean>} true when ledger, log and signs agree
 */
export async function checkDemo({ services, addresses, before, pitLog, isStopRequested }) {
  const { api, signs } = addresses;
  await untilCaughtUp(services.env, api, isStopRequested);
  const { code, output } = await services.runCommand(['verify']);
  const after = await getJackpots(api);
  const jackpots = await Promise.all(
    after.map(async (jackpot) => {
      const known = before.find(({ id }) => id === jackpot.id);
      const awards = await getAwardsSince(api, jackpot.id, known?.position ?? 0);
      return { before: known, after: jackpot, awards };
    }),
  );
  const exceptions = (await getMetrics(api)).by('jackpot_exceptions_total', 'reason');
  const signsAgree = (await signsShow(signs, after)) === true;
  const signsLine = `signs       show ${signsAgree ? 'the same values' : 'OTHER values than the ledger'}`;
  const lines = [...summaryLines(readPitSummary(pitLog), jackpots, exceptions), signsLine];
  process.stdout.write(`${lines.join('\n')}\n${output.trimEnd()}\n`);
  return code === 0 && signsAgree;
}

/** @param {NodeJS.ProcessEnv} env @param {string} api @param {() => boolean} givenUp */
async function untilCaughtUp(env, api, givenUp) {
  const events = await countEvents(env);
  const isCaughtUp = await waitFor(
    async () => {
      const position = (await getMetrics(api)).sum('jackpot_partition_position');
      return position >= events ? true : undefined;
    },
    { limitMs: catchUpMs, everyMs: 100, givenUp },
  );
  if (!isCaughtUp && !givenUp()) {
    throw new UserError(
      `The ledger has not taken all ${events} records within ${catchUpMs / 1000} s.`,
    );
  }
}

/** @param {string} signs @param {import('./public.mjs').Jackpot[]} jackpots */
function signsShow(signs, jackpots) {
  return waitFor(
    async () => {
      const shown = new Map((await getPools(signs)).map(({ jackpot, value }) => [jackpot, value]));
      return jackpots.every(({ id, value }) => shown.get(id) === value) || undefined;
    },
    { limitMs: signsMs, everyMs: 100 },
  );
}

/** @param {string} file @returns {import('./summary.mjs').PitSummary} */
export function readPitSummary(file) {
  const line = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line);
  } catch {
    throw new UserError(`The pit has left no summary: ${file}`);
  }
}
