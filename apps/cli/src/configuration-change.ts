import { formatMinor, type CheckedConfiguration } from '#contract';
import type { Configuration, ListedTable } from '#pools';
import { formatPercent } from './money.js';
import { visible } from './visible.js';

/**
 * A member of a configuration that would become another, by its path. The list of tables is one
 * member where one side has none or an empty one; else each table is one. The rows of an act in
 * `approvals` are one member.
 */
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
  const areListed = [running, wanted].every(({ tables }) => (tables ?? []).length > 0);
  const before = membersOf(running, areListed);
  const after = membersOf(wanted, areListed);
  const members = new Set([...after.keys(), ...before.keys()]);
  return [...members]
    .map((member) => ({ member, from: before.get(member), to: after.get(member) }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

/** Whether a change may change what somebody pays or is paid. */
export function isAboutMoney({ member }: Change): boolean {
  return !member.startsWith('name.') && member !== 'maxTables';
}

/** A change as a line: `seed: MOP 10,000.00 -> MOP 20,000.00`. */
export function describeChange({ member, from, to }: Change, currency: string): string {
  const shown = (value: unknown): string => visible(inWords(member, value, currency));
  return `${visible(member)}: ${shown(from)} -> ${shown(to)}`;
}

function inWords(member: string, value: unknown, currency: string): string {
  if (member === 'tables') return describeTables(value as Configuration['tables']);
  if (member.startsWith('tables.')) return describeTable(value as ListedTable | undefined);
  if (member === 'approvals') return value === null ? 'of no act' : 'of some acts';
  if (member.startsWith('approvals.')) return describeRows(value as Rows, currency);
  if (value === undefined || value === null) return 'none';
  if (typeof value !== 'number' || member === 'maxTables') return String(value);
  const isShare = member.startsWith('rates.') || member.endsWith('.share');
  return isShare ? formatPercent(value) : formatMinor(value, currency);
}

function describeTables(tables: Configuration['tables']): string {
  if (tables === null) return 'any';
  const each = tables.map((table) => `${table.id} (${describeTable(table)})`);
  return each.join(', ') || 'none may play';
}

function describeTable(table: ListedTable | undefined): string {
  if (!table) return 'not listed';
  const { kid, signs, heartbeatSeconds, seats, rounds, dealt } = table;
  const signed =
    kid === undefined ? 'signs nothing' : `signs ${signs ?? 'settlements'} with ${kid}`;
  const parts = [
    signed,
    heartbeatSeconds === undefined ? [] : `heartbeat ${heartbeatSeconds} s`,
    seats === undefined ? [] : `${seats} seats`,
    rounds === undefined ? [] : `rounds ${rounds}`,
    dealt === undefined ? [] : `says the ${dealt} that were dealt in`,
  ];
  return parts.flat().join(', ');
}

type Approvals = NonNullable<Configuration['approvals']>;
type Rows = Approvals[keyof Approvals];

function describeRows(rows: Rows = [], currency: string): string {
  const each = rows.map(({ from, by }) => {
    const who = by.join(' and ') || 'nobody else';
    return from === 0 ? who : `from ${formatMinor(from, currency)} ${who}`;
  });
  return each.join('; ') || 'nobody else';
}

function membersOf(
  { tables, approvals, ...others }: CheckedConfiguration | Configuration,
  areListed: boolean,
): Map<string, unknown> {
  const listed = (tables ?? []).map((table) => [`tables.${table.id}`, table] as const);
  const acts = Object.entries<Rows>(approvals ?? {});
  return new Map<string, unknown>([
    ...leavesOf(others),
    ...(areListed ? listed : [['tables', tables] as const]),
    ['approvals', approvals && {}],
    ...acts.map(([act, rows]) => [`approvals.${act}`, rows] as const),
  ]);
}

/** All values that are no objects, by their path. */
function leavesOf(value: object, path = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([name, member]): [string, unknown][] =>
    typeof member === 'object' && member !== null
      ? leavesOf(member as object, `${path}${name}.`)
      : [[`${path}${name}`, member]],
  );
}
