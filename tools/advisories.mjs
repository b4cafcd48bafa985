// @ts-check
/** Asks the registry for advisories against the shipped packages, by `npm audit`. */
import { installEnvironment } from './process/paths.mjs';
import { run } from './process/process.mjs';

/**
 * @typedef {object} Advisories
 * @property {'clean' | 'vulnerable' | 'not asked'} outcome
 * @property {string} sentence
 */

/** @param {string} folder @returns {Promise<Advisories>} */
export async function auditAdvisories(folder) {
  const options = ['--json', '--omit=dev', '--package-lock-only', '--loglevel=silent'];
  const { output } = await run('npm', ['audit', ...options], {
    cwd: folder,
    env: installEnvironment(),
  });
  return readAudit(output);
}

/**
 * Reads the answer; only one that counts vulnerabilities is trusted, anything else means "not
 * asked".
 * @param {string} output
 * @returns {Advisories}
 */
export function readAudit(output) {
  const answer = parse(output);
  const found = answer?.metadata?.vulnerabilities?.total;
  if (typeof found !== 'number') {
    const why = answer?.message ?? answer?.error?.summary ?? 'no answer';
    const sentence = `Advisories: NOT CHECKED, npm audit could not ask the registry (${why}).`;
    return { outcome: 'not asked', sentence };
  }
  if (found === 0) return { outcome: 'clean', sentence: 'Advisories: none.' };
  const names = Object.entries(answer.vulnerabilities ?? {})
    .map(([name, { severity }]) => `${name} (${severity})`)
    .join(', ');
  return { outcome: 'vulnerable', sentence: `Advisories: ${found} found: ${names}.` };
}

/** @param {string} output */
function parse(output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{')));
  } catch {
    return undefined;
  }
}
