import { Home, refusalIn, withdrawProposal } from '#acts';
import { Command } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { describeAnswer } from '../format/describe-answer.js';
import { signingWith } from '../keys/open-signer.js';
import { jsonOption, reasonOption, sourceOption } from '../options/common.js';

/** Drops a proposed act. */
export const withdrawCommand = connected(
  () =>
    new Command('withdraw')
      .description('drop a proposed act (its proposer, or role approve)')
      .argument('<jackpot>')
      .argument('<proposal>', 'as `proposals` lists it')
      .addOption(reasonOption())
      .addOption(sourceOption())
      .addOption(jsonOption()),
  async (connections, id, proposal, { reason, source }) => {
    const home = await Home.open(connections, id);
    const open = () => signingWith(connections, source);
    const answers = await withdrawProposal(connections, home, proposal, reason, open);
    return {
      facts: { jackpot: id, answer: answers[0] ?? null },
      lines: answers.map(describeAnswer).join(''),
      failure: refusalIn(answers),
    };
  },
);
