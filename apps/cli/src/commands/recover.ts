import { visible } from '#acts';
import { exitCodes, UserError } from '#contract/exit-codes';
import { pageOf } from '#log';
import {
  byHand,
  diagnose,
  type Diagnosis,
  type Finding,
  type Plan,
  planOf,
  recoveryActs,
  type RecoveryAct,
} from '#proof';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { table } from '../format/table.js';
import { openSigner } from '../keys/open-signer.js';
import { loadRoot } from '../keys/root.js';
import { partitionsOf } from '../options/partition-option.js';
import { carryOutPlan, type Hand } from '../recover/carry-out.js';
import { describePlan } from '../recover/describe-plan.js';
import { assertOneIsEnough, countersign, signFirst } from '../recover/two-people.js';
import type { Connections } from '../servers/connections.js';
import type { Answer } from '../terminal/print.js';

/**
 * Reports why partitions are halted, shows the changes of an act, and with `--yes` carries it out.
 * For an act that needs two people, one signs with `--sign-only`, and another carries it out with
 * `--countersign`. The report fails if a partition cannot continue.
 * @throws UserError if the act does not fit or was not carried out.
 */
export const recoverCommand = connected(
  () =>
    new Command('recover')
      .description('show why partitions are halted; with --act and --yes, let them continue')
      .option('--partition <n>', 'only this partition (default: all halted ones)')
      .addOption(new Option('--act <act>', 'show what this would change').choices(recoveryActs))
      .option('--note <text>', 'why, for the journal')
      .option('--yes', 'do it (signed with COMMAND_KEY, role adjust)')
      .option('--force', 'rebuild a partition that is not halted')
      .addOption(
        new Option(
          '--sign-only <file>',
          'if two people are needed: write the signed act to this file, for another person to do',
        ).conflicts(['yes', 'json']),
      )
      .addOption(
        new Option(
          '--countersign <file>',
          'show what another person has signed; with --yes, do it (role adjust or approve)',
        ).conflicts(['partition', 'act', 'note', 'force', 'signOnly', 'json']),
      )
      .option(
        '--from <checkpoint>',
        'the checkpoint that --act restore puts in place of the ledger; if the journal is lost, the folder of an archive',
      )
      .option(
        '--backup <folder>',
        'folder for a copy of the old ledger, before it is replaced',
        '.',
      )
      .addOption(new Option('--json', 'as JSON').conflicts('act')),
  async (connections, options) => {
    if (options.countersign !== undefined) {
      return inWords(await countersign(connections, options.countersign, options));
    }
    if (options.act !== undefined) return inWords(await doAct(connections, options.act, options));
    assertBelongTogether(options);
    const { COMMAND_ROOT } = connections.env;
    const root = COMMAND_ROOT ? loadRoot(COMMAND_ROOT) : undefined;
    const requested = partitionsOf(options.partition, await connections.partitions());
    return reportHalts(await diagnose(connections, requested, root), options.partition);
  },
);

/** An act is not shown as JSON. */
const inWords = (lines: string): Answer => ({ facts: null, lines });

interface RecoverOptions {
  readonly partition?: string | undefined;
  readonly act?: RecoveryAct | undefined;
  readonly note?: string | undefined;
  readonly yes?: true | undefined;
  readonly force?: true | undefined;
  readonly backup: string;
  readonly from?: string | undefined;
  readonly signOnly?: string | undefined;
}

/** @throws UserError if an option needs another one that is missing. */
function assertBelongTogether({ partition, act, force, from, signOnly }: RecoverOptions): void {
  const refuse = (sentence: string): never => {
    throw new UserError(sentence, exitCodes.usage);
  };
  if ((act === 'restore') !== (from !== undefined)) {
    refuse('--act restore and --from CHECKPOINT belong together.');
  }
  if (signOnly !== undefined && (!act || partition === undefined)) {
    refuse('--sign-only needs --act and --partition.');
  }
  if (act && force && partition === undefined) refuse('--force needs --partition.');
}

/** @returns the last lines of the output. */
async function doAct(
  connections: Connections,
  act: RecoveryAct,
  options: RecoverOptions,
): Promise<string> {
  const { partition, force = false, signOnly, from: checkpoint } = options;
  assertBelongTogether(options);
  const { env, terminal } = connections;
  const root = loadRoot(env.COMMAND_ROOT);
  const hand =
    options.yes || signOnly !== undefined ? recoveringHand(connections, options) : undefined;
  const requested = partitionsOf(partition, await connections.partitions());
  const diagnoses = await diagnose(connections, requested, root);
  const chosen = diagnoses.filter(({ finding }) => finding ?? partition !== undefined);
  if (chosen.length === 0) throw new UserError('No partition is halted: there is nothing to do.');
  const plans: Plan[] = [];
  for (const diagnosis of chosen) {
    plans.push(await planOf(connections, diagnosis, { act, force, root, checkpoint }));
  }
  for (const plan of plans) terminal.say(`${describePlan(plan)}\n`);
  if (!hand) {
    const isForTwo = plans.some(({ needsTwo }) => needsTwo);
    const how = isForTwo ? 'It needs two people: add --sign-only FILE' : 'Add --yes';
    return `Nothing was changed. ${how} and --note "why" to do it.\n`;
  }
  if (signOnly !== undefined) {
    return signFirst(connections, plans[0] as Plan, hand, { file: signOnly, checkpoint });
  }
  assertOneIsEnough(plans);
  const last = plans.pop() as Plan;
  for (const plan of plans) terminal.say(await carryOutPlan(connections, plan, hand));
  return carryOutPlan(connections, last, hand);
}

function recoveringHand(
  { env, terminal }: Connections,
  { note = '', backup, signOnly }: RecoverOptions,
): Hand {
  if (note.trim() === '' || note.length > 1_000) {
    const sentence = `--${signOnly === undefined ? 'yes' : 'sign-only'} needs --note: say why in 1 to 1,000 letters, for the journal.`;
    throw new UserError(sentence, exitCodes.usage);
  }
  return { signer: openSigner(env.COMMAND_KEY, terminal), note, backupFolder: backup };
}

function reportHalts(diagnoses: readonly Diagnosis[], requested: string | undefined): Answer {
  const facts = {
    partitions: diagnoses.map(({ finding, snapshot, low, high, partition, acts }) => ({
      partition,
      position: snapshot.position,
      log: { from: low, to: high },
      block: snapshot.block,
      finding: finding ? { ...finding, acts } : null,
    })),
  };
  const lines = describeDiagnoses(diagnoses, requested);
  const halted = diagnoses.filter(({ finding }) => finding);
  if (halted.length === 0) return { facts, lines };
  const message = `${halted.length} of ${diagnoses.length} partitions cannot continue.`;
  return { facts, lines, failure: { message, exitCode: exitCodes.differs } };
}

function describeDiagnoses(diagnoses: readonly Diagnosis[], partition: string | undefined): string {
  const rows = diagnoses.map(({ finding, snapshot, low, high, partition: number }) => {
    const { position, block } = snapshot;
    return [number, position, `${low}..${high}`, block, finding?.reason ?? 'well'];
  });
  const text = table(['partition', 'position', 'log', 'journal block', 'state'], rows);
  const advices = diagnoses.flatMap(({ partition: number, finding, acts }) =>
    finding ? `\n${advice(number, finding, acts)}\n` : [],
  );
  if (advices.length > 0) return text + advices.join('');
  const what = partition === undefined ? 'All partitions' : `Partition ${partition}`;
  return `${text}\n${what} can continue. \`npm run jackpot -- verify\` shows whether the balances are right.\n`;
}

function advice(
  partition: number,
  { reason, detail }: Finding,
  [act]: readonly RecoveryAct[],
): string {
  const page = pageOf(reason);
  const from = act === 'restore' ? ' --from CHECKPOINT' : '';
  const what = act
    ? `After reading ${page}: npm run jackpot -- recover --partition ${partition} --act ${act}${from}`
    : `${byHand[reason] ?? ''} See ${page}.`.trim();
  return `partition ${partition}: ${reason}\n  ${visible(detail)}\n  ${what}`;
}
