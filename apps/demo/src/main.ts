import { hash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportLines, writeEnvFile } from '#tools/process/env-file.mjs';
import { say, seconds, UserError } from '#tools/process/process.mjs';
import { stopRequest } from '#tools/process/stop-request.mjs';
import { freePort, isFree, loopback } from '#tools/stack/ports.mjs';
import { startStack, type Stack } from '#tools/stack/stack.mjs';
import { CommanderError } from 'commander';
import { parse } from 'yaml';
import { ownSign } from './api.js';
import { readDemoEnv, type DemoEnv } from './env.js';
import { addDemoKeys, keyFiles, makeKeys, people, type KeyFiles } from './keys.js';
import { startMonitor, type Monitor } from './monitor.js';
import { Notices } from './notices.js';
import { readDemoOptions, type DemoOptions } from './options.js';
import { playToTheEnd, playUntilStopped } from './play.js';
import { Programs } from './programs.js';
import { keyFolderIn, makeRunFolder } from './run-folder.js';
import { processLine, type Services } from './screen.js';
import { step } from './step.js';
import { Visitors } from './visitors.js';

const jackpotsFile = fileURLToPath(new URL('../jackpots.yaml', import.meta.url));

/** The token of the table that a second shell plays over HTTP; new for each demo. */
const demoToken = randomBytes(24).toString('hex');

/**
 * `npm run demo`: Kafka, Redis, the ledger, the signs, Prometheus and forty simulated tables, shown
 * live until Ctrl-C; with --rounds N --exit the ledger is checked against the log instead.
 */
try {
  const options = readDemoOptions(process.argv.slice(2), process.cwd());
  process.exitCode = await demo(options, readDemoEnv());
} catch (error) {
  if (error instanceof UserError) say(error.message);
  else if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode;
}

/** @returns the exit code */
async function demo(options: DemoOptions, env: DemoEnv): Promise<number> {
  await checkPitArgs(options.pitArgs);
  const { requested: stopRequested, isRequested: isStopRequested } = stopRequest();
  const startedAt = performance.now();
  const { logs, envFile, other, end } = makeRunFolder(new Date());
  const keys = keyFiles(keyFolderIn(options.dataDir ?? logs));
  const notices = new Notices();
  const programs = new Programs(logs, keys.env, isStopRequested, notices.tell);
  if (other !== undefined) say(`        beside another demo (${other}): on other ports`);
  const portOf = portsOf(options.host, other === undefined);
  let stack: Stack | undefined;
  let monitor: Monitor | undefined;
  let visitors: Visitors | undefined;
  let removeEnvFile = () => {};
  try {
    const keysMade = makeKeys(programs, keys);
    keysMade.catch(() => {});
    stack = await step(
      'Kafka and Redis',
      () => startStack({ dataDir: options.dataDir, log: notices.tell }),
      ({ kafkaBrokers, redisUrl }) => `${kafkaBrokers}  ${withoutPassword(redisUrl)}`,
    );
    await keysMade;
    if (isStopRequested()) return 130;
    Object.assign(programs.env, serversOf(stack, env, basename(logs)));
    const services = await startServices(programs, keys, options.host, portOf);
    if (isStopRequested()) return 130;
    const folder = options.dataDir ?? logs;
    if (!options.exit) {
      const [host, port] = [options.host, await portOf(9090)];
      const isKept = options.dataDir !== undefined;
      monitor = await startMonitor(programs, services, { host, port, folder, isKept });
      visitors = await startRoom(programs, keys, { api: services.api, host, monitor }, portOf);
    }
    removeEnvFile = writeEnvFile(
      envFile,
      exportLines(forAnotherShell(programs.env, services, monitor)),
    );
    if (isStopRequested()) return 130;
    say(`${seconds(startedAt).padStart(7)} in all; logs are in ${logs}`);
    const shownFile = relative(process.cwd(), envFile);
    say(`        for a second shell: source ${shownFile}`);
    const room = visitors?.url;
    const own = { ...services, prometheus: monitor?.url, room, envFile: shownFile, logs };
    const addresses = { ...own, processes: processesOf(stack, programs, monitor) };
    say(`        ${processLine(addresses.processes())}`);
    const failed = Promise.race([stack.failed, programs.failed]);
    const withColour = !env.NO_COLOR;
    const running = {
      ...{ programs, addresses, keys, options, notices, visitors },
      ...{ withColour, failed, stopRequested },
    };
    return await (options.exit ? playToTheEnd(running) : playUntilStopped(running));
  } catch (error) {
    if (error instanceof UserError && isStopRequested()) return 130;
    throw error;
  } finally {
    const stoppingAt = performance.now();
    removeEnvFile();
    await visitors?.end();
    await monitor?.stop();
    await programs.stop();
    await stack?.stop();
    end();
    say(`stopped in ${seconds(stoppingAt)}; logs are in ${logs}`);
  }
}

/**
 * Returns the usual port if it is free; never next to another demo, which may be about to take it.
 */
function portsOf(host: string, takesUsual: boolean): (usual: number) => Promise<number> {
  return async (usual) => (takesUsual && (await isFree(usual, host)) ? usual : freePort());
}

/** Returns name and process id of every process that is restarted when it ends. */
function processesOf(stack: Stack, programs: Programs, monitor: Monitor | undefined) {
  return () => {
    const { jackpot: ledger = 0, signs = 0, tables = 0, console: room } = programs.pids();
    const prometheus = monitor && { Prometheus: monitor.pid() };
    return {
      ...{ ...stack.pids(), ledger, signs, tables },
      ...(room !== undefined && { room }),
      ...prometheus,
    };
  };
}

/** Ends this process on a wrong option, with the pit's own sentence, before anything starts. */
async function checkPitArgs(args: readonly string[]): Promise<void> {
  const { href } = new URL('../../pit/src/options.js', import.meta.url);
  const { readPitOptions } = (await import(href)) as {
    readPitOptions(argv: readonly string[]): unknown;
  };
  readPitOptions(['node', 'pit', ...args]);
}

/**
 * Returns the addresses of Kafka and Redis. On servers that the environment names, the demo has its
 * own topics and keys, so that it and the other users do not disturb each other.
 */
function serversOf(
  { kafkaBrokers, redisUrl }: Stack,
  env: DemoEnv,
  run: string,
): NodeJS.ProcessEnv {
  const servers = { KAFKA_BROKERS: kafkaBrokers, REDIS_URL: redisUrl };
  if (!env.KAFKA_BROKERS && !env.REDIS_URL) return servers;
  const prefix = env.TOPIC_PREFIX ?? `demo-${run}.`;
  say(`        topics and keys of this demo begin with ${prefix}`);
  return { ...servers, TOPIC_PREFIX: prefix, KAFKA_GROUP_ID: `${prefix}ledger` };
}

/**
 * Returns the environment of the operator's programs and the services, with the values of this
 * demo.
 */
function forAnotherShell(
  env: NodeJS.ProcessEnv,
  { api, tables }: Services,
  monitor: Monitor | undefined,
): NodeJS.ProcessEnv {
  const { KAFKA_BROKERS, REDIS_URL, TOPIC_PREFIX, KAFKA_GROUP_ID } = env;
  const servers = { KAFKA_BROKERS, REDIS_URL, TOPIC_PREFIX, KAFKA_GROUP_ID };
  const { COMMAND_ROOT, COMMAND_KEY } = env;
  const addresses = {
    ...{ JACKPOT_URL: api, TABLES_URL: tables, TABLE_TOKEN: demoToken },
    PROMETHEUS_URL: monitor?.url,
  };
  return { ...servers, COMMAND_ROOT, COMMAND_KEY, ...addresses };
}

async function startServices(
  programs: Programs,
  keys: KeyFiles,
  host: string,
  portOf: (usual: number) => Promise<number>,
): Promise<Services> {
  const ports = [await portOf(3000), await portOf(3001), await portOf(3003)] as const;
  const [api, signs, tables] = await step(
    'ledger, signs, tables',
    () =>
      Promise.all([
        programs.startService('jackpot', host, ports[0]),
        programs.startService('signs', host, ports[1], signsFile(programs.logFolder)),
        programs.startService('tables', host, ports[2], tokensFile(programs.logFolder)),
      ]),
    (urls) => urls.join('  '),
  );
  const services = { api, signs, tables };
  if (programs.isStopRequested()) return services;
  await step(
    'keys',
    () => addDemoKeys(programs, keys),
    () => `demo, ${people.join(', ')}, of the ledger demo`,
  );
  await step(
    'three jackpots',
    async () => {
      const { code, output } = await programs.runCommand(['apply', '--yes', '-f', jackpotsFile]);
      if (code !== 0 && !programs.isStopRequested()) {
        const log = join(programs.logFolder, 'cli.log');
        throw new UserError(`${output}The jackpots were not configured: ${log}`);
      }
    },
    () => `${signs}/signs/fortune-main`,
  );
  return services;
}

/** Starts the control room, with the address at which visitors get an invitation to it. */
async function startRoom(
  programs: Programs,
  keys: KeyFiles,
  { api, host, monitor }: { api: string; host: string; monitor: Monitor | undefined },
  portOf: (usual: number) => Promise<number>,
): Promise<Visitors | undefined> {
  const [port, doorPort] = [await portOf(3002), await portOf(3004)];
  // Browsers allow passkeys on localhost, and on no other address without TLS.
  const room = `http://localhost:${port}`;
  return step(
    'control room',
    async () => {
      await programs.startService('console', host, port, {
        CONSOLE_ORIGIN: room,
        ...(monitor && { CONSOLE_PROMETHEUS: monitor.url }),
        // Lets a visitor take part whose browser has no passkey.
        ...(host === loopback && { CONSOLE_PAGE_KEYS: 'demo' }),
      });
      if (programs.isStopRequested()) return undefined;
      return Visitors.begin(programs, keys, { room, api, host, port: doorPort });
    },
    (visitors) => `${visitors?.url ?? ''}  open it to verify and pay a win yourself`,
  );
}

/** Writes a file with one expected sign: the demo itself, which opens a stream of all jackpots. */
function signsFile(folder: string): NodeJS.ProcessEnv {
  const { jackpots } = parse(readFileSync(jackpotsFile, 'utf8')) as { jackpots: { id: string }[] };
  const ids = jackpots.map(({ id }) => id);
  const file = join(folder, 'signs.json');
  const signs = [{ name: ownSign, jackpots: ids, place: 'the terminal of the demo' }];
  writeFileSync(file, JSON.stringify({ signs }));
  return { SIGNS_FILE: file };
}

function tokensFile(folder: string): NodeJS.ProcessEnv {
  const file = join(folder, 'tables.tokens');
  writeFileSync(file, `F3-07 ${hash('sha256', demoToken)}\n`);
  return { TABLES_TOKENS: file };
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//');
}
