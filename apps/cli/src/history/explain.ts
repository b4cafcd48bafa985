import { Failure } from '../failure.js';
import type { Connections } from '../connections.js';
import type { Link } from '../verify/journal.js';
import { layOut } from './lay-out.js';
import { judgedHands, paymentsOf } from './payments.js';
import { Replay } from './replay.js';
import { Storyteller, type AwardName } from './story.js';

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
  const storyteller = new Storyteller(name, replay);
  storyteller.begin(replay.origin.state, replay.origin.position);
  const kept = await keptOffset(connections, replay, name.jackpot, id);
  const end = kept === null ? replay.snapshot.position : kept + 1;
  if (end <= replay.origin.position) {
    throw new Failure(`The award ${id} is older than the checkpoint; give an older one, or none.`);
  }
  await replay.fold(end, storyteller);
  const { story } = storyteller;
  if (!story && kept !== null) {
    throw new Failure(`Redis has an award ${id} that the log does not give; run jackpot verify.`);
  }
  if (!story) throw new Failure(`There is no award ${id}.`);
  const block = replay.blockAt(story.award.offset);
  const { partition } = replay;
  const told = { ...story, ...paymentsOf(story), hands: judgedHands(story), partition, block };
  process.stdout.write(json ? `${JSON.stringify(told, readable, 2)}\n` : layOut(told));
}

/** @throws Failure when it has not the form of an award's id. */
export function awardName(id: string): AwardName {
  const [, jackpot, table, round] = /^([^/]+)\/([^/]+)\/(.+)$/s.exec(id) ?? [];
  if (!jackpot || !table || !round) {
    throw new Failure(`${id} is no award id: it is <jackpot>/<table>/<round>.`, 64);
  }
  return { jackpot, table, round };
}

/** The offset of the newest award of that id among those that Redis keeps, so the fold can end there. */
async function keptOffset(
  { redis, ledger }: Connections,
  { partition, snapshot }: Replay,
  jackpot: string,
  id: string,
): Promise<number | null> {
  const key = ledger.keys(partition).awards(jackpot);
  const texts = await redis.zrange(key, '-inf', `(${snapshot.position}`, 'BYSCORE');
  const awards = texts.map((text) => JSON.parse(text) as { id: string; offset: number });
  return awards.findLast((award) => award.id === id)?.offset ?? null;
}

/** Micro-units as decimal strings, as everywhere outside of the process; places as their names. */
function readable(key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (key !== 'block' || value === null || typeof value !== 'object') return value;
  const { block, from, to, hash } = value as Link;
  return { block, from, to, hash };
}
