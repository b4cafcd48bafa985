import { answerCases } from './answers.js';
import { betCases } from './bets.js';
import type { TableCase } from './case.js';
import { lampCases } from './lamp.js';
import { roundCases } from './rounds.js';
import { sequenceCases, signingCases } from './sequence.js';
import { voidCases } from './voids.js';
import { winCases } from './wins.js';

/** All demands of the kit, in the order in which they are tried. */
export const tableCases: readonly TableCase[] = [
  ...roundCases,
  ...betCases,
  ...voidCases,
  ...winCases,
  ...sequenceCases,
  ...answerCases,
  ...lampCases,
  ...signingCases,
];
