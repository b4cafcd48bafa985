import type { WrittenConfiguration } from '#contract';
import type { Accounts, Award, ModelEvent } from '../../model/events.js';
import { Model } from '../../model/model.js';
import type { BookedRecord } from './books.js';

/**
 * The expected effect of the pit's acknowledged records, by the model that is written from the
 * contract alone. It shares nothing with the service: neither its fold nor its rules.
 */
export class Expected {
  /** By `awardKey`. */
  readonly awards = new Map<string, Award>();
  /** Every refusal and remark, by `exceptionKey`. */
  readonly exceptions = new Set<string>();
  readonly jackpots = new Set<string>();
  private readonly model = new Model();

  /** Configures a jackpot before the pit plays on it. */
  configure(configuration: WrittenConfiguration): void {
    const { id } = configuration;
    this.jackpots.add(id);
    const event = { type: 'jackpot.configured', id, source: 'auditor', sequence: '1', subject: id };
    const data = configuration as unknown as ModelEvent['data'];
    const at = { offset: 0, timestampMs: Date.now() };
    const { effect, reasons } = this.model.apply({ ...event, data }, at);
    if (effect !== 'applied') throw new Error(`The model refuses ${id}: ${reasons.join()}`);
  }

  take({ offset, event }: BookedRecord): void {
    // A record that is not JSON names no jackpot, so its exceptions all look the same.
    if (event === null) return;
    if (!isWhole(event)) {
      this.exceptions.add(exceptionKey({ ...event, reason: 'malformed' }));
      return;
    }
    // The log's time only limits how far ahead a sequence may be, and the pit's sequences begin at
    // the clock.
    const { reasons, award } = this.model.apply(event, { offset, timestampMs: Date.now() });
    for (const reason of reasons) this.exceptions.add(exceptionKey({ ...event, reason }));
    if (award) this.awards.set(awardKey(award), award);
  }

  accounts(jackpot: string): Accounts {
    return this.model.accounts(jackpot);
  }

  generation(jackpot: string): number {
    return this.model.generation(jackpot);
  }
}

/** Whether an event is whole: an event that the pit damages on purpose has no source or no data. */
function isWhole(event: Partial<ModelEvent>): event is ModelEvent {
  return event.source !== undefined && typeof event.data === 'object' && event.data !== null;
}

/**
 * Names an award. Its offset may differ from the one in the books: a send without its
 * acknowledgement is written again, and the first of the two counts.
 */
export function awardKey({ jackpot, table, round }: Pick<Award, 'jackpot' | 'table' | 'round'>) {
  return `${jackpot}/${table}/${round}`;
}

/** Names a refusal or remark on an event, independent of the event's copy in the log. */
export function exceptionKey(said: {
  readonly subject?: string;
  readonly source?: string;
  readonly sequence?: string;
  readonly id?: string;
  readonly reason: string;
}): string {
  const { subject, source, sequence, id, reason } = said;
  return [subject, source, sequence, id].map((part) => part ?? '-').join('/') + `: ${reason}`;
}
