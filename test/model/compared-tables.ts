import { tableKey, type OwnMeters, type PartitionState, type PrizeMeter } from '#pools';
import type { Bet, Counted, Jackpot } from './events.js';
import { newTable } from './rounds.js';

/**
 * The rounds, bets and terms of a jackpot and one of its tables, in the forms of fold and model.
 */

export function foldedTable(state: PartitionState, subject: string, source: string) {
  const jackpot = state.jackpots.get(subject);
  const table = state.tables.get(tableKey(subject, source));
  return {
    open: (table?.rounds ?? []).map(({ id, beganAtMs: beganMs, terms, dealt, ...round }) => {
      const { seated, leftOut, unsettled, bets } = round;
      return { id, beganMs, terms, dealt, seated, leftOut, gaveWay: unsettled, bets };
    }),
    over: table?.over ?? '',
    newest: table?.newestRound ?? null,
    lastAward: table?.lastAward ?? null,
    carried: table?.carried ?? [],
    counted: table ? countedBy({ ...table.betMeter, ...table.prizeMeter }) : {},
    own: table?.ownMeters ? ownOf(table.ownMeters) : null,
    terms: jackpot?.terms.name,
    former: [...(jackpot?.former.keys() ?? [])],
  };
}

export function modelledTable(jackpot: Readonly<Jackpot>, source: string) {
  const table = jackpot.tables.get(source) ?? newTable();
  const { open, over, newest, lastAward, carried, counted, own } = table;
  return {
    open: open.map(({ terms, bets, ...round }) => {
      return { ...round, terms: terms.since, bets: bets.map(named) };
    }),
    over: over.map(digestOf).join(''),
    newest,
    lastAward,
    carried: carried.map(named),
    ...{ counted, own },
    terms: jackpot.terms.since,
    former: formerTerms(jackpot),
  };
}

/** contract 3.7. */
function ownOf({ base, apartSinceMs: sinceMs, moved }: OwnMeters) {
  const said = moved && { ...sumsOf(moved), atMs: moved.atMs };
  return { base: sumsOf(base), sinceMs, said };
}

function sumsOf({ stakesMicros: stakes, paidMicros: paid }: OwnMeters['base']) {
  return { stakes, paid };
}

/** The meters of a table or a hand in the fold, by their names in the contract. */
export function countedBy(meters: PrizeMeter): Counted {
  const all = Object.entries(meters) as [string, number | bigint][];
  const named = all.map(([name, sum]) => [name.replace(/Micros$/, ''), BigInt(sum)] as const);
  return Object.fromEntries(named.filter(([, sum]) => sum !== 0n));
}

function named({ terms, ...bet }: Bet) {
  return { ...bet, terms: terms.since };
}

/** contract 3.3: 48 bits of a hash. */
function digestOf(id: string): string {
  const hash = id.split('').reduce((before, unit) => {
    return ((before ^ BigInt(unit.charCodeAt(0))) * 1_099_511_628_211n) % 2n ** 64n;
  }, 14_695_981_039_346_656_037n);
  const folded = (hash % 2n ** 48n) ^ (hash / 2n ** 48n);
  return Buffer.from(folded.toString(16).padStart(12, '0'), 'hex').toString('base64url');
}

/** contract 5.1: the terms that an open round, one of its bets or a carried bet uses. */
function formerTerms({ tables, terms }: Readonly<Jackpot>): number[] {
  const all = [...tables.values()].flatMap(({ open, carried }) => {
    return [...carried, ...open, ...open.flatMap(({ bets }) => bets)];
  });
  const names = new Set(all.map((each) => each.terms.since));
  names.delete(terms.since);
  return [...names].sort((one, other) => one - other);
}
