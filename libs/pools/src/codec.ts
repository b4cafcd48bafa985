import { flowsOf, storedFlows, type StoredFlows } from './claim-codec.js';
import { meterOf, noBets, noPrizes, storedMeter, type Meters, type StoredMeter } from './meters.js';
import type {
  Bet,
  Jackpot,
  OwnMeters,
  RefusedEvent,
  Round,
  TableState,
  Transfer,
} from './state.js';
import { inForceOf, termsOf, type Posted } from './terms.js';

/**
 * The text of a jackpot in the ledger. Like that of a table, it has a fixed order of members and
 * big integers as decimal strings, so equal states give equal texts. A jackpot's balances, version,
 * time, last win and claims are stored elsewhere.
 */
export function serializeJackpot(jackpot: Jackpot): string {
  const { configuration, pending, exponent, suspended, proposals, generation } = jackpot;
  const { pooled, forgotten, lastForgotten, slips, disturbed, flows, retired } = jackpot;
  const { configuredAt } = jackpot;
  const former = [...jackpot.former.values()].map(({ name, posted }) => [name, posted] as const);
  const blocked = [...jackpot.blocked].toSorted();
  const alone = [jackpot.alone.day, [...jackpot.alone.sums]] as const;
  const open = [...jackpot.open];
  const kept: StoredMembers = {
    ...{
      configuration,
      terms: jackpot.terms.name,
      former,
      pending,
      exponent,
      suspended,
      blocked,
      proposals,
      alone,
      generation,
    },
    ...{ pooled, open, forgotten, lastForgotten, slips, disturbed, configuredAt },
    flows: storedFlows(flows),
    houseSeed: String(jackpot.houseSeedMicros),
    retired: retired && storedTransfer(retired),
    received: jackpot.received.map(storedTransfer),
  };
  return JSON.stringify(kept);
}

export function parseJackpot(
  id: string,
  text: string,
  keptElsewhere: Pick<
    Jackpot,
    'accounts' | keyof Meters | 'closed' | 'version' | 'changedAtMs' | 'lastWin' | 'claims'
  >,
): Jackpot {
  const { houseSeed, ...kept } = JSON.parse(text) as StoredMembers;
  const { configuration, exponent } = kept;
  const terms = termsOf(configuration, exponent, kept.terms);
  const inForce = inForceOf(configuration, exponent);
  const former = new Map(
    kept.former.map(([name, posted]) => {
      return [name, { ...termsOf(posted, exponent, name), named: 0 }] as const;
    }),
  );
  const [blocked, open] = [new Set(kept.blocked), new Set(kept.open)];
  const flows = flowsOf(kept.flows);
  const alone = { day: kept.alone[0], sums: new Map(kept.alone[1]) };
  const ends = {
    houseSeedMicros: BigInt(houseSeed),
    retired: kept.retired && transferOf(kept.retired),
    received: kept.received.map(transferOf),
  };
  const own = { id, ...kept, blocked, open, alone, flows, inForce, terms, former };
  return { ...own, ...ends, ...keptElsewhere };
}

/** The other jackpot, offset, and the amounts of pool and reserve (micro-units). */
type StoredTransfer = readonly [string, number, string, string];

function storedTransfer({ other, offset, poolMicros, reserveMicros }: Transfer): StoredTransfer {
  return [other, offset, String(poolMicros), String(reserveMicros)];
}

function transferOf([other, offset, pool, reserve]: StoredTransfer): Transfer {
  return { other, offset, poolMicros: BigInt(pool), reserveMicros: BigInt(reserve) };
}

type StoredMembers = Pick<
  Jackpot,
  | 'configuration'
  | 'pending'
  | 'exponent'
  | 'suspended'
  | 'proposals'
  | 'generation'
  | 'pooled'
  | 'forgotten'
  | 'lastForgotten'
  | 'slips'
  | 'disturbed'
  | 'configuredAt'
> & {
  readonly blocked: readonly string[];
  readonly alone: readonly [day: number, sums: readonly (readonly [string, number])[]];
  readonly open: readonly string[];
  /** Name of the terms in force. */
  readonly terms: number;
  readonly former: readonly (readonly [name: number, posted: Posted])[];
  readonly flows: StoredFlows;
  readonly houseSeed: string;
  readonly retired: StoredTransfer | null;
  readonly received: readonly StoredTransfer[];
};

/**
 * Seat, stake, parts of pool and reserve (micro-units), generation, terms, and the time from which
 * it is carried (ms; null if it is not).
 */
type StoredBet = [number, string, string, string, number, number, number | null];

/**
 * Id, Kafka time of its start (ms), terms, dealt + 2 unsettled + 4 seated, its bets, and the seats
 * that its deal has left out.
 */
type StoredRound = [string, number, number, number, StoredBet[], readonly number[]];

/** The members of a `RefusedEvent`. */
type StoredRefusal = [
  at: number,
  sequence: string,
  reason: RefusedEvent['reason'],
  type: RefusedEvent['type'],
  round: string | null,
  seat: number | null,
];

/**
 * An array without names, for speed: a commit of many records writes the text of nearly every
 * table.
 */
type StoredTable = [
  sequence: string,
  floor: [kid: string, sequence: string] | null,
  /** Contents of six bytes each, all in base64. */
  contents: string,
  refused: StoredRefusal[],
  seenAtMs: number,
  rounds: StoredRound[],
  over: string,
  newestRound: string | null,
  lastAward: string | null,
  carried: StoredBet[],
  betMeter: StoredMeter,
  prizeMeter: StoredMeter,
  ownMeters: StoredOwnMeters | null,
];

/** The names of the members of a table's text, in order. */
export const tableMembers = [
  'sequence',
  'floor',
  'contents',
  'refused',
  'seenAtMs',
  'rounds',
  'over',
  'newestRound',
  'lastAward',
  'carried',
  'betMeter',
  'prizeMeter',
  'ownMeters',
] as const satisfies readonly (keyof TableState)[];

export function serializeTable(table: TableState): string {
  const kept: StoredTable = [
    table.sequence.toString(),
    table.floor && [table.floor.kid, table.floor.sequence.toString()],
    serializeHashes(table.contents),
    table.refused.map(serializeRefusal),
    table.seenAtMs,
    table.rounds.map(serializeRound),
    table.over,
    table.newestRound?.toString() ?? null,
    table.lastAward,
    table.carried.map(serializeBet),
    storedMeter(table.betMeter),
    storedMeter(table.prizeMeter),
    table.ownMeters && storedOwnMeters(table.ownMeters),
  ];
  return JSON.stringify(kept);
}

/** @throws Error for most texts that are not a table's. */
export function parseTable(text: string): TableState {
  const kept = JSON.parse(text) as StoredTable;
  if (!Array.isArray(kept) || kept.length !== tableMembers.length)
    throw new Error('it is no text of a table');
  const [sequence, floor, contents, refused, seenAtMs, ...ends] = kept;
  const [rounds, over, newestRound, lastAward, carried, ...meters] = ends;
  const [betMeter, prizeMeter, ownMeters] = meters;
  return {
    sequence: BigInt(sequence),
    floor: floor && { kid: floor[0], sequence: BigInt(floor[1]) },
    contents: parseHashes(contents),
    refused: refused.map(parseRefusal),
    seenAtMs,
    rounds: rounds.map(parseRound),
    over,
    newestRound: newestRound === null ? null : BigInt(newestRound),
    lastAward,
    carried: carried.map(parseBet),
    betMeter: meterOf(noBets, betMeter),
    prizeMeter: meterOf(noPrizes, prizeMeter),
    ownMeters: ownMeters && ownMetersOf(ownMeters),
  };
}

/**
 * Stakes and paid of the base, the time from which they differ, and the last remark: stakes, paid,
 * and time.
 */
type StoredOwnMeters = readonly [
  string,
  string,
  number | null,
  readonly [string, string, number] | null,
];

function storedOwnMeters({ base, apartSinceMs, moved }: OwnMeters): StoredOwnMeters {
  const said = moved && ([`${moved.stakesMicros}`, `${moved.paidMicros}`, moved.atMs] as const);
  return [`${base.stakesMicros}`, `${base.paidMicros}`, apartSinceMs, said];
}

function ownMetersOf([stakes, paid, apartSinceMs, said]: StoredOwnMeters): OwnMeters {
  const base = { stakesMicros: BigInt(stakes), paidMicros: BigInt(paid) };
  if (said === null) return { base, apartSinceMs, moved: null };
  const [stakesMoved, paidMoved, atMs] = said;
  const moved = { stakesMicros: BigInt(stakesMoved), paidMicros: BigInt(paidMoved), atMs };
  return { base, apartSinceMs, moved };
}

function serializeRefusal(refused: RefusedEvent): StoredRefusal {
  const { at, sequence, reason, type, round, seat } = refused;
  return [at, sequence.toString(), reason, type, round, seat];
}

function parseRefusal(stored: StoredRefusal): RefusedEvent {
  const [at, sequence, reason, type, round, seat] = stored;
  return { at, sequence: BigInt(sequence), reason, type, round, seat };
}

function serializeRound({ id, beganAtMs, terms, bets, ...round }: Round): StoredRound {
  const { dealt, unsettled, seated, leftOut } = round;
  const marks = (dealt ? 1 : 0) + (unsettled ? 2 : 0) + (seated ? 4 : 0);
  return [id, beganAtMs, terms, marks, bets.map(serializeBet), leftOut];
}

function parseRound([id, beganAtMs, terms, marks, bets, leftOut]: StoredRound): Round {
  const [dealt, unsettled, seated] = [(marks & 1) > 0, (marks & 2) > 0, (marks & 4) > 0];
  return { id, beganAtMs, terms, dealt, seated, leftOut, unsettled, bets: bets.map(parseBet) };
}

function serializeHashes(hashes: readonly number[]): string {
  const bytes = Buffer.allocUnsafe(hashes.length * 6);
  hashes.forEach((hash, index) => bytes.writeUIntBE(hash, index * 6, 6));
  return bytes.toString('base64url');
}

function parseHashes(text: string): number[] {
  const bytes = Buffer.from(text, 'base64url');
  return Array.from({ length: bytes.length / 6 }, (_, index) => bytes.readUIntBE(index * 6, 6));
}

function serializeBet(bet: Bet): StoredBet {
  return [
    bet.seat,
    bet.stakeMicros.toString(),
    bet.poolMicros.toString(),
    bet.reserveMicros.toString(),
    bet.generation,
    bet.terms,
    bet.carriedSinceMs,
  ];
}

function parseBet(stored: StoredBet): Bet {
  const [seat, stake, pool, reserve, generation, terms, carriedSinceMs] = stored;
  return {
    seat,
    stakeMicros: BigInt(stake),
    poolMicros: BigInt(pool),
    reserveMicros: BigInt(reserve),
    generation,
    terms,
    carriedSinceMs,
  };
}
