import { formatMinor, UserError } from '#contract';
import type { Approvals, ListedTable } from '#pools';
import { readSum } from './amount.js';

/** Writes the lists of a configuration as lines that people edit. */

const counted = ['heartbeatSeconds', 'seats'] as const;
const named = ['kid', 'signs', 'rounds', 'dealt'] as const;
const members = [...counted, ...named] as const;

/**
 * Returns a line for each table, such as `F3-07 heartbeatSeconds=10`; no lines if any table may
 * play.
 */
export function tableLines(tables: readonly ListedTable[] | null): string {
  if (tables?.length === 0) return 'none';
  const lines = (tables ?? []).map((table) => {
    const said = members.filter((member) => table[member] !== undefined);
    return [table.id, ...said.map((member) => `${member}=${table[member]}`)].join(' ');
  });
  return lines.join('\n');
}

/** @throws UserError that names the line which is not a table. */
export function tablesWritten(text: string): object[] | null {
  const lines = linesOf(text);
  if (lines.length === 0) return null;
  if (lines.length === 1 && lines[0] === 'none') return [];
  return lines.map((line) => {
    const [id = '', ...pairs] = line.split(/\s+/);
    const said = pairs.map((pair): [string, string | number] => {
      const [, member = '', value = ''] = /^(\w+)=(.+)$/.exec(pair) ?? [];
      if (counted.some((each) => each === member) && /^\d{1,6}$/.test(value)) {
        return [member, Number(value)];
      }
      if (named.some((each) => each === member)) return [member, value];
      throw new UserError(
        `tables, ${line}: write a table as F3-07, or with more as F3-07 heartbeatSeconds=10 kid=t7 signs=all (${members.join(', ')}).`,
      );
    });
    return { id, ...Object.fromEntries(said) };
  });
}

/** Returns a line for each row, such as `award.verified from MOP 25,000.00: approve, surveil`. */
export function approvalLines(approvals: Approvals | null, currency: string): string {
  const lines = Object.entries(approvals ?? {}).flatMap(([act, rows]) =>
    rows.map(({ from, by, notice }) => {
      const who = by.join(', ') || nobody;
      const informed = notice === undefined ? '' : ` (${notice} is informed)`;
      return `${act} from ${formatMinor(from, currency)}: ${who}${informed}`;
    }),
  );
  return lines.join('\n');
}

const nobody = 'nobody else';

/** @throws UserError that names the line which is not a row. */
export function approvalsWritten(text: string, currency: string): object | null {
  const lines = linesOf(text);
  if (lines.length === 0) return null;
  const rows = lines.map((line) => {
    const parts = /^([\w.]+) from ([^:]+): ([^()]+?)(?: \((.+) is informed\))?$/.exec(line);
    if (!parts) {
      throw new UserError(
        `approvals, ${line}: write a row as award.verified from 25000.00: approve, surveil, or with ${nobody} after the colon.`,
      );
    }
    const [, act = '', from = '', who = '', notice] = parts;
    const by = who === nobody ? [] : who.split(',').map((role) => role.trim());
    const row = { from: readSum(`approvals, ${act} from`, from, currency), by };
    return { act, row: notice === undefined ? row : { ...row, notice } };
  });
  const byAct = Map.groupBy(rows, ({ act }) => act);
  return Object.fromEntries([...byAct].map(([act, own]) => [act, own.map(({ row }) => row)]));
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
