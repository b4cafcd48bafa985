import { commonZone, houseTime, thereAre, visible } from '#acts';
import { isOfLedger, exitCodes, UserError, type CommandType } from '#contract';
import { personNamed } from '#pools';
import { readCheckpoint } from '#proof';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { table } from '../format/table.js';
import { loadRoot } from '../keys/root.js';
import { jsonOption } from '../options/common.js';
import { describeInterval, intervalIn, timeOption } from '../options/time-option.js';
import { ActList, actWords, type ActRecord } from '../reading/act-list.js';
import { homesAsked } from '../reading/homes-asked.js';
import { openReplay } from '../reading/open-replay.js';
import type { Connections } from '../servers/connections.js';

/**
 * Shows acts on a jackpot, or on all, with the people who did them, from the log: suspensions,
 * adjustments, grants, reversals, configurations and keys, also refused ones.
 * @throws UserError if the jackpot does not exist, nobody with that name has signed anything, or
 *   the log cannot be proven.
 */
export const actsCommand = connected(
  () =>
    new Command('acts')
      .description('show who did what to a jackpot and when, with the reason, from the log')
      .argument('[jackpot]', 'by default all of them')
      .addOption(
        new Option('--from <time>', 'such as 2026-11-25, inclusive').argParser(
          timeOption('--from'),
        ),
      )
      .addOption(new Option('--to <time>', 'not included').argParser(timeOption('--to')))
      .option('--by <holder>', 'by this person only')
      .option('--checkpoint <file>', 'list only what came after this checkpoint')
      .addOption(jsonOption()),
  async (connections, id, { from, to, by, checkpoint }) => {
    const homes = await homesAsked(connections, id);
    const common = commonZone(homes.map(({ jackpot }) => jackpot));
    const [fromMs, toMs] = intervalIn(common, { from, to });
    const zone = common ?? 'UTC';
    const all: ActRecord[] = [];
    const beginsMs = checkpoint === undefined ? -Infinity : await endOf(connections, checkpoint);
    if (from && fromMs < beginsMs) throw beforeCheckpoint(from.typed, beginsMs, zone);
    for (const own of Map.groupBy(homes, ({ partition }) => partition).values()) {
      const [first] = own;
      if (!first) continue;
      // One fold for all jackpots of the partition.
      const replay = await openReplay(connections, first.id, checkpoint);
      const lists = own.map((home) => new ActList(home.id, replay.context));
      await replay.fold(replay.snapshot.position, {
        before: (state, record) => lists.forEach((list) => list.before(state, record)),
        after: (state, record, folded) =>
          lists.forEach((list) => list.after(state, record, folded)),
      });
      all.push(...lists.flatMap(({ acts }) => acts));
    }
    const acts = actsBy(inOrder(all), by).filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
    const facts = { jackpot: id ?? null, acts };
    const what = id ?? 'any jackpot';
    const none = `${by ?? 'Nobody'} has done ${by ? 'nothing' : 'anything'} to ${what}${describeInterval([Math.max(fromMs, beginsMs), toMs], zone)}.\n`;
    const currencies = new Map(
      homes.map(({ jackpot }) => [jackpot.id, jackpot.configuration.currency]),
    );
    return { facts, lines: acts.length === 0 ? none : describeActs(acts, zone, currencies) };
  },
);

/** Time at which a checkpoint was written, epoch ms: its content is older. */
async function endOf(connections: Connections, file: string): Promise<number> {
  const root = loadRoot(connections.env.COMMAND_ROOT);
  return Date.parse(readCheckpoint(file, (await connections.partitions()).length, root).at);
}

function beforeCheckpoint(typed: string, beginsMs: number, zone: string): UserError {
  return new UserError(
    `--from ${typed} is before the checkpoint, which was written at ${houseTime(beginsMs, zone)}. Acts before it are not listed. Give an older checkpoint, or omit it.`,
    exitCodes.usage,
  );
}

/** Sorts acts, oldest first. A set of keys is in every partition, and counts as one act. */
function inOrder(acts: readonly ActRecord[]): ActRecord[] {
  const once = new Map<string, ActRecord>();
  for (const act of acts) {
    const key = isOfLedger(act.type as CommandType) ? act.id : `${act.subject}/${act.offset}`;
    // People must know if a partition has refused it.
    if (!once.has(key) || act.refused !== null) once.set(key, act);
  }
  return [...once.values()].sort((one, other) => one.atMs - other.atMs);
}

/** @throws UserError that names the people who have signed, if nobody with this name has. */
export function actsBy(acts: readonly ActRecord[], by: string | undefined): readonly ActRecord[] {
  if (by === undefined) return acts;
  const own = acts.filter(({ holder }) => personNamed(holder) === personNamed(by));
  if (own.length > 0) return own;
  const holders = [...new Set(acts.map(({ holder }) => visible(holder)))].sort();
  throw new UserError(
    `--by ${visible(by)}: nobody of this name has signed anything here. ${thereAre(holders, 'person')}`,
  );
}

/** @param currencies by jackpot */
export function describeActs(
  acts: readonly ActRecord[],
  zone: string,
  currencies: ReadonlyMap<string, string>,
): string {
  const rows = acts.map((each) => {
    const { offset, atMs, holder, kid, subject } = each;
    const { act, of, result, reason } = actWords(each, currencies.get(subject) ?? '');
    return [
      ...[houseTime(atMs, zone), offset, ...(currencies.size > 1 ? [subject] : [])],
      ...[visible(`${holder} (${kid})`), act, of, result, reason],
    ];
  });
  const of = currencies.size > 1 ? ['jackpot'] : [];
  return table(['time', 'offset', ...of, 'who', 'act', 'of', 'result', 'because'], rows);
}
