import type { GameEvent } from '#table-client';
import { hasBaseBet, jackpotBetAfterVoid, voidReasons } from '#rules';
import { dealRound } from './deck.js';
import type { PitJackpot } from './jackpots.js';
import type { TimedEvent } from './table-events.js';
import { decide, newPlayer, type Player } from './players.js';
import type { Random } from './random.js';

/** The habits of a pit's tables. */
export interface Habits {
  readonly luck: number;
  /** Share of the rounds that are voided, by each reason equally often. */
  readonly voidShare: number;
  /** Share of the rounds whose result comes after the table's next rounds have begun. */
  readonly unsettledShare: number;
  readonly withHeartbeat: boolean;
  readonly withCards: boolean;
}

/** How a round ends. */
type Ending = { readonly voided: (typeof voidReasons)[number] } | 'settled' | 'settled-late';

const roundSeconds = 60;
/** Share of the tables with a card reader; the wins of the others cannot be checked. */
const cardReaderShare = 0.85;
const newPlayerShare = 0.025;

/** One table of Fortune 3 Card Poker. Equal random numbers give equal events. */
export class Table {
  private readonly players: Map<number, Player>;
  private readonly readsCards: boolean;
  private clockSeconds: number;
  private roundsPlayed = 0n;
  /** Seats whose bets a void round left for the next one (Art. 17(3)). */
  private carried: readonly number[] = [];
  /** Late results, each with the number of the round during which it comes. */
  private late: { result: TimedEvent; during: bigint }[] = [];

  constructor(
    private readonly jackpot: PitJackpot,
    private readonly habits: Habits,
    private readonly firstRound: bigint,
    private readonly random: Random,
  ) {
    this.players = new Map(
      takenSeats(random).map((seat) => [seat, newPlayer(random, jackpot)] as const),
    );
    this.readsCards = random.chance(cardReaderShare) && habits.withCards;
    // Tables are at different moments of a round when the pit opens.
    this.clockSeconds = random.between(-0.4, 0.6) * roundSeconds;
  }

  /** Plays the next round; returns its events in the order in which they happen. */
  playRound(): TimedEvent[] {
    const { random } = this;
    // Each start of the pit begins at a later sequence, so no round id is used twice. The round
    // number before each is left to a round that a controller forgets.
    const round = (this.firstRound + 2n * this.roundsPlayed + 1n).toString();
    this.roundsPlayed += 1n;
    const seconds = roundSeconds * random.between(0.85, 1.15);
    const at = (share: number): number => this.clockSeconds + share * seconds;

    const { events, playing, betting } = this.takeBets(round, at);
    const add = (share: number, event: GameEvent): void =>
      void events.push({ atSeconds: at(share), event, bettingSeats: betting });
    const ending = this.chooseEnding(betting);
    const isVoidBeforeDeal = typeof ending === 'object' && ending.voided === 'other';
    if (!isVoidBeforeDeal) add(0.5, { type: 'round.dealt', data: { round, seats: playing } });
    // No event of it was sent, so there is nothing to void.
    const isUnheard = events.length === 0;
    events.push(...this.lateResults(at(0.52)));

    if (typeof ending === 'object') {
      if (!isUnheard) add(0.6, { type: 'round.voided', data: { round, reason: ending.voided } });
      if (jackpotBetAfterVoid(ending.voided) === 'carried') {
        this.carried = [...this.carried, ...betting];
      }
    } else {
      const event = this.result(round, playing, betting);
      const result = { atSeconds: at(0.92), event, bettingSeats: betting };
      if (ending === 'settled') events.push(result);
      else this.late.push({ result, during: this.roundsPlayed + BigInt(random.below(3)) });
    }
    if (this.habits.withHeartbeat) add(0.97, { type: 'table.heartbeat', data: {} });
    this.clockSeconds += seconds;
    return events;
  }

  /** Returns the results that are still missing when the table closes. */
  close(): TimedEvent[] {
    const owed = this.late.map(({ result }) => ({ ...result, atSeconds: this.clockSeconds }));
    this.late = [];
    return owed;
  }

  /** The betting, ended by the deal (Art. 10(3)). */
  private takeBets(round: string, at: (share: number) => number) {
    const { random, jackpot } = this;
    const events: TimedEvent[] = [];
    const playing: number[] = [];
    const betting: number[] = [];
    const held: number[] = [];
    const add = (share: number, event: GameEvent): void =>
      void events.push({ atSeconds: at(share), event, bettingSeats: betting });
    const isPlain = this.carried.length === 0;
    // A carried bet can be withdrawn only from an open round.
    if (!isPlain) add(0.02, { type: 'round.opened', data: { round } });
    for (const seat of this.players.keys()) {
      if (random.chance(newPlayerShare)) this.players.set(seat, newPlayer(random, jackpot));
      const player = this.players.get(seat) as Player;
      const { baseBets, isOnJackpot } = decide(random, player, jackpot);
      const share = random.between(0.05, 0.4);
      if (baseBets.length > 0) playing.push(seat);
      if (this.carried.includes(seat)) {
        // A carried bet plays without a second stake, and is withdrawn if the seat has no base bet.
        if (hasBaseBet(baseBets, jackpot.policies)) betting.push(seat);
        else {
          add(share, { type: 'bet.withdrawn', data: { round, seat } });
          if (jackpot.policies.carriedJackpotWithoutBase === 'hold') held.push(seat);
        }
      } else if (isOnJackpot) {
        const stake = player.stakeMinor;
        add(share, { type: 'bet.placed', data: { round, seat, stake, baseBets } });
        if (!random.chance(player.regretShare)) betting.push(seat);
        else add(random.between(0.42, 0.48), { type: 'bet.withdrawn', data: { round, seat } });
      }
    }
    this.carried = held;
    events.sort((one, other) => one.atSeconds - other.atSeconds);
    const [first, ...later] = events;
    if (!first || !isPlain) return { events, playing, betting };
    return { events: [{ ...first, beginsPlainRound: true }, ...later], playing, betting };
  }

  private chooseEnding(betting: readonly number[]): Ending {
    const { random, habits } = this;
    if (random.chance(habits.voidShare)) return { voided: random.pick(voidReasons) };
    // Without a jackpot bet no result can be late.
    const isLate = random.chance(habits.unsettledShare) && betting.length > 0;
    return isLate ? 'settled-late' : 'settled';
  }

  /** Article 15(1)-(2): without a jackpot bet the two cards of the table are not shown. */
  private result(round: string, playing: readonly number[], betting: readonly number[]): GameEvent {
    if (betting.length === 0) return { type: 'round.settled', data: { round, wins: [] } };
    const { wins, hands, community } = dealRound(this.random, playing, betting, this.habits.luck);
    const cards = this.readsCards ? { hands, community } : {};
    return { type: 'round.settled', data: { round, wins, ...cards } };
  }

  private lateResults(atSeconds: number): TimedEvent[] {
    const due = this.late.filter(({ during }) => during < this.roundsPlayed);
    if (due.length === 0) return [];
    this.late = this.late.filter((each) => !due.includes(each));
    return due.map(({ result }) => ({ ...result, atSeconds }));
  }
}

/** Returns five to seven of the seven seats, in the order of play. */
function takenSeats(random: Random): number[] {
  const seats = [1, 2, 3, 4, 5, 6, 7];
  const empty = random.below(3);
  for (let count = 0; count < empty; count += 1) seats.splice(random.below(seats.length), 1);
  return seats;
}
