import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { measureOf, spread, type Measure } from './measures.js';
import type { BenchOptions } from './options.js';

/** What `bench:rules` has found. */
export interface Rules {
  readonly measures: readonly { readonly name: string; readonly perSecond: Measure }[];
  /** The five-card hands by name ÷ the other evaluator's; null where it is not installed. */
  readonly ratioToPeer: Measure | null;
}

/** One round, as `bench:rules -- --json` prints it. */
interface RulesRound {
  readonly measures: readonly { readonly name: string; readonly perSecond: number }[];
  readonly ratioToPeer: number | null;
}

/** Each round is a process of its own, so that each compiles the rules anew. */
export async function measureRules(
  { rounds, rulesSeconds }: BenchOptions,
  say: (line: string) => void,
): Promise<Rules> {
  const found: RulesRound[] = [];
  const args = ['--conditions=source', '--no-warnings', '--import', './tools/typescript.mjs'];
  args.push('libs/rules/bench/rules.bench.ts', '--json', '--seconds', String(rulesSeconds));
  for (let number = 1; number <= rounds; number += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const round = JSON.parse(stdout) as RulesRound;
    found.push(round);
    say(`rules ${number}/${rounds}: ${round.ratioToPeer?.toFixed(0) ?? 'no'} times the peer`);
  }
  return acrossRounds(found);
}

function acrossRounds(rounds: readonly RulesRound[]): Rules {
  const measures = (rounds[0]?.measures ?? []).map(({ name }, index) => ({
    name,
    perSecond: measureOf(rounds.map((round) => round.measures[index]?.perSecond ?? NaN)),
  }));
  const ratios = rounds.flatMap(({ ratioToPeer }) => ratioToPeer ?? []);
  return { measures, ratioToPeer: ratios.length > 0 ? measureOf(ratios) : null };
}

export function rulesLines({ measures, ratioToPeer }: Rules, table: Table): string[] {
  const peer = ratioToPeer
    ? `By name, ${spread(ratioToPeer)} times as fast as pokersolver on the same hands in the same process.`
    : 'pokersolver was not installed, so there is nothing to compare with.';
  return [
    '## Rules',
    '',
    '`npm run bench:rules`, each round in a process of its own: what one core ranks and settles in a second.',
    peer,
    '',
    ...table(
      ['what', 'in a second'],
      measures.map(({ name, perSecond }) => [name, spread(perSecond)]),
    ),
  ];
}

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string[];
