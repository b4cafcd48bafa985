import { freshnessOf, type JackpotReading } from '#engine';
import type { Ledger } from '#ledger';

/** Something of the floor that people have to do something about. */
export type Attention =
  | { readonly is: 'halted' | 'silent'; readonly jackpots: readonly string[] }
  | {
      readonly is: 'suspended';
      readonly jackpot: string;
      readonly zone: string;
      readonly by: { readonly holder: string; readonly reason: string; readonly atMs: number };
    }
  | { readonly is: 'blocked'; readonly jackpot: string; readonly tables: readonly string[] }
  | { readonly is: 'proposals'; readonly jackpot: string; readonly count: number };

/** What needs attention now, the worst first. */
export async function attentionOf(
  ledger: Pick<Ledger, 'readValues'>,
  readings: readonly JackpotReading[],
): Promise<Attention[]> {
  const found: Attention[] = [];
  const byPartition = Map.groupBy(readings, ({ partition }) => partition);
  for (const [partition, own] of byPartition) {
    const { pulse } = await ledger.readValues(partition);
    const { fault } = freshnessOf(pulse);
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
