/** A firing alert of Prometheus. */
export interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** All firing alerts of one name. */
export interface AlertGroup {
  readonly name: string;
  readonly severity: string;
  readonly count: number;
  /** True if it reports an award, not a fault. */
  readonly isAward: boolean;
  /** The summary of the first of them. */
  readonly summary: string;
}

/** These alerts fire for a while after an award, by design. */
export const awardAlerts: readonly string[] = ['JackpotRoyalFlush', 'JackpotStraightFlush'];

const severities = ['page', 'warning', 'info'];

/** Groups alerts, the most severe first, then by name. */
export function groupAlerts(alerts: readonly Alert[]): AlertGroup[] {
  const groups = new Map<string, AlertGroup>();
  for (const { labels, annotations } of alerts) {
    const { alertname: name = '', severity = '' } = labels;
    const known = groups.get(name);
    const summary = known?.summary ?? annotations['summary'] ?? '';
    const isAward = awardAlerts.includes(name);
    groups.set(name, { name, severity, isAward, count: (known?.count ?? 0) + 1, summary });
  }
  const rank = ({ severity }: AlertGroup): number => severities.indexOf(severity);
  return [...groups.values()].sort(
    (one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name),
  );
}
