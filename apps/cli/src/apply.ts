import {
  type CheckedConfiguration,
  formatMinor,
  roleOf,
  UserError,
  type WrittenConfiguration,
} from '#contract';
import {
  changesBetween,
  describeChange,
  isAboutMoney,
  type Change,
} from './configuration-change.js';
import { warningsOf } from './apply-warnings.js';
import { confirm } from './confirm.js';
import type { Connections } from './connections.js';
import { readJackpots } from './jackpots-file.js';
import { formatPercent } from './money.js';
import { describeGame, gameOf, type Game } from './odds/game.js';
import { howToApprove, proposalOf } from './proposing.js';
import { print, say, type JsonOption } from './print.js';
import { refusedAmounts } from './refused-amounts.js';
import { rehearse, type Rehearsed } from './rehearsal.js';
import { assertNoneRefused, describeAnswer, sendCommands, type Answered } from './sending.js';
import { currentShell } from './shell.js';
import { Signer, type Command } from './signer.js';
import { visible } from './visible.js';

export interface ApplyOptions extends JsonOption {
  readonly file: string;
  readonly effective: 'now' | 'next-restart';
  readonly source?: string;
  readonly replacePending?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly betsADay: number;
}

/** What `apply` would do to a jackpot. */
interface Plan extends Game {
  readonly configuration: CheckedConfiguration;
  readonly command: Command;
  readonly isNew: boolean;
  /** It takes effect at the next restart. */
  readonly isAtRestart: boolean;
  /** Running (or waiting) to wanted. */
  readonly changes: readonly Change[];
  readonly dropsPending: boolean;
  readonly rehearsed: Rehearsed;
  /** Of what may not be meant, and what would not work with the keys in force. */
  readonly warnings: readonly string[];
}

/** Proposes each configuration that changes a running jackpot; others approve them. */
export function proposeApply(
  connections: Connections,
  options: ApplyOptions & { readonly expires: string; readonly reason: string },
): Promise<void> {
  const { expires, reason, ...rest } = options;
  const given = { ...rest, dryRun: !options.yes };
  return applyAs(connections, given, (command) => proposalOf(command, expires, reason));
}

/**
 * Reads jackpots from YAML, shows what would change, and publishes a `jackpot.configured` for each
 * that changes. Then it waits until the ledger has applied them. A new jackpot and a change of
 * money need `--yes` or the yes of a person at the terminal.
 * @throws UserError naming every mistake in every jackpot, or what the ledger would refuse, before
 * anything is sent; or that a command was refused.
 */
export function apply(connections: Connections, options: ApplyOptions): Promise<void> {
  return applyAs(connections, options, (command) => command);
}

/** @param asSent the command that is sent for a configuration. */
async function applyAs(
  connections: Connections,
  options: ApplyOptions,
  asSent: (command: Command) => Command,
): Promise<void> {
  const { env } = connections;
  const jackpots = readJackpots(options.file);
  const isDry = options.dryRun === true;
  const signer = isDry && !env.COMMAND_KEY ? undefined : Signer.open(env.COMMAND_KEY);
  const source = options.source ?? signer?.source ?? 'cli';
  const plans: Plan[] = [];
  for (const { written, configuration } of jackpots) {
    plans.push(await planOf(connections, written, configuration, source, options, asSent));
  }
  if (!options.json) say(plans.map(describe).join(''));
  const refused = plans.filter(({ rehearsed }) => rehearsed.refusal !== undefined);
  if (refused.length > 0) {
    const lines = refused.map(({ configuration, command, rehearsed }) => {
      const amounts = refusedAmounts(command, rehearsed.before?.jackpot);
      return `${configuration.id}: would be refused, ${visible(rehearsed.refusal ?? '')}${amounts}`;
    });
    throw new UserError(`${lines.join('\n')}\nNothing was sent.`);
  }
  const changing = plans.filter(isChange);
  const end = (answers: readonly Answered[], text: string): void =>
    print(options, { jackpots: plans.map((plan) => factsOf(plan, answers)) }, () => text);
  if (changing.length === 0) return end([], 'Nothing changes; nothing was sent.\n');
  for (const { rehearsed } of changing) {
    signer?.assertMay(roleOf['jackpot.configured'], rehearsed.authority);
  }
  const isProposal = changing.some(({ command }) => command.type === 'act.proposed');
  const how = (answers: readonly Answered[]): string =>
    changing.map(({ command, rehearsed }) => howToApprove(command, rehearsed, answers)).join('');
  if (isDry) {
    const why = isProposal ? '. Add --yes to propose it.' : ' (--dry-run).';
    return end([], `${how([])}Nothing was sent${why}\n`);
  }
  const costly = changing.filter(({ isNew, changes }) => isNew || changes.some(isAboutMoney));
  if (costly.length > 0 && !options.yes) {
    if (!currentShell().stdin.isTTY) return end([], 'Nothing was sent. Add --yes to do it.\n');
    const names = costly.map(({ configuration }) => configuration.id).join(', ');
    await confirm(`this to ${names}`);
  }
  const commands = changing.map(({ command, rehearsed }) => ({
    ...command,
    ledger: rehearsed.authority.ledger ?? '',
  }));
  const answers = await sendCommands(connections, signer as Signer, source, commands);
  end(answers, answers.map(describeAnswer).join('') + how(answers));
  assertNoneRefused(answers);
}

async function planOf(
  connections: Connections,
  written: WrittenConfiguration,
  configuration: CheckedConfiguration,
  source: string,
  { effective, replacePending: replacesPending = false, betsADay }: ApplyOptions,
  asSent: (command: Command) => Command,
): Promise<Plan> {
  const data = { ...written, effective, replacesPending };
  const command = asSent({ type: 'jackpot.configured', subject: configuration.id, data });
  const rehearsed = await rehearse(connections, command, source);
  const before = rehearsed.before?.jackpot;
  const isNow = effective === 'now';
  const { odds, warnings } = gameOf(configuration, betsADay);
  const old = isNow ? before?.configuration : (before?.pending ?? before?.configuration);
  return {
    configuration,
    command,
    isNew: before === undefined,
    isAtRestart: !isNow,
    changes: old === undefined ? [] : changesBetween(old, configuration),
    dropsPending: isNow && (before?.pending ?? null) !== null,
    rehearsed,
    odds,
    warnings: [...warnings, ...warningsOf(configuration, rehearsed.authority)],
  };
}

function isChange({ isNew, changes, dropsPending }: Plan): boolean {
  return isNew || changes.length > 0 || dropsPending;
}

function factsOf(plan: Plan, answers: readonly Answered[]) {
  const { configuration, isNew, changes, dropsPending, odds, warnings } = plan;
  const answer = answers.find(({ subject }) => subject === configuration.id) ?? null;
  return { jackpot: configuration.id, isNew, changes, dropsPending, odds, warnings, answer };
}

/** A new jackpot in whole; of a running one what would change. */
function describe(plan: Plan): string {
  const changes = describeChanges(plan);
  return isChange(plan)
    ? changes + describeGame(plan, plan.configuration.currency, false)
    : changes;
}

function describeChanges(plan: Plan): string {
  const { configuration, isNew, changes, dropsPending } = plan;
  if (isNew) return summary(configuration);
  if (!isChange(plan)) return `${configuration.id}: nothing changes\n`;
  const lines = changes.map((change) => `  ${describeChange(change, configuration.currency)}\n`);
  if (dropsPending) lines.push('  the configuration that waits for the next restart: dropped\n');
  return `${configuration.id}\n${lines.join('')}${openRounds(plan)}`;
}

/** Rounds that do not get what would be posted (contract 5.1). */
function openRounds({ isAtRestart, changes, rehearsed: { before, after } }: Plan): string {
  if (!before) return '';
  if (isAtRestart) {
    const areTerms = changes.some(({ member }) => /^(prizes|policies|payoutUnit)/.test(member));
    return areTerms ? '  note: bets and rounds from before the restart keep their terms\n' : '';
  }
  if (before.jackpot.terms.name === after?.jackpot.terms.name) return '';
  return [...before.openRounds]
    .toSorted(([one], [other]) => one - other)
    .map(([terms, rounds]) => {
      const what =
        rounds === 1 ? '1 round is open and plays' : `${rounds} rounds are open and play`;
      return `  note: ${what} on under the terms of offset ${terms}\n`;
    })
    .join('');
}

function summary(configuration: CheckedConfiguration): string {
  const { id, currency, seed, stake, rates, ruleset } = configuration;
  const money = (amountMinor: number): string => formatMinor(amountMinor, currency);
  const stakes =
    stake.min === stake.max ? money(stake.min) : `${money(stake.min)} to ${money(stake.max)}`;
  const house = 10_000 - rates.pool - rates.reserve;
  return (
    `${id}: new, ${ruleset}, seed ${money(seed)}, stake ${stakes}, of which ${formatPercent(rates.pool)} pool, ` +
    `${formatPercent(rates.reserve)} reserve, ${formatPercent(house)} house\n`
  );
}
