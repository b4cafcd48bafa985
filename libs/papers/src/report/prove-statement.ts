import { exitCodes, UserError, type StatementMessage } from '#contract';
import type { ReportSource } from './kinds/kind.js';
import { joinedParts } from './statement-topic.js';

/**
 * Folds the log again up to the last of some statements, and compares each.
 * @param statements in the order of the log; null if there is none.
 * @param checkpoint file of the one to begin with; by default the first record. The checkpoint
 *   proves the part before it.
 * @throws UserError if the log gives another statement, or like `Replay.fold`.
 */
export async function assertFolded(
  openReplay: ReportSource['openReplay'],
  statements: readonly (StatementMessage | null)[],
  checkpoint: string | undefined,
): Promise<void> {
  const wanted = statements.filter((each) => each !== null);
  const last = wanted.at(-1);
  if (!last) return;
  const replay = await openReplay(last.jackpot, checkpoint);
  const parts: StatementMessage[] = [];
  const offsets = new Set(wanted.map(({ offset }) => offset));
  await replay.fold(last.offset + 1, {
    before: () => undefined,
    after: (_, record, { outbox }) => {
      if (!offsets.has(record.offset)) return;
      const own = outbox.filter(({ topic }) => topic === 'statements');
      parts.push(...own.map(({ value }) => JSON.parse(value) as StatementMessage));
    },
  });
  for (const statement of wanted) {
    if (statement.offset < replay.origin.position) continue;
    const own = parts.filter(({ offset }) => offset === statement.offset);
    const given = joinedParts(new Map(own.map((each) => [each.part, each])));
    if (JSON.stringify(given) === JSON.stringify(statement)) continue;
    throw new UserError(
      `The statement of ${statement.day} on its topic is not what the log gives: somebody else has written there. \`verify\` names it.`,
      exitCodes.differs,
    );
  }
}
