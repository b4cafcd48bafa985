import type { Home } from '#acts';
import { dealerAct } from '#contract';
import { freshnessOf, type JackpotReading } from '#engine';
import type { Ledger } from '#ledger';
import { ownTables, type Jackpot, type PartitionState, type TableState } from '#pools';

/** A fact of the floor that people must act on. */
export type Attention =
  | { readonly is: 'halted' | 'silent'; readonly jackpots: readonly string[] }
  | {
      readonly is: 'suspended';
      readonly jackpot: string;
      readonly zone: string;
      readonly by: { readonly holder: string; readonly reason: string; readonly atMs: number };
    }
  | {
      readonly is: 'blocked' | 'refused' | 'silent-tables';
      readonly jackpot: string;
      readonly tables: readonly string[];
    }
  | { readonly is: 'proposals'; readonly jackpot: string; readonly count: number };

/** Returns everything that needs attention now, the worst first. */
export async function attentionOf(
  ledger: Pick<Ledger, 'readValues'>,
  readings: readonly JackpotReading[],
): Promise<Attention[]> {
  const found: Attention[] = [];
  const byPartition = Map.groupBy(readings, ({ partition }) => partition);
  for (const [partition, own] of byPartition) {
    const fault = await partitionFault(ledger, partition);
    if (fault !== null) found.push({ is: fault, jackpots: own.map(({ jackpot }) => jackpot.id) });
  }
  for (const { jackpot } of readings) {
    const { id, suspended, blocked, proposals, configuration, retired } = jackpot;
    const { zone } = configuration;
    if (suspended && !retired) found.push({ is: 'suspended', jackpot: id, zone, by: suspended });
    if (blocked.size > 0) {
      found.push({ is: 'blocked', jackpot: id, tables: [...blocked].toSorted() });
    }
    const waiting = proposals.filter(({ expiresMs }) => expiresMs > Date.now());
    if (waiting.length > 0) {
      found.push({ is: 'proposals', jackpot: id, count: waiting.length });
    }
  }
  return found;
}

/** Returns what is wrong with the service of a partition: its amounts are old, or null. */
export async function partitionFault(ledger: Pick<Ledger, 'readValues'>, partition: number) {
  const { pulse } = await ledger.readValues(partition);
  return freshnessOf(pulse).fault;
}

/** A table that has missed more than this number of heartbeats is silent (contract 9.4). */
const heartbeatsMissed = 3;

/**
 * Returns the state of a table; `unheard` if it has sent nothing. A table without a declared
 * heartbeat is never silent.
 */
export function tableState(
  { blocked, configuration }: Jackpot,
  name: string,
  table: TableState | undefined,
): 'blocked' | 'silent' | 'playing' | 'idle' | 'unheard' {
  if (blocked.has(name)) return 'blocked';
  const listed = (configuration.tables ?? []).find(({ id }) => id === name);
  const everyMs = (listed?.heartbeatSeconds ?? Infinity) * 1_000;
  const silentForMs = Date.now() - (table?.seenAtMs ?? 0);
  if (silentForMs > heartbeatsMissed * everyMs) return 'silent';
  if (!table) return 'unheard';
  return table.rounds.length > 0 ? 'playing' : 'idle';
}

/**
 * Returns the tables that a jackpot has events from or lists, by name, in the order of the names.
 */
export function tablesKnown(
  { id, configuration }: Jackpot,
  tables: PartitionState['tables'],
): Map<string, TableState | undefined> {
  const heard = new Map(ownTables(id, tables));
  const listed = (configuration.tables ?? []).map((table) => table.id);
  const names = [...new Set([...heard.keys(), ...listed])].toSorted();
  return new Map(names.map((name) => [name, heard.get(name)]));
}

/** Returns the tables that need a dealer's action, or are silent. */
export function tablesInNeed({ jackpot, now }: Pick<Home, 'jackpot' | 'now'>): Attention[] {
  const { id, retired } = jackpot;
  if (retired) return [];
  const known = tablesKnown(jackpot, now.tables);
  const namesWhere = (is: (name: string, table: TableState | undefined) => boolean) =>
    [...known].filter(([name, table]) => is(name, table)).map(([name]) => name);
  const refused = namesWhere((_, table) =>
    Boolean(table?.refused.some(({ type, reason }) => dealerAct(type, reason) !== 'nothing')),
  );
  const silent = namesWhere((name, table) => tableState(jackpot, name, table) === 'silent');
  return [
    ...(refused.length > 0 ? [{ is: 'refused' as const, jackpot: id, tables: refused }] : []),
    ...(silent.length > 0 ? [{ is: 'silent-tables' as const, jackpot: id, tables: silent }] : []),
  ];
}
