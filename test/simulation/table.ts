import { encodeEvent, signRecord } from '#contract';
import type { Random } from '#pit/random';
import { testLedger, type TestKey } from '#testing/test-keys';
import { keyOf } from './operator.js';

/** A record of a table or the operator, and its effect on the pool if it is applied. */
export interface Sending {
  readonly value: Buffer;
  /** Micro-units, by the table's own books; null if they cannot know it. */
  readonly poolMicros: bigint | null;
  readonly headers?: Record<string, Buffer>;
  /** Called with the offset of the record. */
  readonly onPlaced?: (offset: number) => void;
  /** The table's declared wins, in a settlement. */
  readonly declares?: { readonly round: string; readonly wins: readonly Win[] };
}

interface Win {
  readonly seat: number;
  readonly hand: string;
}

/** The events that a table signs (contract 3.6). */
export interface TableSigner {
  readonly key: TestKey;
  readonly signs: 'claims' | 'settlements' | 'all';
}

export const poolRate = 7_000n;
const shareHands = ['royal-flush', 'straight-flush'];
const fixedHands = ['four-of-a-kind', 'full-house', 'flush'];
const carrying = ['dealing-procedure', 'shuffler-fault'];
const refunding = ['dealer-card-exposed', 'player-cards-exposed', 'other'];

/**
 * A table controller with its own books. It knows nothing of the fold: it counts by itself what a
 * bet adds to the pool, and the pool of a jackpot without shares must be the sum of these counts.
 */
export class SimulatedTable {
  /** The sequence of its last event. */
  sequence = 0;
  private round = 0;
  private dealt = false;
  private begun = false;
  private seats = new Map<number, bigint>();
  private carried = new Map<number, bigint>();
  private readonly sent: Sending[] = [];

  constructor(
    private readonly jackpot: string,
    readonly source: string,
    /** A wild jackpot gets arbitrary events, so no books are kept for it. */
    private readonly isWild: boolean,
    private readonly random: Random,
    readonly signer: TableSigner | null = null,
  ) {}

  /** Its entry in the configuration. */
  get listed() {
    const { source: id, signer } = this;
    return signer ? { id, kid: signer.key.kid, signs: signer.signs } : { id };
  }

  /** A record that somebody without the table's key writes in its name: it must have no effect. */
  forged(random: Random): Sending {
    const { signer } = this;
    const round = String(this.round);
    const seat = 1 + random.below(7);
    // Somebody who needs no signature can block the table, until an operator resets it.
    if (this.isWild && signer?.signs !== 'all' && random.chance(0.2)) {
      return this.unsigned('table.heartbeat', {}, null, String(this.sequence + 500), 'muted');
    }
    const [type, data] = random.pick<[string, object]>([
      ['round.settled', { round, wins: [{ seat, hand: 'royal-flush' }] }],
      ['round.voided', { round, reason: random.pick(refunding) }],
      ['bet.withdrawn', { round, seat }],
    ]);
    const { value, poolMicros } = this.unsigned(
      type,
      data,
      0n,
      String(this.sequence + 1),
      'forged',
    );
    const other = keyOf('table-of-nobody');
    const kid = random.pick([other.kid, signer?.key.kid ?? '']);
    const signature = Buffer.from(signRecord(testLedger, value, kid, other.privateKey));
    return { value, poolMicros, headers: random.chance(0.5) ? {} : { signature } };
  }

  next(): Sending {
    const { random } = this;
    if (random.chance(0.08) && this.sent.length > 0) return this.again();
    if (random.chance(0.06)) return this.something();
    const sending = this.play();
    this.sent.push(sending);
    return sending;
  }

  /** An event as the wire has it, with the next sequence. */
  event(type: string, data: object, poolMicros: bigint | null): Sending {
    this.sequence += 1;
    if (this.random.chance(0.02)) this.sequence += 2;
    return this.write(type, data, poolMicros, String(this.sequence));
  }

  private play(): Sending {
    const { random, dealt, seats } = this;
    const acts = {
      bet: dealt ? 0 : 6,
      withdraw: !dealt && seats.size > 0 ? 1.5 : 0,
      deal: dealt ? 0 : seats.size > 0 ? 2 : this.isWild ? 0.5 : 0,
      open: dealt ? 0 : 0.4,
      settle: dealt ? 5 : 0.5,
      void: 0.7,
      heartbeat: 0.5,
      leave: this.isWild ? 0.4 : 0,
    };
    switch (random.pickWeighted(acts)) {
      case 'bet':
        return this.bet();
      case 'withdraw':
        return this.withdraw();
      case 'deal':
        this.dealt = true;
        return this.event('round.dealt', { round: this.begin() }, 0n);
      case 'open':
        return this.open();
      case 'settle':
        return this.begun ? this.settle() : this.open();
      case 'void':
        return this.begun ? this.voidRound() : this.open();
      case 'heartbeat':
        return this.event('table.heartbeat', {}, 0n);
      case 'leave':
        this.end();
        return this.bet();
    }
  }

  /** The name of the round; its first event takes over the carried bets. */
  private begin(): string {
    if (!this.begun) {
      this.begun = true;
      for (const [seat, micros] of this.carried) this.seats.set(seat, micros);
      this.carried.clear();
    }
    return String(this.round);
  }

  private end(): void {
    this.round += 1;
    this.begun = false;
    this.dealt = false;
    this.seats.clear();
  }

  private readonly open = () => this.event('round.opened', { round: this.begin() }, 0n);

  private bet(): Sending {
    const seat = 1 + this.random.below(7);
    const stake = 1_000 * (1 + this.random.below(10));
    const isTaken = this.seats.has(seat) || (!this.begun && this.carried.has(seat));
    const data = { round: String(this.round), seat, stake, baseBets: ['ante'] };
    if (isTaken) return this.event('bet.placed', data, 0n);
    const poolMicros = BigInt(stake) * poolRate;
    this.begin();
    this.seats.set(seat, poolMicros);
    return this.event('bet.placed', data, poolMicros);
  }

  private withdraw(): Sending {
    const round = this.begin();
    const [seat, micros] = this.random.pick([...this.seats]);
    this.seats.delete(seat);
    return this.event('bet.withdrawn', { round, seat }, -micros);
  }

  private settle(): Sending {
    const round = this.begin();
    const hands = this.isWild ? [...shareHands, ...fixedHands] : fixedHands;
    const winners = [...this.seats.keys()].filter(() => this.random.chance(0.2)).slice(0, 1);
    const wins = winners.map((seat) => ({ seat, hand: this.random.pick(hands) }));
    this.end();
    return { ...this.event('round.settled', { round, wins }, 0n), declares: { round, wins } };
  }

  private voidRound(): Sending {
    const round = this.begin();
    const carries = this.random.chance(0.5);
    const reason = this.random.pick(carries ? carrying : refunding);
    const held = new Map(this.seats);
    if (carries) this.carried = held;
    this.end();
    const refunded = carries ? 0n : [...held.values()].reduce((sum, each) => sum + each, 0n);
    return this.event('round.voided', { round, reason }, -refunded);
  }

  /** Repeats a record exactly, as a producer may: it must have no effect. */
  private again(): Sending {
    const late = this.sent.slice(-8);
    return { ...this.random.pick(late), poolMicros: 0n };
  }

  /** A record that must be refused and must not stop the next ones. */
  private something(): Sending {
    const { random } = this;
    const bet = { round: String(this.round), seat: 9, stake: 5_000, baseBets: ['ante'] };
    const none = (text: string): Sending => ({ value: Buffer.from(text), poolMicros: 0n });
    switch (random.below(11)) {
      case 0:
        return none('');
      case 1:
        return none('{"specversion":"1.0","type":"bet.placed"');
      case 2:
        return this.event('bet.placed', bet, 0n);
      case 3:
        return this.event('bet.doubled', {}, 0n);
      case 4:
        return this.write('table.heartbeat', {}, 0n, String(this.sequence), 'other');
      case 5:
      case 6:
        return this.lateWord();
      case 7:
        return this.loose();
      case 8:
        // A signed one would block the table.
        return this.unsigned('table.heartbeat', {}, 0n, String(2n ** 63n - 1n), 'far');
      case 9:
        return this.event('round.settled', { round: `never ${this.round}`, wins: [] }, 0n);
      default:
        return this.write('pool.adjusted', { amount: 5, account: 'pool', reason: 'x' }, 0n, '1');
    }
  }

  /** A bet on which JSON readers disagree, so that nobody may accept it. */
  private loose(): Sending {
    const { random } = this;
    const seat = 1 + random.below(7);
    const data = { round: String(this.round), seat, stake: 5_000, baseBets: ['ante'] };
    const { value, ...sending } = this.event('bet.placed', data, 0n);
    const stake = random.pick(['5000,"stake":9000', '5000.0000000000001']);
    return { ...sending, value: Buffer.from(String(value).replace('5000', stake)) };
  }

  /** An event of a finished round. The ledger remembers 64; a wild table goes beyond them. */
  private lateWord(): Sending {
    const { random } = this;
    const back = 1 + random.below(this.isWild ? 80 : 60);
    if (back > this.round) return this.event('table.heartbeat', {}, 0n);
    const [round, seat] = [String(this.round - back), 1 + random.below(7)];
    const [type, data] = random.pick<[string, object]>([
      ['bet.placed', { round, seat, stake: 5_000, baseBets: ['ante'] }],
      ['bet.withdrawn', { round, seat }],
      ['round.opened', { round }],
      ['round.dealt', { round }],
      ['round.settled', { round, wins: [] }],
      ['round.settled', { round, wins: [{ seat, hand: 'royal-flush' }] }],
      ['round.voided', { round, reason: random.pick(carrying) }],
      ['round.voided', { round, reason: random.pick(refunding) }],
    ]);
    return this.event(type, data, this.isWild ? null : 0n);
  }

  private write(
    type: string,
    data: object,
    poolMicros: bigint | null,
    sequence: string,
    suffix = '',
  ): Sending {
    const sending = this.unsigned(type, data, poolMicros, sequence, suffix);
    const { signer } = this;
    if (!signer || !isSigned(signer.signs, type, data)) return sending;
    const { kid, privateKey } = signer.key;
    const signature = signRecord(testLedger, sending.value, kid, privateKey);
    return { ...sending, headers: { signature: Buffer.from(signature) } };
  }

  private unsigned(
    type: string,
    data: object,
    poolMicros: bigint | null,
    sequence: string,
    suffix: string,
  ): Sending {
    const { source, jackpot: subject } = this;
    const id = `${source}/${this.sequence}${suffix}`;
    const event = encodeEvent({ type, id, source, sequence, subject, data });
    return { value: Buffer.from(JSON.stringify(event)), poolMicros };
  }
}

/** contract 3.6. */
function isSigned(signs: TableSigner['signs'], type: string, data: object): boolean {
  if (signs === 'all' || type === 'round.voided' || type === 'bet.withdrawn') return true;
  if (type !== 'round.settled') return false;
  return signs === 'settlements' || (data as { wins: readonly object[] }).wins.length > 0;
}
