import { commonZone, houseTime, visible } from '#acts';
import { dealerAct, homePartition, type DealerAct, type ExceptionMessage } from '#contract';
import { foldRemarks } from '#pools';
import { Command, Option } from '@commander-js/extra-typings';
import { setTimeout as wait } from 'node:timers/promises';
import { connected } from '../command.js';
import { table } from '../format/table.js';
import { jsonOption } from '../options/common.js';
import { intervalIn, timeOption } from '../options/time-option.js';
import { homesAsked } from '../reading/homes-asked.js';
import { unheardTable } from '../reading/tables-heard.js';
import type { Connections } from '../servers/connections.js';

/** An exception, and the time at which it came onto its topic, epoch ms. */
interface TopicException {
  readonly atMs: number;
  readonly message: ExceptionMessage;
}

/** The requested messages. */
interface Asked {
  readonly jackpot: string | undefined;
  readonly table: string | undefined;
}

const followedEachMs = 1_000;

/**
 * Shows events of tables that the ledger has refused or doubts, and the dealer's action.
 * @throws UserError if the jackpot does not exist.
 */
export const refusedCommand = connected(
  () =>
    new Command('refused')
      .description('show what was refused, why, and what the dealer does')
      .argument('[jackpot]')
      .option('--table <name>', 'for this table only')
      .addOption(
        new Option('--since <time>', 'such as 2026-11-25 20:00, or 30m for half an hour ago')
          .argParser(timeOption('--since'))
          .default(timeOption('--since')('1h'), '1h'),
      )
      .option('--follow', 'keep printing new ones, until Ctrl-C')
      .addOption(jsonOption().conflicts('follow')),
  async (connections, jackpot, { table: name, since, follow = false }) => {
    const homes = await homesAsked(connections, jackpot);
    const zone = commonZone(homes.map((home) => home.jackpot));
    const [sinceMs] = intervalIn(zone, { from: since });
    const reader = await ExceptionReader.since(connections, { jackpot, table: name }, sinceMs);
    const all = await reader.next();
    const text = (said: readonly TopicException[]): string => describeRefused(said, zone ?? 'UTC');
    while (follow) {
      const more = all.splice(0);
      if (more.length > 0) connections.terminal.say(text(more));
      await wait(followedEachMs);
      all.push(...(await reader.next()));
    }
    const of = `${name === undefined ? '' : `table ${visible(name)} of `}${jackpot ?? 'any jackpot'}`;
    const unheard = unheardTable(homes, name);
    const none = `Nothing of ${of} was refused since ${houseTime(sinceMs, zone ?? 'UTC')}.${unheard}\n`;
    const refused = all.map(({ atMs, message }) => {
      return { at: new Date(atMs).toISOString(), ...message };
    });
    return { facts: { refused }, lines: all.length === 0 ? none : text(all) };
  },
);

/** Reads the topic of exceptions from a time on, repeatedly. */
class ExceptionReader {
  private constructor(
    private readonly connections: Connections,
    private readonly asked: Asked,
    private readonly places: Map<number, number>,
  ) {}

  static async since(connections: Connections, asked: Asked, sinceMs: number) {
    const begins = await connections.offsetsAt('exceptions', sinceMs);
    // A sum does not name a jackpot, so it may be on any partition.
    return new ExceptionReader(connections, asked, new Map(begins.entries()));
  }

  /** Exceptions since the last call, in the order of time. */
  async next(): Promise<TopicException[]> {
    const { connections, places } = this;
    const found: TopicException[] = [];
    const marks = await connections.watermarks('exceptions');
    const ranges = new Map<number, { from: number; to: number }>();
    for (const [partition, from] of places) {
      const { low = 0, high = 0 } = marks[partition] ?? {};
      if (high > from) ranges.set(partition, { from: Math.max(low, from), to: high });
    }
    if (ranges.size === 0) return found;
    await connections.readTopic('exceptions', ranges, ({ value, recordedAtMs: atMs }) => {
      const message = JSON.parse(String(value)) as ExceptionMessage;
      if (this.isAsked(message, marks.length)) found.push({ atMs, message });
    });
    for (const [partition, { to }] of ranges) places.set(partition, to);
    return found.sort((one, other) => one.atMs - other.atMs);
  }

  private isAsked({ jackpot, source, partition, summed }: ExceptionMessage, partitions: number) {
    const { asked } = this;
    if (asked.table !== undefined && source !== asked.table) return false;
    if (asked.jackpot === undefined || jackpot === asked.jackpot) return true;
    return summed !== undefined && partition === homePartition(asked.jackpot, partitions);
  }
}

/** The words of an event, as far as it can be read: anybody may have written it. */
function wordsOfEvent(event: unknown): { type: string; round: string; seat: string } {
  const { type, data } = Object(event) as Record<string, unknown>;
  const { round, seat } = Object(data) as Record<string, unknown>;
  const text = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? visible(String(value)) : '';
  return { type: text(type), round: text(round), seat: text(seat) };
}

export function describeRefused(said: readonly TopicException[], zone: string): string {
  const rows = said.map(({ atMs, message }) => {
    const { event, jackpot, source, reason, detail } = message;
    const { type, round, seat } = wordsOfEvent(event);
    return [
      houseTime(atMs, zone),
      visible(jackpot ?? '?'),
      visible(source ?? '?'),
      type,
      round,
      seat,
      reason,
      visible(detail),
      whatToDo(message),
    ];
  });
  const heads = [
    'time',
    'jackpot',
    'table',
    'event',
    'round',
    'seat',
    'reason',
    'why',
    'what the dealer does',
  ];
  return table(heads, rows);
}

/** The dealer's words for an event that was applied. */
const remarkedWords: Readonly<Record<string, string>> = {
  'carried-without-base':
    'gives the stake to the player if `why` says that it was given back; else nothing',
  'sequence-gap':
    'asks `table`: this event counts, but a bet that is missing there goes back, or is sent while betting is open',
  'round-abandoned': 'calls the supervisor if that round had a win: people grant it',
};

const actWords: Readonly<Record<DealerAct, string>> = {
  'give-back': 'gives the stake back: it is not in the pool',
  'one-bet-a-seat':
    'asks `table`: the seat has one bet, perhaps a carried one; a second stake goes back',
  'look-first': 'asks `table` first: it may count already',
  'give-back-once': 'gives the stake back, unless it was given back or lost: there is no bet',
  'bet-stands': 'asks `table`: a bet that it shows still counts, and its stake stays',
  'pay-nobody-yet': 'pays nobody yet: the table sends it again, corrected',
  'correct-the-deal': 'corrects the seats that are dealt in: betting is open until then',
  'give-nothing-yet': 'gives nothing back yet: the table sends it again, corrected',
  'call-if-won':
    'calls the supervisor: the round is over, and a win that the ledger misses is granted',
  'call-unless-void': 'calls the supervisor, unless the round was void before: then all is done',
  nothing: 'nothing',
};

/** The action for an exception: the stake of a refused bet is on the table and not in the pool. */
export function whatToDo({ applied, event, summed, reason }: ExceptionMessage): string {
  const { type } = wordsOfEvent(event);
  if (applied === true) return remarkedWords[reason] ?? 'nothing: it counts';
  if (summed) return 'asks `table`: these have no line of their own';
  if (foldRemarks.some((remark) => remark === reason)) return 'see its refusal, on the next line';
  return actWords[dealerAct(type, reason)];
}
