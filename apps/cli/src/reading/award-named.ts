import { Home, visible } from '#acts';
import { type AwardMessage, exitCodes, UserError } from '#contract';
import { awardMessage } from '#engine';
import { readTopicAwards } from './award-topic.js';
import type { Connections } from '../servers/connections.js';
import { isWholeAwardId, readAwardId } from '../options/award-id.js';

/** An award, and the home of its jackpot. */
interface FoundAward {
  readonly award: AwardMessage;
  readonly home: Home;
  /** True if the ledger has it; else it comes from the awards topic. */
  readonly isRemembered: boolean;
}

/**
 * Finds the award that a person names: by its whole id, by the jackpot and the number at its end,
 * as `fortune-main/90310`, or by a beginning, as `fortune-main/T1/184468`.
 * @returns the whole id, and the home of its jackpot. A whole id need not be remembered.
 * @throws UserError if no remembered award matches, or several do.
 */
export async function homeOfAward(
  connections: Connections,
  given: string,
): Promise<{ home: Home; id: string }> {
  const [jackpot = '', ...rest] = given.split('/');
  if (rest.length === 0) {
    throw new UserError(
      `${visible(given)} is not an award: give its id, or the jackpot and its number, as fortune-main/90310; \`claims\` and \`awards\` list them.`,
      exitCodes.usage,
    );
  }
  const home = await Home.open(connections, jackpot);
  const claims = [...home.jackpot.claims.values()];
  const exact = claims.filter(({ id }) => id === given);
  const found = claims.filter(({ id, offset }) => {
    return String(offset) === rest.join('/') || id.startsWith(`${given}/`);
  });
  const meant = exact.length > 0 ? exact : found;
  const [one, ...others] = meant;
  if (one && others.length === 0) return { home, id: one.id };
  if (one) {
    const sentence = `${visible(given)} matches several awards; name one:`;
    const lines = meant.map(({ id }) => visible(id));
    throw new UserError([sentence, ...lines].join('\n'), exitCodes.usage);
  }
  if (isWholeAwardId(given)) return { home, id: given };
  throw new UserError(
    `There is no award ${visible(given)} that the ledger remembers: \`claims\` and \`awards\` list them.`,
    exitCodes.usage,
  );
}

/**
 * An award as the ledger remembers it; for a forgotten award, the newest message of the topic.
 * @throws UserError if no award matches, or several do.
 */
export async function awardNamed(connections: Connections, given: string): Promise<FoundAward> {
  const { home, id } = await homeOfAward(connections, given);
  const { jackpot: name, table, offset = Infinity } = readAwardId(id);
  const { jackpot } = home;
  const claim = jackpot.claims.get(id);
  if (claim) return { award: awardMessage(claim, jackpot), home, isRemembered: true };
  const isForgotten = offset <= jackpot.forgotten;
  const sent = await readTopicAwards(connections, isForgotten ? [name] : [], Infinity, { table });
  const found = sent.find((award) => award.id === id);
  if (found) return { award: found, home, isRemembered: false };
  throw new UserError(`There is no award ${visible(id)}. \`awards\` lists the newest.`);
}
