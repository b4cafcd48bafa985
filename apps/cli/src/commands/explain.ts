import { grantDoubts, Home, houseTime, reversalLooks } from '#acts';
import { exitCodes, UserError } from '#contract/exit-codes';
import type { Jackpot } from '#pools';
import {
  AwardTrace,
  judgedHands,
  paymentsOf,
  RoundWatch,
  type ReplayObserver,
  type RoundSeen,
} from '#proof';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { formatExplanation, type Explanation } from '../format/format-explanation.js';
import { describeLooks } from '../looks/assert-no-look.js';
import { isWholeAwardId, readAwardId, type AwardQuestion } from '../options/award-id.js';
import { fromCheckpointOption } from '../options/common.js';
import { homeOfAward } from '../reading/award-named.js';
import { newestAwards } from '../reading/newest-awards.js';
import { openReplay } from '../reading/open-replay.js';
import type { Connections } from '../servers/connections.js';

/** Explains an award and its later changes: folds its jackpot's partition again. */
export const explainCommand = connected(
  () =>
    new Command('explain')
      .description('show how an award came to be, from the log')
      .argument('<award>', 'as `awards` lists it; its number or its first characters are enough')
      .addOption(fromCheckpointOption())
      .addOption(new Option('--json', 'as JSON, amounts in micro-units')),
  async (connections, given, { from }) => {
    const name = await nameOf(connections, given);
    const { id } = name;
    const replay = await openReplay(connections, name.jackpot, from);
    const { origin, partition } = replay;
    const trace = new AwardTrace(name, replay.context);
    trace.begin(origin.state, origin.position);
    const watch = new RoundWatch(name, replay.context, origin.position);
    let last: Jackpot | undefined;
    let seen: RoundSeen = { is: 'unknown', since: origin.position };
    const observer: ReplayObserver = {
      before(state, record) {
        // The facts that the people who granted it could know.
        if (record.offset === name.offset) seen = watch.seen(state);
        trace.before(state);
        watch.before(state);
      },
      after(state, record, folded, at) {
        last = state.jackpots.get(name.jackpot);
        trace.after(state, record, folded, at);
        watch.after(state, record, folded);
      },
    };
    const { position } = replay.snapshot;
    const isThere = name.offset >= origin.position && name.offset < position;
    // People may act on an award at any time, so everything since then is read.
    await replay.fold(isThere ? position : name.offset + 1, observer);
    const { traced, life } = trace;
    if (!traced && from === undefined) throw await notOne(connections, name);
    if (!traced) {
      throw new UserError(`There is no award ${id} after the checkpoint. ${listed}`);
    }
    const explanation: Explanation = {
      ...traced,
      ...paymentsOf(traced),
      life,
      hands: judgedHands(traced),
      doubts: traced.grant === null ? [] : grantDoubts(traced.award, seen),
      partition,
    };
    const { block, ...facts } = explanation;
    const range = { block: block.block, from: block.from, to: block.to, hash: block.hash };
    const looks = last
      ? await reversalLooks(connections, { id: name.jackpot, partition, jackpot: last }, id)
      : [];
    const lines = formatExplanation(explanation) + describeLooks(looks);
    return { facts: { ...facts, looks, block: range }, lines };
  },
);

const listed = '`awards` lists the newest.';

/** @throws UserError if the text is not a whole id, and not a part of exactly one. */
async function nameOf(connections: Connections, given: string) {
  const id = isWholeAwardId(given) ? given : (await homeOfAward(connections, given)).id;
  const { offset = 0, ...place } = readAwardId(id);
  return { ...place, offset };
}

/** Explains why no award is explained: there is none, or the round has several. */
async function notOne(
  connections: Connections,
  { id, jackpot, table, round }: AwardQuestion,
): Promise<UserError> {
  const home = await Home.open(connections, jackpot);
  const awards = await newestAwards(connections, [home], awardsListed, { table });
  const choices = awards.filter((award) => award.round === round);
  if (choices.length === 0) return new UserError(`There is no award ${id}. ${listed}`);
  const { zone } = home.jackpot.configuration;
  const lines = choices.map((award) => `${award.id}   ${houseTime(award.recordedAt, zone)}`);
  const sentence = `There is no award ${id}; those of its round, the newest first:`;
  return new UserError([sentence, ...lines].join('\n'), exitCodes.usage);
}

/** Awards of a jackpot that are searched, at most: the newest. */
const awardsListed = 99_999;
