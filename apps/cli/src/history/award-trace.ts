import type { Folded } from '#engine';
import { decodeRecord, type DecodeContext } from '#contract';
import { anchorOf, type LogRecord } from '#log';
import {
  tableKey,
  type Accounts,
  type Award,
  type Bet,
  type Configuration,
  type Jackpot,
  type PartitionState,
  type Round,
} from '#pools';
import type { Card, JackpotHand } from '#rules';
import { GenerationTally, type Tally } from './generation.js';
import type { ReplayObserver } from '../proof/replay.js';

/** Everything that bears on one award, as the fold met it; amounts in micro-units. */
export interface Story {
  readonly award: Award;
  readonly exponent: number;
  readonly configuration: Configuration;
  /** The record that set it; null where that was before the checkpoint. */
  readonly configuredBy: Source | null;
  readonly generation: Tally;
  readonly bets: readonly StoryBet[];
  readonly declaration: Declaration;
  readonly before: Accounts;
  readonly after: Accounts;
}

export interface Source {
  readonly offset: number;
  readonly time: string;
  readonly source: string;
  /** Id of the key that signed it. */
  readonly kid: string;
}

export interface StoryBet {
  readonly bet: Bet;
  /** Where it was placed; null where that was before the checkpoint. */
  readonly placed: { readonly offset: number; readonly round: string } | null;
}

export interface Declaration {
  readonly offset: number;
  readonly time: string;
  readonly hash: string;
  readonly wins: readonly { seat: number; hand: JackpotHand }[];
  readonly hands?: readonly { seat: number; cards: readonly Card[] }[] | undefined;
  readonly community?: readonly Card[] | undefined;
}

/** An award's id and the parts of it that say where to look. */
export interface AwardName {
  readonly id: string;
  readonly jackpot: string;
  readonly table: string;
  readonly offset: number;
}

/** Follows one jackpot and one of its tables until the award falls. */
export class AwardTrace implements ReplayObserver {
  story: Story | null = null;
  private configuredBy: Source | null = null;
  private pendingBy: Source | null = null;
  private readonly generation = new GenerationTally();
  private readonly placed = new WeakMap<Bet, { offset: number; round: string }>();
  private prior: Prior | null = null;

  constructor(
    private readonly name: AwardName,
    private readonly context: DecodeContext,
  ) {}

  /** What a checkpoint brings along is the opening of the generation's account. */
  begin(state: PartitionState, position: number): void {
    const jackpot = state.jackpots.get(this.name.jackpot);
    if (jackpot) this.generation.bringForward(jackpot, position - 1);
  }

  before(state: PartitionState): void {
    const { jackpot: id, table: source } = this.name;
    const jackpot = state.jackpots.get(id);
    const table = state.tables.get(tableKey(id, source));
    this.prior = jackpot
      ? {
          configuration: jackpot.configuration,
          generation: jackpot.generation,
          accounts: { ...jackpot.accounts },
          rounds: [...(table?.rounds ?? [])],
          carried: [...(table?.carried ?? [])],
        }
      : null;
  }

  after(state: PartitionState, record: LogRecord, folded: Folded): void {
    const { jackpot: id, table: source } = this.name;
    const jackpot = state.jackpots.get(id);
    const isItsOwn = [...folded.tables].some((key) => key.startsWith(`${id}/`));
    if (!jackpot || folded.counts.applied === 0 || !isItsOwn) return;
    const decoded = decodeRecord(record, this.context);
    if ('refused' in decoded) return;
    const { event } = decoded;
    const award = folded.awards[0];
    const time = new Date(folded.recordedAtMs).toISOString();
    if (event.source === source) this.follow(state, record, event.type, event.data);
    if (event.type === 'round.settled' && award && this.prior) {
      if (award.id === this.name.id) {
        const hash = anchorOf(record);
        const declaration = { ...event.data, offset: record.offset, time, hash };
        this.story = this.tell(award, jackpot, this.prior, declaration);
      }
    }
    if (event.type === 'jackpot.configured') {
      const by = { offset: record.offset, time, source: event.source, kid: kidOf(record) };
      const waits = event.data.effective === 'next-restart' && this.prior !== null;
      if (!waits) this.configuredBy = by;
      this.pendingBy = waits ? by : null;
    }
    const before = this.prior?.accounts ?? null;
    if (this.prior?.generation !== jackpot.generation) {
      this.configuredBy = this.pendingBy ?? this.configuredBy;
      this.pendingBy = null;
      this.generation.open(jackpot, record.offset);
    } else if (before) {
      this.generation.count(event.type, jackpot.accounts, before);
    }
  }

  /** Remembers which record placed each bet, also when a void round hands it on. */
  private follow(state: PartitionState, { offset }: LogRecord, type: string, data: object): void {
    const table = state.tables.get(tableKey(this.name.jackpot, this.name.table));
    const { round } = data as { round?: string };
    if (!table || round === undefined) return;
    if (type === 'bet.placed') {
      const bet = table.rounds.find((each) => each.id === round)?.bets.at(-1);
      if (bet) this.placed.set(bet, { offset, round });
    }
    if (type !== 'round.voided') return;
    const given = this.betsBefore(round);
    for (const bet of table.carried) {
      const origin = given.find(({ seat }) => seat === bet.seat);
      const placed = origin && this.placed.get(origin);
      if (placed && !this.placed.has(bet)) this.placed.set(bet, placed);
    }
  }

  private betsBefore(round: string): readonly Bet[] {
    const open = this.prior?.rounds.find(({ id }) => id === round);
    return open?.bets ?? this.prior?.carried ?? [];
  }

  private tell(award: Award, jackpot: Jackpot, prior: Prior, declaration: Declaration): Story {
    return {
      award,
      exponent: jackpot.exponent,
      configuration: prior.configuration,
      configuredBy: this.configuredBy,
      generation: this.generation.read(),
      bets: this.betsBefore(award.round).map((bet) => ({
        bet,
        placed: this.placed.get(bet) ?? null,
      })),
      declaration,
      before: prior.accounts,
      after: { ...jackpot.accounts },
    };
  }
}

/** A jackpot and its table before a record was folded. */
interface Prior {
  readonly configuration: Configuration;
  readonly generation: number;
  readonly accounts: Accounts;
  readonly rounds: readonly Round[];
  readonly carried: readonly Bet[];
}

function kidOf({ headers }: LogRecord): string {
  const header = headers['signature'];
  const signature = String(Array.isArray(header) ? header.at(-1) : header);
  return signature.slice(0, signature.lastIndexOf(':'));
}
