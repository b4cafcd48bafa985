import {
  exitCodes,
  homePartition,
  statementSchema,
  UserError,
  type StatementMessage,
} from '#contract';
import type { Connections } from '../servers/connections.js';

const dayMs = 86_400_000;
const recordsPerStretch = 200;

/**
 * The statement of the gaming day that a date is part of, all its parts as one; undefined where
 * the topic has none. No record of it is older than the day before its date (contract 6.2). What
 * is no statement is passed over: who may write there may write anything.
 * @throws UserError where the topic has two statements of one day.
 */
export async function readStatement(
  connections: Pick<Connections, 'watermarks' | 'offsetsAt' | 'readTopic'>,
  jackpot: string,
  date: string,
): Promise<StatementMessage | undefined> {
  const marks = await connections.watermarks('statements');
  const partition = homePartition(jackpot, marks.length);
  const { high = 0 } = marks[partition] ?? {};
  const begins = await connections.offsetsAt('statements', Date.parse(date) - dayMs);
  const found = new Map<string, Map<number, StatementMessage>>();
  for (let from = begins[partition] ?? high; from < high; from += recordsPerStretch) {
    const range = { from, to: Math.min(high, from + recordsPerStretch) };
    await connections.readTopic('statements', new Map([[partition, range]]), ({ value }) => {
      const said = statementIn(value);
      if (said?.jackpot !== jackpot || said.day < date || (said.after ?? '') >= date) return;
      const name = `${said.day} ${said.offset} ${said.parts}`;
      const parts = found.get(name) ?? new Map<number, StatementMessage>();
      found.set(name, parts);
      // A rebuilt ledger sends its statements again.
      const known = parts.get(said.part);
      if (known && JSON.stringify(known) !== JSON.stringify(said)) throw twice(jackpot, said.day);
      parts.set(said.part, said);
    });
    const whole = [...found.values()].map(joined).filter((each) => each !== undefined);
    if (whole.length > 1) throw twice(jackpot, date);
    if (whole[0]) return whole[0];
  }
  return undefined;
}

function statementIn(value: Buffer | null): StatementMessage | undefined {
  try {
    return statementSchema.parse(JSON.parse(String(value)));
  } catch {
    return undefined;
  }
}

function twice(jackpot: string, day: string): UserError {
  return new UserError(
    `The topic of statements has two for ${day} of ${jackpot} that are not the same: somebody else has written there. \`verify\` names what the log does not give.`,
    exitCodes.differs,
  );
}

/** All parts of a statement as one; undefined where one is missing. */
function joined(parts: ReadonlyMap<number, StatementMessage>): StatementMessage | undefined {
  const inOrder = [...parts.values()].toSorted((one, other) => one.part - other.part);
  const [first] = inOrder;
  if (first?.parts !== inOrder.length) return undefined;
  return {
    ...first,
    tables: inOrder.flatMap(({ tables }) => tables),
    claims: inOrder.flatMap(({ claims }) => claims),
  };
}
