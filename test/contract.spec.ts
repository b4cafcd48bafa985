import { watchAll } from '../apps/jackpot/src/gauges.js';
import { Metrics as JackpotMetrics } from '../apps/jackpot/src/metrics.js';
import { Metrics as SignsMetrics } from '../apps/signs/src/metrics.js';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  awardSchema,
  commandSchemas,
  decodeRecord,
  envelopeSchema,
  exceptionSchema,
  homePartition,
  journalSchema,
  kafkaEnvironment,
  lineNames,
  readConfiguration,
  redisEnvironment,
  roleOf,
  serverEnvironment,
  pulseSchema,
  signAckSchema,
  valueSchema,
  exitCodes,
  type JournalBlock,
  type ServiceLog,
} from '#contract';
import { digestOf, hashBlock, StateDigest } from '#ledger';
import { emptyState, roles } from '#pools';
import { ServiceMetrics } from '#service';
import { newKey, rootOf } from '#testing/test-keys';
import { parse } from 'yaml';

/** What the contract shows and lists is what the schemas and the programs have. */

const page = readFileSync('libs/contract/README.md', 'utf8');
const { root } = rootOf(newKey('root'));
const { authority } = emptyState();
const sources = execFileSync('git', ['ls-files', '--', 'apps/**/*.ts', 'libs/**/*.ts'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.includes('spec.ts'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** The text of one section, without those below it. */
function section(number: string): string {
  const head = number.includes('.') ? `### ${number}` : `## ${number}\\.`;
  return new RegExp(`^${head} [^\\n]*\\n(.*?)(?=^##|$(?![^]))`, 'ms').exec(page)?.[1] ?? '';
}

function example(number: string, language = 'json'): string {
  return new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(section(number))?.[1] ?? '';
}

/** The rows of a section's table, without its head, cell by cell. */
function rows(number: string): string[][] {
  return section(number)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

describe('an example of the contract is what the schema takes, with nothing besides:', () => {
  test.each<[string, string, z.ZodType]>([
    ['the award', '8.1', awardSchema],
    ['the value', '8.2', valueSchema],
    ['the exception', '8.3', exceptionSchema],
    ['the block', '8.4', journalSchema],
    ['the recovery block', '8.5', journalSchema],
    ['the pulse', '8.6', pulseSchema],
    ['the acknowledgement', '8.7', signAckSchema],
  ])('%s of contract %s', (_, number, schema) => {
    const shown = JSON.parse(example(number)) as unknown;
    expect(schema.parse(shown)).toEqual(shown);
  });

  test('the event of contract 3', () => {
    const value = Buffer.from(example('3'));
    const partition = homePartition('fortune-main', 12);
    const record = { partition, offset: 0, recordedAtMs: 0, value };
    const decoded = decodeRecord(record, { partitions: 12, root, authority, jackpots: new Map() });
    expect(decoded).toHaveProperty('event.type', 'bet.placed');
  });

  test('the set of keys of contract 4.2', () => {
    const shown = JSON.parse(example('4.2')) as { data: object };
    expect(envelopeSchema.parse(shown)).toEqual(shown);
    expect(commandSchemas['keys.set'].parse(shown.data)).toEqual(shown.data);
  });

  test('the configuration of contract 5', () => {
    expect(readConfiguration(parse(example('5', 'yaml')))).not.toHaveProperty('refused');
  });

  test('every JSON example of the page is one of these', () => {
    expect(page.match(/^```json$/gm)).toHaveLength(9);
  });
});

test('the hashes of the blocks of contract 8.4 and contract 8.5 are theirs, and the second names the first', () => {
  const [block, recovery] = ['8.4', '8.5'].map(
    (number) => JSON.parse(example(number)) as JournalBlock,
  );
  for (const each of [block, recovery]) {
    expect(hashBlock(each as Parameters<typeof hashBlock>[0])).toBe(each?.hash);
  }
  expect(recovery?.previous).toBe(block?.hash);
  expect(recovery?.digest).toBe(digestOf([]));
  expect(recovery?.state).toBe(block?.state);
});

test('the digest of an empty ledger is that of contract 8.8', () => {
  expect(page).toContain(`\`${new StateDigest().root()}\``);
});

test('the metrics of contract 9.4 are those of the services, each with its type and labels', () => {
  const [jackpot, signs] = [new ServiceMetrics('jackpot'), new ServiceMetrics('signs')];
  new JackpotMetrics(jackpot);
  watchAll(jackpot, {} as Parameters<typeof watchAll>[1]);
  const nothing = () => [];
  const sources = {
    streams: nothing,
    late: nothing,
    expected: [],
    isLive: () => true,
    ackAges: nothing,
    isMqttConnected: () => true,
  };
  new SignsMetrics(signs).watch(sources);
  const built = new Map(
    [...jackpot.list(), ...signs.list()].map(({ name, type, labelNames }) => [
      name,
      [name, type, labelNames.join(', ')],
    ]),
  );
  const listed = rows('9.4').map((cells) => cells.slice(0, 3).map((c) => c.replaceAll('`', '')));
  expect(built.size).toBeGreaterThan(50);
  expect(listed.toSorted()).toEqual([...built.values()].toSorted());
});

test('each metric of contract 9.4 has a meaning', () => {
  expect(rows('9.4').filter(([, , , meaning]) => !meaning)).toEqual([]);
});

test('the log lines of contract 9.5 are those of the services', () => {
  const listed = rows('9.5').flatMap(([names = '']) => names.replaceAll('`', '').split(', '));
  expect(listed.toSorted()).toEqual(lineNames.toSorted());
  const written = sources.flatMap(({ text }) =>
    [...text.matchAll(/\bevent: '([a-z-]+)'/g)].map(([, name]) => name as string),
  );
  expect([...new Set(written)].toSorted()).toEqual(lineNames.toSorted());
  const log = {} as ServiceLog;
  // @ts-expect-error A line with a name that is not listed does not compile.
  expect(() => log.info({ event: 'not-listed' }, '')).toThrow();
});

describe('the environment of contract 10', () => {
  const listed = rows('10').map((cells) => cells.map((cell) => cell.replaceAll('`', '')));
  const shared = { kafkaEnvironment, redisEnvironment, serverEnvironment: serverEnvironment(3000) };
  const readers = [
    ['jackpot', 'apps/jackpot'],
    ['signs', 'apps/signs'],
    ['CLI', 'apps/cli'],
    ['pit', 'apps/pit'],
  ] as const;

  test.each(readers)('has every variable that %s reads, and no other', (name, app) => {
    const { text = '' } = sources.find(({ file }) => file === `${app}/src/env.ts`) ?? {};
    const own = [...text.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, each]) => each as string);
    const read = Object.entries(shared).flatMap(([group, shape]) =>
      text.includes(`...${group}`) ? Object.keys(shape) : [],
    );
    const known = new Set([...own, ...read, 'NODE_EXTRA_CA_CERTS']);
    const written = listed.filter(([, , who]) => who?.split(', ').includes(name));
    expect(written.map(([variable]) => variable).toSorted()).toEqual([...known].toSorted());
  });

  test('says the defaults', () => {
    const schemas: Record<string, z.ZodType> = Object.assign({}, ...Object.values(shared));
    for (const [variable = '', written] of listed) {
      const schema = schemas[variable];
      if (!schema || variable === 'PORT') continue;
      const read = schema.safeParse(undefined);
      const value = read.success ? String(read.data ?? 'none') : 'required';
      expect([variable, written]).toEqual([variable, value]);
    }
    expect(listed.find(([variable]) => variable === 'PORT')?.[1]).toBe('3000, 3001');
  });
});

test.each([
  [
    '9.1',
    '`limit` is 1 to 1,000, by default 50',
    "@Query('limit', new WholeNumberPipe(1, 1_000)) limit = 50",
  ],
  ['9.1', 'The last\n  10,000 awards', 'awardsKept = 10_000'],
  ['9.1', 'looks at 2,000 awards', 'awardsScanned = 2_000'],
  ['9.2', 'for 30 seconds', 'stuckAfterMs = 30_000'],
  ['9.2', 'no progress for 60 seconds', 'exitWhenStuckMs = 60_000'],
  ['9.2', 'not whole in 10 s', 'requestTimeout: 10_000'],
  ['9.2', 'headers in 5 s', 'headersTimeout: 5_000'],
  ['9.2', 'over 200 characters', 'maxParamLength: 200'],
  ['9.2', 'over 16 KiB', 'maxHeaderSize: 16_384'],
  ['9.2', '1,000 requests a second', 'requestsPerSecond = 1_000'],
  ['9.2', '2,000 to the sign gateway', 'requestsPerSecond: 2_000'],
  ['9.3', '20,000 streams', 'streamsInAll = 20_000'],
  ['9.3', '12,000 of them from one address', 'streamsPerAddress = 12_000'],
  ['9.3', 'nothing for 5 seconds', 'stuckAfterMs = 5_000'],
  ['9.3', 'at most ten a second of a pool', 'leastPaceMs = 100'],
  ['9.3', 'from an age of 10 seconds', 'silentFromMs = 10_000'],
  ['9.3', 'each hit of the last 15 minutes', 'rememberedForMs = 15 * 60_000'],
  ['9.3', 'Retry-After: 10', 'retryAfterSeconds = 10;'],
  ['9.3', 'of the 32 newest pools', 'jackpotsInId = 32'],
  ['9.3', 'a pool is halted or goes on', 'if (hasTurned) this.streams.pulse()'],
  ['8.6', 'says each second', 'watchEveryMs = 1_000'],
  ['8.7', 'keeps 50,000', 'acksWaiting = 50_000'],
  ['9.2', 'over 1 KiB', 'bodyLimit: 1_024'],
  ['9.3', 'From 15 seconds', 'signSilentFromMs = 15_000'],
  ['9.3', 'sent within 5 seconds', 'ackSentWithinMs = 5_000'],
  ['9.3', 'within a tenth of a second', 'stretchMs = 100'],
  ['9.3', 'of the last 15 seconds', 'awardShownWithinMs = 15_000'],
  ['9.3', '10,000 of them', 'strangersKnown = 10_000'],
  ['10.1', 'tries for 10 seconds', 'waitForOthersMs = 10_000'],
  ['10.1', 'every five seconds', 'lookEveryMs = 5_000'],
  ['9.3', 'silent for an hour', 'strangersForgottenAfterMs = 3_600_000'],
  ['9.3', 'Retry-After: 60', 'retryAfterSeconds = 60;'],
  ['8.6', 'kept for a minute', 'storedForMs = 60_000'],
  ['9.3', 'may have 1,024 bytes', 'maxPayload: 1024'],
  ['9.3', '`retry` is 2,000 ms', 'retryMs = 2_000'],
  ['9.3', 'pool the last 500', 'hitsRemembered = 500'],
  ['9.6', 'of a jackpot the last 500', 'hitsRemembered = 500'],
  ['9.6', 'a message expiry of 15 seconds', 'valueStaysSeconds = 15'],
  ['9.6', 'every 2 seconds at least', 'publishEveryMs = 2_000'],
  ['8.4', 'at most 20,000 records', 'recordsPerCommit = 20_000'],
  ['8.3', 'at most 4,000 characters', 'detailLimit = 4_000'],
  ['8.3', 'the first 48 KiB', 'rawLimitBytes = 48 * 1024'],
  ['3', 'at most 64 KiB', 'recordLimitBytes = 64 * 1024'],
  ['3', 'at most 32 levels', 'nestingLimit = 32'],
  ['3.3', 'At most 8 rounds are unsettled', 'roundsRemembered = 8'],
  ['2', 'with 12 partitions', 'defaultPartitions = 12'],
  ['2.2', 'At most 100 traced records', 'tracedPerCommit = 100'],
  ['4.2', 'by 1,000 at most', 'versionsAhead = 1_000'],
  ['4.2', '1 to 256', 'keysLimit = 256'],
  ['4.2', 'remembers at most 1,024 keys', 'keysRemembered = 1_024'],
  ['5', 'over 10¹² minor units', 'amountLimitMinor = 1_000_000_000_000'],
  ['5', '10¹⁰ whole units', 'amountLimitMajor = 10_000_000_000'],
])('contract %s says %j, and the code has %s', (number, words, code) => {
  const said = section(number).replace(/\s+/g, ' ');
  expect(said).toContain(words.replace(/\s+/g, ' '));
  expect(sources.filter(({ text }) => text.includes(code)).length).toBeGreaterThan(0);
});

test('the commands of contract 4.4 need the roles that they need in the code, of those of 4.2', () => {
  const listed = rows('4.4').flatMap(([types = '', role]) =>
    [...types.matchAll(/`([^`]+)`/g)].map(([, type]) => [
      type,
      /^`(\w+)`$/.exec(role ?? '')?.[1] ?? null,
    ]),
  );
  expect(Object.fromEntries(listed)).toEqual(roleOf);
  const [, named = ''] = /^Roles: (.*)\.$/m.exec(section('4.2')) ?? [];
  expect([...named.matchAll(/`([^`]+)`/g)].map(([, role]) => role)).toEqual(roles);
});

test('the exit codes are those of contract 11', () => {
  expect(rows('11').map(([code]) => code)).toEqual(Object.values(exitCodes).map(String));
});
