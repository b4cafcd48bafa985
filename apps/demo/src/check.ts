import { readFileSync } from 'node:fs';
import { UserError } from '#tools/process/process.mjs';
import { waitFor } from '#tools/process/wait.mjs';
import { getAwardsSince, getJackpots, getMetrics, getPools, type ApiJackpot } from './api.js';
import { heldMinor } from './claims.js';
import type { Programs } from './programs.js';
import { isHeldRight, summaryLines, type PitSummary } from './summary.js';
import { countEvents } from './topics.js';

const catchUpMs = 120_000;
const signsMs = 30_000;

/**
 * Waits until the ledger has applied the whole log, runs `verify`, and prints a summary.
 * @param before the jackpots before the first round
 * @returns true if ledger, log and signs agree, and the account `held` has exactly the waiting
 * awards
 */
export async function checkDemo(
  programs: Programs,
  { api, signs }: { readonly api: string; readonly signs: string },
  before: readonly ApiJackpot[],
  pitLog: string,
): Promise<boolean> {
  await untilCaughtUp(programs, api);
  const { code, output } = await programs.runCommand(['verify']);
  const after = await getJackpots(api);
  const jackpots = await Promise.all(
    after.map(async (jackpot) => {
      const known = before.find(({ id }) => id === jackpot.id);
      const all = await getAwardsSince(api, jackpot.id, 0);
      const awards = all.filter(({ offset }) => offset >= (known?.position ?? 0));
      return { before: known, after: jackpot, awards, waitingMinor: heldMinor(all) };
    }),
  );
  const exceptions = (await getMetrics(api)).by('jackpot_exceptions_total', 'reason');
  const signsAgree = await signsShow(signs, after);
  const shown = signsAgree ? 'the same values' : 'OTHER values than the ledger';
  const summary = summaryLines(readPitSummary(pitLog), jackpots, exceptions);
  const lines = [...summary, `signs       show ${shown}`];
  process.stdout.write(`${lines.join('\n')}\n${output.trimEnd()}\n`);
  return code === 0 && signsAgree && jackpots.every(isHeldRight);
}

/** Waits until the ledger has applied the whole log. */
export async function untilCaughtUp(
  { env, isStopRequested }: Programs,
  api: string,
): Promise<void> {
  const events = await countEvents(env);
  const options = { limitMs: catchUpMs, everyMs: 100, givenUp: isStopRequested };
  const isCaughtUp = await waitFor(async () => {
    const position = (await getMetrics(api)).sum('jackpot_partition_position');
    return position >= events || undefined;
  }, options);
  if (isCaughtUp || isStopRequested()) return;
  throw new UserError(
    `The ledger has not taken all ${events} records within ${catchUpMs / 1000} s.`,
  );
}

async function signsShow(signs: string, jackpots: readonly ApiJackpot[]): Promise<boolean> {
  const agree = async (): Promise<true | undefined> => {
    const shown = new Map((await getPools(signs)).map(({ jackpot, value }) => [jackpot, value]));
    return jackpots.every(({ id, value }) => shown.get(id) === value) || undefined;
  };
  return (await waitFor(agree, { limitMs: signsMs, everyMs: 100 })) === true;
}

function readPitSummary(file: string): PitSummary {
  const line = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line) as PitSummary;
  } catch {
    throw new UserError(`The pit has left no summary: ${file}`);
  }
}
