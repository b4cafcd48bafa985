import { isCommand } from './authority.js';
import type { ModelEvent, RoundSettled } from './events.js';
import type { Believed, Witnessed } from './laws-acts.js';
import type { Violation } from './laws.js';

/**
 * Laws for any implementation: who has sent events for a table. They rely on the applied records,
 * and compare names alone, without verifying signatures.
 */
export class TableLaws {
  /** The kids in force with the role `table`. */
  private tableKids = new Set<string>();
  /** The bytes that tables have signed and that were applied. */
  private readonly done = new Set<string>();

  /** @param jackpot its state before the record; undefined if there was none */
  check({ event, kid, outcome }: Witnessed, value: Buffer, jackpot?: Believed): Violation[] {
    if (outcome.effect !== 'applied') return [];
    if (isCommand(event)) return this.follow(event);
    const broken: Violation[] = [];
    const found = (law: string, seen: string) => broken.push(`${law}: ${seen} (${event.id})`);
    const { source, type } = event;
    const bytes = value.toString('latin1');
    if (this.done.has(bytes)) found('claimed-twice', 'the same signed bytes, again');
    if (!jackpot) return [...broken, `unknown-jackpot: ${event.id}`];
    if (type === 'bet.placed') {
      if (jackpot.suspended) found('suspended', 'a bet was taken');
      if (jackpot.blocked.has(source)) found('blocked', `a bet of ${source} was taken`);
    }
    const list = jackpot.configuration.tables ?? null;
    if (list === null) return broken;
    const listing = list.find(({ id }) => id === source);
    if (!listing) found('stranger', `${source} is not listed`);
    const { wins = [] } = event.data as unknown as Partial<RoundSettled>;
    const isSeated = type === 'round.dealt' && event.data['seats'] !== undefined;
    const isTakenBack = isSeated || type === 'round.voided' || type === 'bet.withdrawn';
    const isPaid = isTakenBack || (type === 'round.settled' && wins.length > 0);
    if (listing?.kid === undefined || !isPaid) return broken;
    if (kid !== listing.kid) found('claim', `${kid} has signed for ${source}`);
    if (!this.tableKids.has(listing.kid)) found('claim', `${listing.kid} is not in force`);
    this.done.add(bytes);
    return broken;
  }

  private follow({ type, data }: ModelEvent): Violation[] {
    if (type !== 'keys.set') return [];
    const { keys } = data as { keys: { kid: string; roles: string[] }[] };
    const ofTables = keys.filter(({ roles }) => roles.includes('table'));
    this.tableKids = new Set(ofTables.map(({ kid }) => kid));
    return [];
  }
}
