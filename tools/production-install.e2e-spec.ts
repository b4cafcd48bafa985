import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Bed, getJson, isOk } from '../test/support/bed.js';
import { jackpot } from '../test/support/jackpots.js';
import { until } from '../test/support/until.js';
import { say, startServer } from './process/process.mjs';
import { installForProduction, lowestNode, nodeFolder, NoRegistry } from './production-install.mjs';

const version = lowestNode();
const folder = mkdtempSync(join(tmpdir(), 'production-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Installed before the tests are named: where that cannot be done their list says so. */
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
  const bed = new Bed();
  const ledger = await start('start:jackpot', bin, bed.env);
  const signs = await start('start:signs', bin, bed.env);
  try {
    const [api, page] = [await ledger.url(), await signs.url()];
    await until('the ledger to be ready', () => isOk(`${api}/health/ready`), 60_000);
    await until('the signs to be ready', () => isOk(`${page}/health/ready`), 60_000);
    await bed.configure(api, jackpot('main'));
    await until('the sign', async () => {
      const pools = await getJson<object>(`${page}/v1/pools`);
      return JSON.stringify(pools).includes('"main"');
    });
    await Promise.all([ledger.stop(), signs.stop()]);
    expect([(await ledger.exited).code, (await signs.exited).code]).toEqual([0, 0]);
  } finally {
    await Promise.all([ledger.stop(), signs.stop()]);
    await bed.close();
  }
}

/** Runs a script of package.json as npm would where the only Node is the one in `bin`. */
async function start(script: string, bin: string, env: Readonly<Record<string, string>>) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const logFile = join(folder, `${script.replace(':', '-')}.log`);
  const server = await startServer({
    command: '/bin/sh',
    args: ['-c', `cd "$1" && ${manifest.scripts[script]}`, script, folder],
    logFile,
    env: { ...env, PATH: [bin, '/usr/bin', '/bin'].join(delimiter) },
  });
  const url = (): Promise<string> =>
    until(`${script} to listen`, () => {
      const output = readFileSync(logFile, 'utf8');
      return /listening on (http:\/\/[^"]+)"/.exec(output)?.[1];
    });
  return { ...server, url };
}
