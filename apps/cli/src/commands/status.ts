import { houseTime, visible } from '#acts';
import { exitCodes, formatMicros, formatMinor, type ShownValue, UserError } from '#contract';
import { freshnessOf, readState, valueMessage, type Freshness } from '#engine';
import { pageOf, type HaltReason } from '#log';
import type { LedgerSnapshot } from '#ledger';
import type { Jackpot } from '#pools';
import { diagnose, provenSnapshot, type Diagnosis, type Finding } from '#proof';
import { Command } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { table } from '../format/table.js';
import { loadRoot } from '../keys/root.js';
import { jsonOption } from '../options/common.js';
import type { Connections } from '../servers/connections.js';
import type { Failure } from '../terminal/print.js';

/**
 * Shows every jackpot, the position of each partition of the ledger, and the partitions that cannot
 * continue, as far as Redis and the log show it. Fails if a partition cannot continue, or a ledger
 * service does not serve it.
 */
export const statusCommand = connected(
  () =>
    new Command('status')
      .description('show every jackpot, the position of the ledger, and halted partitions')
      .addOption(jsonOption()),
  async (connections) => {
    const facts = await readStatus(connections);
    return { facts, lines: describeStatus(facts), failure: statusFault(facts.partitions) };
  },
);

async function readStatus(connections: Connections): Promise<StatusFacts> {
  const { COMMAND_ROOT } = connections.env;
  const root = COMMAND_ROOT ? loadRoot(COMMAND_ROOT) : undefined;
  const diagnosed = await diagnose(connections, await connections.partitions(), root, true);
  const partitions = await Promise.all(diagnosed.map((each) => withProof(connections, each)));
  const pulses = await Promise.all(
    partitions.map(async ({ partition }) => (await connections.ledger.readValues(partition)).pulse),
  );
  const { warnings } = await connections.topicFindings();
  return {
    warnings,
    jackpots: partitions
      .flatMap((diagnosis, index) => statusOfJackpots(diagnosis, freshnessOf(pulses[index])))
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
    partitions: partitions.map(({ partition, snapshot, high, finding }, index) => ({
      partition,
      position: snapshot.position,
      lag: high - snapshot.position,
      block: snapshot.block,
      isServed: freshnessOf(pulses[index]).fault !== 'silent',
      halted: finding ? { reason: finding.reason, detail: finding.detail } : null,
    })),
  };
}

/** A diagnosis, and the ledger with the shown money: the proven one, if the journal proves it. */
interface ProvenDiagnosis extends Diagnosis {
  readonly proven: LedgerSnapshot | undefined;
}

async function withProof(connections: Connections, diagnosis: Diagnosis): Promise<ProvenDiagnosis> {
  try {
    return { ...diagnosis, proven: await provenSnapshot(connections, diagnosis.partition) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const edited: Finding = { reason: 'ledger-diverged', detail: error.message };
    const isEdited = error.exitCode === exitCodes.differs;
    const finding = diagnosis.finding ?? (isEdited ? edited : undefined);
    return { ...diagnosis, finding, proven: undefined };
  }
}

function statusFault(partitions: StatusFacts['partitions']): Failure | undefined {
  const halted = partitions.filter((each) => each.halted);
  const silent = partitions.filter(({ isServed }) => !isServed);
  if (halted.length === 0 && silent.length > 0) {
    const numbers = silent.map(({ partition }) => partition).join(', ');
    const what = silent.length < partitions.length ? `partition ${numbers}` : 'any partition';
    return new UserError(
      `No ledger service has reported for ${what} in 10 seconds. Check that it runs and reaches Kafka.`,
      exitCodes.unavailable,
    );
  }
  if (halted.length === 0) return undefined;
  const what = partitions.length === 1 ? 'partition is' : 'partitions are';
  return new UserError(
    `${halted.length} of ${partitions.length} ${what} halted; \`npm run jackpot -- recover\` shows what to do.`,
    exitCodes.differs,
  );
}

interface StatusFacts {
  /** Warnings about the settings of the topics, as sentences. */
  readonly warnings: readonly string[];
  readonly jackpots: readonly JackpotFacts[];
  readonly partitions: readonly {
    readonly partition: number;
    readonly position: number;
    readonly lag: number;
    readonly block: number;
    /** True if a ledger service has given a sign of life for it in the last 10 seconds. */
    readonly isServed: boolean;
    readonly halted: { readonly reason: HaltReason; readonly detail: string } | null;
  }[];
}

type KnownJackpot = ReturnType<typeof knownOf> & Pick<ShownValue, 'state' | 'fault' | 'asOf'>;

interface JackpotFacts {
  readonly id: string;
  readonly partition: number;
  readonly halted: HaltReason | null;
  /** Null if the ledger of its partition cannot be read, or the journal does not prove it. */
  readonly known: KnownJackpot | null;
}

function statusOfJackpots(
  { partition, snapshot, finding, proven }: ProvenDiagnosis,
  { fault, asOf }: Freshness,
): JackpotFacts[] {
  const state = proven && readState(proven);
  const halted = finding?.reason ?? null;
  if (!state || 'outcome' in state) {
    return Object.keys(snapshot.jackpots).map((id) => ({ id, partition, halted, known: null }));
  }
  return [...state.jackpots.values()].map((jackpot) => {
    const { state } = valueMessage(jackpot, null);
    const shown = { state: halted || fault ? ('fault' as const) : state, fault, asOf };
    return { id: jackpot.id, partition, halted, known: { ...knownOf(jackpot), ...shown } };
  });
}

function knownOf(jackpot: Jackpot) {
  const { configuration, accounts, generation, pending, changedAtMs, suspended, blocked } = jackpot;
  const { retired, received } = jackpot;
  return {
    currency: configuration.currency,
    value: valueMessage(jackpot, null).value,
    accounts,
    generation,
    waitsForRestart: pending !== null,
    zone: configuration.zone,
    suspended,
    ...{ retired, received },
    blocked: [...blocked].toSorted(),
    changedAt: new Date(changedAtMs).toISOString(),
  };
}

/** The jackpot that got an ended jackpot's money, and if it has received it. */
function howEnded(
  id: string,
  { currency, retired }: Pick<KnownJackpot, 'currency' | 'retired'>,
  jackpots: StatusFacts['jackpots'],
): string {
  if (!retired) return '';
  const { other, offset, poolMicros, reserveMicros } = retired;
  const micros = poolMicros + reserveMicros;
  const heir = jackpots.find((each) => each.id === other)?.known;
  const isReceived = heir?.received.some((each) => each.other === id) === true;
  const isDue = other !== 'house' && micros > 0n;
  const end = isDue ? `, which has ${isReceived ? '' : 'NOT '}received it` : '';
  const money = formatMicros(micros, currency);
  return `\n${id} has ended at offset ${offset}, and left ${money} to ${visible(other)}${end}\n`;
}

function describeStatus({ warnings, jackpots, partitions }: StatusFacts): string {
  const rows = jackpots.map(({ id, partition, halted, known }) => {
    const why = halted ? `fault: HALTED ${halted}` : 'the journal does not prove it yet';
    if (!known) return [id, '?', '?', '?', why, '?', partition];
    const { currency, accounts, generation, changedAt, zone } = known;
    const money = [formatMinor(known.value, currency), formatMicros(accounts.reserve, currency)];
    return [
      id,
      ...money,
      generation,
      stateInWords(halted, known),
      houseTime(changedAt, zone),
      partition,
    ];
  });
  const heads = ['jackpot', 'pool', 'reserve', 'generation', 'state', 'last change', 'partition'];
  const places = partitions.map(({ partition, position, lag, block, isServed, halted }) => {
    const state = isServed ? 'well' : 'nobody serves it';
    return [partition, position, lag, block, halted ? `HALTED ${halted.reason}` : state];
  });
  const halts = partitions.flatMap(({ partition, halted }) =>
    halted
      ? `\nPartition ${partition} is HALTED, ${halted.reason}: ${visible(halted.detail)}\n  See ${pageOf(halted.reason)}.\n`
      : [],
  );
  const closed = jackpots.flatMap(({ id, known }) => {
    if (known?.retired) return howEnded(id, known, jackpots);
    if (!known?.suspended) return [];
    const { holder, kid, atMs, reason } = known.suspended;
    const since = houseTime(atMs, known.zone);
    const who = visible(`${holder} (${kid})`);
    return `\n${id} has taken no bets since ${since}: ${who} suspended it, because: ${visible(reason)}\n`;
  });
  const blocked = jackpots.flatMap(({ id, known }) => {
    if (!known || known.blocked.length === 0) return [];
    return `\n${id} refuses the bets of these blocked tables: ${visible(known.blocked.join(', '))}\n`;
  });
  const columns = ['partition', 'position', 'lag', 'journal block', 'state'];
  const warned = warnings.map((sentence) => `\nWarning: ${sentence}\n`);
  return `${table(heads, rows)}\n${table(columns, places)}${[...closed, ...blocked, ...halts, ...warned].join('')}`;
}

function stateInWords(
  halted: string | null,
  { state, asOf, waitsForRestart, zone }: KnownJackpot,
): string {
  if (halted) return `fault: HALTED ${halted}`;
  if (state === 'fault')
    return `fault: silent, as of ${asOf === null ? 'an unknown time' : houseTime(asOf, zone)}`;
  return waitsForRestart ? `${state}, a configuration waits for the restart` : state;
}
