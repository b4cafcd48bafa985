import { exitCodes, UserError, type StatementMessage } from '#contract';
import { openReplay } from '../reading/open-replay.js';
import { joinedParts } from '../reading/statement-topic.js';
import type { Connections } from '../servers/connections.js';

/**
 * Folds the log again up to a statement, and compares.
 * @param checkpoint file of the one to begin with; by default the first record.
 * @throws UserError where the log gives another statement, or as `Replay.fold`.
 */
export async function assertFolded(
  connections: Connections,
  statement: StatementMessage,
  checkpoint: string | undefined,
): Promise<void> {
  const { jackpot, day, offset } = statement;
  const replay = await openReplay(connections, jackpot, checkpoint);
  const parts: StatementMessage[] = [];
  await replay.fold(offset + 1, {
    before: () => undefined,
    after: (_, record, { outbox }) => {
      if (record.offset !== offset) return;
      const own = outbox.filter(({ topic }) => topic === 'statements');
      parts.push(...own.map(({ value }) => JSON.parse(value) as StatementMessage));
    },
  });
  const given = joinedParts(new Map(parts.map((each) => [each.part, each])));
  if (JSON.stringify(given) === JSON.stringify(statement)) return;
  throw new UserError(
    `The statement of ${day} on its topic is not what the log gives: somebody else has written there. \`verify\` names it.`,
    exitCodes.differs,
  );
}
