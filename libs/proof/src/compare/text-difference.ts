import { tableMembers } from '#pools';

/**
 * Describes how two texts of the ledger differ, as the rest of a sentence; an undefined text is
 * missing.
 */
export function wholeDifference(found: string | undefined, expected: string | undefined): string {
  return `is ${found ?? 'missing'} in Redis and ${expected ?? 'unknown'} by the log`;
}

/** The same for a table's texts: names the members that differ, if both texts can be read. */
export function tableDifference(found: string | undefined, expected: string | undefined): string {
  const [inRedis, byLog] = [found, expected].map((text) => tableMembersIn(text ?? ''));
  if (!inRedis || !byLog) return wholeDifference(found, expected);
  const parts = tableMembers.flatMap((name, at) => {
    const [one, other] = [inRedis[at], byLog[at]].map((member) => JSON.stringify(member));
    return one === other ? [] : `${name} ${wholeDifference(one, other)}`;
  });
  return parts.length > 0 ? `differs: ${parts.join('; ')}` : wholeDifference(found, expected);
}

function tableMembersIn(text: string): readonly unknown[] | undefined {
  try {
    const members = JSON.parse(text) as unknown;
    return Array.isArray(members) && members.length === tableMembers.length ? members : undefined;
  } catch {
    return undefined;
  }
}
