import type { PitRecord } from './controller.js';

/** Counts the pit's records as the brokers acknowledge them. */
export class Tally {
  private rounds = 0;
  private records = 0;
  private bets = 0;
  private withdrawn = 0;
  /** Minor units, by currency. */
  private readonly stake: Record<string, number> = {};
  private readonly claims: Record<string, number> = {};
  private readonly voided: Record<string, number> = {};
  private readonly misbehaved: Record<string, number> = {};

  add({ event, misbehaviour, jackpot }: PitRecord): void {
    this.records += 1;
    if (misbehaviour !== null)
      this.misbehaved[misbehaviour] = (this.misbehaved[misbehaviour] ?? 0) + 1;
    // A gap precedes a correct event; every other misbehaviour is an extra record.
    if (misbehaviour !== null && misbehaviour !== 'gap') return;
    switch (event.type) {
      case 'bet.placed':
        this.bets += 1;
        this.stake[jackpot.currency] = (this.stake[jackpot.currency] ?? 0) + event.data.stake;
        break;
      case 'bet.withdrawn':
        this.withdrawn += 1;
        break;
      case 'round.settled':
        this.rounds += 1;
        for (const { hand } of event.data.wins) this.claims[hand] = (this.claims[hand] ?? 0) + 1;
        break;
      case 'round.voided':
        this.rounds += 1;
        this.voided[event.data.reason] = (this.voided[event.data.reason] ?? 0) + 1;
        break;
      case 'round.opened':
      case 'round.dealt':
      case 'table.heartbeat':
        break;
    }
  }

  get events(): number {
    return this.records;
  }

  get progress(): string {
    return `${this.rounds} rounds, ${this.records} events, ${this.bets} bets`;
  }

  summary() {
    const { rounds, records, bets, withdrawn, stake, claims, voided, misbehaved } = this;
    return { rounds, events: records, bets, withdrawn, stake, claims, voided, misbehaved };
  }
}
