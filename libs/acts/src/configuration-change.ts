import { type CheckedConfiguration } from '#contract';
import type { Approvals, Configuration } from '#pools';

/**
 * A member of a configuration that would change, by its path. The list of tables is one member if
 * one side has no list or an empty one; else each table is one. The rows of an act in `approvals`
 * are one member.
 */
export interface MemberChange {
  readonly member: string;
  /** The JSON value; undefined if the member is missing. */
  readonly from: unknown;
  readonly to: unknown;
}

/** The members in which two configurations differ, in the order of the second. */
export function changesBetween(
  running: Configuration,
  wanted: CheckedConfiguration | Configuration,
): MemberChange[] {
  const areListed = [running, wanted].every(({ tables }) => (tables ?? []).length > 0);
  const before = configurationMembers(running, areListed);
  const after = configurationMembers(wanted, areListed);
  const members = new Set([...after.keys(), ...before.keys()]);
  return [...members]
    .map((member) => ({ member, from: before.get(member), to: after.get(member) }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

/** The people who must approve one act, by its amount. */
export type ApprovalRows = Approvals[keyof Approvals];

/** @param areListed true if each table is a separate member. */
export function configurationMembers(
  { tables, approvals, ...others }: CheckedConfiguration | Configuration,
  areListed: boolean,
): Map<string, unknown> {
  const listed = (tables ?? []).map((table) => [`tables.${table.id}`, table] as const);
  const acts = Object.entries<ApprovalRows>(approvals ?? {});
  return new Map<string, unknown>([
    ...leavesOf(others),
    ...(areListed ? listed : [['tables', tables] as const]),
    ['approvals', approvals && {}],
    ...acts.map(([act, rows]) => [`approvals.${act}`, rows] as const),
  ]);
}

/** All values that are not objects, by their path. */
function leavesOf(value: object, path = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([name, member]): [string, unknown][] =>
    typeof member === 'object' && member !== null
      ? leavesOf(member as object, `${path}${name}.`)
      : [[`${path}${name}`, member]],
  );
}
