import { Home } from '#acts';
import { exitCodes, UserError } from '#contract/exit-codes';
import { AwardTrace, judgedHands, paymentsOf } from '#proof';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { formatExplanation, type Explanation } from '../format/format-explanation.js';
import { readAwardId, type AwardQuestion } from '../options/award-id.js';
import { fromCheckpointOption } from '../options/common.js';
import { newestAwards } from '../reading/newest-awards.js';
import { openReplay } from '../reading/open-replay.js';
import type { Connections } from '../servers/connections.js';

/** Explains an award, and what became of it: folds its jackpot's partition again. */
export const explainCommand = connected(
  () =>
    new Command('explain')
      .description('show how an award came to be, from the log')
      .argument(
        '<award>',
        '<jackpot>/<table>/<round>/<offset>, as `awards` lists it; without the offset, those of the round are listed',
      )
      .addOption(fromCheckpointOption())
      .addOption(new Option('--json', 'as JSON, amounts in micro-units')),
  async (connections, id, { from }) => {
    const { round, offset, ...place } = readAwardId(id);
    if (offset === undefined) throw await notOne(connections, { ...place, round });
    const name = { ...place, offset };
    const replay = await openReplay(connections, name.jackpot, from);
    const { origin, partition } = replay;
    const trace = new AwardTrace(name, replay.context);
    trace.begin(origin.state, origin.position);
    const { position } = replay.snapshot;
    const isThere = name.offset >= origin.position && name.offset < position;
    // People may act on an award at any time, so all that came since is looked at.
    await replay.fold(isThere ? position : name.offset + 1, trace);
    const { traced, life } = trace;
    if (!traced && from === undefined) throw await notOne(connections, { ...place, round });
    if (!traced) {
      throw new UserError(`There is no award ${id} after the checkpoint. ${listed}`);
    }
    const explanation: Explanation = {
      ...traced,
      ...paymentsOf(traced),
      life,
      hands: judgedHands(traced),
      partition,
    };
    const { block, ...facts } = explanation;
    const range = { block: block.block, from: block.from, to: block.to, hash: block.hash };
    return { facts: { ...facts, block: range }, lines: formatExplanation(explanation) };
  },
);

const listed = '`awards` lists the newest.';

/** Why no award is explained: there is none, or these are to choose from. */
async function notOne(
  connections: Connections,
  { id, jackpot, table, round }: AwardQuestion,
): Promise<UserError> {
  const home = await Home.open(connections, jackpot);
  const awards = await newestAwards(connections, [home], awardsListed, { table });
  const choices = awards.filter((award) => award.round === round);
  if (choices.length === 0) return new UserError(`There is no award ${id}. ${listed}`);
  const lines = choices.map((award) => `${award.id}   ${award.recordedAt}`);
  const sentence = `${id} is the round; its awards, the newest first, of which to name one:`;
  return new UserError([sentence, ...lines].join('\n'), exitCodes.usage);
}

/** At most this many awards of a jackpot are searched, the newest. */
const awardsListed = 99_999;
