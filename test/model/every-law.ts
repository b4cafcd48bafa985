import { isCommand, isOfLedger, type Bytes } from './authority.js';
import type { Accounts } from './events.js';
import { ActLaws, type Witnessed } from './laws-acts.js';
import { AwardLaws } from './laws-awards.js';
import { KeyLaws } from './laws-keys.js';
import { ReversalLaw } from './laws-reversal.js';
import { TableLaws } from './laws-tables.js';
import { Laws } from './laws.js';
import type { Model } from './model.js';
import type { Partition, Taken } from './partition.js';

/** All laws for one partition's log, record by record. */
export class EveryLaw {
  readonly reversal = new ReversalLaw();
  private readonly laws = new Laws();
  private readonly keyLaws: KeyLaws;
  private readonly actLaws = new ActLaws();
  private readonly awardLaws = new AwardLaws();
  private readonly tableLaws = new TableLaws();

  /** @param rootText the JWK set that `COMMAND_ROOT` names */
  constructor(rootText: string) {
    const { keys } = JSON.parse(rootText) as { keys: { kid: string }[] };
    this.keyLaws = new KeyLaws(new Set(keys.map(({ kid }) => kid)));
  }

  /**
   * @param before the result of `forkBefore` for the model before the record
   * @param model after the record
   * @param accounts of the implementation after the record; null if there is no such jackpot
   * @returns the first law that the record breaks, or null
   */
  brokenBy(
    seen: Witnessed,
    bytes: Bytes,
    { signed }: Taken,
    {
      before,
      model,
      accounts,
    }: { before: Model | null; model: Partition; accounts: Accounts | null },
  ): string | null {
    const { event, outcome, act, nowMs } = seen;
    const known = this.actLaws.jackpots.get(event.subject);
    if (isOfLedger(event)) this.reversal.follow(model.authority.keys());
    const ofJackpot = accounts && !isOfLedger(event) ? accounts : null;
    const broken = [
      ...(ofJackpot ? this.laws.check({ ...event, ...act }, outcome, ofJackpot) : []),
      ...(ofJackpot ? this.awardLaws.check(seen, known, ofJackpot) : []),
      ...(ofJackpot ? this.reversal.check(seen, before, signed, ofJackpot) : []),
      ...(isCommand(event) ? this.keyLaws.check(event, bytes, outcome, nowMs) : []),
      ...this.tableLaws.check(seen, bytes.value, known),
      ...this.actLaws.check(seen),
    ];
    return broken[0] ?? null;
  }

  /** The jackpot before a record that may make an award; null for another record. */
  forkBefore({ event }: Pick<Witnessed, 'event'>, { jackpots }: Partition): Model | null {
    const { wins } = event.data as { wins?: unknown[] };
    const isToWin = event.type === 'round.settled' && wins && wins.length > 0;
    return isToWin || event.type === 'award.granted' ? jackpots.fork(event.subject) : null;
  }
}
