import type { Random } from '#pit/random';
import { isHeld, isOpen, isReversed } from './claims.js';
import type { Jackpot, ModelEvent, Transfer } from './events.js';
import { configured } from './generated-configuration.js';
import type { Said } from './hostile-signatures.js';
import type { Model } from './model.js';

const TABLE = 'T9';
const HANDS = ['royal-flush', 'royal-flush', 'straight-flush', 'flush'];
const REASONS = ['dealing-procedure', 'other'];

/** The next record: an event of the table, or a command. */
export type Next = { sent: ModelEvent } | { said: Said };

/**
 * Jackpots with a short life, one after the other: bets, awards, restarts and reversals, then their
 * end, and another jackpot that gets their money; now and then records that must be refused.
 */
export class Ends {
  private number = 0;
  private sequence = 0;
  private round = 1;
  /** The number of records that the jackpot still gets. */
  private left = 0;
  /** The transfers of jackpots that have ended. */
  private readonly ended: { id: string; transfer: Transfer }[] = [];

  constructor(
    private readonly random: Random,
    private readonly jackpots: Model,
  ) {}

  /** The id of the newest jackpot. */
  get id(): string {
    return `brief-${this.number}`;
  }

  next(): Next {
    const { random } = this;
    if (this.ended.length > 0 && random.chance(0.12)) return this.receipt();
    const { id } = this;
    const jackpot = this.jackpots.look(id);
    this.left -= 1;
    if (jackpot?.retired) {
      if (!this.ended.some((each) => each.id === id)) {
        this.ended.push({ id, transfer: jackpot.retired });
        this.left = 6;
      }
      if (this.left > 0) return this.afterwards(jackpot);
    }
    if (!jackpot || jackpot.retired) return this.begin();
    return this.left > 0 ? this.living(jackpot) : this.ending(jackpot);
  }

  private begin(): Next {
    const { random } = this;
    this.number += 1;
    this.sequence = 0;
    this.left = random.whole(8, 28);
    const id = random.chance(0.03) ? 'house' : this.id;
    const approvals = random.chance(0.4) ? { 'pool.adjusted': [{ from: 0, by: [] }] } : null;
    const rules = { maxTables: 9, approvals, unclaimedAfterHours: 0 };
    const data = { ...configured(random, id, 'MOP'), ...rules };
    return { said: { type: 'jackpot.configured', subject: id, data } };
  }

  private living(jackpot: Readonly<Jackpot>): Next {
    const { random } = this;
    const reversible = jackpot.claims.filter(({ award }) => !isReversed(award));
    const kind = random.whole(1, 100);
    if (kind <= 8 && reversible.length > 0) {
      const { award } = random.pick(reversible);
      const data = { award: award.id, cause: 'misread', reason: 'test' };
      return { said: { type: 'award.reversed', subject: jackpot.id, data } };
    }
    if (kind <= 12) return this.steered(jackpot, random.chance(0.5));
    if (kind <= 16) return this.end(jackpot);
    if (kind <= 20) {
      const amount = random.pick([-2_000, -300, 400, 900]);
      const data = { amount, account: random.pick(['pool', 'reserve']), reason: 'test' };
      return { said: { type: 'pool.adjusted', subject: jackpot.id, data } };
    }
    if (kind <= 24) return this.sent(jackpot, 'round.voided', { reason: random.pick(REASONS) });
    if (kind <= 40) {
      const { bets = [] } = jackpot.tables.get(TABLE)?.open.at(-1) ?? {};
      const seats = bets.map(({ seat }) => seat).filter(() => random.chance(0.5));
      const wins = seats.map((seat) => ({ seat, hand: random.pick(HANDS) }));
      const settled = this.sent(jackpot, 'round.settled', { wins });
      this.round += 1;
      return settled;
    }
    return this.bet(jackpot);
  }

  /** Brings the jackpot to rest and ends it, now and then too early. */
  private ending(jackpot: Readonly<Jackpot>): Next {
    const { random } = this;
    if (random.chance(0.25)) return this.end(jackpot);
    const { open = [], carried = [] } = jackpot.tables.get(TABLE) ?? {};
    const [round] = open;
    if (round) return this.sent(jackpot, 'round.voided', { round: round.id, reason: 'other' });
    if (carried.length > 0) return this.sent(jackpot, 'round.opened', { round: `x${this.left}` });
    const claim = jackpot.claims.find(isOpen);
    if (claim) {
      const seat = claim.award.states.find(isHeld)?.seat;
      const data = { award: claim.award.id, seat, reason: 'test' };
      return { said: { type: 'award.expired', subject: jackpot.id, data } };
    }
    const waiting = jackpot.proposals.find(({ type }) => type !== 'jackpot.retired');
    if (waiting && random.chance(0.5)) {
      const data = { proposal: waiting.offset, reason: 'test' };
      return { said: { type: 'act.withdrawn', subject: jackpot.id, data } };
    }
    return jackpot.suspended ? this.end(jackpot) : this.steered(jackpot, true);
  }

  private steered({ id }: Readonly<Jackpot>, isSuspended: boolean): Next {
    const type = isSuspended ? 'jackpot.suspended' : 'jackpot.resumed';
    return { said: { type, subject: id, data: { reason: 'test' } } };
  }

  private end({ id }: Readonly<Jackpot>): Next {
    const { random } = this;
    const wrong = random.pick<unknown>([id, '', null, 'no name']);
    const to = random.chance(0.9) ? random.pick(['north', 'south', 'house', 'nowhere']) : wrong;
    return { said: { type: 'jackpot.retired', subject: id, data: { to, reason: 'test' } } };
  }

  /**
   * The receipt of an ended jackpot's money, now and then for a wrong jackpot or with a wrong
   * member.
   */
  private receipt(): Next {
    const { random } = this;
    const { id, transfer } = random.pick(this.ended.slice(-3));
    const { offset, pool, reserve } = transfer;
    const right = { from: id, offset, currency: 'MOP', reason: 'test' };
    const amounts = { pool: String(pool), reserve: String(reserve) };
    const subject = random.pick(['north', 'south', this.id]);
    const wrong = random.pick<object>([
      { from: subject },
      { currency: 'HKD' },
      { offset: -1 },
      { pool: '0', reserve: '0' },
      { pool: random.pick<unknown>(['01', '-1', 5, '9'.repeat(19), String(2n ** 61n)]) },
      { reserve: '1'.repeat(20) },
    ]);
    const data = { ...right, ...amounts, ...(random.chance(0.2) ? wrong : {}) };
    return { said: { type: 'transfer.received', subject, data } };
  }

  /** Only the end of a day and a heartbeat can follow. */
  private afterwards(jackpot: Readonly<Jackpot>): Next {
    const { random } = this;
    const kind = random.whole(1, 6);
    if (kind === 1) return this.sent(jackpot, 'table.heartbeat', {});
    if (kind === 2) return this.bet(jackpot);
    if (kind === 3) return this.end(jackpot);
    if (kind === 4) return this.steered(jackpot, false);
    if (kind === 5) return this.sent(jackpot, 'round.settled', { wins: [] }, 0);
    const data = { day: random.pick(['2026-11-20', '2026-11-21']) };
    return { said: { type: 'day.closed', subject: jackpot.id, data } };
  }

  private bet(jackpot: Readonly<Jackpot>): Next {
    const { random } = this;
    const seat = random.whole(1, 7);
    return this.sent(jackpot, 'bet.placed', { seat, stake: 100, baseBets: ['ante', 'pair-plus'] });
  }

  /** @param step 0 for a sequence that was used */
  private sent(
    { id }: Readonly<Jackpot>,
    type: string,
    said: Record<string, unknown>,
    step = 1,
  ): Next {
    this.sequence += step;
    const sequence = String(this.sequence);
    const data = type === 'table.heartbeat' ? said : { round: `b${this.round}`, ...said };
    return {
      sent: { type, id: `${TABLE}/${sequence}`, source: TABLE, sequence, subject: id, data },
    };
  }
}
