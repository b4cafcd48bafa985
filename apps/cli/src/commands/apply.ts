import {
  changesJackpot,
  configurationInWords,
  Home,
  jackpotsRunning,
  planConfiguration,
  refusalIn,
  refusedAmounts,
  sendCommands,
  visible,
  type AnsweredCommand,
  type PlannedConfiguration,
  type Proposing,
  type Signer,
  describeChange,
} from '#acts';
import { formatMicros, roleOf, UserError, type CheckedConfiguration } from '#contract';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { describeEnded } from '../format/describe-act.js';
import { describeAnswer } from '../format/describe-answer.js';
import { describeGame } from '../format/describe-odds.js';
import { howToApprove } from '../format/how-to-approve.js';
import { assertNoLook, describeLooks } from '../looks/assert-no-look.js';
import { openSigner } from '../keys/open-signer.js';
import {
  betsADayOption,
  despiteOption,
  expiresOption,
  jsonOption,
  reasonOption,
  sourceOption,
} from '../options/common.js';
import { jackpotsFileOption, readJackpots } from '../options/jackpots-file.js';
import type { Connections } from '../servers/connections.js';
import type { Answer } from '../terminal/print.js';

const define = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .addOption(jackpotsFileOption())
    .addOption(
      new Option('--effective <when>', 'when a change of a running jackpot takes effect')
        .choices(['now', 'next-restart'])
        .default('now' as const),
    )
    .option('--replace-pending', 'drop a configuration that waits for the next restart')
    .addOption(betsADayOption())
    .addOption(sourceOption())
    .addOption(jsonOption());

/**
 * Reads jackpots from YAML, shows the changes, and publishes a `jackpot.configured` for each
 * jackpot that changes. Then waits until the ledger has applied them. Needs `--yes` or the
 * confirmation of a person at the terminal.
 * @throws UserError that names every mistake in every jackpot, or every refusal to expect, before
 *   anything is sent.
 */
export const applyCommand = connected(
  () =>
    define('apply', 'configure jackpots from a YAML file (signed with COMMAND_KEY)')
      .option('--dry-run', 'check and show, send nothing')
      .addOption(despiteOption())
      .option('--yes', 'do it, do not ask'),
  (connections, options) => configure(connections, options, undefined),
);

/** Proposes each configuration that changes a running jackpot; others approve them. */
export const proposeApplyCommand = connected(
  () =>
    define('apply', 'propose configurations from a YAML file (role configure)')
      .addOption(reasonOption())
      .addOption(expiresOption())
      .option('--yes', 'propose it (signed with COMMAND_KEY)'),
  (connections, { expires: expiresMs, reason: note, ...options }) =>
    configure(connections, { ...options, dryRun: !options.yes }, { expiresMs, note }),
);

interface ApplyOptions {
  readonly file: string;
  readonly effective: 'now' | 'next-restart';
  readonly source?: string | undefined;
  readonly replacePending?: true | undefined;
  readonly dryRun?: boolean | undefined;
  readonly yes?: true | undefined;
  readonly despite?: string | undefined;
  readonly betsADay: number;
}

async function configure(
  connections: Connections,
  options: ApplyOptions,
  proposing: Proposing | undefined,
): Promise<Answer> {
  const { env, terminal } = connections;
  const jackpots = readJackpots(options.file);
  const isDry = options.dryRun === true;
  const signer = isDry && !env.COMMAND_KEY ? undefined : openSigner(env.COMMAND_KEY, terminal);
  const source = options.source ?? signer?.source ?? 'cli';
  const { effective, replacePending: replacesPending = false, betsADay, despite } = options;
  const homes: Home[] = [];
  for (const { configuration } of jackpots) {
    homes.push(await Home.find(connections, configuration.id));
  }
  const isNew = ({ id, now }: Home): boolean => !now.jackpots.has(id);
  const others = homes.some(isNew) ? await jackpotsRunning(connections) : [];
  const wish = { source, effective, replacesPending, betsADay, proposing, despite, others };
  const plans = jackpots.map(({ written, configuration }, index) =>
    planConfiguration(homes[index] as Home, written, configuration, wish),
  );
  terminal.say(plans.map(describePlanned).join(''));
  const changing = plans.filter(changesJackpot);
  assertNoneWouldBeRefused(changing);
  const end = (lines: string, answers: readonly AnsweredCommand[] = []): Answer => {
    const facts = { jackpots: plans.map((plan) => planFacts(plan, answers)) };
    return { facts, lines, failure: refusalIn(answers) };
  };
  if (changing.length === 0) return end('Nothing changes; nothing was sent.\n');
  for (const { rehearsed } of changing) {
    signer?.assertMay(roleOf['jackpot.configured'], rehearsed.authority);
  }
  const how = (answers: readonly AnsweredCommand[]): string =>
    changing.map(({ command, rehearsed }) => howToApprove(command, rehearsed, answers)).join('');
  if (isDry) {
    const why = proposing ? '. Add --yes to propose it.' : ' (--dry-run).';
    return end(`${how([])}Nothing was sent${why}\n`);
  }
  const looks = proposing ? [] : changing.flatMap((plan) => plan.looks);
  assertNoLook({ award: null, looks }, despite);
  if (!options.yes) {
    if (!terminal.canAsk) return end('Nothing was sent. Add --yes to do it.\n');
    const names = changing.map(({ configuration }) => configuration.id).join(', ');
    await terminal.confirm(`this to ${names}`);
  }
  const commands = changing.map(({ command, rehearsed }) => ({
    ...command,
    ledger: rehearsed.authority.ledger ?? '',
  }));
  const answers = await sendCommands(connections, signer as Signer, source, commands);
  return end(answers.map(describeAnswer).join('') + how(answers), answers);
}

/** @throws UserError that names each plan which the ledger would refuse now. */
function assertNoneWouldBeRefused(plans: readonly PlannedConfiguration[]): void {
  const refused = plans.filter(({ rehearsed }) => rehearsed.refusal !== undefined);
  if (refused.length === 0) return;
  const lines = refused.map(({ configuration, command, rehearsed }) => {
    const amounts = refusedAmounts(command, rehearsed.before?.jackpot);
    return `${configuration.id}: would be refused, ${visible(rehearsed.refusal ?? '')}${amounts}`;
  });
  throw new UserError(`${lines.join('\n')}\nNothing was sent.`);
}

function planFacts(plan: PlannedConfiguration, answers: readonly AnsweredCommand[]) {
  const { configuration, isNew, changes, dropsPending, endsProposals, odds, warnings } = plan;
  const answer = answers.find(({ subject }) => subject === configuration.id) ?? null;
  return {
    jackpot: configuration.id,
    isNew,
    changes,
    dropsPending,
    endsProposals,
    odds,
    warnings,
    answer,
  };
}

/** Describes a new jackpot in full, and the changes of a running one. */
function describePlanned(plan: PlannedConfiguration): string {
  const changes = describeChanges(plan);
  if (!changesJackpot(plan)) return changes;
  const { configuration, looks, odds } = plan;
  const warnings = plan.warnings.filter((each) => !looks.includes(each));
  const game = describeGame({ odds, warnings }, configuration.currency, false);
  return changes + game + describeLooks(looks);
}

function describeChanges(plan: PlannedConfiguration): string {
  const { configuration, isNew, changes, dropsPending, endsProposals } = plan;
  if (isNew) return describeNew(configuration);
  if (!changesJackpot(plan)) return `${configuration.id}: nothing changes\n`;
  const lines = changes.map((change) => `  ${describeChange(change, configuration.currency)}\n`);
  if (dropsPending) lines.push('  the configuration that waits for the next restart: dropped\n');
  lines.push(describeEnded(endsProposals));
  return `${configuration.id}\n${lines.join('')}${poolStays(plan)}${openRounds(plan)}`;
}

/** The present pool, which another seed does not change. */
function poolStays({ changes, configuration, rehearsed: { after } }: PlannedConfiguration): string {
  if (!after || !changes.some(({ member }) => member === 'seed')) return '';
  const pool = formatMicros(after.jackpot.accounts.pool, configuration.currency);
  return `  note: the pool stays at ${pool}; it begins at the new seed after the next royal flush\n`;
}

/** Rounds that keep earlier terms than those to be posted (contract 5.1). */
function openRounds({
  isAtRestart,
  changes,
  rehearsed: { before, after },
}: PlannedConfiguration): string {
  if (!before) return '';
  if (isAtRestart) {
    const areTerms = changes.some(({ member }) => /^(prizes|policies|payoutUnit)/.test(member));
    return areTerms ? '  note: bets and rounds from before the restart keep their terms\n' : '';
  }
  if (before.jackpot.terms.name === after?.jackpot.terms.name) return '';
  return [...before.openRounds]
    .toSorted(([one], [other]) => one - other)
    .map(([terms, rounds]) => {
      const what = rounds === 1 ? '1 open round keeps' : `${rounds} open rounds keep`;
      return `  note: ${what} the terms of offset ${terms}\n`;
    })
    .join('');
}

/** Lists every member: a default that nobody has written is shown nowhere else. */
function describeNew(configuration: CheckedConfiguration): string {
  const members = configurationInWords(configuration).map(
    ([member, value]) => `  ${visible(member)}: ${visible(value)}\n`,
  );
  return `${configuration.id}: new\n${members.join('')}`;
}
