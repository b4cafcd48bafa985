import type { Random } from '#pit/random';
import type { Act, ModelEvent, ModelOutcome } from './events.js';
import { TABLES, type Hostile } from './generator.js';
import type { Said, Signatures, Written } from './hostile-signatures.js';
import type { Model } from './model.js';

const DAY_MICROS = 86_400_000_000n;

/** Tables that sign, others that should, and operators who block them and set their sequences. */
export class Tables {
  /** Signed records of tables that were applied. */
  private readonly signed: Written[] = [];
  private readonly delayed: Written[] = [];
  /** Commands that follow from earlier records. */
  private readonly next: Said[] = [];

  constructor(
    private readonly random: Random,
    private readonly signatures: Signatures,
    private readonly jackpots: Model,
    private readonly controllers: Hostile,
  ) {}

  /** An event of a table with the header that it needs, or with another one. */
  sent(event: ModelEvent): Written {
    const { random, signatures } = this;
    const jump = random.chance(0.004) ? this.jumped(event) : event;
    const value = Buffer.from(JSON.stringify({ specversion: '1.0', ...jump }));
    const kid = this.jackpots.kidToSign(jump);
    if (kid !== null) {
      const written = { value, ...signatures.ofTable(kid, value) };
      return (random.chance(0.03) ? this.forestalled(jump, written) : null) ?? written;
    }
    // A signature that nobody requires is not checked.
    const header = random.pick(['', 'table-1:AAAA', 'T1', 'ops-1:']);
    return { value, headers: random.chance(0.04) ? { signature: Buffer.from(header) } : {} };
  }

  /** The claim that a stranger has forestalled; null if none waits. */
  late(): Written | null {
    return this.delayed.pop() ?? null;
  }

  /**
   * A stranger's record with the id and the sequence of a claim; the claim comes a little later.
   */
  private forestalled(event: ModelEvent, claim: Written): Written | null {
    const stranger = { specversion: '1.0', ...event, type: 'table.heartbeat', data: {} };
    if (this.jackpots.kidToSign(stranger) !== null) return null;
    this.delayed.push(claim);
    return { value: Buffer.from(JSON.stringify(stranger)), headers: {} };
  }

  /** Repeats a signed record; null if there is none. */
  again(): Written | null {
    const { random, signed } = this;
    return signed.length > 0 ? random.pick(random.chance(0.5) ? signed : signed.slice(-4)) : null;
  }

  /**
   * A table that lets two bets of one seat wait, carried and held: it voids an older round of the
   * seat, then withdraws the already carried bet. Null if no table has come that far.
   */
  holding(): Written | null {
    for (const jackpot of Object.keys(TABLES)) {
      for (const [source, table] of this.jackpots.look(jackpot)?.tables ?? []) {
        const running = table.open.find(({ gaveWay, dealt }) => !gaveWay && !dealt);
        const bet = running?.bets.find(({ carriedSinceMs }) => carriedSinceMs !== null);
        if (!running || !bet) continue;
        const { seat } = bet;
        const say = (type: string, data: Record<string, unknown>) => {
          return this.sent(this.controllers.say(jackpot, source, type, data));
        };
        if (table.carried.some((waiting) => waiting.seat === seat)) {
          return say('bet.withdrawn', { round: running.id, seat });
        }
        const older = table.open.find((round) => {
          return round !== running && round.bets.some((each) => each.seat === seat);
        });
        if (older) return say('round.voided', { round: older.id, reason: 'shuffler-fault' });
      }
    }
    return null;
  }

  /** An operator's command about a table. */
  command(): Said {
    const { random, jackpots } = this;
    const due = this.next.pop();
    if (due) return due;
    const subject = random.pick(Object.keys(TABLES));
    const table = random.pick([...(TABLES[subject] ?? []), 'V1', 'V2', 'T4', 'nobody']);
    const [blocked] = jackpots.look(subject)?.blocked ?? [];
    const reason = random.chance(0.97) ? 'test' : random.pick(['', null]);
    if (blocked !== undefined && random.chance(0.8)) {
      return { type: 'table.unblocked', subject, data: { table: blocked, reason } };
    }
    const wrong = random.pick<unknown>(['', 'T 1', null, 7]);
    const data = { table: random.chance(0.97) ? table : wrong, reason };
    const type = random.pick(['table.blocked', 'table.unblocked', 'table.reset', 'table.reset']);
    if (type !== 'table.reset') return { type, subject, data };
    const newest = jackpots.look(subject)?.tables.get(table)?.newest ?? 0n;
    const round = random.pick<unknown>([String(newest), '0', '7', '07', null, 7]);
    return {
      ...{ type, subject },
      data: {
        ...{ ...data, sequence: this.sequenceFor(subject, table) },
        ...(random.chance(0.3) ? { round } : {}),
      },
    };
  }

  /** Whether something has happened that an operator repairs at once. */
  isDue(): boolean {
    const isBlocked = ['north', 'south'].some((jackpot) => {
      return (this.jackpots.look(jackpot)?.blocked.size ?? 0) > 0;
    });
    return this.next.length > 0 || isBlocked;
  }

  /** @param act the act that was carried out, if the record was a command */
  read(written: Written, event: ModelEvent, outcome: ModelOutcome, act: Act | null): void {
    const { random, jackpots, controllers } = this;
    const { subject, source } = event;
    if (outcome.effect === 'applied' && 'signature' in written.headers && act === null) {
      this.signed.push(written);
    }
    if (outcome.reasons.includes('sequence-behind') && random.chance(0.1)) {
      const { sequence } = jackpots.source(subject, source);
      if (sequence !== null) controllers.goOn(subject, source, sequence);
    }
    if (outcome.effect !== 'applied' || act?.type !== 'table.reset') return;
    const { table, sequence } = act.data as { table: string; sequence: string };
    if (random.chance(0.85)) controllers.goOn(subject, table, BigInt(sequence));
  }

  /** Another sender, or a fault, moves the sequence of the table far ahead. */
  private jumped(event: ModelEvent): ModelEvent {
    const { random, controllers } = this;
    const { subject, source } = event;
    const ahead = random.pick([50n, 1_000_000n, this.newest() - BigInt(event.sequence)]);
    const sequence = String(BigInt(event.sequence) + ahead);
    if (ahead <= 0n || BigInt(sequence) >= 2n ** 63n) return event;
    const back = { table: source, sequence: String(controllers.sequenceOf(subject, source)) };
    this.next.push({ type: 'table.reset', subject, data: { ...back, reason: 'test' } });
    return { ...event, id: `${event.id}/ahead`, sequence };
  }

  private sequenceFor(subject: string, table: string): unknown {
    const { random, jackpots, controllers } = this;
    if (random.chance(0.06))
      return random.pick<unknown>(['', '01', '-1', '1.5', 7, String(2n ** 63n)]);
    const { sequence, floor } = jackpots.source(subject, table);
    const verified = floor?.sequence ?? 0n;
    const own = controllers.sequenceOf(subject, table);
    const picked = random.pick([
      ...[own, own, sequence ?? own, verified, verified, verified - 1n, verified + 1n],
      ...[own - 1n, own - 4n, own + 3n, this.newest(), this.newest() + 1n],
    ]);
    return String(picked < 0n ? 0n : picked);
  }

  /** The largest sequence that the next record may have. */
  private newest(): bigint {
    return BigInt(this.signatures.nowMs) * 1000n + DAY_MICROS;
  }
}
