import { seatStates } from '#pools';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command, CommanderError } from 'commander';
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
  valueSchema,
} from '#contract';
import { jackpotPolicyReadings } from '#rules';
import { buildProgram } from '../apps/cli/src/program.js';

/**
 * A document names only what is there: every command, state, reason, setting and variable in it is
 * in the schemas. A control that exists only in a text is worse than none.
 */

const reports = /^(test\/(bench|\w+\/report)\/|CHANGELOG)/;
const documents = execFileSync('git', ['ls-files', '--', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !reports.test(file));

interface Named {
  readonly file: string;
  readonly line: string;
  readonly word: string;
}

/** What stands in a document as code, word by word; a word of a path or a file's name is none. */
const named: readonly Named[] = documents.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) =>
      [...line.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) =>
        code
          .split(/[^A-Za-z0-9._/-]+/)
          .filter((word) => !/\/|\.(ts|js|mjs|lua|json|md|yaml|conf|acl|svg|jwk)$/.test(word))
          .map((word) => ({ file, line, word })),
      ),
    ),
);

/** Where a document names what is not there, as `file: word`. */
function strangers(pattern: RegExp, known: readonly string[], files = /./): string[] {
  return named
    .filter(({ file, word }) => files.test(file) && pattern.test(word) && !known.includes(word))
    .map(({ file, word }) => `${file}: ${word}`);
}

/** The names of all members of a schema, at any depth, but those that take nothing but null. */
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

test('every event, command and topic that a document names is in the contract', () => {
  const prefixes = /^(bet|round|table|jackpot|pool|award|act|keys|edition|day)\.[a-z-]+$/;
  expect(strangers(prefixes, [...topics, ...events])).toEqual([]);
});

test('every state of an award that a document names is one that the schema has', () => {
  const known = [...seatStates, 'granted'];
  const states = /^(awarded|locked|verified|paid|reversed|expired|granted)$/;
  // In the rules a word of these may be the reading of a policy.
  expect(strangers(states, known, /^(?!libs\/rules\/)/)).toEqual([]);
});

test('every setting that a document names is a member that somebody reads', () => {
  const schemas: z.ZodType[] = [
    ...Object.values(tableEventSchemas),
    ...Object.values(commandSchemas),
    ...[configurationSchema, envelopeSchema],
    ...[awardSchema, valueSchema, shownSchema, pulseSchema, exceptionSchema, journalSchema],
    signAckSchema,
  ];
  const known = [
    ...schemas.flatMap(membersOf),
    ...Object.keys(jackpotPolicyReadings),
    // Members of the HTTP API, and of a signature's header.
    ...['lastAward', 'seenAt', 'beganAt', 'keyId', 'stuckForMs', 'approvedBy'],
    // Members of log lines.
    ...['waitedMs', 'exitCode'],
  ];
  const files = /^(README|SECURITY|ARCHITECTURE)\.md$|^deploy\/operations\/|^libs\/contract\//;
  // What is refused may be named where that is said; functions and classes are named in
  // ARCHITECTURE.
  const isRefusal = ({ line }: Named): boolean => /`verifyAbove`.* is refused/.test(line);
  const settings = /^[a-z]+[A-Z][A-Za-z]*$/;
  const symbols = symbolsOfCode();
  const found = named
    .filter(({ file, word }) => files.test(file) && settings.test(word))
    .filter((each) => !known.includes(each.word) && !symbols.has(each.word) && !isRefusal(each))
    .map(({ file, word }) => `${file}: ${word}`);
  expect(found).toEqual([]);
});

test('every reason that the contract’s list of refusals names is one, and none is missing', () => {
  const page = readFileSync('libs/contract/README.md', 'utf8');
  const [, section = ''] = /^### 3\.5[^\n]*\n(.*?)^## 4/ms.exec(page) ?? [];
  const listed = [...section.matchAll(/`([a-z]+(?:-[a-z]+)+|malformed)`/g)].map(([, word]) => word);
  const once = [...new Set(listed)];
  expect([...once].sort()).toEqual([...exceptionReasons].sort());
  // A table is read from above, so its order is the order of precedence.
  const refusals = exceptionReasons.slice(0, -2);
  const rows = [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word),
  );
  expect(rows).toEqual(refusals);
});

test('every variable of the environment that a document names is read', () => {
  const own = ['apps/jackpot', 'apps/signs', 'apps/cli', 'apps/pit'].flatMap((app) =>
    [...readFileSync(`${app}/src/env.ts`, 'utf8').matchAll(/^ {2}([A-Z_]+):/gm)].map(
      ([, name]) => name as string,
    ),
  );
  const shared = [kafkaEnvironment, redisEnvironment, serverEnvironment(0)];
  // OpenTelemetry's exporter reads these by itself.
  const others = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_RESOURCE_ATTRIBUTES'];
  const known = [...own, ...others, ...shared.flatMap(Object.keys), 'NODE_EXTRA_CA_CERTS'];
  const variables = /^(KAFKA|REDIS|TOPIC|COMMAND|NODE|JACKPOT|HOST|LOG|OTEL)_[A-Z_]+$/;
  // `KAFKA_SASL_…` names a group of them.
  const found = strangers(variables, known).filter((each) => !each.endsWith('_'));
  expect(found).toEqual([]);
});

test('no line of a document is over 140 columns, but the rows of tables', () => {
  const long = documents.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, index) => ({ place: `${file}:${index + 1}`, line }))
      .filter(({ line }) => line.length > 140 && !line.startsWith('|')),
  );
  expect(long.map(({ place, line }) => `${place} has ${line.length}`)).toEqual([]);
});

test('every link of a document to a file leads to one', () => {
  const links = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g)].map(
      ([, link = '']) => ({ file, link, target: join(dirname(file), link) }),
    ),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ target }) => !existsSync(target))).toEqual([]);
});

/** What follows some words in all documents, up to the end of the code or the comment behind it. */
function typed(words: string): { file: string; line: string }[] {
  return documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(new RegExp(`${words}([^\n\`#>&]*)`, 'g'))].map(
      ([, line = '']) => ({ file, line: line.trim() }),
    ),
  );
}

test('every npm command in a document is a script', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
  const known = [...Object.keys(scripts), 'start:…'];
  const named = typed('npm run (?:-s )?').map(({ file, line }) => [file, line.split(/[ ,.)]/)[0]]);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(([, name = '']) => name !== '' && !known.includes(name))).toEqual([]);
});

test('every option after npm run start:pit in a document is one that the program takes', () => {
  const text = readFileSync('apps/pit/src/options.ts', 'utf8');
  const known = [...text.matchAll(/'(?:(-\w), )?(--[a-z-]+)/g)].flatMap(([, ...names]) => names);
  const lines = typed('npm run start:pit -- ');
  expect(lines.length).toBeGreaterThan(0);
  for (const { file, line } of lines) {
    const options = line.split(/\s+/).filter((word) => /^--?[a-z]/.test(word));
    const unknown = options.filter((option) => !known.includes(option));
    expect({ file, unknown }).toEqual({ file, unknown: [] });
  }
});

/** Commands of `jackpot` as they are typed, in documents, and in what deploys and alerts. */
const jackpotLines = execFileSync('git', ['ls-files', '--', '*.md', '*.yaml', '*.yml', '*.acl'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file) && !reports.test(file))
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const typedSo = [
      ...text.matchAll(/(`?)npm run (?:-s )?jackpot -- ((?:"[^"]*"|[^\n`#>&|;)])*)/g),
    ];
    const named = [...text.matchAll(/`jackpot ([a-z][^`\n]*)`/g)];
    return [
      // In a sentence a command may be named without all that it needs.
      ...typedSo.map(([, tick, line = '']) => ({ file, line: line.trim(), isWhole: tick === '' })),
      ...named.map(([, line = '']) => ({ file, line: line.trim(), isWhole: false })),
    ];
  });

/** What a document writes for a value that the reader chooses, and one such value. */
const examples: Readonly<Record<string, string>> = { ACT: 'skip', N: '7' };

/** Parses a line as the program does, without running it; why it is not taken, or undefined. */
function whyNotTaken(line: string, isWhole: boolean): string | undefined {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? examples[word] ?? word); // prettier-ignore
  const program = buildProgram();
  const run = (command: Command): void => {
    command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
    if (command.commands.length === 0) command.action(() => undefined);
    command.commands.forEach(run);
  };
  run(program);
  try {
    program.parse(words, { from: 'user' });
    return undefined;
  } catch (error) {
    const { code, message } = error as CommanderError;
    return /^commander\.(missing|help)/.test(code) && !isWhole ? undefined : message;
  }
}

test('every command of jackpot in a document is one that the program takes', () => {
  expect(jackpotLines.length).toBeGreaterThan(80);
  const wrong = jackpotLines.flatMap(({ file, line, isWhole }) => {
    const why = whyNotTaken(line, isWhole);
    return why === undefined ? [] : [`${file}: jackpot ${line}: ${why}`];
  });
  expect(wrong).toEqual([]);
});

test.each([
  ['pay-out main', true, /unknown command 'pay-out'/],
  ['verify --fast', false, /unknown option '--fast'/],
  ['recover --partition 7 --act undo', true, /Allowed choices are rebuild/],
  ['adjust main --amount +1.00', true, /required option '--reason/],
  ['status main', true, /too many arguments/],
])('a document that said "jackpot %s" would be found', (line, isWhole, why) => {
  expect(whyNotTaken(line, isWhole)).toMatch(why);
});

/** A number in a document, and the code that it is from. */
test.each([
  ['deploy/sizing.md', 'takes up to 20,000 events', 'recordsPerCommit = 20_000'],
  ['ARCHITECTURE.md', '4,000 records; far behind', 'recordsPerApply = 4_000'],
  ['ARCHITECTURE.md', 'brings two seconds (five where', 'ageMs: 2_000'],
  ['ARCHITECTURE.md', '5,000 entries to write', 'entries: 5_000'],
  ['ARCHITECTURE.md', '900\n  jackpots with postings', 'jackpots: 900'],
  ['ARCHITECTURE.md', 'or 500 awards and exceptions', 'outputs: 500'],
  ['ARCHITECTURE.md', 'its last 10,000 awards', 'awardsKept = 10_000'],
  ['deploy/sizing.md', 'the last 10,000 awards', 'awardsKept = 10_000'],
  ['deploy/sizing.md', 'Twelve by default', 'defaultPartitions = 12'],
  ['deploy/sizing.md', 'its session ends, after 6 s', 'defaultSessionTimeoutMs = 6_000'],
  ['deploy/sizing.md', 'heartbeat, every 1.5 s', 'Math.floor(sessionTimeout / 4)'],
  ['deploy/sizing.md', 'with three copies and', 'copies = 3'],
  ['deploy/operations/README.md', 'again every ten seconds', 'lookAgainEveryMs = 10_000'],
  ['SECURITY.md', 'at most 64 KiB', 'recordLimitBytes = 64 * 1024'],
])('%s says %j, and the code has %s', (file, words, code) => {
  const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
  expect(oneLine(readFileSync(file, 'utf8'))).toContain(oneLine(words));
  const found = execFileSync('git', ['grep', '-lF', code, '--', 'apps/**/*.ts', 'libs/**/*.ts']);
  expect(String(found)).not.toBe('');
});

/** Names that our own code declares, which ARCHITECTURE may point to. */
function symbolsOfCode(): Set<string> {
  const files = execFileSync('git', ['ls-files', '--', 'libs/**/*.ts', 'apps/**/*.ts'], {
    encoding: 'utf8',
  });
  const sources = files.split('\n').filter((file) => file !== '' && !file.includes('.spec.'));
  const declared = /^(?:export )?(?:async )?(?:function|const|class|interface|type) (\w+)/gm;
  return new Set(
    sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(declared)].map(([, name]) => name as string),
    ),
  );
}
