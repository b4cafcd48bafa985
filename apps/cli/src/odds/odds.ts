import { readJackpots } from '../jackpots-file.js';
import { print, type JsonOption } from '../print.js';
import { describeOdds } from './describe-odds.js';
import { gameWarnings } from './game-warnings.js';
import { oddsFacts } from './odds-facts.js';

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
    const facts = oddsFacts(configuration, betsADay);
    return { jackpot, currency, odds: facts, warnings: gameWarnings(configuration, facts) };
  });
  print(rest, { jackpots }, () =>
    jackpots
      .map(({ jackpot, currency, odds: facts, warnings }) => {
        const lines = warnings.map((sentence) => `  warning: ${sentence}\n`);
        return `${jackpot}\n${describeOdds(facts, currency, true)}${lines.join('')}`;
      })
      .join('\n'),
  );
}
