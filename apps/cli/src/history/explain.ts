import { exitCodes } from '#contract';
import type { Connections } from '../connections.js';
import type { Link } from '../proof/journal.js';
import { Replay } from '../proof/replay.js';
import { UserError } from '../user-error.js';
import { AwardTrace, type AwardName } from './award-trace.js';
import { formatExplanation, type Explanation } from './format-explanation.js';
import { judgedHands, paymentsOf } from './payments.js';

export interface ExplainOptions {
  readonly from?: string;
  readonly json?: boolean;
}

/** Explains an award: folds its jackpot's partition again up to the award's record. */
export async function explain(
  connections: Connections,
  id: string,
  { from, json = false }: ExplainOptions,
): Promise<void> {
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
  process.stdout.write(
    json ? `${JSON.stringify(explanation, jsonValue, 2)}\n` : formatExplanation(explanation),
  );
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

/** Micro-units as decimal strings, as on the wire; the block without its location. */
function jsonValue(key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (key !== 'block' || value === null || typeof value !== 'object') return value;
  const { block, from, to, hash } = value as Link;
  return { block, from, to, hash };
}
