import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { say, UserError } from '#tools/process/process.mjs';
import { stopRequest } from '#tools/process/stop-request.mjs';
import { startStack } from '../../tools/stack/stack.mjs';
import type { TableCase } from './cases/case.js';
import { tableCases } from './cases/index.js';
import { DriverAbsent, DriverDoor } from './door.js';
import { House } from './house.js';
import { ConformanceKit, namesOf, type CaseResult } from './kit.js';
import { reportOf, reportPage, verdictLine } from './report.js';

interface ConformanceOptions {
  readonly listen: number;
  readonly host: string;
  readonly only: readonly TableCase[];
  readonly controller: string;
  readonly report: string;
  readonly byHand?: true;
  readonly list?: true;
}

/** `npm run conformance -- --listen 3010`: tries a table controller. @returns the exit code */
async function main(): Promise<number> {
  const options = readOptions();
  if (options.list) {
    for (const { name, clause, demand } of options.only) say(`${name}  (${clause})\n    ${demand}`);
    return 0;
  }
  const stop = stopRequest();
  const stack = await startStack({ dataDir: undefined, env: process.env });
  Object.assign(process.env, { KAFKA_BROKERS: stack.kafkaBrokers, REDIS_URL: stack.redisUrl });
  const house = new House();
  try {
    const tried = tryAll(house, options);
    // An early end takes the ledger away from the running case.
    tried.catch(() => undefined);
    const isGone = Promise.race([stack.failed, house.ended]).then(gone);
    return await Promise.race([tried, stop.requested.then(() => 130), isGone]);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return gone(error.message);
  } finally {
    await house.close();
    await stack.stop();
  }
}

async function tryAll(house: House, options: ConformanceOptions): Promise<number> {
  const { listen, host, only, controller, byHand } = options;
  const door = new DriverDoor(byHand ? 3_600_000 : 60_000);
  const address = await door.start(host, listen).catch(({ message }: Error) => {
    throw new UserError(`${message}: choose another port with --listen.`);
  });
  say('starting a ledger and a table gateway …');
  await house.open(namesOf('T', tableCases), namesOf('T', tableCases, 'signed'));
  const limits = { seenMs: byHand ? 300_000 : 30_000, lookMs: byHand ? 1_000 : 100 };
  const kit = await ConformanceKit.open('T', { house, door, cases: tableCases, host });
  const results: CaseResult[] = [];
  try {
    say(`a driver asks ${address}/v1/next what happens; a person opens ${address}/`);
    say(`${only.length} to try; waiting for one of them …`);
    for (const each of only) {
      const result = await kit.play(each, limits);
      results.push(result);
      const why = result.why === null ? '' : `\n    ${result.why}`;
      say(`${result.verdict.padEnd(8)} ${result.name} (${result.seconds} s)${why}`);
    }
  } catch (error) {
    if (!(error instanceof DriverAbsent)) throw error;
    say(error.message);
  }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const at = new Date().toISOString();
  const report = reportOf({ controller, version, at }, results, tableCases.length);
  mkdirSync(options.report, { recursive: true });
  const [html, json] = [reportPage(report), JSON.stringify(report, null, 2)];
  // A run of some cases does not overwrite the report of all of them.
  const file = join(
    options.report,
    results.length < tableCases.length ? 'some-cases' : 'all-cases',
  );
  writeFileSync(`${file}.html`, html);
  writeFileSync(`${file}.json`, json);
  door.report = { html, json };
  const ended = door.ask('', { do: 'end' }).catch(() => undefined);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5_000))]);
  say(`the report is in ${file}.html`);
  say(verdictLine(report));
  kit.close();
  door.close();
  return report.passes === false || results.length < only.length ? 1 : 0;
}

function gone(sentence: string): number {
  say(sentence);
  return 1;
}

function readOptions(): ConformanceOptions {
  return new Command('conformance')
    .description('Tries a table controller in every case that the contract has for it.')
    .option('--listen <port>', 'where a driver asks what happens at the table', portOf, 3010)
    .option('--host <address>', 'for a controller on another machine', '127.0.0.1')
    .option('--only <text>', 'only cases with this in their name', casesNamed, tableCases)
    .option('--controller <name>', 'its name and version, for the report', 'The controller')
    .option('--report <dir>', 'where the report is written', '.local/conformance')
    .option('--by-hand', 'a person presses what happens, and needs more time')
    .option('--list', 'prints the cases, and tries none')
    .parse(process.argv)
    .opts<ConformanceOptions>();
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a port, from 0 (any) to 65535.');
}

function casesNamed(text: string): TableCase[] {
  const named = tableCases.filter(({ name }) => name.includes(text));
  if (named.length > 0) return named;
  throw new InvalidArgumentError('No case has this in its name; --list prints them.');
}

process.exit(await main());
