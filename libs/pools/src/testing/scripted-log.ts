import type { JackpotHand } from '#rules';
import type { CommandEvent, PoolEvent } from '../events.js';
import type { Configuration } from '../configuration.js';
import {
  contentOf,
  operator,
  smallConfiguration,
  type CommandBody,
  type TableBody,
} from './log-script.js';

/** One step of a script: an act of a table or an operator, without its ids and sequences. */
export interface Act {
  readonly jackpot: string;
  readonly source: string;
  /** The round, relative to the table's current one: 1 is the next, -1 the previous one. */
  readonly round: number;
  readonly kind: 'bet' | 'withdraw' | 'deal' | 'settle' | 'void' | 'heartbeat' | 'command';
  readonly seat: number;
  readonly stake: number;
  readonly hasBaseBet: boolean;
  /** The seats dealt in; null if the table does not say. */
  readonly dealt: readonly number[] | null;
  readonly reason: Extract<TableBody, { type: 'round.voided' }>['data']['reason'];
  /** Hands won by the seats that have bet, in their order. */
  readonly hands: readonly JackpotHand[];
  readonly command: CommandBody;
  /** The signer of the command. */
  readonly by: CommandEvent['by'];
  /** Step from the previous sequence; 1 is correct. */
  readonly step: bigint;
  readonly id: number;
}

export const scriptedJackpots = ['main', 'other'] as const;

/** The people who sign the commands of a scripted log. */
export const people = [operator, { ...operator, kid: 'ops-2', holder: 'second' }] as const;

/** Adjustments from 600.00 on need two people. */
export const twoForMuch: Configuration['approvals'] = {
  'pool.adjusted': [
    { from: 0, by: [] },
    { from: 60_000, by: ['approve'] },
  ],
};

const keys: PoolEvent = {
  id: 'keys',
  jackpot: 'ledger',
  source: 'root',
  sequence: 1n,
  type: 'keys.set',
  data: { version: 1, edition: 1, keys: people.map((each) => ({ ...each, x: each.kid })) },
  root: 'root',
};

/** The events that create the keys and the jackpots of a scripted log, first of all. */
export const beginnings = [keys, ...scriptedJackpots.map(begin)];

/** The events of a script in order, without `beginnings`. */
export function logOf(acts: readonly Act[]): PoolEvent[] {
  const tables = new Map<string, ScriptedTable>();
  /** Offset of the newest proposal, by jackpot. */
  const proposals = new Map<string, number>();
  const won: ScriptedAward[] = [];
  return acts.map((act, index) => {
    const { jackpot, source, kind, step, id } = act;
    const key = `${jackpot}/${source}`;
    const table = tables.get(key) ?? { sequence: 10n, round: 1, seats: new Map() };
    tables.set(key, table);
    const sequence = table.sequence + step;
    if (step > 0n) table.sequence = sequence;
    const body = kind === 'command' ? commandOf(act, proposals, won) : played(table, act);
    if (body.type === 'round.settled' && body.data.wins.length > 0) {
      const award = `${key}/${body.data.round}/${beginnings.length + index}`;
      won.unshift({ jackpot, award, seats: body.data.wins.map(({ seat }) => seat) });
    }
    if (body.type === 'act.proposed') proposals.set(jackpot, beginnings.length + index);
    const name = `${sequence}/${step === 0n ? id : 0}`;
    const signed = body.type === 'round.settled' && { signed: true };
    const content = contentOf(name);
    const named = { id: name, jackpot, source, sequence, content, by: act.by };
    return { ...named, ...body, ...signed } as PoolEvent;
  });
}

interface ScriptedTable {
  sequence: bigint;
  round: number;
  /** The seats that have bet, by round. */
  readonly seats: Map<string, Set<number>>;
}

function played(table: ScriptedTable, act: Act): TableBody {
  const round = String(table.round + act.round);
  const { seat, stake, reason } = act;
  const seats = table.seats.get(round) ?? new Set();
  table.seats.set(round, seats);
  table.round += Math.max(act.round, 0);
  switch (act.kind) {
    case 'bet':
      seats.add(seat);
      return {
        type: 'bet.placed',
        data: { round, seat, stake, baseBets: act.hasBaseBet ? ['ante'] : [] },
      };
    case 'withdraw':
      return { type: 'bet.withdrawn', data: { round, seat } };
    case 'deal':
      return {
        type: 'round.dealt',
        data: { round, ...(act.dealt && { seats: dealtIn(act, seats) }) },
      };
    case 'settle': {
      const winners = [...seats].slice(0, act.hands.length);
      const wins = winners.map((each, index) => ({
        seat: each,
        hand: act.hands[index] as JackpotHand,
      }));
      return { type: 'round.settled', data: { round, wins } };
    }
    case 'void':
      return { type: 'round.voided', data: { round, reason } };
    case 'heartbeat':
    case 'command':
      return { type: 'table.heartbeat', data: {} };
  }
}

/** Usually all who have bet, and others. */
function dealtIn({ dealt, hasBaseBet }: Act, seats: ReadonlySet<number>): number[] {
  return [...new Set([...(hasBaseBet ? seats : []), ...(dealt ?? [])])];
}

/** A settlement with wins, newest first; it may have been refused. */
interface ScriptedAward {
  readonly jackpot: string;
  readonly award: string;
  readonly seats: readonly number[];
}

function commandOf(
  { command, jackpot }: Act,
  proposals: ReadonlyMap<string, number>,
  won: readonly ScriptedAward[],
): CommandBody {
  if (command.type.startsWith('award.')) return actOnAward(command, jackpot, won);
  if (command.type === 'act.approved') {
    return { ...command, data: { ...command.data, proposal: proposals.get(jackpot) ?? 0 } };
  }
  if (command.type !== 'jackpot.configured') return command;
  const { configuration, effective } = command.data;
  return { ...command, data: configured(jackpot, configuration, effective) };
}

/**
 * Inserts the award at the given distance back, and the seats that the act names by their places.
 */
function actOnAward(
  command: CommandBody,
  jackpot: string,
  won: readonly ScriptedAward[],
): CommandBody {
  const own = won.filter((each) => each.jackpot === jackpot);
  const { award = '', seat, seats, replaces, ...data } = command.data as Record<string, unknown>;
  const found = own[Number((award || replaces) as string)];
  const named = found?.award ?? award;
  const seatAt = (place: unknown) => found?.seats[place as number] ?? 7;
  return {
    type: command.type,
    data: {
      ...data,
      ...(award !== '' && { award: named }),
      ...(replaces === '0' && found && { replaces: found.award }),
      ...(seat !== undefined && { seat: seatAt(seat) }),
      ...(Array.isArray(seats) && { seats: [...new Set(seats.map(seatAt))] }),
    },
  } as CommandBody;
}

function configured(id: string, configuration: Configuration, effective: 'now' | 'next-restart') {
  const replacesPending = false;
  return { configuration: { ...configuration, id }, exponent: 2, effective, replacesPending };
}

function begin(jackpot: string): PoolEvent {
  const verifyAbove = jackpot === 'other' ? 0 : null;
  return {
    id: 'begin',
    jackpot,
    source: 'ops',
    sequence: 1n,
    by: operator,
    type: 'jackpot.configured',
    data: configured(jackpot, { ...smallConfiguration, approvals: twoForMuch, verifyAbove }, 'now'),
  };
}
