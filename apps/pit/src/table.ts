import { hasBaseBet, jackpotBetAfterVoid, voidReasons } from '#rules';
import { dealRound } from './deck.js';
import type { PitJackpot } from './jackpots.js';
import type { Play, PlayEvent } from './play.js';
import { decide, newPlayer, type Player } from './players.js';
import type { Random } from './random.js';

/** How the tables of a pit play. */
export interface Habits {
  readonly luck: number;
  /** Share of the rounds that are voided, by each reason equally often. */
  readonly voidShare: number;
  /** Share of the rounds whose result comes only after the table's next rounds have begun. */
  readonly unsettledShare: number;
  readonly withHeartbeat: boolean;
  readonly withCards: boolean;
}

/** What a table does about a round, before and after the deal. */
type Ending = { readonly voided: (typeof voidReasons)[number] } | 'settled' | 'settled-late';

const roundSeconds = 60;
/** Without a reader for its cards a table declares wins that the service has to trust. */
const cardReaderShare = 0.85;
const newPlayerShare = 0.025;

/**
 * One table and its controller, playing Fortune 3 Card Poker by despacho 94/2025. It plays on the
 * random numbers it is given and nothing else, so the same ones give the same play.
 */
export class Table {
  private readonly players: Map<number, Player>;
  private readonly readsCards: boolean;
  private clock: number;
  private roundsPlayed = 0n;
  /** Seats whose bets a void round left for the next one (Art. 17(3)). */
  private carried: readonly number[] = [];
  /** Results that come late, and the number of the round during which they do. */
  private late: { result: Play; during: bigint }[] = [];

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
    // When the pit opens, some tables have been taking bets for a while.
    this.clock = random.between(-0.4, 0.6) * roundSeconds;
  }

  /** Plays the next round; its events in the order in which they happen. */
  playRound(): Play[] {
    const { random } = this;
    // A later start of the pit begins at a later sequence, so no round's name comes twice.
    const round = (this.firstRound + this.roundsPlayed).toString();
    this.roundsPlayed += 1n;
    const seconds = roundSeconds * random.between(0.85, 1.15);
    const at = (share: number): number => this.clock + share * seconds;

    const { plays, playing, betting } = this.takeBets(round, at);
    const add = (share: number, event: PlayEvent): void =>
      void plays.push({ at: at(share), event, bettingSeats: betting });
    const ending = this.chooseEnding(betting);
    const isVoidBeforeDeal = typeof ending === 'object' && ending.voided === 'other';
    if (!isVoidBeforeDeal) add(0.5, { type: 'round.dealt', data: { round } });
    plays.push(...this.lateResults(at(0.52)));

    if (typeof ending === 'object') {
      add(0.6, { type: 'round.voided', data: { round, reason: ending.voided } });
      if (jackpotBetAfterVoid(ending.voided) === 'carried') {
        this.carried = [...this.carried, ...betting];
      }
    } else {
      const result = {
        at: at(0.92),
        event: this.result(round, playing, betting),
        bettingSeats: betting,
      };
      if (ending === 'settled') plays.push(result);
      else this.late.push({ result, during: this.roundsPlayed + BigInt(random.below(3)) });
    }
    if (this.habits.withHeartbeat) add(0.97, { type: 'table.heartbeat', data: {} });
    this.clock += seconds;
    return plays;
  }

  /** The results that are still owed when the table closes. */
  close(): Play[] {
    const owed = this.late.map(({ result }) => ({ ...result, at: this.clock }));
    this.late = [];
    return owed;
  }

  /** The betting, ended by the deal (Art. 10(3)). */
  private takeBets(round: string, at: (share: number) => number) {
    const { random, jackpot } = this;
    const plays: Play[] = [];
    const playing: number[] = [];
    const betting: number[] = [];
    const held: number[] = [];
    const add = (share: number, event: PlayEvent): void =>
      void plays.push({ at: at(share), event, bettingSeats: betting });
    const isPlain = this.carried.length === 0;
    // A carried bet can be withdrawn only in a round that is open.
    if (!isPlain) add(0.02, { type: 'round.opened', data: { round } });
    for (const seat of this.players.keys()) {
      if (random.chance(newPlayerShare)) this.players.set(seat, newPlayer(random, jackpot));
      const player = this.players.get(seat) as Player;
      const { baseBets, isOnJackpot } = decide(random, player, jackpot);
      const share = random.between(0.05, 0.4);
      if (baseBets.length > 0) playing.push(seat);
      if (this.carried.includes(seat)) {
        // A carried bet is the seat's bet, without a second stake; without a base bet it cannot stand.
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
    plays.sort((one, other) => one.at - other.at);
    const [first, ...later] = plays;
    if (!first || !isPlain) return { plays, playing, betting };
    return { plays: [{ ...first, beginsPlainRound: true }, ...later], playing, betting };
  }

  private chooseEnding(betting: readonly number[]): Ending {
    const { random, habits } = this;
    if (random.chance(habits.voidShare)) return { voided: random.pick(voidReasons) };
    // A round without a jackpot bet leaves nothing to settle.
    const isLate = random.chance(habits.unsettledShare) && betting.length > 0;
    return isLate ? 'settled-late' : 'settled';
  }

  /** Article 15(1)-(2): without a jackpot bet the two cards of the table are not shown. */
  private result(round: string, playing: readonly number[], betting: readonly number[]): PlayEvent {
    if (betting.length === 0) return { type: 'round.settled', data: { round, wins: [] } };
    const { wins, hands, community } = dealRound(this.random, playing, betting, this.habits.luck);
    const cards = this.readsCards ? { hands, community } : {};
    return { type: 'round.settled', data: { round, wins, ...cards } };
  }

  private lateResults(at: number): Play[] {
    const due = this.late.filter(({ during }) => during < this.roundsPlayed);
    if (due.length === 0) return [];
    this.late = this.late.filter((each) => !due.includes(each));
    return due.map(({ result }) => ({ ...result, at }));
  }
}

/** Five to seven of the seven seats, in the order of play. */
function takenSeats(random: Random): number[] {
  const seats = [1, 2, 3, 4, 5, 6, 7];
  const empty = random.below(3);
  for (let count = 0; count < empty; count += 1) seats.splice(random.below(seats.length), 1);
  return seats;
}
