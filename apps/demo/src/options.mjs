// @ts-check
/** What `npm run demo` can be told. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UserError } from '../../../tools/process/process.mjs';

const usage =
  'Usage: npm run demo [-- [--rounds N [--exit]] [--tables N] [--seed TEXT] [--speed X|max] ' +
  '[--luck X] [--misbehave SHARE] [--data DIR]]';

/**
 * @typedef {object} DemoOptions
 * @property {number} rounds 0 for no end
 * @property {boolean} exit after the rounds: check the ledger, sum up, end
 * @property {string | undefined} dataDir where Kafka and Redis keep their data
 * @property {string[]} pitArgs what the pit is told
 */

/**
 * Six times as fast as real tables, forty of them play four rounds a second and nature brings a
 * winning hand each twenty seconds; luck adds as many again, a quarter of them for the pool. When
 * only the end is looked at, the tables wait for nothing but Kafka.
 */
const toWatch = { tables: '40', seed: '1', speed: '6', luck: '2', misbehave: '0.005' };
const toExit = { ...toWatch, speed: 'max', luck: '10', misbehave: '0.01' };

/**
 * @param {string[]} args
 * @param {string} from the folder that a relative name starts from
 * @returns {DemoOptions}
 */
export function readDemoOptions(args, from) {
  const given = parse(args);
  const rounds = Number(given.rounds ?? '0');
  if (!/^\d+$/.test(given.rounds ?? '0') || !Number.isSafeInteger(rounds)) {
    throw new UserError(`--rounds must be a whole number.\n${usage}`, 64);
  }
  if (given.exit && rounds === 0) throw new UserError(`--exit needs --rounds.\n${usage}`, 64);
  const play = { ...(given.exit ? toExit : toWatch), rounds: String(rounds) };
  const pitArgs = Object.entries(play).flatMap(([name, usual]) => {
    const value = given[/** @type {keyof typeof play} */ (name)];
    return [`--${name}=${value ?? usual}`];
  });
  return {
    rounds,
    exit: given.exit ?? false,
    dataDir: given.data === undefined ? undefined : resolve(from, given.data),
    pitArgs,
  };
}

/** @param {string[]} args */
function parse(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  try {
    const options = {
      rounds: text,
      exit: /** @type {const} */ ({ type: 'boolean' }),
      tables: text,
      seed: text,
      speed: text,
      luck: text,
      misbehave: text,
      data: text,
    };
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UserError(`${/** @type {Error} */ (error).message}\n${usage}`, 64);
  }
}
