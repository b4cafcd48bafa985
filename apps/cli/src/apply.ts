import { readFileSync } from 'node:fs';
import {
  formatMinor,
  readConfiguration,
  type ExceptionMessage,
  type CheckedConfiguration,
  type WrittenConfiguration,
} from '#contract';
import { parseAllDocuments } from 'yaml';
import type { Connections } from './connections.js';
import { formatPercent } from './money.js';
import { Signer, type SentCommand } from './signer.js';
import { UserError } from './user-error.js';

export interface ApplyOptions {
  readonly file: string;
  readonly effective: 'now' | 'next-restart';
  readonly source?: string;
  readonly replacePending?: boolean;
  readonly dryRun?: boolean;
}

const applyLimitMs = 15_000;
const relayLimitMs = 5_000;
const pollMs = 50;

/**
 * Reads jackpots from YAML and publishes a `jackpot.configured` for each, then waits until the
 * ledger has applied them.
 * @throws UserError naming every mistake in every jackpot, before anything is sent; or that a
 * command was refused.
 */
export async function apply(connections: Connections, options: ApplyOptions): Promise<void> {
  const { effective, replacePending: replacesPending = false } = options;
  const jackpots = readJackpots(options.file);
  for (const { configuration } of jackpots) process.stdout.write(describe(configuration));
  if (options.dryRun) {
    process.stdout.write('Nothing was sent (--dry-run).\n');
    return;
  }
  const signer = Signer.open(connections.env.COMMAND_KEY, options.source);
  const exceptionsBefore = await connections.watermarks('exceptions');
  const sent: SentCommand[] = [];
  for (const { written } of jackpots) {
    const data = { ...written, effective, replacesPending };
    sent.push(await signer.send(connections, 'jackpot.configured', written.id, data));
  }
  await untilApplied(connections, sent);
  const from = exceptionsBefore.map(({ high }) => high);
  const refusals = await refusalsOf(connections, sent, from);
  for (const command of sent) {
    const refusal = refusals.get(recordId(command));
    const result = refusal ? `refused, ${refusal}` : `applied (${recordId(command)})`;
    process.stdout.write(`${command.subject}: ${result}\n`);
  }
  if (refusals.size > 0) throw new UserError(`${refusals.size} of ${sent.length} were refused.`);
}

function readJackpots(file: string) {
  const jackpots = readDocuments(file).flatMap(jackpotsIn);
  if (jackpots.length === 0) throw new UserError(`${file} holds no jackpot.`);
  const mistakes: string[] = [];
  const configured = jackpots.flatMap((written, index) => {
    const result = readConfiguration(written);
    if (!('refused' in result)) return [{ written, configuration: result.configuration }];
    const name = (written as { id?: unknown } | null)?.id ?? `number ${index + 1}`;
    mistakes.push(...result.refused.map((fault) => `  jackpot ${String(name)}: ${fault}`));
    return [];
  });
  if (mistakes.length === 0) return configured;
  throw new UserError(`${file} was not applied:\n${mistakes.join('\n')}`);
}

function readDocuments(file: string): unknown[] {
  try {
    const parsed = parseAllDocuments(readFileSync(file, 'utf8'));
    if ('empty' in parsed) return [];
    const [error] = parsed.flatMap(({ errors }) => errors);
    if (error) throw error;
    return parsed.map((document) => document.toJS() as unknown);
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** One jackpot, a list of them, or a list under `jackpots`. */
function jackpotsIn(document: unknown): WrittenConfiguration[] {
  if (document === null || document === undefined) return [];
  const content = (document as { jackpots?: unknown }).jackpots ?? document;
  return (Array.isArray(content) ? content : [content]) as WrittenConfiguration[];
}

function describe({
  id,
  currency,
  seed,
  stake,
  rates,
  ruleset,
  prizes,
}: CheckedConfiguration): string {
  const money = (amountMinor: number): string => formatMinor(amountMinor, currency);
  const stakes =
    stake.min === stake.max ? money(stake.min) : `${money(stake.min)} to ${money(stake.max)}`;
  const house = 10_000 - rates.pool - rates.reserve;
  const summary =
    `${id}: ${ruleset}, seed ${money(seed)}, stake ${stakes}, of which ${formatPercent(rates.pool)} pool, ` +
    `${formatPercent(rates.reserve)} reserve, ${formatPercent(house)} house\n`;
  const { share = 0 } = prizes['straight-flush'];
  if (share === 1_000) return summary;
  return `${summary}  note: the straight flush takes ${formatPercent(share)} of the pool; Article 16(3)(2) says 10 %\n`;
}

async function untilApplied({ ledger }: Connections, sent: readonly SentCommand[]): Promise<void> {
  const deadlineMs = Date.now() + applyLimitMs;
  for (const command of sent) {
    for (;;) {
      const { position } = await ledger.load(command.partition);
      if (position > command.offset) break;
      if (Date.now() > deadlineMs) {
        throw new UserError(
          `${command.subject} is in the log (${recordId(command)}), but the ledger is still at ${position}. Does the jackpot service run?`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
}

/** Why commands were refused, by `recordId`. */
async function refusalsOf(
  connections: Connections,
  sent: readonly SentCommand[],
  from: readonly number[],
): Promise<Map<string, string>> {
  // The relay sends after the commit. Once the outbox is empty, all exceptions are on the topic.
  const deadlineMs = Date.now() + relayLimitMs;
  for (const partition of new Set(sent.map((command) => command.partition))) {
    while ((await connections.ledger.readOutbox(partition, 1)).length > 0) {
      if (Date.now() > deadlineMs) break;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
  const marks = await connections.watermarks('exceptions');
  const ranges = new Map(
    marks.map(({ high }, partition) => [partition, { from: from[partition] ?? 0, to: high }]),
  );
  const sentIds = new Set(sent.map(recordId));
  const refusals = new Map<string, string>();
  await connections.readLog('exceptions', ranges, (_, records) => {
    for (const { value } of records) {
      const exception = JSON.parse(String(value)) as ExceptionMessage;
      const id = recordId(exception);
      if (sentIds.has(id)) refusals.set(id, `${exception.reason}: ${exception.detail}`);
    }
  });
  return refusals;
}

function recordId({ partition, offset }: { partition: number; offset: number }): string {
  return `${partition}/${offset}`;
}
