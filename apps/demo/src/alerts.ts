/** An alert of Prometheus that fires. */
export interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** All that fire under one name. */
export interface AlertGroup {
  readonly name: string;
  readonly severity: string;
  readonly count: number;
  /** It tells of an award, and of no fault. */
  readonly isAward: boolean;
  /** What the first of them says. */
  readonly summary: string;
}

/** They fire for a while after an award, as they should. */
export const awardAlerts: readonly string[] = ['JackpotRoyalFlush', 'JackpotStraightFlush'];

const severities = ['page', 'warning', 'info'];

/** The most severe first, then by name. */
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
