import type { Jackpot, ListedTable, ModelEvent, RoundSettled } from './events.js';
import { isName } from './texts.js';

const MOST_LISTED = 1000;
const SLOWEST_SECONDS = 3600;
const SIGNED = ['claims', 'settlements', 'all'];

/** contract 5: the faults in a configuration's list of tables. */
export function listFaults(tables: unknown): string[] {
  if (tables === null) return [];
  if (!Array.isArray(tables) || tables.length > MOST_LISTED) return ['tables'];
  const ids = tables.map((table) => (table as ListedTable | null)?.id);
  const isTwice = new Set(ids).size < ids.length;
  return tables.every(isListing) && !isTwice ? [] : ['tables'];
}

function isListing(value: unknown): value is ListedTable {
  const { id, heartbeatSeconds = 1, kid, signs, ...play } = Object(value) as ListedTable;
  const { seats = 7, rounds = 'ascending', dealt = 'seats', ...others } = play;
  if (!isName(id) || (kid !== undefined && !isName(kid))) return false;
  const isSeconds = Number.isInteger(heartbeatSeconds) && heartbeatSeconds >= 1;
  if (!isSeconds || heartbeatSeconds > SLOWEST_SECONDS) return false;
  if (signs !== undefined && (kid === undefined || !SIGNED.includes(signs))) return false;
  if (![5, 6, 7].includes(seats) || rounds !== 'ascending' || dealt !== 'seats') return false;
  return Object.keys(others).length === 0;
}

/** The configuration's entry for a table; null if it lists none at all. */
export function listingOf(jackpot: Jackpot, table: string): ListedTable | null | undefined {
  const { tables = null } = jackpot.configuration;
  return tables === null ? null : tables.find(({ id }) => id === table);
}

/** contract 3.6: null if any source may play, else whether the list names this one. */
export function isListed(jackpot: Jackpot, table: string): boolean | null {
  const listing = listingOf(jackpot, table);
  return listing === null ? null : listing !== undefined;
}

/** contract 3.6: whether the event takes money out of the pool. */
export function isClaim({ type, data }: ModelEvent): boolean {
  const isSeated = type === 'round.dealt' && data['seats'] !== undefined;
  if (isSeated || ['round.voided', 'bet.withdrawn'].includes(type)) return true;
  return type === 'round.settled' && (data as unknown as RoundSettled).wins.length > 0;
}

/** contract 3.6: the kid that must have signed this event of a table; null if none must. */
export function kidToSign(jackpot: Jackpot, event: ModelEvent): string | null {
  const { kid, signs = 'all' } = listingOf(jackpot, event.source) ?? {};
  if (kid === undefined) return null;
  const isSettled = signs === 'settlements' && event.type === 'round.settled';
  return signs === 'all' || isSettled || isClaim(event) ? kid : null;
}
