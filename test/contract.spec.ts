import { watchAll } from '../apps/jackpot/src/gauges.js';
import { LedgerMetrics as JackpotMetrics } from '../apps/jackpot/src/metrics.js';
import { SignMetrics as SignsMetrics } from '../apps/signs/src/metrics.js';
import { TableMetrics } from '../apps/tables/src/metrics.js';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  awardSchema,
  commandSchemas,
  decodeRecord,
  envelopeSchema,
  jwkOf,
  echoSchema,
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
  statementSchema,
  valueSchema,
  exitCodes,
  type JournalBlock,
  type ServiceLog,
} from '#contract';
import { digestOf, hashBlock, StateDigest } from '#ledger';
import { approvableTypes, emptyState, roles } from '#pools';
import { jackpotHands } from '#rules';
import { ServiceMetrics } from '#service';
import { newKey, rootOf } from '#testing/test-keys';
import { parse } from 'yaml';
import { example, rows, section } from './support/contract-page.js';
import { sourcesOfProduct } from './support/pages.js';

/**
 * Compares what the contract shows and lists with the schemas and the programs. Each check fails
 * for a page with a fault in it.
 */

const page = readFileSync('libs/contract/README.md', 'utf8');
const { root } = rootOf(newKey('root'));
const { authority } = emptyState();

/**
 * Checks that a schema accepts an example of the contract, and that the example has no other
 * members.
 */
function isTaken(number: string, schema: z.ZodType) {
  return (text: string): void => {
    const shown = JSON.parse(example(text, number)) as unknown;
    expect(schema.parse(shown)).toEqual(shown);
  };
}

const checks: Readonly<Record<string, (text: string) => void>> = {
  'the award of 8.1': isTaken('8.1', awardSchema),
  'the value of 8.2': isTaken('8.2', valueSchema),
  'the exception of 8.3': isTaken('8.3', exceptionSchema),
  'the statement of 8.10': isTaken('8.10', statementSchema),
  'the block of 8.4': isTaken('8.4', journalSchema),
  'the recovery block of 8.5': isTaken('8.5', journalSchema),
  'the pulse of 8.6': isTaken('8.6', pulseSchema),
  'the echo of 8.9': isTaken('8.9', echoSchema),
  'the acknowledgement of 8.7': isTaken('8.7', signAckSchema),

  'the event of 3': (text) => {
    const value = Buffer.from(example(text, '3'));
    const partition = homePartition('fortune-main', 12);
    const record = { partition, offset: 0, recordedAtMs: 0, value };
    const decoded = decodeRecord(record, { partitions: 12, root, authority, jackpots: new Map() });
    expect(decoded).toHaveProperty('event.type', 'bet.placed');
  },

  'the set of keys of 4.2': (text) => {
    const shown = JSON.parse(example(text, '4.2')) as { data: object };
    expect(envelopeSchema.parse(shown)).toEqual(shown);
    const { keys, ...data } = commandSchemas['keys.set'].parse(shown.data);
    expect({ ...data, keys: keys.map(jwkOf) }).toEqual(shown.data);
  },

  'the configuration of 5': (text) => {
    expect(readConfiguration(parse(example(text, '5', 'yaml')))).not.toHaveProperty('refused');
  },

  'every JSON example is one of these': (text) => {
    expect(text.match(/^```json$/gm)).toHaveLength(11);
  },

  'the hashes of the blocks of 8.4 and 8.5, of which the second names the first': (text) => {
    const [block, recovery] = ['8.4', '8.5'].map(
      (number) => JSON.parse(example(text, number)) as JournalBlock,
    );
    for (const each of [block, recovery]) {
      expect(hashBlock(each as Parameters<typeof hashBlock>[0])).toBe(each?.hash);
    }
    expect(recovery?.previous).toBe(block?.hash);
    expect(recovery?.digest).toBe(digestOf([]));
    expect(recovery?.state).toBe(block?.state);
  },

  'the digest of an empty ledger of 8.8': (text) => {
    expect(section(text, '8.8')).toContain(`\`${new StateDigest().root()}\``);
  },

  'the metrics of 9.4, each with its type, labels and meaning': (text) => {
    const listed = rows(text, '9.4');
    const named = listed.map((cells) => cells.slice(0, 3).map((c) => c.replaceAll('`', '')));
    expect(named.toSorted()).toEqual(metricsOfServices().toSorted());
    expect(listed.filter(([, , , meaning]) => !meaning)).toEqual([]);
  },

  'the log lines of 9.5': (text) => {
    const listed = rows(text, '9.5').flatMap(([names = '']) =>
      names.replaceAll('`', '').split(', '),
    );
    expect(listed.toSorted()).toEqual(lineNames.toSorted());
  },

  ...Object.fromEntries(
    (
      [
        ['jackpot', 'apps/jackpot'],
        ['signs', 'apps/signs'],
        ['tables', 'apps/tables'],
        ['console', 'apps/console'],
        ['CLI', 'apps/cli'],
        ['pit', 'apps/pit'],
      ] as const
    ).map(([name, app]) => [
      `the environment of ${name} in 10`,
      (text: string) => expectVariables(text, name, app),
    ]),
  ),

  'the defaults of 10': (text) => {
    const schemas: Record<string, z.ZodType> = Object.assign({}, ...Object.values(environments));
    const listed = variablesOf(text);
    expect(listed.length).toBeGreaterThan(10);
    for (const [variable = '', written] of listed) {
      const schema = schemas[variable];
      if (!schema || variable === 'PORT') continue;
      const read = schema.safeParse(undefined);
      const value = read.success ? String(read.data ?? 'none') : 'required';
      expect([variable, written]).toEqual([variable, value]);
    }
    expect(listed.find(([variable]) => variable === 'PORT')?.[1]).toBe('3000, 3001, 3003, 3002');
  },

  'the roles of the commands of 4.4, of those of 4.2': (text) => {
    const listed = rows(text, '4.4').flatMap(([types = '', role]) =>
      [...types.matchAll(/`([^`]+)`/g)].map(([, type]) => [
        type,
        /^`(\w+)`$/.exec(role ?? '')?.[1] ?? null,
      ]),
    );
    expect(Object.fromEntries(listed)).toEqual(roleOf);
    const [, named = ''] = /^Roles: (.*)\.$/m.exec(section(text, '4.2')) ?? [];
    expect([...named.matchAll(/`([^`]+)`/g)].map(([, role]) => role)).toEqual(roles);
  },

  'the hands of 3.2': (text) => {
    const [, named = ''] = /^- `hand` is (.*?)\. A card/ms.exec(section(text, '3.2')) ?? [];
    expect([...named.matchAll(/`([^`]+)`/g)].map(([, hand]) => hand)).toEqual(jackpotHands);
  },

  'the acts of 4.5 that may need more than one person': (text) => {
    const [, named = ''] = /more than one person: (.*?)\. To /s.exec(section(text, '4.5')) ?? [];
    expect([...named.matchAll(/`([^`]+)`/g)].map(([, type]) => type)).toEqual(approvableTypes);
  },

  'the exit codes of 11': (text) => {
    expect(rows(text, '11').map(([code]) => code)).toEqual(Object.values(exitCodes).map(String));
  },
};

test.each(Object.entries(checks))('the contract has %s', (_, check) => check(page));

/** The name of a check, words of the page, and a wrong text in their place. */
const faults: readonly (readonly [string, string, string])[] = [
  ['the award of 8.1', '"basis": "share"', '"basis": "half"'],
  [
    'the value of 8.2',
    '"jackpot": "fortune-main", "currency"',
    '"pool": "fortune-main", "currency"',
  ],
  ['the exception of 8.3', '"reason": "stake-out-of-limits"', '"reason": "stake-out"'],
  ['the statement of 8.10', '"parts": 1', '"parts": 0'],
  ['the block of 8.4', '"postings":', '"moves":'],
  ['the recovery block of 8.5', '"act": "skip"', '"act": "undo"'],
  ['the pulse of 8.6', '"pulse": 7', '"beat": 7'],
  ['the acknowledgement of 8.7', '"state": "running"', '"state": "idle"'],
  ['the echo of 8.9', '"echo": 7', '"sound": 7'],
  ['the event of 3', '"specversion": "1.0"', '"specversion": "0.3"'],
  ['the set of keys of 4.2', '"kty": "OKP"', '"kty": "RSA"'],
  ['the configuration of 5', 'currency: MOP', 'currency: MOPS'],
  ['every JSON example is one of these', '```json', '```json5'],
  [
    'the hashes of the blocks of 8.4 and 8.5, of which the second names the first',
    '"block": ',
    '"block": 1',
  ],
  ['the digest of an empty ledger of 8.8', '### 8.8', '### 8.9'],
  [
    'the metrics of 9.4, each with its type, labels and meaning',
    '| `jackpot_info` | gauge',
    '| `jackpot_info` | counter',
  ],
  ['the log lines of 9.5', '| `listening` |', '| `hearing` |'],
  ['the environment of jackpot in 10', '| `KAFKA_GROUP_ID` |', '| `KAFKA_GROUP` |'],
  [
    'the environment of signs in 10',
    '| `KAFKA_SSL` | `false` | jackpot, signs, tables,',
    '| `KAFKA_SSL` | `false` | jackpot, tables,',
  ],
  ['the environment of tables in 10', '| `TABLES_TOKENS` |', '| `TABLE_TOKENS` |'],
  ['the environment of console in 10', '| `CONSOLE_ORIGIN` |', '| `CONSOLE_ADDRESS` |'],
  ['the environment of CLI in 10', '| `COMMAND_KEY` |', '| `COMMAND_KEYS` |'],
  [
    'the environment of pit in 10',
    '| `KAFKA_BROKERS` | required | jackpot, signs, tables, console, CLI, pit |',
    '| `KAFKA_BROKERS` | required | jackpot, signs, tables, console, CLI |',
  ],
  ['the defaults of 10', '| `KAFKA_SSL` | `false`', '| `KAFKA_SSL` | `true`'],
  ['the roles of the commands of 4.4, of those of 4.2', 'Roles: `keys`, ', 'Roles: '],
  ['the hands of 3.2', '`full-house` or `flush`', '`full-house`'],
  [
    'the acts of 4.5 that may need more than one person',
    '`pool.adjusted`, `table.unblocked`,',
    '`pool.adjusted`,',
  ],
  ['the exit codes of 11', '| 75 | CLI', '| 76 | CLI'],
];

test.each(faults)('%s is found wrong with %j as %j', (name, right, wrong) => {
  expect(page).toContain(right);
  expect(() => checks[name]?.(page.replaceAll(right, wrong))).toThrow();
});

test('every check has a page that it refuses', () => {
  const proven = faults.map(([name]) => name);
  expect(Object.keys(checks).filter((name) => !proven.includes(name))).toEqual([]);
});

test('the log lines that are written are those of the list', () => {
  const written = sourcesOfProduct.flatMap(({ text }) =>
    [...text.matchAll(/\bevent: '([a-z-]+)'/g)].map(([, name]) => name as string),
  );
  expect([...new Set(written)].toSorted()).toEqual(lineNames.toSorted());
  const log = {} as ServiceLog;
  // @ts-expect-error A line with a name that is not listed does not compile.
  expect(() => log.info({ event: 'not-listed' }, '')).toThrow();
});

const environments = {
  kafkaEnvironment,
  redisEnvironment,
  serverEnvironment: serverEnvironment(3000),
};

/** The rows of contract 10 without ticks: variable, default, who reads it. */
function variablesOf(text: string): string[][] {
  return rows(text, '10').map((cells) => cells.map((cell) => cell.replaceAll('`', '')));
}

function expectVariables(text: string, name: string, app: string): void {
  const { text: code = '' } =
    sourcesOfProduct.find(({ file }) => file === `${app}/src/env.ts`) ?? {};
  const own = [...code.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, each]) => each as string);
  const read = Object.entries(environments).flatMap(([group, shape]) =>
    code.includes(`...${group}`) ? Object.keys(shape) : [],
  );
  const known = new Set([...own, ...read, 'NODE_EXTRA_CA_CERTS']);
  expect(known.size).toBeGreaterThan(3);
  const written = variablesOf(text).filter(([, , who]) => who?.split(', ').includes(name));
  expect(written.map(([variable]) => variable).toSorted()).toEqual([...known].toSorted());
}

/** The name, type and labels of each metric of all services. */
function metricsOfServices(): string[][] {
  const [jackpot, signs, tables] = ['jackpot', 'signs', 'tables'].map(
    (name) => new ServiceMetrics(name),
  ) as [ServiceMetrics, ServiceMetrics, ServiceMetrics];
  new TableMetrics(tables);
  new JackpotMetrics(jackpot);
  watchAll(jackpot, {} as Parameters<typeof watchAll>[1]);
  const nothing = () => [];
  new SignsMetrics(signs).watch({
    streams: nothing,
    late: nothing,
    expected: [],
    isLive: () => true,
    ackAges: nothing,
    isMqttConnected: () => true,
  });
  const all = [...jackpot.list(), ...signs.list(), ...tables.list()];
  // Some metrics belong to several services.
  return [...new Map(all.map((each) => [each.name, each])).values()].map(
    ({ name, type, labelNames }) => [name, type, labelNames.join(', ')],
  );
}
