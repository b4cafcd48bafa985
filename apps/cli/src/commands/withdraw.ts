import { Home, prepareWithdrawal, refusalIn, sendingWith } from '#acts';
import { Command } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { describeAnswer } from '../format/describe-answer.js';
import { describeProposed } from '../format/describe-proposed.js';
import { signingWith } from '../keys/open-signer.js';
import { jsonOption, reasonOption, sourceOption } from '../options/common.js';

/** Drops a proposed act. */
export const withdrawCommand = connected(
  () =>
    new Command('withdraw')
      .description('show a proposed act, and drop it with --yes (its proposer, or role approve)')
      .argument('<jackpot>')
      .argument('<proposal>', 'as `proposals` lists it')
      .addOption(reasonOption())
      .addOption(sourceOption())
      .addOption(jsonOption())
      .option('--yes', 'do it (signed with COMMAND_KEY)'),
  async (connections, id, given, { reason, source, yes }) => {
    const home = await Home.open(connections, id);
    const signing = signingWith(connections, source);
    const prepared = await prepareWithdrawal(connections, home, given, reason, signing);
    const { proposal, proposed = null } = prepared;
    const { zone } = home.jackpot.configuration;
    const shown = proposed
      ? describeProposed(proposal, proposed, { zone })
      : `The log has another act than proposal ${proposal.offset}: run verify.\n`;
    const isReversal = proposal.type === 'award.reversed';
    const then = isReversal ? '  then it no longer prevents payment of the award\n' : '';
    const facts = { jackpot: id, proposal, ...proposed, answer: null };
    if (!yes) {
      return { facts, lines: `${shown}${then}Nothing was sent. Add --yes to withdraw it.\n` };
    }
    connections.terminal.say(shown + then);
    const answers = await sendingWith(connections, signing.key)(prepared.sent, prepared.source);
    return {
      facts: { ...facts, answer: answers[0] ?? null },
      lines: answers.map(describeAnswer).join(''),
      failure: refusalIn(answers),
    };
  },
);
