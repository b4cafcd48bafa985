import { formatMinor, type CheckedConfiguration } from '#contract';
import type { Configuration } from '#pools';
import { formatPercent } from './money.js';

/** A member of a configuration that would become another, by its path. */
export interface Change {
  readonly member: string;
  /** As JSON has it; undefined where the member is not there. */
  readonly from: unknown;
  readonly to: unknown;
}

/** The members in which two configurations differ, in the order of the second. */
export function changesBetween(
  running: Configuration,
  wanted: CheckedConfiguration | Configuration,
): Change[] {
  const before = membersOf(running);
  const after = membersOf(wanted);
  const members = new Set([...after.keys(), ...before.keys()]);
  return [...members]
    .map((member) => ({ member, from: before.get(member), to: after.get(member) }))
    .filter(({ from, to }) => from !== to);
}

/** Whether a change may change what somebody pays or is paid. */
export function isAboutMoney({ member }: Change): boolean {
  return !member.startsWith('name.') && member !== 'maxTables';
}

/** A change as a line: `seed: MOP 10,000.00 -> MOP 20,000.00`. */
export function describeChange({ member, from, to }: Change, currency: string): string {
  const shown = (value: unknown): string => {
    if (value === undefined || value === null) return 'none';
    const isPlain = member === 'maxTables' || member.startsWith('tables.');
    if (typeof value !== 'number' || isPlain) return String(value);
    const isShare = member.startsWith('rates.') || member.endsWith('.share');
    return isShare ? formatPercent(value) : formatMinor(value, currency);
  };
  return `${member}: ${shown(from)} -> ${shown(to)}`;
}

/** All values that are no objects, by their path; what has an id in a list is named by it. */
function membersOf(value: object, path = ''): Map<string, unknown> {
  const entries = Array.isArray(value)
    ? value.map((each: { id?: string } | string, index) => [nameIn(each, index), each] as const)
    : Object.entries(value);
  const members = entries.flatMap(([name, member]): [string, unknown][] =>
    typeof member === 'object' && member !== null
      ? [...membersOf(member as object, `${path}${name}.`)]
      : [[`${path}${name}`, member]],
  );
  return new Map(members);
}

function nameIn(each: { id?: string } | string, index: number): string {
  return (typeof each === 'object' ? each.id : undefined) ?? String(index + 1);
}
