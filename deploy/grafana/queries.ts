/** Pieces of PromQL that several panels share. */

/** Matches the jackpots that are chosen at the top of the dashboard. */
export const chosen = 'jackpot=~"$jackpot"';

/** Money: joins the currency to series with a label `jackpot`. Give a product or an aggregation. */
export function withCurrency(expr: string): string {
  const info = 'max by (jackpot, currency) (jackpot_info)';
  return `${expr} * on (jackpot) group_left (currency) ${info}`;
}

/**
 * For lists that are empty if all is well: one row that says so, and only then.
 * @param label that has the sentence
 */
export function orSay(expr: string, label: string, sentence: string): string {
  return `${expr} or on () label_replace(vector(0), "${label}", "${sentence}", "", "")`;
}

/**
 * Returns lines of a histogram in seconds: the time within which each percentage of its values
 * lies.
 */
export function spread(metric: string, percentages: readonly number[], matchers = '') {
  return percentages.map((percentage) => ({
    expr: quantile(percentage / 100, metric, matchers),
    legend: percentage === 50 ? 'half within' : `${percentage} % within`,
  }));
}

/**
 * Returns a quantile of a histogram in seconds.
 * @param quantile 0 to 1
 */
function quantile(quantile: number, metric: string, matchers = ''): string {
  const rate = `rate(${metric}_bucket${matchers}[$__rate_interval])`;
  return `histogram_quantile(${quantile}, sum by (le) (${rate}))`;
}

/** Counts our firing alerts of a severity; 0 if none. */
export function firing(severity: string): string {
  const matchers = `alertname=~"Jackpot.+", alertstate="firing", severity="${severity}"`;
  return `count(ALERTS{${matchers}}) or vector(0)`;
}
