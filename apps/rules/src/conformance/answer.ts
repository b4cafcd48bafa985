import { isRulesetId, rulesetIds } from '#rules';
import { z } from 'zod';
import { oneOfSchema, readJsonFile } from '../reading/json.js';
import { baccaratQuestions } from './baccarat-answers.js';
import { diceQuestions } from './dice-answers.js';
import { fortuneQuestions } from './fortune-answers.js';
import { irregularityQuestions } from './irregularity-answers.js';
import { jackpotAnswers } from './jackpot-answers.js';
import type { RuleAnswer, Question } from './question.js';
import { tableQuestions } from './table-answers.js';

const questions: Readonly<Record<string, Question>> = {
  ...fortuneQuestions,
  ...jackpotAnswers,
  ...tableQuestions,
  ...irregularityQuestions,
  ...baccaratQuestions,
  ...diceQuestions,
};

const anyGiven = z.looseObject({ op: oneOfSchema(Object.keys(questions)) });

/**
 * Answers a question under a ruleset, with `given.policy`; the errors say why it cannot be
 * answered.
 */
export function answerQuestion(ruleset: string, given: unknown): RuleAnswer {
  if (!isRulesetId(ruleset)) {
    const known = rulesetIds.join(', ');
    return { errors: [`There is no ruleset "${ruleset}"; the rulesets are ${known}.`] };
  }
  const found = readJsonFile(anyGiven, given, 'given');
  if ('errors' in found) return found;
  const { op } = found.value;
  const question = questions[op]!;
  const [game] = ruleset.split('/');
  if (question.game !== game) return { errors: [`The op "${op}" is one of ${question.game}.`] };
  return question.answer(given, ruleset);
}
