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
  type RecoveryAct,
} from '#proof';
import { openSigner } from '../keys/open-signer.js';
import { partitionsOf } from '../partition-option.js';
import { describePlan } from './describe-plan.js';
import type { Connections } from '../connections.js';
import { loadRoot } from '../root.js';
import { print, say, type JsonOption } from '../print.js';
import { table } from '../table.js';
import { carryOut, type Hand } from './carry-out.js';
import { assertOneIsEnough, countersign, signFirst } from './two-people.js';

export interface RecoverOptions extends JsonOption {
  readonly partition?: string;
  readonly act?: RecoveryAct;
  readonly note?: string;
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly backup: string;
  /** File of the checkpoint that is restored. */
  readonly from?: string;
  /** File into which the act is signed, in place of doing it. */
  readonly signOnly?: string;
  /** File of an act that another person has signed. */
  readonly countersign?: string;
}

/**
 * Reports why partitions are halted, shows what an act would change, and with `--yes` does it. An
 * act that needs two people is signed by one with `--sign-only`, and done by another with
 * `--countersign`.
 * @throws UserError when a partition cannot continue, or the act does not fit or was not done.
 */
export async function recover(connections: Connections, options: RecoverOptions): Promise<void> {
  const { partition, act, force = false, signOnly } = options;
  const { COMMAND_ROOT } = connections.env;
  if (options.countersign !== undefined) {
    return countersign(connections, options.countersign, options);
  }
  if ((act === 'restore') !== (options.from !== undefined)) {
    throw new UserError('--act restore and --from CHECKPOINT belong together.', exitCodes.usage);
  }
  if (signOnly !== undefined && (!act || partition === undefined)) {
    throw new UserError('--sign-only needs --act and --partition.', exitCodes.usage);
  }
  const requested = async () => partitionsOf(partition, await connections.partitions());
  if (!act) {
    const root = COMMAND_ROOT ? loadRoot(COMMAND_ROOT) : undefined;
    return report(await diagnose(connections, await requested(), root), options);
  }
  const root = loadRoot(COMMAND_ROOT);
  const hand = options.yes || signOnly !== undefined ? handOf(connections, options) : undefined;
  if (force && partition === undefined) {
    throw new UserError('--force needs --partition.', exitCodes.usage);
  }
  const diagnoses = await diagnose(connections, await requested(), root);
  const chosen = diagnoses.filter(({ finding }) => finding ?? partition !== undefined);
  if (chosen.length === 0) throw new UserError('No partition is halted: there is nothing to do.');
  const plans: Plan[] = [];
  for (const diagnosis of chosen) {
    const wish = { act, force, root, checkpoint: options.from };
    plans.push(await planOf(connections, diagnosis, wish));
  }
  for (const plan of plans) say(`${describePlan(plan)}\n`);
  if (!hand) {
    const isForTwo = plans.some(({ needsTwo }) => needsTwo);
    const how = isForTwo ? 'It needs two people: add --sign-only FILE' : 'Add --yes';
    say(`Nothing was changed. ${how} and --note "why" to do it.\n`);
    return;
  }
  if (signOnly !== undefined) return signFirst(connections, plans[0] as Plan, hand, signOnly);
  assertOneIsEnough(plans);
  for (const plan of plans) await carryOut(connections, plan, hand);
}

function handOf({ env }: Connections, { note = '', backup, signOnly }: RecoverOptions): Hand {
  if (note.trim() === '' || note.length > 1_000) {
    const sentence = `--${signOnly === undefined ? 'yes' : 'sign-only'} needs --note: say why in 1 to 1,000 letters, for the journal.`;
    throw new UserError(sentence, exitCodes.usage);
  }
  return { signer: openSigner(env.COMMAND_KEY), note, backupFolder: backup };
}

function report(diagnoses: readonly Diagnosis[], options: RecoverOptions): void {
  const facts = {
    partitions: diagnoses.map(({ finding, snapshot, low, high, partition, acts }) => ({
      partition,
      position: snapshot.position,
      log: { from: low, to: high },
      block: snapshot.block,
      finding: finding ? { ...finding, acts } : null,
    })),
  };
  print(options, facts, () => describe(diagnoses, options.partition));
  const halted = diagnoses.filter(({ finding }) => finding);
  if (halted.length === 0) return;
  const sentence = `${halted.length} of ${diagnoses.length} partitions cannot go on.`;
  throw new UserError(sentence, exitCodes.differs);
}

function describe(diagnoses: readonly Diagnosis[], partition: string | undefined): string {
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
  return `${text}\n${what} can go on. \`npm run jackpot -- verify\` shows whether the balances are right.\n`;
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
