import { build, exitCodes, UserError } from '#contract';
import { parseAuthority, type Authority } from '#pools';
import {
  checkJournal,
  describeRecovery,
  DifferenceError,
  Differences,
  prove,
  proveArchive,
  readCheckpoint,
  type Refold,
  OutputsProof,
  whyRecoveryWrong,
} from '#proof';
import { Command, Option } from '@commander-js/extra-typings';
import { offline } from '../command.js';
import { describeArchive } from '../format/describe-archive.js';
import { loadRoot } from '../keys/root.js';
import { fromCheckpointOption, jsonOption, textfileOption } from '../options/common.js';
import { withConnections, type Connections } from '../servers/connections.js';
import { readProofEnv } from '../env.js';
import type { Answer } from '../terminal/print.js';
import { writingTextfile } from '../terminal/textfile.js';

/**
 * Proves the ledger against the log, from the first record or from a checkpoint; or checks only the
 * journal's chains; or proves an archive, without a server.
 */
export const verifyCommand = offline(
  () =>
    new Command('verify')
      .description(
        'fold the log again and compare it with Redis and with what was sent (COMMAND_ROOT as the service has it)',
      )
      .addOption(fromCheckpointOption())
      .addOption(
        new Option('--journal', 'check only the journal’s chain, without the log').conflicts([
          'from',
          'textfile',
        ]),
      )
      .addOption(
        new Option(
          '--archive <folder>',
          'verify what `archive` wrote, without Kafka and Redis',
        ).conflicts(['from', 'journal', 'textfile']),
      )
      .option('--expect <sha256>', 'with --archive: SHA-256 that its last manifest must have')
      .addOption(textfileOption())
      .addOption(jsonOption()),
  async (terminal, { from, journal, archive, expect, textfile }) => {
    if (archive === undefined && expect !== undefined) {
      throw new UserError('--expect requires --archive.', exitCodes.usage);
    }
    return orDifference(async () => {
      if (archive !== undefined) {
        const root = loadRoot(readProofEnv(terminal.env).COMMAND_ROOT);
        const facts = await proveArchive(archive, root, expect, terminal.showProgress);
        return { facts, lines: describeArchive(facts), failure: whyNotSentSo(facts.notSentSo) };
      }
      const facts = await withConnections(terminal, (connections) =>
        writingTextfile<VerifyFacts>(textfile, () =>
          journal ? verifyJournal(connections) : verifyAll(connections, from),
        ),
      );
      const { notSentSo = [] } = 'onChain' in facts ? {} : facts;
      return { facts, lines: describeVerified(facts), failure: whyNotSentSo(notSentSo) };
    });
  },
);

/** Returns the answer of a proof; a difference is an answer too. */
async function orDifference(prove: () => Promise<Answer>): Promise<Answer> {
  try {
    return await prove();
  } catch (error) {
    if (!(error instanceof UserError) || error.exitCode !== exitCodes.differs) throw error;
    return { facts: differenceFacts(error), lines: '', failure: error };
  }
}

/** A receipt that differs from the transfer is a fault of people, not of the ledger. */
function whyNotSentSo(faults: readonly string[]): UserError | undefined {
  return faults.length === 0 ? undefined : new UserError(faults.join('\n'), exitCodes.differs);
}

type VerifyFacts =
  Awaited<ReturnType<typeof verifyAll>> | Awaited<ReturnType<typeof verifyJournal>>;

async function verifyAll(connections: Connections, from: string | undefined) {
  const root = loadRoot(connections.env.COMMAND_ROOT);
  const all = await connections.partitions();
  const checkpoint = from === undefined ? undefined : readCheckpoint(from, all.length, root);
  const differences = new Differences();
  const sent = await OutputsProof.begin(connections, differences, checkpoint);
  const options = { checkpoint, sent, differences };
  const proof = await prove(connections, root, all, options);
  const { proven, blocks, recoveries, notSentSo } = proof;
  const count = (of: (refold: Refold) => number): number =>
    proven.reduce((sum, { refold }) => sum + of(refold), 0);
  const records = count((refold) => refold.records);
  if (records === 0 && !checkpoint) {
    throw new UserError(
      `Nothing was verified: ${connections.topic('events')} has no record. Is TOPIC_PREFIX right?`,
    );
  }
  const editions = new Set(proven.map(({ refold }) => refold.state.authority.edition));
  return {
    agrees: true as const,
    build,
    editions: [...editions].toSorted((one, other) => one - other),
    partitions: all.length,
    since: checkpoint?.at ?? null,
    records,
    jackpots: count(({ state }) => state.jackpots.size),
    tables: count(({ state }) => state.tables.size),
    awards: count(({ awards }) => awards),
    blocks,
    recoveries,
    notSentSo,
    halted: proven.flatMap(({ partition, snapshot: { halted, position } }) =>
      halted ? [{ partition, reason: halted.reason, position }] : [],
    ),
    ...sent.facts(),
  };
}

function differenceFacts(error: UserError) {
  const { message } = error;
  if (!(error instanceof DifferenceError)) return { agrees: false, difference: message };
  const { differences, count } = error;
  return { agrees: false, difference: message, count, differences };
}

/** Walks the chain of every partition, without the log. */
async function verifyJournal(connections: Connections) {
  const all = await connections.partitions();
  const snapshots = await connections.snapshots(all);
  const checked = await checkJournal(connections, snapshots);
  const { faults, strays, onChain, offChain, recoveries } = checked;
  const authorities = snapshots.map(({ authority }) => parseAuthority(authority));
  const wrong = recoveries.flatMap(
    (block) => whyRecoveryWrong(block, authorities[block.partition] as Authority) ?? [],
  );
  const [first, ...others] = [...faults, ...wrong];
  if (first !== undefined) {
    const more = others.length > 0 ? ` There are ${others.length} more faults.` : '';
    throw new UserError(`The journal was altered. ${first}.${more}`, exitCodes.differs);
  }
  return { agrees: true as const, partitions: all.length, onChain, offChain, strays, recoveries };
}

function describeVerified(facts: VerifyFacts): string {
  const acts = facts.recoveries.map((block) => `Recovery: ${describeRecovery(block)}\n`);
  return ('onChain' in facts ? describeJournal(facts) : describeProof(facts)) + acts.join('');
}

function describeProof(facts: Awaited<ReturnType<typeof verifyAll>>): string {
  const { partitions, since, messages, cuts, ofBefore, ofCheckpoint, ...counts } = facts;
  const n = (name: 'records' | 'jackpots' | 'tables' | 'awards' | 'blocks'): string =>
    counts[name].toLocaleString('en');
  const after = since === null ? '' : ` since the checkpoint of ${since}`;
  const sent = Object.entries(messages).map(([kind, all]) => `${all.toLocaleString('en')} ${kind}`);
  const lines = [
    `The ledger agrees with the log: ${n('records')} records in ${partitions} partitions${after}, ` +
      `${n('jackpots')} jackpots, ${n('tables')} tables, ` +
      `${n('awards')} awards, ${n('blocks')} blocks in the journal.`,
    `What was sent agrees too: ${sent.join(', ')}.`,
    `Judged by ${facts.build}, at the end by edition ${facts.editions.join(' and ')}.`,
    ...facts.halted.map(
      ({ partition, reason, position }) =>
        `Partition ${partition} is HALTED (${reason}): records from ${position} on are neither applied nor compared.`,
    ),
    ...cuts.map(({ topic, partition, offset, at }) => {
      const left = at === null ? 'has no record left' : `begins at record ${offset} (${at})`;
      return `Partition ${partition} of the topic of ${topic} ${left}; earlier records are not compared.`;
    }),
  ];
  if (ofBefore > 0) {
    const many = ofBefore.toLocaleString('en');
    lines.push(`Left out: ${many} messages of another log, from before a rebuild or a checkpoint.`);
  }
  if (ofCheckpoint > 0) {
    const many = ofCheckpoint.toLocaleString('en');
    lines.push(`Not compared: ${many} messages of events before the checkpoint, written after it.`);
  }
  return `${lines.join('\n')}\n`;
}

function describeJournal(facts: Awaited<ReturnType<typeof verifyJournal>>): string {
  const { partitions, onChain, offChain, strays } = facts;
  const harmless =
    offChain > 0
      ? `; ${offChain.toLocaleString('en')} more are on no chain, which is harmless`
      : '';
  const [first, ...others] = strays;
  const more = others.length > 0 ? ` There are ${others.length} more of these.` : '';
  const beside =
    first === undefined
      ? ''
      : `Outside the chains, where it proves nothing and does no harm: ${first}.${more} Check who may write to the journal.\n`;
  return `The journal is whole: ${onChain.toLocaleString('en')} blocks on the chains of ${partitions} partitions${harmless}.\n${beside}`;
}
