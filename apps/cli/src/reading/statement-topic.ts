import { homePartition, type StatementMessage } from '#contract';
import type { Connections } from '../servers/connections.js';

const dayMs = 86_400_000;
const recordsPerStretch = 200;

/**
 * The statement of the gaming day that has a date, all its parts as one; undefined where no day
 * since then was closed. No record of it is older than the day before its date (contract 6.2).
 */
export async function readStatement(
  connections: Connections,
  jackpot: string,
  date: string,
): Promise<StatementMessage | undefined> {
  const marks = await connections.watermarks('statements');
  const partition = homePartition(jackpot, marks.length);
  const { high = 0 } = marks[partition] ?? {};
  const begins = await connections.offsetsAt('statements', Date.parse(date) - dayMs);
  const parts = new Map<number, StatementMessage>();
  for (let from = begins[partition] ?? high; from < high; from += recordsPerStretch) {
    const range = { from, to: Math.min(high, from + recordsPerStretch) };
    await connections.readTopic('statements', new Map([[partition, range]]), ({ value }) => {
      const said = JSON.parse(String(value)) as StatementMessage;
      if (said.jackpot !== jackpot || said.day < date) return;
      // A rebuilt ledger sends its statements again.
      const isOther = [...parts.values()].some(({ day }) => day !== said.day);
      if (!isOther) parts.set(said.part, said);
    });
    const [first] = parts.values();
    if (first && parts.size === first.parts) return joined(parts);
  }
  return undefined;
}

function joined(parts: ReadonlyMap<number, StatementMessage>): StatementMessage | undefined {
  const inOrder = [...parts.values()].toSorted((one, other) => one.part - other.part);
  const [first] = inOrder;
  return (
    first && {
      ...first,
      tables: inOrder.flatMap(({ tables }) => tables),
      claims: inOrder.flatMap(({ claims }) => claims),
    }
  );
}
