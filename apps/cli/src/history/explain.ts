import { exitCodes } from '#contract';
import { newestAwards } from '../award-list.js';
import type { Connections } from '../connections.js';
import { readJackpot } from '../jackpots.js';
import { print, type JsonOption } from '../print.js';
import { Replay } from '../proof/replay.js';
import { UserError } from '../user-error.js';
import { AwardTrace, type AwardName } from './award-trace.js';
import { formatExplanation, type Explanation } from './format-explanation.js';
import { judgedHands, paymentsOf } from './payments.js';

export interface ExplainOptions extends JsonOption {
  readonly from?: string;
}

/** Explains an award: folds its jackpot's partition again up to the award's record. */
export async function explain(
  connections: Connections,
  id: string,
  options: ExplainOptions,
): Promise<void> {
  const { from } = options;
  const { round, offset, ...place } = readAwardId(id);
  if (offset === undefined) throw await notOne(connections, { ...place, round });
  const name = { ...place, offset };
  const replay = await Replay.open(connections, name.jackpot, from);
  const { origin, partition } = replay;
  const trace = new AwardTrace(name, replay.context);
  trace.begin(origin.state, origin.position);
  await replay.fold(name.offset + 1, trace);
  const { traced } = trace;
  if (!traced && from === undefined) throw await notOne(connections, { ...place, round });
  if (!traced) {
    throw new UserError(`There is no award ${id} after the checkpoint. ${listed}`);
  }
  const explanation: Explanation = {
    ...traced,
    ...paymentsOf(traced),
    hands: judgedHands(traced),
    partition,
    block: (await replay.blockAt(traced.award.offset)) ?? null,
  };
  const { block } = explanation;
  const range = block && { block: block.block, from: block.from, to: block.to, hash: block.hash };
  // The block without its location on the topic.
  print(options, { ...explanation, block: range }, () => formatExplanation(explanation));
}

/** What is asked for: `round` is all that stands after the table. */
type AwardQuestion = Omit<AwardName, 'offset'> & { readonly round: string };

/**
 * The parts of an award's id. A controller may use a round's name again, so without the offset the
 * id is not known.
 * @throws UserError when the text has not even the first three.
 */
export function readAwardId(id: string): AwardQuestion & { readonly offset: number | undefined } {
  // A round's name may contain slashes.
  const [, jackpot, table, round] = /^([^/]+)\/([^/]+)\/(.+)$/s.exec(id) ?? [];
  if (!jackpot || !table || !round) {
    const form = '<jackpot>/<table>/<round>/<offset>, as `awards` lists it';
    throw new UserError(`${id} is no award id: it is ${form}.`, exitCodes.usage);
  }
  const [, offset] = /^.+\/(\d{1,15})$/s.exec(round) ?? [];
  return { id, jackpot, table, round, offset: offset === undefined ? undefined : Number(offset) };
}

const listed = '`awards` lists the newest.';

/** Why no award is explained: there is none, or these are to choose from. */
async function notOne(
  connections: Connections,
  { id, jackpot, table, round }: AwardQuestion,
): Promise<UserError> {
  await readJackpot(connections, jackpot);
  const awards = await newestAwards(connections, [jackpot], awardsListed, { table });
  const choices = awards.filter((award) => award.round === round);
  if (choices.length === 0) return new UserError(`There is no award ${id}. ${listed}`);
  const lines = choices.map((award) => `${award.id}   ${award.time}`);
  const sentence = `${id} is the round; its awards, the newest first, of which to name one:`;
  return new UserError([sentence, ...lines].join('\n'), exitCodes.usage);
}

/** Of the newest so many awards of the jackpot. */
const awardsListed = 99_999;
