import type { JackpotHand } from '#rules';
import type { PoolEvent } from '../events.js';
import type { Configuration } from '../configuration.js';
import { smallConfiguration, type CommandBody, type TableBody } from './log-script.js';

/** One step of a script: what a table or an operator does, without its ids and sequences. */
export interface Act {
  readonly jackpot: string;
  readonly source: string;
  /** The round, counted from the one that the table is at: 1 is the next, -1 the one before. */
  readonly round: number;
  readonly kind: 'bet' | 'withdraw' | 'deal' | 'settle' | 'void' | 'heartbeat' | 'command';
  readonly seat: number;
  readonly stake: number;
  readonly hasBaseBet: boolean;
  readonly reason: Extract<TableBody, { type: 'round.voided' }>['data']['reason'];
  /** Won by the seats that have bet, the first the first. */
  readonly hands: readonly JackpotHand[];
  readonly command: CommandBody;
  /** How the sequence stands to the one before it; 1 is as it should be. */
  readonly step: bigint;
  readonly id: number;
}

export const scriptedJackpots = ['main', 'other'] as const;

/** What makes the jackpots of a scripted log, first of all. */
export const beginnings = scriptedJackpots.map((jackpot): PoolEvent => ({
  id: 'begin',
  jackpot,
  source: 'ops',
  sequence: 1n,
  type: 'jackpot.configured',
  data: configured(jackpot, smallConfiguration, 'now'),
}));

/** The events of a script in their order, `beginnings` not among them. */
export function logOf(acts: readonly Act[]): PoolEvent[] {
  const tables = new Map<string, ScriptedTable>();
  return acts.map((act) => {
    const { jackpot, source, kind, step, id } = act;
    const key = `${jackpot}/${source}`;
    const table = tables.get(key) ?? { sequence: 10n, round: 1, seats: new Map() };
    tables.set(key, table);
    const sequence = table.sequence + step;
    if (step > 0n) table.sequence = sequence;
    const body = kind === 'command' ? commandOf(act) : played(table, act);
    const name = `${sequence}/${step === 0n ? id : 0}`;
    return { id: name, jackpot, source, sequence, ...body } as PoolEvent;
  });
}

interface ScriptedTable {
  sequence: bigint;
  round: number;
  /** By round, the seats that have bet. */
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
      return { type: 'round.dealt', data: { round } };
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

function commandOf({ command, jackpot }: Act): CommandBody {
  if (command.type !== 'jackpot.configured') return command;
  const { configuration, effective } = command.data;
  return { ...command, data: configured(jackpot, configuration, effective) };
}

function configured(id: string, configuration: Configuration, effective: 'now' | 'next-restart') {
  const replacesPending = false;
  return { configuration: { ...configuration, id }, exponent: 2, effective, replacesPending };
}
