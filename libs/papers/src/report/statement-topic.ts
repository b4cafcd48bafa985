import {
  exitCodes,
  homePartition,
  statementSchema,
  UserError,
  type StatementMessage,
} from '#contract';
import type { LiveLedger } from '#proof';

const dayMs = 86_400_000;
const recordsPerStretch = 200;

type StatementReading = Pick<LiveLedger, 'watermarks' | 'offsetsAt' | 'readTopic'>;

/**
 * Returns the statements of the gaming days that contain these dates, in the order of the days,
 * each with all its parts as one, as far as the topic has them. Records of a statement are not
 * older than the day before its date (contract 6.2). Skips other records: anyone with write access
 * may write anything, at any time, so the topic is read to its end.
 * @param from the first date; `to` is the last one.
 * @throws UserError if the topic has two statements of one day.
 */
export async function readStatements(
  connections: StatementReading,
  jackpot: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<StatementMessage[]> {
  const marks = await connections.watermarks('statements');
  const partition = homePartition(jackpot, marks.length);
  const { high = 0 } = marks[partition] ?? {};
  const begins = await connections.offsetsAt('statements', Date.parse(from) - dayMs);
  const found = new Map<string, Map<number, StatementMessage>>();
  for (let next = begins[partition] ?? high; next < high; next += recordsPerStretch) {
    const range = { from: next, to: Math.min(high, next + recordsPerStretch) };
    await connections.readTopic('statements', new Map([[partition, range]]), ({ value }) => {
      const said = statementIn(value);
      if (said?.jackpot !== jackpot || said.day < from || (said.after ?? '') >= to) return;
      const name = `${said.day} ${said.offset} ${said.parts}`;
      const parts = found.get(name) ?? new Map<number, StatementMessage>();
      found.set(name, parts);
      // A rebuilt ledger sends its statements again.
      const known = parts.get(said.part);
      if (known && JSON.stringify(known) !== JSON.stringify(said)) throw twice(jackpot, said.day);
      parts.set(said.part, said);
    });
  }
  return inOrderOfDays([...found.values()].map(joinedParts));
}

/** The statement of the day that contains a date; undefined if the topic does not have it. */
export async function readStatement(
  connections: StatementReading,
  jackpot: string,
  date: string,
): Promise<StatementMessage | undefined> {
  return (await readStatements(connections, jackpot, { from: date, to: date }))[0];
}

/** Returns true if these statements cover all days since a date, one after the other. */
export function isUnbroken([first, ...others]: readonly StatementMessage[], from: string): boolean {
  if (!first || (first.after !== null && first.after >= from)) return false;
  let { day } = first;
  for (const each of others) {
    if (each.after !== day) return false;
    ({ day } = each);
  }
  return true;
}

function inOrderOfDays(all: readonly (StatementMessage | undefined)[]): StatementMessage[] {
  const whole = all.filter((each) => each !== undefined);
  whole.sort((one, other) => (one.day < other.day ? -1 : 1));
  const again = whole.find(({ day }, index) => whole[index + 1]?.day === day);
  const overlaps = whole.find(({ day }, index) => {
    const next = whole[index + 1];
    return next !== undefined && (next.after ?? '') < day;
  });
  const wrong = again ?? overlaps;
  if (wrong) throw twice(wrong.jackpot, wrong.day);
  return whole;
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

/** Joins all parts of a statement; undefined if one is missing. */
export function joinedParts(
  parts: ReadonlyMap<number, StatementMessage>,
): StatementMessage | undefined {
  const inOrder = [...parts.values()].toSorted((one, other) => one.part - other.part);
  const [first] = inOrder;
  if (first?.parts !== inOrder.length) return undefined;
  return {
    ...first,
    tables: inOrder.flatMap(({ tables }) => tables),
    claims: inOrder.flatMap(({ claims }) => claims),
  };
}
