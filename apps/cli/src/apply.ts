import { readFileSync } from 'node:fs';
import { formatMinor, readConfiguration, topicName, type WrittenConfiguration } from '#contract';
import { readLog, readWatermarks } from '#log';
import { parseAllDocuments } from 'yaml';
import { countPartitions, type Connections } from './connections.js';
import { Failure } from './failure.js';
import { Signer, type SentCommand } from './signer.js';

export interface ApplyOptions {
  readonly file: string;
  readonly effective: 'now' | 'next-restart';
  readonly source?: string;
  readonly replacePending?: boolean;
  readonly dryRun?: boolean;
}

/**
 * Reads jackpots from YAML and publishes a `jackpot.configured` for each, then waits until the
 * ledger has taken them.
 * @throws Failure naming every fault of every jackpot, before anything is sent.
 */
export async function apply(connections: Connections, options: ApplyOptions): Promise<void> {
  const jackpots = readFile(options.file);
  for (const { configuration } of jackpots) preview(configuration);
  if (options.dryRun) {
    process.stdout.write('Nothing was sent (--dry-run).\n');
    return;
  }
  const signer = Signer.open(connections.env.COMMAND_KEY, options.source);
  await countPartitions(connections);
  const exceptionsFrom = await exceptionWatermarks(connections);
  const sent: SentCommand[] = [];
  for (const { written } of jackpots) {
    const replacesPending = options.replacePending ?? false;
    const data = { ...written, effective: options.effective, replacesPending };
    sent.push(await signer.send(connections, 'jackpot.configured', written.id, data));
  }
  await untilApplied(connections, sent);
  const refusals = await refusalsOf(connections, sent, exceptionsFrom);
  for (const { subject, partition, offset } of sent) {
    const refused = refusals.get(`${partition}/${offset}`);
    process.stdout.write(
      refused
        ? `${subject}: refused, ${refused}\n`
        : `${subject}: applied (${partition}/${offset})\n`,
    );
  }
  if (refusals.size > 0) throw new Failure('Not all were applied.');
}

type Configuration = Extract<ReturnType<typeof readConfiguration>, { ok: true }>['configuration'];

function readFile(file: string): { written: WrittenConfiguration; configuration: Configuration }[] {
  let documents: unknown[];
  try {
    const parsed = parseAllDocuments(readFileSync(file, 'utf8'));
    const broken = 'empty' in parsed ? [] : parsed.flatMap(({ errors }) => errors);
    if (broken[0]) throw broken[0];
    documents = 'empty' in parsed ? [] : parsed.map((document) => document.toJS() as unknown);
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${(error as Error).message}`);
  }
  const written = documents.flatMap((document) => jackpotsIn(document));
  if (written.length === 0) throw new Failure(`${file} holds no jackpot.`);
  const faults: string[] = [];
  const read = written.map((each, index) => {
    const result = readConfiguration(each);
    if (result.ok) return { written: each, configuration: result.configuration };
    const name = (each as { id?: unknown } | null)?.id ?? `number ${index + 1}`;
    faults.push(...result.faults.map((fault) => `  jackpot ${String(name)}: ${fault}`));
    return null;
  });
  if (faults.length > 0) throw new Failure(`${file} was not applied:\n${faults.join('\n')}`);
  return read.filter((each) => each !== null);
}

/** One jackpot, a list of them, or a list under `jackpots`. */
function jackpotsIn(document: unknown): WrittenConfiguration[] {
  if (document === null || document === undefined) return [];
  const inside = (document as { jackpots?: unknown }).jackpots ?? document;
  return (Array.isArray(inside) ? inside : [inside]) as WrittenConfiguration[];
}

function preview({ id, currency, seed, stake, rates, ruleset, prizes }: Configuration): void {
  const money = (amount: number): string => formatMinor(amount, currency);
  const stakes =
    stake.min === stake.max ? money(stake.min) : `${money(stake.min)} to ${money(stake.max)}`;
  const house = 10_000 - rates.pool - rates.reserve;
  process.stdout.write(
    `${id}: ${ruleset}, seed ${money(seed)}, stake ${stakes}, of which ` +
      `${rates.pool / 100} % pool, ${rates.reserve / 100} % reserve, ${house / 100} % house\n`,
  );
  if (prizes['straight-flush'].share !== 1_000) {
    process.stdout.write(
      `  note: the straight flush takes ${prizes['straight-flush'].share / 100} % of the pool; Article 16(3)(2) says 10 %\n`,
    );
  }
}

async function exceptionWatermarks({ kafka, env }: Connections): Promise<number[]> {
  const marks = await readWatermarks(kafka, topicName(env.TOPIC_PREFIX, 'exceptions'));
  return marks.map(({ high }) => high);
}

async function untilApplied({ ledger }: Connections, sent: readonly SentCommand[]): Promise<void> {
  const deadline = Date.now() + 15_000;
  for (const { partition, offset, subject } of sent) {
    for (;;) {
      const { position } = await ledger.load(partition);
      if (position > offset) break;
      if (Date.now() > deadline) {
        throw new Failure(
          `${subject} is in the log (${partition}/${offset}), but the ledger is still at ${position}: does the jackpot service run?`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** The exceptions about the commands just sent, by `partition/offset`; each is waited for shortly. */
async function refusalsOf(
  connections: Connections,
  sent: readonly SentCommand[],
  from: readonly number[],
): Promise<Map<string, string>> {
  const { kafka, env, ledger } = connections;
  const refusals = new Map<string, string>();
  const wanted = new Set(sent.map(({ partition, offset }) => `${partition}/${offset}`));
  // The relay sends after the commit, so an empty outbox says that all exceptions are in the topic.
  for (const partition of new Set(sent.map((each) => each.partition))) {
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await ledger.readOutbox(partition, 1)).length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const topic = topicName(env.TOPIC_PREFIX, 'exceptions');
  const marks = await readWatermarks(kafka, topic);
  const ranges = new Map(
    marks.map(({ high }, partition) => [partition, { from: from[partition] ?? 0, to: high }]),
  );
  await readLog(kafka, topic, ranges, (_, records) => {
    for (const { value } of records) {
      const { partition, offset, reason, detail } = JSON.parse(String(value)) as {
        partition: number;
        offset: number;
        reason: string;
        detail: string;
      };
      const place = `${partition}/${offset}`;
      if (wanted.has(place)) refusals.set(place, `${reason}: ${detail}`);
    }
  });
  return refusals;
}
