import { formatMinor, type CheckedConfiguration } from '#contract';
import type { Configuration, ListedTable } from '#pools';
import {
  configurationMembers,
  type ApprovalRows,
  type MemberChange,
} from './configuration-change.js';
import { formatPercent } from './percent.js';
import { visible } from './visible.js';

/** A change as a line: `seed: MOP 10,000.00 -> MOP 20,000.00`. */
export function describeChange(change: MemberChange, currency: string): string {
  const { from, to } = changeInWords(change, currency);
  return `${visible(change.member)}: ${[from, to].map((each) => visible(each)).join(' -> ')}`;
}

/** The old and the new value of a member. */
export function changeInWords({ member, from, to }: MemberChange, currency: string) {
  const words = [from, to].map((value) => valueInWords(member, value, currency));
  // Different values must look different, even without words for them.
  const shown = words[0] === words[1] ? [from, to].map((value) => JSON.stringify(value)) : words;
  const [was, becomes] = shown.map((each) => each ?? 'none') as [string, string];
  return { from: was, to: becomes };
}

/** All members of a configuration by their paths, each in words, in the order of the contract. */
export function configurationInWords(
  configuration: CheckedConfiguration | Configuration,
): (readonly [string, string])[] {
  const { currency, tables, approvals } = configuration;
  const members = configurationMembers(configuration, (tables ?? []).length > 0);
  // Each act with rows is a member of its own.
  if (Object.keys(approvals ?? {}).length > 0) members.delete('approvals');
  return [...members].map(([member, value]) => [member, valueInWords(member, value, currency)]);
}

/** Returns true if a member is money; any other number is not. */
export function isAmount(member: string): boolean {
  return /^(seed|ceiling|stake\.|payoutUnit|prizes\..*\.fixed|verifyAbove)/.test(member);
}

/** Returns true if a member is stored in basis points, and shown in percent. */
export function isPercent(member: string): boolean {
  return member.startsWith('rates.') || member.endsWith('.share');
}

/** The value of a member in words for people. */
export function valueInWords(member: string, value: unknown, currency: string): string {
  if (member === 'tables') return describeTables(value as Configuration['tables']);
  if (member.startsWith('tables.')) return describeListedTable(value as ListedTable | undefined);
  if (member === 'approvals') return value === null ? 'of no act' : 'of some acts';
  if (member.startsWith('approvals.')) return describeRows(value as ApprovalRows, currency);
  if (value === undefined || value === null) return 'none';
  if (typeof value !== 'number') return String(value);
  if (isPercent(member)) return formatPercent(value);
  if (isAmount(member)) return formatMinor(value, currency);
  return member.endsWith('Hours') ? `${value} h` : String(value);
}

function describeTables(tables: Configuration['tables']): string {
  if (tables === null) return 'any';
  const each = tables.map((table) => `${table.id} (${describeListedTable(table)})`);
  return each.join(', ') || 'none may play';
}

function describeListedTable(table: ListedTable | undefined): string {
  if (!table) return 'not listed';
  const { kid, signs, heartbeatSeconds, seats, rounds, dealt } = table;
  const signed = kid === undefined ? 'signs nothing' : `signs ${signs ?? 'all'} with ${kid}`;
  const parts = [
    signed,
    heartbeatSeconds === undefined ? [] : `heartbeat ${heartbeatSeconds} s`,
    seats === undefined ? [] : `${seats} seats`,
    rounds === undefined ? [] : `rounds ${rounds}`,
    dealt === undefined ? [] : `says the ${dealt} that were dealt in`,
  ];
  return parts.flat().join(', ');
}

function describeRows(rows: ApprovalRows = [], currency: string): string {
  const each = rows.map(({ from, by, notice }) => {
    const people = by.join(' and ') || 'nobody else';
    const who = notice === undefined ? people : `${people} (${notice} is informed)`;
    return from === 0 ? who : `from ${formatMinor(from, currency)} ${who}`;
  });
  return each.join('; ') || 'nobody else';
}
