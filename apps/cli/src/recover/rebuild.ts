import { foldRecords } from '#engine';
import { topicName, type AwardMessage, type CommandKeys } from '#contract';
import { accountField, awardsKept, type LedgerSnapshot } from '#ledger';
import { readLog } from '#log';
import { emptyState, type PartitionState } from '#pools';
import type { Connections } from '../connections.js';
import { Failure } from '../failure.js';
import { table } from '../table.js';
import type { PartitionView } from './diagnosis.js';

/** What the log gives for a partition, up to where the ledger is. */
export interface Rebuilt {
  readonly state: PartitionState;
  readonly awards: ReadonlyMap<string, readonly string[]>;
  readonly records: number;
}

/**
 * Folds a partition again in memory, from the first record to the ledger's position, or to the end
 * of the log where that comes before.
 * @throws Failure when the log cannot be folded: then a rebuild would halt again.
 */
export async function foldAgain(
  { kafka, env }: Connections,
  { partition, partitions, snapshot, high }: PartitionView,
  keys: CommandKeys,
): Promise<Rebuilt> {
  const state = emptyState();
  const awards = new Map<string, string[]>();
  const to = Math.min(snapshot.position, high);
  const topic = topicName(env.TOPIC_PREFIX, 'events');
  try {
    await readLog(kafka, topic, new Map([[partition, { from: 0, to }]]), (_, records) => {
      for (const award of foldRecords(state, records, { partitions, keys }).awards) {
        const kept = awards.get(award.jackpot) ?? [];
        kept.push(JSON.stringify(award));
        awards.set(award.jackpot, kept);
      }
    });
  } catch (error) {
    const { message } = error as Error;
    throw new Failure(`A rebuild would halt again, the log cannot be folded: ${message}.`);
  }
  return { state, awards, records: to };
}

/** The awards that Redis keeps for each jackpot, oldest first. */
export async function keptAwards(
  { redis, ledger }: Connections,
  partition: number,
  jackpots: Iterable<string>,
): Promise<Map<string, string[]>> {
  const kept = new Map<string, string[]>();
  for (const id of jackpots) {
    kept.set(id, await redis.zrange(ledger.keys(partition).awards(id), '0', '-1'));
  }
  return kept;
}

/** Each jackpot's money and the awards, as they are and as the log gives them. */
export function describeRebuild(
  snapshot: LedgerSnapshot,
  rebuilt: Rebuilt,
  kept: ReadonlyMap<string, readonly string[]>,
): string {
  const rows = [...jackpotsOf(snapshot, rebuilt)].map((id) => {
    const given = rebuilt.state.jackpots.get(id);
    const after = (account: 'pool' | 'reserve') => major(given?.accounts[account].toString());
    const now = (account: string) => major(snapshot.accounts[accountField(id, account)]);
    return [
      id,
      given?.configuration.currency ?? '',
      `${now('pool')} -> ${after('pool')}`,
      `${now('reserve')} -> ${after('reserve')}`,
      `${generationOf(snapshot.jackpots[id])} -> ${given?.generation ?? 'none'}`,
    ];
  });
  const lines = [table(['jackpot', 'currency', 'pool', 'reserve', 'generation'], rows).trimEnd()];
  for (const id of jackpotsOf(snapshot, rebuilt)) {
    const found = kept.get(id) ?? [];
    const given = (rebuilt.awards.get(id) ?? []).slice(-awardsKept);
    const vanish = found.filter((text) => !given.includes(text));
    const appear = given.filter((text) => !found.includes(text));
    lines.push(...vanish.map((text) => `award vanishes: ${awardLine(text)}`));
    lines.push(...appear.map((text) => `award appears: ${awardLine(text)}`));
  }
  return lines.join('\n');
}

export function jackpotsOf(snapshot: LedgerSnapshot, { state }: Rebuilt): Set<string> {
  return new Set([...Object.keys(snapshot.jackpots), ...state.jackpots.keys()].sort());
}

/** Micro-units in major units, exactly; what is no amount is shown as it stands. */
function major(micros: string | undefined): string {
  if (micros === undefined) return 'none';
  if (!/^-?\d+$/.test(micros)) return JSON.stringify(micros);
  const digits = micros.replace('-', '').padStart(7, '0');
  const sign = micros.startsWith('-') ? '-' : '';
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

function generationOf(text: string | undefined): string {
  if (text === undefined) return 'none';
  try {
    return String((JSON.parse(text) as { generation: number }).generation);
  } catch {
    return 'unreadable';
  }
}

function awardLine(text: string): string {
  try {
    const { id, state, payouts } = JSON.parse(text) as AwardMessage;
    const paid = payouts.map(({ hand, amount }) => `${hand} ${amount}`).join(', ');
    return `${id} ${state} (${paid}, minor units)`;
  } catch {
    return text;
  }
}
