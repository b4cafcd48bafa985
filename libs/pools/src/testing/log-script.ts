import { defaultJackpotPolicies, type JackpotPolicies, type VoidReason } from '#rules';
import { smallJackpot } from '#testing/jackpot';
import type { Configuration } from '../configuration.js';
import type { CommandEvent, JackpotConfigured, RoundSettled, TableEvent } from '../events.js';
import { foldEvent } from '../fold.js';
import { roles } from '../keys.js';
import type { Outcome } from '../outcome.js';
import {
  accountNames,
  emptyState,
  tableKey,
  type AccountName,
  type Jackpot,
  type TableState,
} from '../state.js';

/** Small round numbers: of a stake of 1,000 the pool gets 700, the reserve 50, the house 250. */
export const smallConfiguration: Configuration = {
  ...smallJackpot('main'),
  name: { en: 'Main' },
  ceiling: null,
  payoutUnit: 100,
  maxTables: 1_000,
  tables: null,
  approvals: null,
  verifyAbove: null,
  verifyAboveWithCards: null,
  unclaimedTo: 'house',
  unclaimedAfterHours: 0,
  zone: 'UTC',
  policies: defaultJackpotPolicies,
};

/** A table's memory of ended rounds. */
export function overOf(...ids: readonly string[]): string {
  const { table } = given();
  for (const id of ids) {
    table.open(id);
    table.settle(id);
  }
  return table.state.over;
}

/** The signer of a command, unless a test gives another. */
export const operator: CommandEvent['by'] = { kid: 'ops-1', holder: 'ops-1', roles };

interface Named {
  readonly sequence?: bigint;
  readonly id?: string;
  readonly jackpot?: string;
  readonly atMs?: number;
  /** Set for a signed event of a table. */
  readonly signed?: true;
  readonly by?: CommandEvent['by'];
}

type Body<E> = E extends { type: infer Type; data: infer Data }
  ? { type: Type; data: Data }
  : never;
export type TableBody = Body<TableEvent>;
export type CommandBody = Body<CommandEvent>;

const contents = new Map<string, number>();

/** Replaces a hash: equal only for equal texts. */
export function contentOf(text: string): number {
  const content = contents.get(text) ?? contents.size;
  contents.set(text, content);
  return content;
}

/** A log that is folded while it is written: given events, when one more arrives, then assert. */
export class LogScript {
  readonly state = emptyState();
  offset = 0;
  /** Time of the next record after the previous one, beyond one millisecond. */
  waitedMs = 0;
  private readonly sequences = new Map<string, bigint>();

  constructor(readonly id = 'main') {}

  /** Folds an event with the next sequence of its source, or with the given one. */
  fold(source: string, body: TableBody | CommandBody, named: Named = {}): Outcome {
    const jackpot = named.jackpot ?? this.id;
    const key = tableKey(jackpot, source);
    const sequence = named.sequence ?? (this.sequences.get(key) ?? 0n) + 1n;
    this.sequences.set(key, sequence);
    const { signed, id = `${source}/${sequence}` } = named;
    const by = named.by ?? operator;
    const content = contentOf(JSON.stringify([id, body]));
    const event = {
      id,
      jackpot,
      source,
      sequence,
      content,
      by,
      ...body,
      ...(signed && { signed }),
    };
    const recordedAtMs = named.atMs ?? Date.UTC(2026, 10, 21) + this.offset + this.waitedMs;
    const position = { offset: this.offset, recordedAtMs };
    this.offset += 1;
    return foldEvent(this.state, event as TableEvent | CommandEvent, position);
  }

  command(body: CommandBody, named: Named = {}): Outcome {
    return this.fold('ops', body, named);
  }

  configure(
    changes: Partial<Configuration> = {},
    effective: 'now' | 'next-restart' = 'now',
    { exponent = 2, ...more }: Partial<JackpotConfigured> = {},
  ): Outcome {
    const configuration = { ...smallConfiguration, id: this.id, ...changes };
    return this.command({
      type: 'jackpot.configured',
      data: { configuration, exponent, effective, replacesPending: false, ...more },
    });
  }

  adjust(account: 'pool' | 'reserve', amount: number): Outcome {
    return this.command({ type: 'pool.adjusted', data: { account, amount, reason: 'test' } });
  }

  get jackpot(): Jackpot {
    return this.state.jackpots.get(this.id) as Jackpot;
  }

  tableState(source: string): TableState {
    return this.state.tables.get(tableKey(this.id, source)) as TableState;
  }

  /** The accounts in minor units, in the order of the contract's table of postings. */
  get ledger(): Record<AccountName, number> {
    const { players, pool, reserve, house, held } = this.jackpot.accounts;
    const minor = (micros: bigint) => Number(micros) / Number(this.jackpot.inForce.minorUnitMicros);
    return {
      players: minor(players),
      pool: minor(pool),
      reserve: minor(reserve),
      house: minor(house),
      held: minor(held),
    };
  }

  table(source: string): PlayedTable {
    return new PlayedTable(this, source);
  }
}

class PlayedTable {
  constructor(
    readonly log: LogScript,
    readonly source: string,
  ) {}

  send(body: TableBody): Outcome {
    return this.log.fold(this.source, body);
  }

  bet(
    round: string,
    seat: number,
    changes: Partial<Extract<TableBody, { type: 'bet.placed' }>['data']> = {},
  ): Outcome {
    const data = { round, seat, stake: 1_000, baseBets: ['ante'] as const, ...changes };
    return this.send({ type: 'bet.placed', data });
  }

  withdraw(round: string, seat: number): Outcome {
    return this.send({ type: 'bet.withdrawn', data: { round, seat } });
  }

  open(round: string): Outcome {
    return this.send({ type: 'round.opened', data: { round } });
  }

  deal(round: string, seats?: readonly number[]): Outcome {
    return this.send({ type: 'round.dealt', data: { round, seats } });
  }

  settle(
    round: string,
    wins: RoundSettled['wins'] = [],
    cards: Pick<RoundSettled, 'hands' | 'community'> = {},
  ): Outcome {
    return this.send({ type: 'round.settled', data: { round, wins, ...cards } });
  }

  void(round: string, reason: VoidReason): Outcome {
    return this.send({ type: 'round.voided', data: { round, reason } });
  }

  heartbeat(): Outcome {
    return this.send({ type: 'table.heartbeat', data: {} });
  }

  get state(): TableState {
    return this.log.tableState(this.source);
  }
}

/** A configured jackpot and one table. */
export function given(changes: Partial<Configuration> = {}, exponent = 2) {
  const play = new LogScript();
  play.configure(changes, 'now', { exponent });
  return { play, table: play.table('T1') };
}

export function policies(changes: Partial<JackpotPolicies>): Pick<Configuration, 'policies'> {
  return { policies: { ...defaultJackpotPolicies, ...changes } };
}

export function reasonsOf(outcome: Outcome): string[] {
  return outcome.exceptions.map(({ reason }) => reason);
}

/** An outcome's net postings by account, in micro-units; zero is omitted. */
export function netted(outcome: Outcome): Record<string, bigint> {
  const sums = accountNames.map((name) => {
    const own = outcome.postings.map((deltas) => deltas[name] ?? 0n);
    return [name, own.reduce((sum, micros) => sum + micros, 0n)] as const;
  });
  return Object.fromEntries(sums.filter(([, sum]) => sum !== 0n));
}
