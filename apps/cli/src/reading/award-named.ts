import { Home, visible } from '#acts';
import { type AwardMessage, exitCodes, UserError } from '#contract';
import { awardMessage } from '#engine';
import { readTopicAwards } from './award-topic.js';
import type { Connections } from '../servers/connections.js';
import { readAwardId } from '../options/award-id.js';

/** An award, and the home of its jackpot. */
interface FoundAward {
  readonly award: AwardMessage;
  readonly home: Home;
  /** Whether the ledger has it; else it is what the awards topic says of it. */
  readonly isRemembered: boolean;
}

/**
 * An award as the ledger remembers it; of one that is forgotten the newest message of the topic.
 * @throws UserError when the text is no id of an award, or there is no such award.
 */
export async function awardNamed(connections: Connections, id: string): Promise<FoundAward> {
  const { jackpot: name, table, offset } = readAwardId(id);
  if (offset === undefined) {
    const sentence = `${visible(id)} is not a whole award id: it ends in an offset, as \`awards\` lists it.`;
    throw new UserError(sentence, exitCodes.usage);
  }
  const home = await Home.open(connections, name);
  const { jackpot } = home;
  const claim = jackpot.claims.get(id);
  if (claim) return { award: awardMessage(claim, jackpot), home, isRemembered: true };
  const isForgotten = offset <= jackpot.forgotten;
  const sent = await readTopicAwards(connections, isForgotten ? [name] : [], Infinity, { table });
  const found = sent.find((award) => award.id === id);
  if (found) return { award: found, home, isRemembered: false };
  throw new UserError(`There is no award ${visible(id)}. \`awards\` lists the newest.`);
}
