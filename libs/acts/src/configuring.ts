import type { CheckedConfiguration, WrittenConfiguration } from '#contract';
import { warningsOfNew } from './apply-warnings.js';
import { tablesLeftOut } from './looks/tables-left-out.js';
import type { Configuration } from '#pools';
import type { Command } from './command.js';
import { endedBetween } from './act-facts.js';
import { configuredFacts, type ConfiguredFacts } from './configured-facts.js';
import type { Home } from './ledger-door.js';
import { proposalOf, type Proposing } from './proposed.js';
import { rehearse, type Rehearsed } from './rehearsal.js';

/** The planned effect of a configuration on a jackpot. */
export interface PlannedConfiguration extends ConfiguredFacts {
  readonly configuration: CheckedConfiguration;
  /** The command to send: the configuration, or its proposal. */
  readonly command: Command;
  readonly isNew: boolean;
  /** It takes effect at the next restart. */
  readonly isAtRestart: boolean;
  readonly dropsPending: boolean;
  /** Offsets of the acts that wait for approval, and would no longer wait. */
  readonly endsProposals: readonly number[];
  readonly rehearsed: Rehearsed;
}

interface ConfigurationWish {
  readonly source: string;
  readonly effective: 'now' | 'next-restart';
  readonly replacesPending: boolean;
  /** Jackpot bets of all tables a day, at least 1. */
  readonly betsADay: number;
  readonly proposing?: Proposing | undefined;
  /** The reason why it is right in spite of `looks`. */
  readonly despite?: string | undefined;
  /** Configurations of the running jackpots, to compare a new one with. */
  readonly others: readonly Configuration[];
}

/**
 * Rehearses a configuration, and returns a plan even if `rehearsed` has a refusal. Nothing is sent.
 */
export function planConfiguration(
  home: Home,
  written: WrittenConfiguration,
  configuration: CheckedConfiguration,
  { source, effective, replacesPending, betsADay, proposing, despite, others }: ConfigurationWish,
): PlannedConfiguration {
  const madeFrom = home.now.jackpots.get(configuration.id)?.configuredAt ?? null;
  const arrival = { effective, replacesPending, madeFrom };
  const data = { ...written, ...arrival, ...(despite !== undefined && { reason: despite }) };
  const act = { type: 'jackpot.configured', subject: configuration.id, data } as const;
  const command = proposing ? proposalOf(act, proposing) : act;
  const rehearsed = rehearse(home, command, source);
  const before = rehearsed.before?.jackpot;
  const isNow = effective === 'now';
  const replaced = isNow ? before?.configuration : (before?.pending ?? before?.configuration);
  const { authority } = rehearsed;
  const facts = configuredFacts(configuration, replaced, { authority, betsADay });
  const ofHome = before
    ? tablesLeftOut(home, before, { ...configuration, effective })
    : warningsOfNew(configuration, others);
  return {
    ...facts,
    configuration,
    command,
    isNew: before === undefined,
    isAtRestart: !isNow,
    endsProposals: endedBetween(before, rehearsed.after?.jackpot),
    dropsPending: isNow && (before?.pending ?? null) !== null,
    rehearsed,
    warnings: [...facts.warnings, ...ofHome],
    looks: [...facts.looks, ...ofHome],
  };
}

/** Returns true if a configuration would change anything. */
export function changesJackpot({ isNew, changes, dropsPending }: PlannedConfiguration): boolean {
  return isNew || changes.length > 0 || dropsPending;
}
