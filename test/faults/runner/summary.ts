import { kinds, type Kind } from './plan.js';
import type { Outcome, RunResult, Wrong } from './run.js';

export interface KindSummary {
  readonly kind: Kind;
  readonly count: number;
  /** Seconds; null if none of them continued. */
  readonly p50: number | null;
  readonly p90: number | null;
  readonly max: number | null;
  readonly lost: number;
  readonly doubled: number;
  readonly differs: number;
  readonly hands: number;
  readonly verifyFailed: number;
}

/**
 * A finding counts for the kind of the fault that broke it; a set-up failure counts for all kinds
 * in its scenario.
 */
export function summaryOf(result: RunResult): { kinds: KindSummary[]; line: string } {
  const { outcomes, wrong } = result;
  const byKind = kinds
    .map((kind) => ({ kind, of: outcomes.filter((each) => each.kind === kind) }))
    .filter(({ of }) => of.length > 0)
    .map(({ kind, of }) => {
      const count = (what: Wrong): number =>
        wrong.filter((each) => each.what === what && each.kinds.includes(kind)).length;
      return {
        kind,
        count: of.length,
        ...percentiles(of),
        lost: count('lost'),
        doubled: count('doubled'),
        differs: count('differs'),
        hands: count('hand'),
        verifyFailed: count('verify'),
      };
    });
  const count = (what: Wrong): number => wrong.filter((each) => each.what === what).length;
  const { p50, p90, max } = percentiles(outcomes);
  const others = count('differs') + count('verify');
  const setUps = count('set-up');
  const stuck = outcomes.reduce((sum, each) => sum + each.stuck, 0);
  const line =
    `${outcomes.length} faults: ${count('lost')} lost, ${count('doubled')} doubled, ` +
    `${count('hand')} needed a hand${others > 0 ? `, ${others} disagreements` : ''}` +
    `${setUps > 0 ? `, ${setUps} set-ups failed` : ''}; ` +
    `resume p50 ${shown(p50)}, p90 ${shown(p90)}, max ${shown(max)}` +
    `${stuck > 0 ? `; ${stuck} times stuck, and started again` : ''}`;
  return { kinds: byKind, line };
}

export function shown(seconds: number | null): string {
  return seconds === null ? '–' : `${seconds.toFixed(1)} s`;
}

/** Percentiles by the nearest rank, so that each is a measured time. */
function percentiles(outcomes: readonly Outcome[]) {
  const sorted = outcomes
    .flatMap(({ resumeMs }) => (resumeMs === null ? [] : [resumeMs / 1_000]))
    .sort((one, other) => one - other);
  const rank = (share: number): number | null =>
    sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
  return { p50: rank(0.5), p90: rank(0.9), max: sorted.at(-1) ?? null };
}
