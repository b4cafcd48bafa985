import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Home } from '#acts';
import { exitCodes, UserError, type StatementMessage } from '#contract';
import { blocksSearched, postedFacts, prizeFacts } from '#engine';
import type { Jackpot } from '#pools';
import { isUnbroken, readStatement, readStatements } from './statement-topic.js';
import type { LiveLedger } from '#proof';
import type { Making } from './report-file.js';
import { statementFaults } from './statement-faults.js';
import type { AskedReport, ReportFrame, ReportPlace, ReportRow } from './report.js';

/** Closed, consecutive gaming days of a jackpot. */
export interface GamingDays {
  /** At least one statement. */
  readonly statements: readonly [StatementMessage, ...StatementMessage[]];
  /** Statement of the day before them; null if they begin with the first day. */
  readonly before: StatementMessage | null;
  readonly last: StatementMessage;
  readonly frame: ReportFrame & { readonly place: ReportPlace };
  readonly made: Pick<Making, 'block' | 'compared'>;
}

/**
 * Returns the requested days.
 * @throws UserError if one of them is not closed, or is not on its topic.
 */
export async function gamingDays(
  connections: LiveLedger,
  home: Home,
  { from, to }: Pick<AskedReport, 'from' | 'to'>,
): Promise<GamingDays> {
  const { id, jackpot, partition } = home;
  const [first, ...others] = await readStatements(connections, id, { from, to });
  const last = others.at(-1) ?? first;
  if (!first || !last || last.day < to) throw notClosed(id, to, jackpot.closed?.day);
  if (first.after === null && to < first.day) {
    const sentence = `${to} is before the first day of ${id}, which is ${first.day}.`;
    throw new UserError(sentence, exitCodes.failed);
  }
  const { after } = first;
  const before = after === null ? null : await readStatement(connections, id, after);
  const isWhole = isUnbroken([first, ...others], first.day === last.day ? first.day : from);
  if (!isWhole || (before !== null && before?.day !== after)) {
    throw new UserError(
      `The topic of statements does not have all days of ${id} from ${after ?? from} to ${to}: \`verify\` says what is missing.`,
      exitCodes.differs,
    );
  }
  assertWithoutFault([first, ...others], before ?? null);
  const found = await connections.withJournal((journal) =>
    journal.withRecord(partition, last.offset, blocksSearched),
  );
  const block = found ? { block: found.block.block, hash: found.block.hash } : null;
  const compared = agreesWithLedger(last, jackpot) ? ('ledger' as const) : ('topic' as const);
  const place = {
    ...{ partition, from: first.from, to: last.offset },
    ...{ began: before?.at ?? null, ended: last.at },
  };
  const notes = coverNotes(first, from).concat(first === last ? [] : coverNotes(last, to));
  const frame = { currency: last.currency, day: last.day, place, notes };
  return {
    statements: [first, ...others],
    ...{ before: before ?? null, last, frame },
    made: { block, compared },
  };
}

/** Notes about a day that was not closed separately: it is part of the next one. */
function coverNotes({ day, days, after }: StatementMessage, asked: string): string[] {
  const notes = asked === day ? [] : [`${asked} was not closed by itself: it is in ${day}.`];
  if (days === null || days === 1) return notes;
  return [...notes, `${day} covers ${days} days, all after ${after}.`];
}

/** @throws UserError that names the first day whose statement cannot come from the log. */
function assertWithoutFault(
  statements: readonly StatementMessage[],
  before: StatementMessage | null,
): void {
  let then = before;
  for (const now of statements) {
    const faults = statementFaults(now, then);
    if (faults.length > 0) {
      throw new UserError(
        `The statement of ${now.day} on its topic is not one that the log gives: ${faults.join('; ')}. Somebody else has written there; \`verify\` names it.`,
        exitCodes.differs,
      );
    }
    then = now;
  }
}

/**
 * Returns true if the ledger, which the journal proves, has closed this day last, with these
 * meters.
 * @throws UserError if it has closed it with others.
 */
function agreesWithLedger(
  { day, offset, causes, hands }: StatementMessage,
  { closed }: Jackpot,
): boolean {
  if (closed?.day !== day) return false;
  const stated = [
    new Map(causes.map(({ cause, day: _, ...meter }) => [cause, meter])),
    new Map(hands.map(({ hand, day: _, ...meter }) => [hand, meter])),
  ];
  const kept = [
    new Map([...closed.causes].map(([cause, meter]) => [cause, postedFacts(meter)])),
    new Map([...closed.hands].map(([hand, meter]) => [hand, prizeFacts(meter)])),
  ];
  if (closed.offset === offset && isDeepStrictEqual(stated, kept)) return true;
  throw new UserError(
    `The statement of ${day} on its topic is not what the ledger has of that day: somebody else has written there. \`verify\` names it.`,
    exitCodes.differs,
  );
}

/** The message for a day without a statement. @param last the last closed day */
export function notClosed(
  id: string,
  asked: string | undefined,
  last: string | undefined,
): UserError {
  if (asked !== undefined && last !== undefined && asked <= last) {
    const sentence = `${asked} of ${id} is closed, and its statement is not on its topic yet: ask again.`;
    return new UserError(sentence, exitCodes.failed);
  }
  if (last === undefined) {
    const sentence = `${id} has closed no gaming day yet: \`close-day\` does.`;
    return new UserError(sentence, exitCodes.failed);
  }
  return new UserError(
    `${asked ?? 'No day'} of ${id} is not closed: the last one is ${last}.`,
    exitCodes.failed,
  );
}

/** Rows of `closed-days`. */
export function closedDayRows(statements: readonly StatementMessage[]): ReportRow[] {
  return statements.map((each) => [
    ...[each.jackpot, each.day, each.days, each.from, each.offset, each.at],
    ...[each.by.holder, each.by.kid, each.configuration, hash('sha256', JSON.stringify(each))],
  ]);
}
