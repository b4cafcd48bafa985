import {
  type FortuneEdition,
  fortuneRules,
  type FortuneRules,
} from '../fortune-3-card-poker/editions.js';
import { policyReadings2008 } from '../fortune-3-card-poker-2008/policies.js';
import { policyReadings2025 } from '../fortune-3-card-poker-2025/table-policies.js';
import { type PolicyReadings, readPolicies } from '../policies.js';
import { isObject, written } from '../reading/shape.js';
import { isRulesetId, rulesetIds } from '../registry.js';
import { baccaratPolicyReadings } from '../three-card-baccarat/policies.js';
import { type CaseRules, questions } from './questions.js';

/**
 * Answers one question of a vector file: `given` under a ruleset, with `given.policy` in place of
 * the defaults. What cannot be answered is a fault, as a sentence.
 */
export type Answer = { answer: Readonly<Record<string, unknown>> } | { fault: string };

export function answerQuestion(ruleset: string, given: Readonly<Record<string, unknown>>): Answer {
  const fail = (fault: string): Answer => ({ fault });
  if (!isRulesetId(ruleset)) {
    return fail(`There is no ruleset "${ruleset}"; the rulesets are ${rulesetIds.join(', ')}.`);
  }
  const [game, edition] = ruleset.split('/') as [string, string];
  const op = written(given.op);
  const question = Object.hasOwn(questions, op) ? questions[op] : undefined;
  if (question === undefined) {
    return fail(`There is no op "${op}"; they are ${opNames.join(', ')}.`);
  }
  if (question.game !== game) return fail(`The op "${op}" is not one of ${game}.`);
  const policy = given.policy ?? {};
  if (!isObject(policy)) return fail(`given.policy must be an object, but is ${written(policy)}.`);
  const { rules, faults } = rulesFor(game, edition, policy);
  const answer = question.answer(given, rules, faults);
  if (faults.length > 0) return fail(faults.join(' '));
  if (answer === undefined) return fail(`The op "${op}" has no such case in ${ruleset}.`);
  return { answer: answer as Readonly<Record<string, unknown>> };
}

const opNames = Object.keys(questions);

function rulesFor(
  game: string,
  edition: string,
  policy: Readonly<Record<string, unknown>>,
): { rules: CaseRules; faults: string[] } {
  const is2008 = edition.endsWith('2008');
  const readings = readingsOf(game, is2008);
  const given = withSynonyms(readings, policy);
  const faults = readPolicies(readings, given).faults;
  const sound = faults.length === 0 ? given : {};
  const fortune =
    game === 'fortune-3-card-poker'
      ? fortuneRules(edition as FortuneEdition, sound).rules
      : (undefined as unknown as FortuneRules);
  return {
    rules: {
      fortune,
      policies2008: readPolicies(policyReadings2008, is2008 ? sound : {}).policies,
      baccarat: readPolicies(baccaratPolicyReadings, game === 'three-card-baccarat' ? sound : {})
        .policies,
    },
    faults,
  };
}

function readingsOf(game: string, is2008: boolean): PolicyReadings {
  if (game === 'three-card-baccarat') return baccaratPolicyReadings;
  if (game === 'fish-prawn-crab') return {};
  return is2008 ? policyReadings2008 : policyReadings2025;
}

/**
 * Readings that the regulation's notes give in words and not as a value, or otherwise in the two
 * documents, by what a file may call them.
 */
const synonyms: readonly (readonly [key: string, said: RegExp, reading: string | boolean])[] = [
  ['sequenceTieBreak', /^(lowest|sequence-table)$/, 'sequence-table'],
  ['sequenceTieBreak', /^(lowest|sequence-table)$/, 'lowest'],
  ['sequenceTieBreak', /^(ace-high|highest-face-card)$/, 'highest-face-card'],
  ['sequenceTieBreak', /^(ace-high|highest-face-card)$/, 'ace-high'],
  ['tieMoney', /dealer/, 'dealer-wins'],
  ['tieMoney', /^(draw|return|tie)/, 'push'],
  ['jackpotPayOrder', /swap/, 'swap-those-two'],
  ['jackpotPayOrder', /first/, 'straight-flushes-first'],
  ['floorAtSeed', /^top-up$/, true],
  ['floorAtSeed', /^no/, false],
];

function withSynonyms(
  readings: PolicyReadings,
  policy: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries(policy).map(([key, said]) => {
    const allowed: readonly unknown[] = Object.hasOwn(readings, key) ? readings[key]! : [];
    if (allowed.includes(said) || typeof said !== 'string') return [key, said];
    const meant = synonyms.find(
      ([name, words, reading]) => name === key && words.test(said) && allowed.includes(reading),
    );
    return [key, meant?.[2] ?? said];
  });
  return Object.fromEntries(entries);
}
