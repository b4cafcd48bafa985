import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run, say, startServer, type Server } from './process/process.mjs';
import { waitFor } from './process/wait.mjs';
import {
  installForProduction,
  lowestNode,
  nodeFolder,
  NoRegistry,
} from './testing/production-install.mjs';

const version = lowestNode();
const folder = mkdtempSync(join(tmpdir(), 'production-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs before the tests are named, so that their list shows a failed installation. */
async function install(): Promise<{ bin: string } | { notChecked: string }> {
  try {
    await installForProduction(folder);
    return { bin: await nodeFolder(version) };
  } catch (error) {
    if (!(error instanceof NoRegistry)) throw error;
    return { notChecked: error.message };
  }
}

const installed = await install();

if ('notChecked' in installed) {
  const line = `NOT CHECKED on Node ${version}: ${installed.notChecked}`;
  say(line);
  test(line, () => expect(existsSync(join(folder, 'package-lock.json'))).toBe(true));
} else {
  test(
    `both services run on Node ${version} as installed for production`,
    () => expectToPlay(installed.bin),
    120_000,
  );
}

async function expectToPlay(bin: string): Promise<void> {
  expect(existsSync(join(folder, 'node_modules', 'jest'))).toBe(false);
  const prefix = `t${randomBytes(4).toString('hex')}.`;
  const env = {
    KAFKA_BROKERS: process.env['KAFKA_BROKERS'],
    REDIS_URL: process.env['REDIS_URL'],
    TOPIC_PREFIX: prefix,
    KAFKA_GROUP_ID: `${prefix}ledger`,
    COMMAND_ROOT: join(folder, 'root.jwks'),
    PORT: '0',
    PATH: [bin, '/usr/bin', '/bin'].join(delimiter),
  };
  const operate = async (key: string, ...args: string[]): Promise<void> => {
    const cli = [join(folder, 'dist/apps/cli/src/main.js'), ...args];
    const own = { ...env, COMMAND_KEY: join(folder, `${key}.private.jwk`) };
    const { code, output } = await run(join(bin, 'node'), cli, { env: own });
    expect([code, output]).toEqual([0, expect.anything()]);
  };
  const publicKey = join(folder, 'ops-1.public.jwk');
  const named = (kid: string, file: string) => {
    const secret = join(folder, `${kid}.private.jwk`);
    return ['--kid', kid, '--public', file, '--private', secret];
  };
  await operate(
    'root',
    'keys',
    'new',
    '--ledger',
    'installed',
    '--root',
    ...named('root', env.COMMAND_ROOT),
  );
  const roles = ['--holder', 'J.Wong', '--roles', 'keys,configure'];
  await operate(
    'ops-1',
    'keys',
    'new',
    '--ledger',
    'installed',
    ...roles,
    ...named('ops-1', publicKey),
  );
  const services = [await start('start:jackpot', env), await start('start:signs', env)];
  try {
    await Promise.all(services.map(readyUrl));
    await operate('root', 'keys', 'add', '--yes', publicKey);
    await operate('ops-1', 'apply', '--yes', '-f', join(folder, 'dist/apps/demo/jackpots.yaml'));
    const pools = `${await readyUrl(services[1] as Server)}/v1/pools`;
    const isShown = async () => (await textOf(pools))?.includes('"fortune-main"') || undefined;
    expect(await waitFor(isShown, { limitMs: 15_000 })).toBe(true);
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
  const endings = await Promise.all(services.map(({ exited }) => exited));
  expect(endings.map(({ code }) => code)).toEqual([0, 0]);
}

/** Runs a script of package.json like npm, on the first Node of PATH. */
function start(script: string, env: NodeJS.ProcessEnv): Promise<Server> {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return startServer({
    command: '/bin/sh',
    args: ['-c', `cd "$1" && ${scripts[script]}`, script, folder],
    logFile: join(folder, `${script.replace(':', '-')}.log`),
    env,
  });
}

async function readyUrl({ logFile, hasExited }: Server): Promise<string> {
  const look = async (): Promise<string | undefined> => {
    const url = /listening on (http:\/\/[^"]+)"/.exec(readFileSync(logFile, 'utf8'))?.[1];
    return url && (await textOf(`${url}/health/ready`)) ? url : undefined;
  };
  const url = await waitFor(look, { limitMs: 120_000, givenUp: hasExited });
  if (url === undefined) throw new Error(readFileSync(logFile, 'utf8'));
  return url;
}

/** @returns undefined unless the answer is a success */
async function textOf(url: string): Promise<string | undefined> {
  const response = await fetch(url).catch(() => undefined);
  return response?.ok ? response.text() : undefined;
}
