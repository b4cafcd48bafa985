import { gameOf } from '#acts';
import { Command } from '@commander-js/extra-typings';
import { offline } from '../command.js';
import { describeGame } from '../format/describe-odds.js';
import { betsADayOption, jsonOption } from '../options/common.js';
import { jackpotsFileOption, readJackpots } from '../options/jackpots-file.js';

/**
 * Shows the prizes and costs of each jackpot in a file, and possible mistakes.
 * @throws UserError that names every mistake in every jackpot.
 */
export const oddsCommand = offline(
  () =>
    new Command('odds')
      .description('show what the jackpots of a YAML file give to players and cost the house')
      .addOption(jackpotsFileOption())
      .addOption(betsADayOption())
      .addOption(jsonOption()),
  (_, { file, betsADay }) => {
    const jackpots = readJackpots(file).map(({ configuration }) => {
      const { id: jackpot, currency } = configuration;
      return { jackpot, currency, ...gameOf(configuration, betsADay) };
    });
    const lines = jackpots.map(
      ({ jackpot, currency, ...game }) => `${jackpot}\n${describeGame(game, currency, true)}`,
    );
    return { facts: { jackpots }, lines: lines.join('\n') };
  },
);
