import { Failure } from '../failure.js';
import type { Connections } from '../connections.js';
import type { Link } from '../proof/journal.js';
import { formatExplanation } from './format-explanation.js';
import { judgedHands, paymentsOf } from './payments.js';
import { Replay } from '../proof/replay.js';
import { AwardTrace, type AwardName } from './award-trace.js';

export interface ExplainOptions {
  readonly from?: string;
  readonly json?: boolean;
}

/** Tells how an award came to be: folds its jackpot's partition again up to the award's record. */
export async function explain(
  connections: Connections,
  id: string,
  { from, json = false }: ExplainOptions,
): Promise<void> {
  const name = awardName(id);
  const replay = await Replay.open(connections, name.jackpot, from);
  const storyteller = new AwardTrace(name, replay);
  storyteller.begin(replay.origin.state, replay.origin.position);
  if (name.offset < replay.origin.position) {
    throw new Failure(`The award ${id} is older than the checkpoint; give an older one, or none.`);
  }
  if (name.offset >= replay.snapshot.position) {
    throw new Failure(`There is no award ${id}: the ledger is at ${replay.snapshot.position}.`);
  }
  await replay.fold(name.offset + 1, storyteller);
  const { story } = storyteller;
  if (!story) throw new Failure(`There is no award ${id}.`);
  const block = replay.blockAt(story.award.offset);
  const { partition } = replay;
  const told = { ...story, ...paymentsOf(story), hands: judgedHands(story), partition, block };
  process.stdout.write(json ? `${JSON.stringify(told, readable, 2)}\n` : formatExplanation(told));
}

/** @throws Failure when it has not the form of an award's id. */
export function awardName(id: string): AwardName {
  // A round's name may have slashes of its own.
  const [, jackpot, table, offset] = /^([^/]+)\/([^/]+)\/.+\/(\d{1,15})$/s.exec(id) ?? [];
  if (!jackpot || !table || offset === undefined) {
    const form = '<jackpot>/<table>/<round>/<offset>, as jackpot awards lists it';
    throw new Failure(`${id} is no award id: it is ${form}.`, 64);
  }
  return { id, jackpot, table, offset: Number(offset) };
}

/** Micro-units as decimal strings, as everywhere outside of the process; places as their names. */
function readable(key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (key !== 'block' || value === null || typeof value !== 'object') return value;
  const { block, from, to, hash } = value as Link;
  return { block, from, to, hash };
}
