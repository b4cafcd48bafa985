import type { Accounts, Award, ModelEvent } from '../model/events.js';
import { Partition } from '../model/partition.js';
import type { ArchivedRecord } from './archived-records.js';

/** The independent model's results from the records of a partition since the first day. */
export class SecondOpinion {
  readonly awards: Award[] = [];
  private readonly model: Partition;

  /** @param rootText the JWK set that `COMMAND_ROOT` names */
  constructor(rootText: string) {
    this.model = new Partition(rootText);
  }

  take({ offset, timestampMs, value, headers }: ArchivedRecord): void {
    this.model.jackpots.recorded(timestampMs);
    const event = value && eventIn(value);
    if (!value || !event) return;
    const taken = this.model.take(event, { value, headers }, { offset, timestampMs });
    if (taken.outcome.award) this.awards.push(taken.outcome.award);
    if (event.type === 'edition.set' && taken.outcome.effect === 'applied') {
      this.model.jackpots.roundsDown = true;
    }
  }

  accounts(jackpot: string): Accounts {
    return this.model.jackpots.accounts(jackpot);
  }
}

/**
 * The model does not read events strictly, so this floor writes only events of the contract, and
 * junk.
 */
function eventIn(value: Buffer): ModelEvent | null {
  try {
    return JSON.parse(String(value)) as ModelEvent;
  } catch {
    return null;
  }
}
