import { kidOf, type AwardMessage } from '#contract';
import type { Folded, FoldContext } from '#engine';
import type { JournalBlock } from '#ledger';
import type { LogRecord } from '#log';
import {
  accountNames,
  isAwardAct,
  tableKey,
  termsNamed,
  type Accounts,
  type AwardAct,
  type Bet,
  type Jackpot,
  type PartitionState,
  type TableState,
  type Terms,
} from '#pools';
import type { Card, JackpotHand } from '#rules';
import type { RecordPlace, ReplayObserver } from '../fold/replay.js';
import { decodeApplied } from './decode-applied.js';
import { GenerationTally } from './generation-tally.js';

/** Everything that concerns one award; amounts in micro-units. `explain --json` prints it. */
export type TracedAward = ReturnType<AwardTrace['trace']>;

interface CommandRecord {
  readonly offset: number;
  /** ISO 8601. */
  readonly time: string;
  readonly source: string;
  /** Id of the key that signed it. */
  readonly kid: string;
}

export interface Declaration {
  readonly offset: number;
  /** ISO 8601. */
  readonly time: string;
  readonly hash: string;
  readonly wins: readonly { seat: number; hand: JackpotHand }[];
  readonly hands?: readonly { seat: number; cards: readonly Card[] }[] | undefined;
  readonly community?: readonly Card[] | undefined;
}

/** The reason why people made an award. */
export interface Grant {
  readonly cause: Extract<AwardAct, { type: 'award.granted' }>['data']['cause'];
  readonly reason: string;
  /** Id of the reversed award that it replaces; null if it does not replace one. */
  readonly replaces: string | null;
}

/** A record that made or changed the award. */
export interface LifeRecord {
  readonly offset: number;
  /** ISO 8601. */
  readonly time: string;
  /** Type of the record: `round.settled` of the table, or an act. */
  readonly act: string;
  /** People who did it, with the proposer and the approvers. Empty if it was the table alone. */
  readonly by: AwardMessage['by'];
  /** States after the record. */
  readonly states: AwardMessage['states'];
  readonly affects: AwardMessage['affects'];
  /** Data that people have signed; null if it was the table alone. */
  readonly data: AwardAct['data'] | null;
  /** Amounts that it moved. */
  readonly moved: Accounts;
}

/** An award's id, and the parts of it that tell where to search. */
export interface AwardName {
  readonly id: string;
  readonly jackpot: string;
  readonly table: string;
  readonly offset: number;
}

/** A bet of the award's round. */
interface TracedBet {
  readonly bet: Bet;
  /** Null if it was placed before the checkpoint. */
  readonly placed: { readonly offset: number; readonly round: string } | null;
  /** Terms by which it is paid. */
  readonly terms: Terms;
}

/** A jackpot and its table before a record was folded. */
type Prior = Pick<
  Jackpot,
  'id' | 'configuration' | 'inForce' | 'terms' | 'former' | 'generation' | 'accounts'
> &
  Pick<TableState, 'rounds'>;

/** Follows one jackpot and one of its tables until the award, and then the award itself. */
export class AwardTrace implements ReplayObserver {
  traced: TracedAward | undefined;
  /** In the order of the log; the first record made the award. */
  readonly life: LifeRecord[] = [];
  private known: AwardMessage | undefined;
  /** Null if it is before the checkpoint; so is the place of a bet. */
  private configuredBy: CommandRecord | null = null;
  private pendingBy: CommandRecord | null = null;
  private readonly generation = new GenerationTally();
  private readonly placed = new WeakMap<Bet, { offset: number; round: string }>();
  private prior: Prior | undefined;
  private asItWas: Jackpot | undefined;
  /** The award's round at its end, which may be long before people grant. */
  private ended: { readonly terms: Terms; readonly bets: readonly TracedBet[] } | undefined;

  constructor(
    private readonly name: AwardName,
    private readonly context: Pick<FoldContext, 'partitions' | 'root'>,
  ) {}

  /** Begins with a checkpoint's pool as the opening of the generation's sums. */
  begin(state: PartitionState, position: number): void {
    const jackpot = state.jackpots.get(this.name.jackpot);
    if (jackpot) this.generation.begin(jackpot, 'checkpoint', position - 1);
  }

  before(state: PartitionState): void {
    const { jackpot: id, table: source } = this.name;
    const jackpot = state.jackpots.get(id);
    const table = state.tables.get(tableKey(id, source));
    this.asItWas = jackpot && { ...jackpot };
    this.prior = jackpot && {
      ...jackpot,
      former: new Map(jackpot.former),
      accounts: { ...jackpot.accounts },
      rounds: [...(table?.rounds ?? [])],
    };
  }

  after(state: PartitionState, record: LogRecord, folded: Folded, at: RecordPlace): void {
    const { prior } = this;
    const { id, jackpot: jackpotId, table: source } = this.name;
    const jackpot = state.jackpots.get(jackpotId);
    const isItsOwn =
      folded.jackpots.has(jackpotId) ||
      folded.postings.has(jackpotId) ||
      [...folded.tables].some((key) => key.startsWith(`${jackpotId}/`));
    if (!jackpot || folded.counts.applied === 0 || !isItsOwn) return;
    const event = decodeApplied(record, state, this.asItWas, this.context);
    if (!event) return;
    const { offset } = record;
    const time = new Date(folded.recordedAtMs).toISOString();
    if (event.source === source) this.followBets(state, offset, event.type, event.data);
    const done = event.type === 'act.approved' ? event.data.act : event;
    const [award] = folded.awards;
    if (award?.id === id && prior) {
      const place = { offset, time, hash: at.anchor };
      if (done.type === 'round.settled') {
        this.traced = this.trace(award, jackpot, prior, { ...done.data, ...place }, null, at.block);
      } else if (done.type === 'award.granted') {
        const { payouts: wins, cause, reason, replaces = null } = done.data;
        const grant = { cause, reason, replaces };
        this.traced = this.trace(award, jackpot, prior, { wins, ...place }, grant, at.block);
      }
      const data = isAwardAct(done) ? done.data : null;
      const what = { offset, time, act: done.type, data };
      this.live(award, what, jackpot.accounts, prior.accounts);
    }
    if (done.type === 'jackpot.configured' && jackpot.configuredAt === offset) {
      const by = { offset, time, source: event.source, kid: kidOf(recordSignature(record)) };
      const isPending = done.data.effective === 'next-restart' && prior !== undefined;
      if (!isPending) this.configuredBy = by;
      this.pendingBy = isPending ? by : null;
    }
    if (prior?.generation === jackpot.generation) {
      this.generation.count(done.type, jackpot.accounts, prior.accounts);
    } else {
      this.configuredBy = this.pendingBy ?? this.configuredBy;
      this.pendingBy = null;
      this.generation.begin(jackpot, 'seed', offset);
    }
  }

  /** Remembers the record that placed each bet, even after a void round carries the bet over. */
  private followBets(state: PartitionState, offset: number, type: string, data: object): void {
    const { id, jackpot, table: source, offset: place } = this.name;
    const table = state.tables.get(tableKey(jackpot, source));
    const { round } = data as { round?: string };
    if (!table || round === undefined) return;
    const { prior } = this;
    const before = prior?.rounds.find((each) => each.id === round);
    const isEnded = !table.rounds.some((each) => each.id === round);
    if (prior && before && isEnded && id === `${jackpot}/${source}/${round}/${place}`) {
      const bets = before.bets.map((bet): TracedBet => {
        return { bet, placed: this.placed.get(bet) ?? null, terms: termsNamed(prior, bet) };
      });
      this.ended = { terms: termsNamed(prior, before), bets };
    }
    if (type === 'bet.placed') {
      const bet = table.rounds.find((each) => each.id === round)?.bets.at(-1);
      if (bet) this.placed.set(bet, { offset, round });
    }
    if (type !== 'round.voided') return;
    const voided = before?.bets ?? [];
    for (const bet of table.carried) {
      const original = voided.find(({ seat }) => seat === bet.seat);
      const placed = original && this.placed.get(original);
      if (placed && !this.placed.has(bet)) this.placed.set(bet, placed);
    }
  }

  private live(
    award: AwardMessage,
    what: Pick<LifeRecord, 'offset' | 'time' | 'act' | 'data'>,
    after: Accounts,
    before: Accounts,
  ): void {
    const { by, states, affects } = award;
    const moved = accountNames.map((name) => [name, after[name] - before[name]]);
    const own = by.slice(this.known?.by.length ?? 0);
    this.known = award;
    const record = { ...what, by: own, states, affects };
    this.life.push({ ...record, moved: Object.fromEntries(moved) as Accounts });
  }

  /**
   * @param grant null for an award that a table has declared
   * @param block that has the record
   */
  trace(
    award: AwardMessage,
    jackpot: Jackpot,
    prior: Prior,
    declaration: Declaration,
    grant: Grant | null,
    block: JournalBlock,
  ) {
    return {
      block,
      award,
      exponent: jackpot.exponent,
      configuration: prior.configuration,
      inForce: prior.inForce,
      /** Terms of the round (contract 5.1). */
      terms: this.ended?.terms ?? prior.terms,
      configuredBy: this.configuredBy,
      generation: this.generation.read(),
      bets: this.ended?.bets ?? [],
      declaration,
      grant,
      before: prior.accounts,
      after: { ...jackpot.accounts },
    };
  }
}

function recordSignature({ headers }: LogRecord): string {
  return String([headers['signature']].flat().at(-1));
}
