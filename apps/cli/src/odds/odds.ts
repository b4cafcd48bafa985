import { gameOf } from '#acts';
import { describeGame } from './describe-odds.js';
import { readJackpots } from '../jackpots-file.js';
import { print, type JsonOption } from '../print.js';

/**
 * Prints what each jackpot of a file gives and costs, and what its owner may not have meant.
 * @throws UserError naming every mistake in every jackpot.
 */
export function odds({
  file,
  betsADay,
  ...rest
}: JsonOption & { readonly file: string; readonly betsADay: number }): void {
  const jackpots = readJackpots(file).map(({ configuration }) => {
    const { id: jackpot, currency } = configuration;
    return { jackpot, currency, ...gameOf(configuration, betsADay) };
  });
  print(rest, { jackpots }, () =>
    jackpots
      .map(({ jackpot, currency, ...game }) => `${jackpot}\n${describeGame(game, currency, true)}`)
      .join('\n'),
  );
}
