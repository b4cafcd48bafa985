import type { CaseResult } from './kit.js';

/** The findings of one run of the kit on one controller. */
export interface ConformanceReport {
  /** As its maker calls it. */
  readonly controller: string;
  /** The version of this project. */
  readonly version: string;
  /** ISO 8601. */
  readonly at: string;
  /** Whether all mandatory cases passed; null if cases were not tried. */
  readonly passes: boolean | null;
  readonly cases: readonly CaseResult[];
}

/** @param all the number of all cases; a run of some of them is not a proof */
export function reportOf(
  { controller, version, at }: Pick<ConformanceReport, 'controller' | 'version' | 'at'>,
  cases: readonly CaseResult[],
  all: number,
): ConformanceReport {
  const hasFailed = cases.some(({ verdict }) => verdict === 'failed');
  const passes = hasFailed ? false : cases.length < all ? null : true;
  return { controller, version, at, passes, cases };
}

/** The verdict in a sentence. */
export function verdictLine({ controller, passes, cases }: ConformanceReport): string {
  const count = (verdict: CaseResult['verdict']): number =>
    cases.filter((each) => each.verdict === verdict).length;
  const outOf = `${count('passed')} of ${cases.length} cases`;
  const left = count('left out') > 0 ? `, ${count('left out')} left out` : '';
  if (passes === null) return `${controller}: ${outOf}${left}; not all cases were tried.`;
  return `${controller} ${passes ? 'passes' : 'does not pass'}: ${outOf}${left}.`;
}

const colours = { passed: '#1a7f37', failed: '#cf222e', 'left out': '#57606a' } as const;

/** The report as one page that loads nothing. */
export function reportPage(report: ConformanceReport): string {
  const { controller, version, at, cases } = report;
  const title = `Conformance of ${controller}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem;
    color: #1b1f24; }
  h1 { font-size: 1.5rem; }
  details { border-top: 1px solid #d0d7de; padding: .5rem 0; }
  summary { display: flex; gap: 1rem; cursor: pointer; }
  summary b { flex: 0 0 5.5rem; }
  summary code { flex: 0 0 17rem; }
  summary em { margin-left: auto; color: #57606a; font-style: normal; text-align: right; }
  .why { font-weight: 600; }
  pre { background: #f3f4f6; padding: .7rem; overflow-x: auto; font-size: .85rem; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p><strong>${escaped(verdictLine(report))}</strong><br>
Progressive jackpot ${escaped(version)}, ${escaped(at)}</p>
${cases.map(caseOfPage).join('\n')}
</body>
</html>
`;
}

function caseOfPage({ name, clause, demand, verdict, why, asked, came, seconds }: CaseResult) {
  const list = (lines: readonly string[]): string => `<pre>${escaped(lines.join('\n'))}</pre>`;
  return `<details${verdict === 'failed' ? ' open' : ''}>
<summary><b style="color: ${colours[verdict]}">${verdict}</b><code>${escaped(name)}</code>
<span>${escaped(demand)}</span><em>${escaped(clause)}</em></summary>
${why === null ? '' : `<p class="why">${escaped(why)}</p>`}
<p>Asked and shown, in ${seconds} s:</p>${list(asked)}
<p>In the log:</p>${list(came)}
</details>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
