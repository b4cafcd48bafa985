import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import {
  awardSchema,
  commandSchemas,
  configurationSchema,
  defaultTopicPrefix,
  envelopeSchema,
  exceptionReasons,
  exceptionSchema,
  journalSchema,
  kafkaEnvironment,
  redisEnvironment,
  serverEnvironment,
  tableEventSchemas,
  topicKinds,
  topicName,
  pulseSchema,
  shownSchema,
  signAckSchema,
  statementSchema,
  tableSchema,
  valueSchema,
} from '#contract';
import { haltReasons } from '#log/halting';
import { foldRemarks } from '#pools';
import { jackpotPolicyReadings } from '#rules';
import { whyFigureIsWrong } from './support/figures.js';
import { documents, sourcesOfProduct, type Page } from './support/pages.js';

/**
 * Checks that a document names only what exists: each command, state, reason, setting and variable
 * in it is in the schemas. A control that exists only in a text is worse than none. Each check
 * returns the faults of some pages.
 */

interface Named {
  readonly file: string;
  readonly line: string;
  readonly word: string;
}

/** Words that pages write as code, one by one; a word of a path or a file name is left out. */
function namedIn(pages: readonly Page[]): Named[] {
  return pages.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line) =>
      [...line.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) =>
        code
          .split(/[^A-Za-z0-9._/-]+/)
          .filter((word) => !/\/|\.(ts|js|mjs|lua|json|md|yaml|conf|acl|svg|jwk)$/.test(word))
          .map((word) => ({ file, line, word })),
      ),
    ),
  );
}

/** Names in pages that do not exist, as `file: word`. */
function strangers(
  pages: readonly Page[],
  pattern: RegExp,
  known: readonly string[],
  isKnown: (named: Named) => boolean = () => false,
): string[] {
  return namedIn(pages)
    .filter((each) => pattern.test(each.word) && !known.includes(each.word) && !isKnown(each))
    .map(({ file, word }) => `${file}: ${word}`);
}

/** The names of all members of a schema, at any depth, except those that accept only null. */
function membersOf(schema: z.ZodType): string[] {
  const members = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { properties = {} } = value as { properties?: Record<string, { type?: string }> };
    for (const [name, member] of Object.entries(properties)) {
      if (member.type !== 'null') members.add(name);
    }
    Object.values(value).forEach(visit);
  };
  visit(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return [...members];
}

const topics = topicKinds.map((kind) => topicName(defaultTopicPrefix, kind));
const events = [...Object.keys(tableEventSchemas), ...Object.keys(commandSchemas)];
const symbols = symbolsOfCode();

type Check = (pages: readonly Page[]) => string[];
const checks: Readonly<Record<string, Check>> = {
  'an event, command or topic that is not in the contract': (pages) => {
    const prefixes = /^(bet|round|table|jackpot|pool|award|act|keys|edition|day)\.[a-z-]+$/;
    return strangers(pages, prefixes, [...topics, ...events]);
  },

  'a setting that nobody reads': (pages) => {
    const files =
      /^(README|SECURITY|ARCHITECTURE|DECISIONS)\.md$|^deploy\/operations\/|^libs\/contract\//;
    // A page may name a refused setting where it says so; ARCHITECTURE and DECISIONS name functions
    // and classes.
    const isKnown = ({ line, word }: Named): boolean =>
      symbols.has(word) || /`verifyAbove`.* is refused/.test(line);
    const asked = pages.filter(({ file }) => files.test(file));
    return strangers(asked, /^[a-z]+[A-Z][A-Za-z]*$/, knownSettings(), isKnown);
  },

  'a variable of the environment that nobody reads': (pages) => {
    const variables = /^(KAFKA|REDIS|TOPIC|COMMAND|NODE|JACKPOT|HOST|LOG|OTEL)_[A-Z_]+$/;
    // `KAFKA_SASL_…` names a group of variables.
    return strangers(pages, variables, knownVariables()).filter((each) => !each.endsWith('_'));
  },

  'a line over 140 columns, but the rows of tables': (pages) =>
    pages.flatMap(({ file, text }) =>
      text
        .split('\n')
        .map((line, index) => ({ place: `${file}:${index + 1}`, line }))
        .filter(({ line }) => line.length > 140 && !line.startsWith('|'))
        .map(({ place, line }) => `${place} has ${line.length}`),
    ),

  'a link to a file that is not there': (pages) =>
    pages.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g)]
        .filter(([, link = '']) => !existsSync(join(dirname(file), link)))
        .map(([, link]) => `${file}: ${link}`),
    ),
};

test.each(Object.entries(checks))('no document has %s', (_, check) => {
  expect(documents.length).toBeGreaterThan(30);
  expect(namedIn(documents).length).toBeGreaterThan(1_000);
  expect(check(documents)).toEqual([]);
});

/** The beginning of the check's name, a page that has the fault, and what the check finds. */
const wrong: readonly (readonly [string, string, string, string])[] = [
  ['an event', 'README.md', 'It sends `bet.doubled`.', 'README.md: bet.doubled'],
  ['an event', 'a/b.md', 'on `jackpot.sounds`', 'a/b.md: jackpot.sounds'],
  ['a setting', 'SECURITY.md', 'set `payTwice`', 'SECURITY.md: payTwice'],
  ['a variable', 'README.md', '`KAFKA_BROKER`', 'README.md: KAFKA_BROKER'],
  ['a line', 'README.md', 'a'.repeat(141), 'README.md:1 has 141'],
  ['a link', 'deploy/a.md', '[b](../b.md)', 'deploy/a.md: ../b.md'],
];

test.each(wrong)('%s is found in %s: %s', (name, file, text, found) => {
  const [, check] = Object.entries(checks).find(([each]) => each.startsWith(name)) ?? [];
  expect(check?.([{ file, text }])).toEqual([found]);
});

test('every check finds a wrong page', () => {
  const proven = wrong.map(([name]) => name);
  const others = Object.keys(checks).filter(
    (each) => !proven.some((name) => each.startsWith(name)),
  );
  expect(others).toEqual([]);
});

/** The contract's list of refusals: the words in it, and the rows of its table in their order. */
function refusalsIn(page: string): { words: string[]; rows: string[] } {
  const [, section = ''] = /^### 3\.5[^\n]*\n(.*?)^##/ms.exec(page) ?? [];
  const words = [...section.matchAll(/`([a-z]+(?:-[a-z]+)+|malformed)`/g)].map(
    ([, word]) => word as string,
  );
  const rows = [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word as string),
  );
  return { words: [...new Set(words)].sort(), rows };
}

test('the contract’s list of refusals has every reason, in the order of precedence', () => {
  const page = readFileSync('libs/contract/README.md', 'utf8');
  const { words, rows } = refusalsIn(page);
  expect(words).toEqual([...exceptionReasons].sort());
  // People read a table from the top, so its order is the order of precedence.
  expect(rows).toEqual(exceptionReasons.slice(0, -foldRemarks.length));
  const [first = '', second = ''] = rows;
  const swapped = page.replaceAll(first, 'x-y').replaceAll(second, first).replaceAll('x-y', second);
  expect(refusalsIn(swapped).rows).not.toEqual(rows);
  expect(refusalsIn(page.replaceAll(first, 'bad-luck')).words).not.toEqual(words);
});

test('ARCHITECTURE names every reason to halt', () => {
  const missing = (page: string) => haltReasons.filter((reason) => !page.includes(`\`${reason}\``));
  const page = readFileSync('ARCHITECTURE.md', 'utf8');
  expect(missing(page)).toEqual([]);
  expect(missing(page.replaceAll('`newer-edition`', ''))).toEqual(['newer-edition']);
});

/** Faults in the notes of a page of decisions. */
function noteFaults(page: string): string[] {
  const notes = page
    .trim()
    .split(/\n\n+/)
    .slice(2)
    .filter((text) => !text.startsWith('## '));
  const numbers = notes.map((note) => /^\*\*(\d+)\. /.exec(note)?.[1]);
  return notes.flatMap((note, index) => {
    const number = numbers[index];
    const name = number ?? note.slice(0, 20);
    return [
      ...(number === undefined ? [`${name}: no number`] : []),
      ...(numbers.indexOf(number) < index ? [`${name}: twice`] : []),
      ...(note.split('\n').length > 15 ? [`${name}: over 15 lines`] : []),
    ];
  });
}

test('a decision is a note with a number of its own, of at most 15 lines', () => {
  const page = readFileSync('DECISIONS.md', 'utf8');
  expect(noteFaults(page)).toEqual([]);
  expect(noteFaults(page.replace('**2. ', '**1. '))).toEqual(['1: twice']);
  expect(noteFaults(page.replace('**2. ', '**'))).toEqual([expect.stringMatching('no number')]);
  expect(noteFaults(`${page}${'more\n'.repeat(15)}`)).toEqual([
    expect.stringMatching('over 15 lines'),
  ]);
});

/** A number in a document: the file, the words, and the code that it comes from. */
type Figure = readonly [file: string, words: string, code: string];

const whyWrong = ([file, words, code]: Figure): string | undefined =>
  whyFigureIsWrong(file, readFileSync(file, 'utf8'), words, code);

test.each<Figure>([
  ['deploy/sizing.md', 'takes up to 20,000 events', 'recordsPerCommit = 20_000'],
  ['ARCHITECTURE.md', 'each run of at most 4,000 records', 'recordsPerApply = 4_000'],
  ['ARCHITECTURE.md', 'a commit of at most 20,000 records', 'recordsPerCommit = 20_000'],
  ['DECISIONS.md', 'has waited two seconds (five where', 'ageMs: 2_000'],
  ['DECISIONS.md', '(five where the last record is ten', 'lateAgeMs: 5_000'],
  ['DECISIONS.md', '5,000 entries to write', 'entries: 5_000'],
  ['DECISIONS.md', '900 jackpots with postings', 'jackpots: 900'],
  ['DECISIONS.md', 'or 500 awards and exceptions', 'outputs: 500'],
  ['deploy/sizing.md', 'Twelve by default', 'defaultPartitions = 12'],
  ['deploy/sizing.md', 'its session ends, after 6 s', 'defaultSessionTimeoutMs = 6_000'],
  ['deploy/sizing.md', 'heartbeat, every 1.5 s', 'Math.floor(sessionTimeout / 4)'],
  ['deploy/sizing.md', 'with three copies and', 'copies = 3'],
  ['deploy/operations/README.md', 'again every ten seconds', 'lookAgainEveryMs = 10_000'],
  ['SECURITY.md', 'at most 64 KiB', 'recordLimitBytes = 64 * 1024'],
  ['SECURITY.md', 'Headers 16 KiB', 'maxHeaderSize: 16_384'],
  ['SECURITY.md', 'body 1 KiB', 'bodyLimit: 1_024'],
  ['SECURITY.md', 'a route parameter 200 characters', 'maxParamLength: 200'],
  ['SECURITY.md', 'must be whole within 10 s', 'requestTimeout: 10_000'],
  ['SECURITY.md', 'its headers within 5 s', 'headersTimeout: 5_000'],
  ['SECURITY.md', '1,000 requests a second to the ledger', 'requestsPerSecond: 1_000'],
  ['SECURITY.md', '2,000 to the sign gateway', 'requestsPerSecond: 2_000'],
  ['SECURITY.md', '200 to the table gateway', 'requestsPerSecond: 200 '],
  ['SECURITY.md', '50 to the', 'requestsPerSecond: 50,'],
  ['SECURITY.md', '12,000 of the gateway', 'streamsPerAddress = 12_000'],
  ['SECURITY.md', "the gateway's 20,000 streams", 'streamsInAll = 20_000'],
])('%s says %j, and the code has %s', (...figure) => {
  expect(whyWrong(figure)).toBeUndefined();
});

test.each<[Figure, string]>([
  [['SECURITY.md', 'at most 65 KiB', 'recordLimitBytes = 64'], 'SECURITY.md does not say it'],
  [['SECURITY.md', 'at most 64 KiB', 'recordLimitBytes = 65'], 'no code has recordLimitBytes = 65'],
])('the figure %j is found wrong', (figure, why) => {
  expect(whyWrong(figure)).toBe(why);
});

/** The members of all messages and settings, and other names written in the same way. */
function knownSettings(): string[] {
  const schemas: z.ZodType[] = [
    ...Object.values(tableEventSchemas),
    ...Object.values(commandSchemas),
    ...[configurationSchema, envelopeSchema],
    ...[awardSchema, valueSchema, shownSchema, pulseSchema, exceptionSchema, journalSchema],
    ...[signAckSchema, statementSchema, tableSchema],
  ];
  return [
    ...schemas.flatMap(membersOf),
    ...Object.keys(jackpotPolicyReadings),
    // Members of the HTTP API and of a signature's header.
    ...[
      'keyId',
      'authenticatorData',
      'clientDataJSON',
      'crossOrigin',
      'stuckForMs',
      'unsentForMs',
      'forMs',
      'approvedBy',
      'formerTerms',
    ],
    // Members of log lines.
    ...['waitedMs', 'exitCode'],
  ];
}

function knownVariables(): string[] {
  const own = ['apps/jackpot', 'apps/signs', 'apps/cli', 'apps/pit'].flatMap((app) =>
    [...readFileSync(`${app}/src/env.ts`, 'utf8').matchAll(/^ {2}([A-Z_]+):/gm)].map(
      ([, name]) => name as string,
    ),
  );
  const shared = [kafkaEnvironment, redisEnvironment, serverEnvironment(0)];
  // OpenTelemetry's exporter reads these by itself.
  const others = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_RESOURCE_ATTRIBUTES'];
  return [...own, ...others, ...shared.flatMap(Object.keys), 'NODE_EXTRA_CA_CERTS'];
}

/** Names that our own code declares, which ARCHITECTURE and DECISIONS may point to. */
function symbolsOfCode(): Set<string> {
  const declared = /^(?:export )?(?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
  return new Set(
    sourcesOfProduct.flatMap(({ text }) =>
      [...text.matchAll(declared)].map(([, name]) => name as string),
    ),
  );
}
