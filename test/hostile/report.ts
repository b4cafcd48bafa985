import { createHash } from 'node:crypto';
import { transformSync } from '@swc/core';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptReports, sourcesLine, type JudgedSources } from '../evidence/kept-reports.js';
import { describeMachine, machineLine } from '../support/machine.js';
import type { Memory } from './memory.js';

export type Counts = Readonly<Record<string, number>>;

/** The memory of a service before a phase, and after each third of it. */
export interface Course {
  readonly service: string;
  readonly phase: string;
  readonly before: Memory;
  readonly after: readonly Memory[];
}

/** The results of a whole run. A run with any fault has none. */
export interface HostileRun {
  readonly sources: JudgedSources;
  readonly seed: string;
  readonly records: {
    readonly kinds: Counts;
    /** Records with an impossible timestamp that the broker refused. */
    readonly impossible: { readonly sent: number; readonly refused: number };
    /** Good records among them; each had its exact effect. */
    readonly good: number;
    readonly verdicts: Counts;
    readonly reasons: Counts;
  };
  readonly requests: {
    readonly kinds: Counts;
    readonly answers: Counts;
    readonly streams: number;
    readonly slow: number;
  };
  readonly memory: readonly Course[];
}

/** The files that decide which records are sent and which answers are right. */
const generators = [
  'events',
  'records',
  'mutations',
  'requests',
  'attack',
  'judge',
  'books',
  'forms',
  'judged-keys',
];

/**
 * A hash of the generators and judges, which shows that a report of older ones is stale. Comments,
 * layout and imports do not count.
 */
export function generatorsHash(): string {
  const hash = createHash('sha256');
  for (const name of generators) {
    const { code } = transformSync(readFileSync(`test/hostile/${name}.ts`, 'utf8'), {
      swcrc: false,
      minify: true,
      jsc: { parser: { syntax: 'typescript' }, target: 'es2024', minify: codeOnly },
    });
    hash.update(code.replace(/^(import\b[^;]*;)+/, ''));
  }
  return hash.digest('hex').slice(0, 16);
}

const codeOnly = { compress: false, mangle: false } as const;

export function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

export function countsOf(counts: ReadonlyMap<string, number>): Counts {
  return Object.fromEntries(counts);
}

/** Writes `hostile.md`. */
export function writeReport(folder: string, run: HostileRun): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'hostile.md'), pageOf(run));
}

const whatKindsAre: Readonly<Record<string, string>> = {
  bytes: 'a sound event with bytes flipped, cut, repeated, or spliced with another',
  structure: 'members of the event missing, doubled, renamed, or of another type',
  headers: 'headers and signatures that are wrong, doubled, huge, or somebody else’s',
  partition: 'sent to any partition',
  size: 'at, just below and above the largest size',
  nothing: 'no value, or an empty one',
  line: 'methods, paths, queries and headers that are nearly right',
  smuggled: 'two ways to say how long the body is',
  pipelined: 'several requests at once',
  garbage: 'no HTTP at all',
  upgrade: 'handshakes for a WebSocket that are none',
  streams: 'streams and WebSockets that leave in the middle, or break the protocol',
  slow: 'requests that are begun and not ended',
};

function pageOf({ sources, seed, records, requests, memory }: HostileRun): string {
  const machine = describeMachine();
  const { sound, ...recordKinds } = records.kinds;
  const { streams, slow } = requests;
  const requestKinds = { ...requests.kinds, streams, slow };
  const [recordCount, requestCount] = [sum(recordKinds), sum(requestKinds)];
  return `# Hostile input

${sourcesLine(sources, keptReports.hostile.command, machine.date.slice(0, 10))}

**${shown(recordCount + requestCount)} hostile records and requests: every answer was a proper one, nothing false was posted.**

- ${shown(recordCount)} records and ${shown(requestCount)} requests, seed \`${seed}\`; generators \`${generatorsHash()}\`
- ${machineLine(machine)}

The run fails, and writes no report, where an answer differs from that of a judge written from the
contract alone, where one of the ${shown(records.good)} good records sent among the hostile ones has another effect than
its exact one, where memory rises, where a service is not ready at the end, or \`verify\` disagrees.
Neither these nor ${shown(sound ?? 0)} events that are sound by their form, from wild tables, count as hostile.

## Records

${table('kind', 'records', recordKinds, whatKindsAre)}

${records.impossible.sent} of all these were dated as no clock goes, of which the broker itself refused ${records.impossible.refused}. The judge, on all that came
into the log, good and sound ones included:

${table('verdict', 'records', records.verdicts)}

The service, on the exceptions topic (a record may have a reason and a remark):

${table('reason', 'messages', records.reasons)}

## Requests

${table('kind', 'requests', requestKinds, whatKindsAre)}

\`closed\`: the connection was ended without an answer. \`silent\`: a request that never came to its end.

${table('answer', 'requests', requests.answers)}

## Memory

MiB, after a forced collection; *most* is the kernel's own mark of what was ever resident.

| service | phase | | before | after each third | | | most |
| --- | --- | --- | --: | --: | --: | --: | --: |
${memory.flatMap(rowsOf).join('\n')}
`;
}

function rowsOf({ service, phase, before, after }: Course): string[] {
  const most = Math.max(...after.flatMap((each) => [each.most, each.resident]));
  const heaps = [before, ...after].map(({ heap }) => heap);
  const residents = [before, ...after].map(({ resident }) => resident);
  return [
    `| ${[service, phase, 'heap', ...heaps].join(' | ')} | |`,
    `| ${[service, phase, 'resident', ...residents, most].join(' | ')} |`,
  ];
}

function table(
  name: string,
  unit: string,
  counts: Counts,
  what?: Readonly<Record<string, string>>,
): string {
  const rows = Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([key, count]) => `| ${[key, shown(count), ...(what ? [what[key]] : [])].join(' | ')} |`);
  const head = what ? [`| ${name} | ${unit} | |`, '| --- | --: | --- |'] : [];
  const bare = what ? [] : [`| ${name} | ${unit} |`, '| --- | --: |'];
  return [...head, ...bare, ...rows].join('\n');
}

function sum(counts: Counts): number {
  return Object.values(counts).reduce((total, each) => total + each, 0);
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
