import { visible } from '#acts';
import { type AwardMessage, exitCodes, UserError } from '#contract';
import { LedgerReader, type JackpotReading } from '#engine';
import { readTopicAwards } from './award-topic.js';
import type { Connections } from '../servers/connections.js';
import { readAwardId } from '../options/award-id.js';
import { readJackpot } from './jackpots.js';

/** An award, and its jackpot as it was just before the award was read. */
interface FoundAward {
  readonly award: AwardMessage;
  readonly reading: JackpotReading;
}

/**
 * The newest message of an award, from Redis, or where that no longer has it from the awards topic.
 * @throws UserError when the text is no id of an award, or there is no such award.
 */
export async function awardNamed(connections: Connections, id: string): Promise<FoundAward> {
  const { jackpot, table, offset } = readAwardId(id);
  if (offset === undefined) {
    const sentence = `${visible(id)} is not a whole award id: it ends in an offset, as \`awards\` lists it.`;
    throw new UserError(sentence, exitCodes.usage);
  }
  const reading = await readJackpot(connections, jackpot);
  const reader = new LedgerReader(connections.ledger);
  const range = { beforeOffset: offset + 1, limit: 1 };
  const [kept] = (await reader.readAwards(jackpot, range)).awards;
  if (kept?.id === id) return { award: kept, reading };
  // One that Redis has dropped is older than all that it keeps.
  const sent = await readTopicAwards(connections, [jackpot], Infinity, { table });
  const found = sent.find((award) => award.id === id);
  if (found) return { award: found, reading };
  throw new UserError(`There is no award ${visible(id)}. \`awards\` lists the newest.`);
}
