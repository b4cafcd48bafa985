import { InvalidArgumentError, Option } from 'commander';
import { usualBetsADay } from '#acts/usual-bets';

/** For the days between wins. */
export function betsADay(): Option {
  return new Option('--bets-a-day <n>', 'jackpot bets of all tables, for the days between wins')
    .argParser((given) => {
      const bets = Number(given);
      if (Number.isInteger(bets) && bets > 0) return bets;
      throw new InvalidArgumentError('It is a whole number above 0.');
    })
    .default(usualBetsADay);
}
