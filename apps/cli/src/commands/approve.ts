import {
  afterwards,
  type AwardActData,
  describeLeft,
  Home,
  looksOf,
  prepareApproval,
  type Proposed,
  refusalIn,
  sendApproval,
  sendingWith,
} from '#acts';
import { Command } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { describeAct } from '../format/describe-act.js';
import { describeAnswer } from '../format/describe-answer.js';
import { describeResult, unread } from '../format/describe-award.js';
import { describeProposed } from '../format/describe-proposed.js';
import { describeGame } from '../format/describe-odds.js';
import { whoSuspended } from '../format/who-suspended.js';
import { signingWith } from '../keys/open-signer.js';
import { assertNoLook, describeLooks } from '../looks/assert-no-look.js';
import {
  despiteOption,
  fromCheckpointOption,
  jsonOption,
  sourceOption,
} from '../options/common.js';
import { roundSeen } from '../reading/round-seen.js';
import type { Connections } from '../servers/connections.js';
import { proposalsCommand } from './proposals.js';

/**
 * Shows a proposed act in words: its changes and their time, and the people who must still approve
 * it. Then asks, and signs the act itself.
 * @throws UserError if the proposal does not exist, the record in the log is another act, or it
 *   would be refused.
 */
export const approveCommand = connected(
  () =>
    new Command('approve')
      .description(
        'show a proposed act, ask for confirmation, and sign it (another person, with the role of its row)',
      )
      .argument('<jackpot>')
      .argument('<proposal>', 'as `proposals` lists it')
      .addOption(sourceOption())
      .addOption(fromCheckpointOption())
      .addOption(despiteOption())
      .option('--yes', 'do not ask')
      .addOption(jsonOption()),
  async (connections, id, proposal, { yes, source, json, from, despite }) => {
    const { terminal } = connections;
    const home = await Home.open(connections, id);
    const look = async ({ type, data }: Proposed['act']) => {
      if (type !== 'award.granted') return undefined;
      const { table, round } = data as AwardActData<'award.granted'>;
      return roundSeen(connections, { jackpot: id, table, round }, from);
    };
    const signing = signingWith(connections, source);
    const prepared = await prepareApproval(connections, home, proposal, {
      signing,
      look,
      note: despite,
    });
    const { proposed, then, proposal: found } = prepared;
    const { act } = proposed;
    // Others may have acted since it was proposed.
    const ofRecord = await looksOf(connections, home, act, found.offset);
    const looks = [...ofRecord, ...(prepared.facts.configured?.looks ?? [])];
    const facts = { proposal: found, ...proposed, ...prepared.facts, looks };
    const what = then
      ? `Your approval is not the last: after it, ${describeLeft(then)}.\n`
      : 'Your approval is the last one needed.\n';
    const game = facts.configured ? describeGame(facts.configured, facts.currency, false) : '';
    const { zone } = home.jackpot.configuration;
    const suspended =
      act.type === 'jackpot.resumed' ? `  was suspended ${whoSuspended(home.jackpot)}\n` : '';
    const shown = describeProposed(found, proposed, { ...facts, zone });
    terminal.say(`${shown}${suspended}${describeAct(facts)}${describeLooks(looks)}${game}${what}`);
    assertNoLook(facts, despite);
    if (!yes) await terminal.confirm(`your approval of ${act.type} to ${id}`);
    const { answers, left, isDone, result } = await sendApproval(
      connections,
      prepared,
      sendingWith(connections, signing.key),
    );
    const done = isDone ? `${id}: ${act.type} is done.\n${describeResult(result)}` : '';
    const failure = refusalIn(answers);
    const isWaiting = left !== undefined && left !== null && !failure && !json;
    const others = isWaiting
      ? `Not done yet: ${describeLeft(left)}.\n${await listAfterwards(connections, id)}`
      : '';
    return {
      facts: { ...facts, left: left ?? null, answer: answers[0] ?? null, result: result ?? null },
      lines: answers.map(describeAnswer).join('') + (left === undefined ? unread : done) + others,
      failure,
    };
  },
);

/** Lists other waiting acts; empty if they cannot be read: the approval is applied all the same. */
async function listAfterwards(connections: Connections, id: string): Promise<string> {
  return (await afterwards(proposalsCommand.run(connections, id, {})))?.lines ?? '';
}
