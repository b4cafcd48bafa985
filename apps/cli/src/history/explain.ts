import { exitCodes } from '#contract';
import type { Connections } from '../connections.js';
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
  const name = awardName(id);
  const replay = await Replay.open(connections, name.jackpot, from);
  const { origin, partition } = replay;
  const trace = new AwardTrace(name, replay.context);
  trace.begin(origin.state, origin.position);
  await replay.fold(name.offset + 1, trace);
  const { traced } = trace;
  if (!traced) {
    const where = from === undefined ? '' : ' after the checkpoint';
    throw new UserError(`There is no award ${id}${where}. \`awards\` lists the newest.`);
  }
  const explanation: Explanation = {
    ...traced,
    ...paymentsOf(traced),
    hands: judgedHands(traced),
    partition,
    block: replay.blockAt(traced.award.offset) ?? null,
  };
  const { block } = explanation;
  const place = block && { block: block.block, from: block.from, to: block.to, hash: block.hash };
  // The block without its location on the topic.
  print(options, { ...explanation, block: place }, () => formatExplanation(explanation));
}

/** @throws UserError when the text does not have the form of an award's id. */
export function awardName(id: string): AwardName {
  // A round's name may contain slashes.
  const [, jackpot, table, offset] = /^([^/]+)\/([^/]+)\/.+\/(\d{1,15})$/s.exec(id) ?? [];
  if (!jackpot || !table || offset === undefined) {
    const form = '<jackpot>/<table>/<round>/<offset>, as `awards` lists it';
    throw new UserError(`${id} is no award id: it is ${form}.`, exitCodes.usage);
  }
  return { id, jackpot, table, offset: Number(offset) };
}
