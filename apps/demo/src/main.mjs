// @ts-check
/**
 * `npm run demo`: Kafka, Redis, the ledger, the signs and forty simulated tables, shown live until
 * Ctrl-C; with --rounds N --exit the ledger is checked against the log instead.
 */
import { argv } from 'node:process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkDemo } from './check.mjs';
import { keyFiles, makeRunFolder } from './folder.mjs';
import { readDemoOptions } from './options.mjs';
import { getJackpots } from './public.mjs';
import { closingLines } from './screen.mjs';
import { DemoServices } from './services.mjs';
import { step } from './step.mjs';
import { watchDemo } from './watch.mjs';
import { tailOf } from '../../../tools/process/log-tail.mjs';
import { root } from '../../../tools/process/paths.mjs';
import { UserError, say, seconds } from '../../../tools/process/process.mjs';
import { startStack } from '../../../tools/stack/stack.mjs';
import { stopRequest } from '../../../tools/process/stop-request.mjs';

/** @typedef {import('./options.mjs').DemoOptions} DemoOptions */

try {
  process.exitCode = await demo(readDemoOptions(argv.slice(2), process.cwd()));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
}

/** @param {DemoOptions} options @returns {Promise<number>} the exit code */
async function demo(options) {
  await checkPitArgs(options.pitArgs);
  const stop = stopRequest();
  const startedAt = performance.now();
  const logs = makeRunFolder(new Date());
  const keys = keyFiles(options.dataDir ?? logs);
  const environment = { COMMAND_KEYS: keys.publicFile, COMMAND_KEY: keys.privateFile };
  const services = new DemoServices(logs, environment, stop.isRequested);
  /** @type {Awaited<ReturnType<typeof startStack>> | undefined} */
  let stack;
  try {
    const keysMade = makeKeys(services, keys);
    keysMade.catch(() => {});
    stack = await step(
      'Kafka and Redis',
      () => startStack({ dataDir: options.dataDir }),
      ({ kafkaBrokers, redisUrl }) => `${kafkaBrokers}  ${withoutPassword(redisUrl)}`,
    );
    await keysMade;
    if (stop.isRequested()) return 130;
    Object.assign(services.env, placesOf(stack, logs));
    const addresses = await startServices(services);
    if (stop.isRequested()) return 130;
    say(`${seconds(startedAt).padStart(7)} in all; logs are in ${logs}`);
    const running = { services, addresses: { ...addresses, logs }, options, stop };
    const failed = Promise.race([stack.failed, services.failed]);
    return await (options.exit ? playToTheEnd(running, failed) : playUntilStopped(running, failed));
  } catch (error) {
    if (error instanceof UserError && stop.isRequested()) return 130;
    throw error;
  } finally {
    const stoppingAt = performance.now();
    await services.stop();
    await stack?.stop();
    say(`stopped in ${seconds(stoppingAt)}; logs are in ${logs}`);
  }
}

/**
 * A wrong option ends the program here, with the pit's own sentence, and not when all has started.
 * @param {string[]} args
 */
async function checkPitArgs(args) {
  const { readOptions } = await import(join(root, 'dist', 'apps', 'pit', 'src', 'options.js'));
  readOptions(['node', 'pit', ...args]);
}

/** @param {DemoServices} services @param {{ publicFile: string, privateFile: string }} keys */
async function makeKeys(services, { publicFile, privateFile }) {
  if (existsSync(publicFile) && existsSync(privateFile)) return;
  const files = ['--public', publicFile, '--private', privateFile];
  const roles = 'configure,operate,adjust';
  const made = await services.runCommand([
    'keys',
    'new',
    '--kid',
    'demo',
    '--roles',
    roles,
    ...files,
  ]);
  if (made.code !== 0) throw new UserError(`${made.output}The demo has no keys to sign with.`);
}

/**
 * Where the programs find Kafka and Redis. On servers that were given, the demo has topics and keys
 * of its own, so that it neither disturbs what is there nor is disturbed.
 * @param {{ kafkaBrokers: string, redisUrl: string }} stack @param {string} logs
 */
function placesOf({ kafkaBrokers, redisUrl }, logs) {
  const isShared = Boolean(process.env.KAFKA_BROKERS || process.env.REDIS_URL);
  const prefix = process.env.TOPIC_PREFIX || `demo-${logs.split(/[\\/]/).at(-1)}.`;
  const own = isShared ? { TOPIC_PREFIX: prefix, KAFKA_GROUP_ID: `${prefix}ledger` } : {};
  if (isShared) say(`        topics and keys of this demo begin with ${prefix}`);
  return { KAFKA_BROKERS: kafkaBrokers, REDIS_URL: redisUrl, ...own };
}

/** @param {DemoServices} services @returns {Promise<{ api: string, signs: string }>} */
async function startServices(services) {
  const [api, signs] = await step(
    'ledger and signs',
    () =>
      Promise.all([services.startService('jackpot', 3000), services.startService('signs', 3001)]),
    (urls) => urls.join('  '),
  );
  if (services.isStopRequested()) return { api, signs };
  await step(
    'three jackpots',
    async () => {
      const file = join(root, 'deploy', 'demo', 'jackpots.yaml');
      const { code, output } = await services.runCommand(['apply', '-f', file]);
      if (code !== 0 && !services.isStopRequested()) {
        throw new UserError(
          `${output}The jackpots were not configured: ${services.logFolder}/cli.log`,
        );
      }
    },
    () => `${signs}/signs/fortune-main`,
  );
  return { api, signs };
}

/**
 * @typedef {object} Running
 * @property {DemoServices} services
 * @property {{ api: string, signs: string, logs: string }} addresses
 * @property {DemoOptions} options
 * @property {ReturnType<typeof stopRequest>} stop
 */

/** @param {Running} running @param {Promise<string>} failed @returns {Promise<number>} */
async function playUntilStopped({ services, addresses, options, stop }, failed) {
  const watch = await watchDemo({ addresses, env: services.env, startedAt: Date.now() });
  /** @type {string | undefined} */
  let failure;
  try {
    const pit = await services.startPit(options.pitArgs, addresses.api);
    const pitFailed = pit.exited.then(({ code, signal }) => {
      if (code !== 0) return `${tailOf(pit.logFile, 3)}\nThe pit has ended (${signal ?? code}).`;
      watch.view.pit = `all ${options.rounds} rounds are played`;
      return new Promise(() => {});
    });
    failure = /** @type {string | undefined} */ (
      await Promise.race([stop.requested, failed, pitFailed])
    );
  } finally {
    await watch.end();
    process.stdout.write(closingLines(watch.view).join('\n') + '\n');
  }
  if (failure) throw new UserError(failure);
  say('stopping ...');
  return 0;
}

/** @param {Running} running @param {Promise<string>} failed @returns {Promise<number>} */
async function playToTheEnd({ services, addresses, options, stop }, failed) {
  const before = await getJackpots(addresses.api);
  const pit = await services.startPit(options.pitArgs, addresses.api);
  const played = step(`${options.rounds} rounds`, () => pit.exited);
  const ending = await Promise.race([played, failed, stop.requested]);
  if (ending === undefined) return 130;
  if (typeof ending === 'string') throw new UserError(ending);
  if (ending.code !== 0) {
    throw new UserError(
      `${tailOf(pit.logFile, 3)}\nThe pit has ended (${ending.signal ?? ending.code}).`,
    );
  }
  const agrees = await checkDemo({
    services,
    addresses,
    before,
    pitLog: pit.logFile,
    isStopRequested: stop.isRequested,
  });
  return agrees ? 0 : 1;
}

/** @param {string} url */
function withoutPassword(url) {
  return url.replace(/\/\/[^@/]*@/, '//');
}
