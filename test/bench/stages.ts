/**
 * `npm run bench:stages -- [EVENTS] [ROUNDS] [SIGNS]`: measures where the time of an event goes,
 * without a broker and without Redis, in microseconds of one core. With SIGNS (claims, settlements
 * or all) the tables are listed and sign. The rest of an event's cost in the running service is the
 * sockets, the relay, the metrics and the waiting.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeRecord, defaultPartitions, readRoot, signRecord } from '#contract';
import { commitOf, foldRecords } from '#engine';
import { journalGenesis, ledgerKeys, StateDigest } from '#ledger';
import { anchorOf, type LogRecord } from '#log';
import { emptyState, type TableEvent } from '#pools';
import { Operator } from '#testing/operator';
import { newKey, signingKey, testLedger } from '#testing/test-keys';
import { Command } from 'ioredis';
import { mustSign } from '../../libs/contract/src/signers.js';
import { commitArguments } from '../../libs/ledger/src/commit.js';
import { across, spread, type Round } from './measures.js';
import { asRecords, configured, jackpotNames, keysInForce, Pits } from './recording.js';

const events = Number(process.argv[2] ?? '60000');
const rounds = Number(process.argv[3] ?? '5');
const signs = process.argv[4] as 'claims' | 'settlements' | 'all' | undefined;
/** A twelfth of a thousand tables, the share of one partition. */
const tables = 84;
const recordsPerCommit = 2_000;

const folder = mkdtempSync(join(tmpdir(), 'jackpot-stages-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const rootFile = join(folder, 'root.jwks');
const operator = new Operator({
  ...{ COMMAND_ROOT: rootFile, COMMAND_KEY: join(folder, 'ops.jwk'), TOPIC_PREFIX: '' },
});
const context = { partitions: defaultPartitions, root: readRoot(readFileSync(rootFile, 'utf8')) };
const records = recordsOf(operator);
const found: Round[] = [];
// The first round warms up.
for (let round = 0; round <= rounds; round += 1) found.push(measure());
for (const [name, micros] of Object.entries(across(found.slice(1)))) {
  process.stdout.write(`${name.padEnd(24)} ${spread(micros, 2)} µs\n`);
}

/** Records of one partition, from its first offset on. */
function recordsOf(operator: Operator): LogRecord[] {
  const ids = jackpotNames(1);
  const played = new Pits(ids, tables).take(events);
  const eventOf = (value: string | Buffer): TableEvent => JSON.parse(String(value)) as TableEvent;
  const tableKey = newKey('table-1');
  const { kid } = tableKey;
  const sources = new Set(played.map(({ value }) => eventOf(value).source));
  const listed = signs ? [...sources].map((source) => ({ id: source, kid, signs })) : null;
  const first = configured(operator, ids[0] as string, { tables: listed });
  const ofTables = signingKey(tableKey, { roles: ['table'] });
  const keys = keysInForce(operator, [ofTables]).slice(first.partition, first.partition + 1);
  const sign = (message: (typeof played)[number]): (typeof played)[number] => {
    if (!signs || !mustSign({ id: '', signs }, eventOf(message.value))) return message;
    const signature = signRecord(testLedger, Buffer.from(message.value), kid, tableKey.privateKey);
    return { ...message, headers: { signature } };
  };
  return asRecords([...keys, first, ...played.map(sign)]);
}

/** Measures each stage by itself. */
function measure(): Round {
  // Only two of all the records are signed, so the check of the keys in force costs nothing here.
  const { authority, jackpots } = emptyState();
  const spent = { decoded: 0, 'decoded and folded': 0, 'made into a commit': 0, written: 0 };
  const timed = <T>(stage: keyof typeof spent, work: () => T): T => {
    const before = process.cpuUsage();
    const made = work();
    // Processor time, so that other work on the machine disturbs little.
    const { user, system } = process.cpuUsage(before);
    spent[stage] += (user + system) / records.length;
    return made;
  };
  const decoding = { ...context, authority, jackpots };
  timed('decoded', () => records.forEach((record) => decodeRecord(record, decoding)));
  const state = emptyState();
  const digest = new StateDigest();
  let head = journalGenesis;
  for (let start = 0; start < records.length; start += recordsPerCommit) {
    const chunk = records.slice(start, start + recordsPerCommit);
    const anchor = anchorOf(chunk.at(-1) as LogRecord);
    const folded = timed('decoded and folded', () => foldRecords(state, chunk, context));
    const of = {
      head,
      block: 0,
      partitions: defaultPartitions,
      clusterId: 'bench',
      anchor,
      digest,
    };
    const commit = timed('made into a commit', () => {
      const sent = { partition: 0, offset: start };
      return { id: randomUUID(), sent, ...commitOf(state, folded, of) };
    });
    head = commit.block.hash;
    timed('written', () => {
      const { keys, args } = commitArguments(ledgerKeys('bench.', 0), commit);
      new Command('evalsha', ['', String(keys.length), ...keys].concat(args)).toWritable({});
    });
  }
  return spent;
}
