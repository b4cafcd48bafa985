import { outputKinds } from '#contract';
import { effects, type Folded, type JackpotCounts } from '#engine';
import { awardActs, type PartitionState } from '#pools';
import { jackpotHands } from '#rules';
import { secondsBuckets, type ServiceMetrics } from '#service';
import { CountedRecords } from './counted-records.js';
import { LastTimes } from './last-times.js';
import { recordsPerCommit } from './partitions/commit-bounds.js';
import { Totals } from './totals.js';

const contributionAccounts = ['pool', 'reserve', 'house'] as const;

/**
 * The counts and measurements of this process; `gauges.ts` has the values that are read. See
 * contract 9.4.
 */
export class LedgerMetrics {
  readonly outputs;
  readonly outboxFailures;
  readonly commitDuration;
  private readonly commitRecords;
  private readonly eventAge;
  private readonly totals = new Totals();
  private readonly last = new LastTimes();

  constructor(private readonly service: ServiceMetrics) {
    this.outputs = service.counter(
      'jackpot_outputs_total',
      'Messages sent to the output topics.',
      ['topic'],
      outputKinds.map((topic) => ({ topic })),
    );
    this.outboxFailures = service.counter(
      'jackpot_outbox_failures_total',
      'Failed attempts to send the outbox.',
    );
    this.commitDuration = service.histogram(
      'jackpot_commit_duration_seconds',
      'Time from sending a commit to its answer, including the wait for Redis.',
      secondsBuckets(0.0005, 60),
    );
    this.commitRecords = service.histogram('jackpot_commit_records', 'Records in a commit.', [
      1,
      2,
      5,
      10,
      25,
      50,
      100,
      250,
      500,
      1_000,
      2_000,
      5_000,
      10_000,
      recordsPerCommit,
    ]);
    this.eventAge = service.histogram(
      'jackpot_event_age_seconds',
      'Age of the oldest record of a commit, by its Kafka time, when the commit was answered.',
      secondsBuckets(0.0025, 3_600),
    );
    this.watchEvents();
    this.watchMoney();
    this.watchAwards();
  }

  readonly counted = new CountedRecords();

  /** Notes an opened partition: the series of its jackpots and keys begin, at 0. */
  opened(state: PartitionState): void {
    this.know(state.jackpots.keys());
    this.knowKeys(state.authority.keys.keys());
    this.last.learn(state);
  }

  /** Begins the series of these keys, at 0. */
  knowKeys(kids: Iterable<string>): void {
    for (const kid of kids) this.totals.ofKey(kid);
  }

  /** Counts the effects of a commit of a partition. */
  committed(partition: number, { from, to, counts, jackpots }: Folded): void {
    this.counted.add(partition, { to });
    this.commitRecords.observe(to - from + 1);
    this.know(jackpots);
    this.totals.add(counts);
    this.last.add(counts);
    if (counts.firstAtMs === undefined) return;
    this.eventAge.observe(Math.max(0, Date.now() - counts.firstAtMs) / 1_000);
  }

  private know(jackpots: Iterable<string>): void {
    for (const id of jackpots) this.totals.of(id);
  }

  private watchEvents(): void {
    const { service, totals, last } = this;
    service.watch(
      'counter',
      'jackpot_events_total',
      'Records of the log by what became of them.',
      ['effect'],
      () => effects.map((effect) => [effect, totals.events[effect]]),
    );
    service.watch(
      'counter',
      'jackpot_exceptions_total',
      'Messages on the exceptions topic.',
      ['reason'],
      () => totals.exceptions,
    );
    service.watch(
      'gauge',
      'jackpot_exception_timestamp_seconds',
      'When the last message on the exceptions topic was made.',
      ['reason'],
      () => [...last.exceptions].map(([reason, atMs]) => [reason, atMs / 1_000] as const),
    );
    service.watch(
      'counter',
      'jackpot_bets_refused_total',
      'Bets that could be read and were refused.',
      ['jackpot', 'reason'],
      () =>
        [...totals.refusedBets].flatMap(([id, own]) =>
          [...own].map(([reason, count]) => [id, reason, count] as const),
        ),
    );
    service.watch(
      'gauge',
      'jackpot_bet_refused_timestamp_seconds',
      'When the last bet of the table was refused.',
      ['jackpot', 'table', 'reason'],
      () =>
        [...last.refusedBets.values()].map(
          ({ jackpot, table, reason, atMs }) => [jackpot, table, reason, atMs / 1_000] as const,
        ),
    );
    service.watch(
      'counter',
      'jackpot_commands_total',
      'Commands by the key that signed them.',
      ['key', 'result'],
      () =>
        [...totals.commands].flatMap(([key, own]) =>
          effects.map((effect) => [key, effect, own[effect]] as const),
        ),
    );
  }

  private watchMoney(): void {
    const { service, each } = this;
    service.watch(
      'counter',
      'jackpot_stakes_major_units_total',
      'Stakes of applied bets.',
      ['jackpot'],
      () => each((id, { placed }) => [[id, major(-placed.players)]]),
    );
    service.watch(
      'counter',
      'jackpot_refunds_major_units_total',
      'Stakes given back: withdrawn, voided, or returned with a prize.',
      ['jackpot'],
      () => each((id, { refundsMicros }) => [[id, major(refundsMicros)]]),
    );
    service.watch(
      'counter',
      'jackpot_contributions_major_units_total',
      'Where the stakes went.',
      ['jackpot', 'account'],
      () =>
        each((id, { placed }) =>
          contributionAccounts.map((account) => [id, account, major(placed[account])] as const),
        ),
    );
    service.watch('counter', 'jackpot_bets_total', 'Bets applied.', ['jackpot'], () =>
      each((id, { bets }) => [[id, bets]]),
    );
    service.watch(
      'counter',
      'jackpot_rounds_total',
      'Rounds that ended.',
      ['jackpot', 'outcome'],
      () =>
        each((id, { settled, voided }) => [
          [id, 'settled', settled],
          [id, 'voided', voided],
        ]),
    );
  }

  private watchAwards(): void {
    const { service, each, last } = this;
    service.watch(
      'gauge',
      'jackpot_award_timestamp_seconds',
      'When the last award with a prize for the hand was made.',
      ['jackpot', 'hand'],
      () => timesOf(last.awards),
    );
    service.watch(
      'gauge',
      'jackpot_money_act_timestamp_seconds',
      'When people last granted or reversed an award, or adjusted an account.',
      ['jackpot', 'act'],
      () => timesOf(last.acts),
    );
    service.watch(
      'counter',
      'jackpot_payouts_major_units_total',
      'Prizes of awards when they are made, locked or not, by who gives them.',
      ['jackpot', 'source'],
      () =>
        each((id, { paidByPoolMicros, paidByHouseMicros }) =>
          bySource(id, paidByPoolMicros, paidByHouseMicros),
        ),
    );
    service.watch(
      'counter',
      'jackpot_awards_total',
      'Prizes of awards when they are made, locked or not; each seat is one.',
      ['jackpot', 'hand'],
      () =>
        each((id, { hands }) =>
          jackpotHands.map((hand) => [id, hand, hands.get(hand) ?? 0] as const),
        ),
    );
    service.watch(
      'counter',
      'jackpot_reversals_major_units_total',
      'Prizes that people have reversed, by who had given them.',
      ['jackpot', 'source'],
      () =>
        each((id, { takenBackByPoolMicros, takenBackByHouseMicros }) =>
          bySource(id, takenBackByPoolMicros, takenBackByHouseMicros),
        ),
    );
    service.watch(
      'counter',
      'jackpot_award_acts_total',
      'What people did with awards; a reversal is one act, whatever its seats.',
      ['jackpot', 'act'],
      () =>
        each((id, { acts }) =>
          awardActs.map((act) => [id, act.replace('award.', ''), acts[act]] as const),
        ),
    );
  }

  /** The rows of each jackpot. */
  private readonly each = <const Row>(
    rows: (id: string, own: JackpotCounts) => readonly Row[],
  ): Row[] => [...this.totals.jackpots].flatMap(([id, own]) => rows(id, own));
}

/** Returns the giver or receiver: rows of a counter in major units. */
function bySource(id: string, poolMicros: number, houseMicros: number) {
  return [
    [id, 'pool', major(poolMicros)],
    [id, 'house', major(houseMicros)],
  ] as const;
}

/** Rows of times in seconds. */
function timesOf<Kind extends string>(all: ReadonlyMap<string, ReadonlyMap<Kind, number>>) {
  return [...all].flatMap(([id, own]) =>
    [...own].map(([kind, atMs]) => [id, kind, atMs / 1_000] as const),
  );
}

/** Converts to major units, a double: for display only. */
export function major(micros: bigint | number): number {
  return Number(micros) / 1e6;
}
